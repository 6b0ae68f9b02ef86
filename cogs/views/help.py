"""What `/help` says."""

from bot.rules.catalogue import Catalogue


def help_text(words: Catalogue) -> str:
    """What a newcomer asks for, on one page."""
    gettext = words.gettext
    return "\n\n".join(
        (
            gettext(
                "### Cardinal: the old card games, in this channel\n"
                "**To play now**: `/table open`, choose a game, press **Start with house players**. Friends "
                "sit down by pressing a chair; **Looking for** players tells the channel.\n"
                "Your cards come by DM; **My hand** on the table message shows them in the channel, for your "
                "eyes alone. The one you used last stays up to date.\n"
                "Press a card to play it, or type `/play`. A greyed-out card cannot be played now."
            ),
            gettext(
                "**At a table**: `/hand` your cards · `/trick` the last trick · `/score` · `/record` every "
                "card, as a file\n"
                "**Every day**: `/daily` deals you four boards of whist, the same for everybody; afterwards "
                "you see how you compare with all who played them\n"
                "**In doubt**: `/hint`, or **Hint** under your cards: what the house would do in your "
                "place, and why\n"
                "**Chairs**: `/table join` · `/table leave` · `/table invite`, or **Play cards** in the "
                "menu of a person · `/table house` and more\n"
                "**Three or more at a game of two**: **Play as a chouette**, or `/table chouette`: one "
                "plays alone, the others see the hand they advise on, talk it over in the channel, and take "
                "turns\n"
                "**The same cards at several tables**: `/duplicate teams` or `/duplicate pairs`: what you "
                "make of them is compared, so good cards help nobody\n"
                "**Rules** of a table, how long a turn may take, what is posted: **Rules** on it, or "
                "`/table options`\n"
                "**Afterwards**: `/analysis` what would have been best in a hand · `/leaderboard`, "
                "`/stats`\n"
                "**Learning**: `/rules` explains your game, or any other, in a few minutes\n"
                "**Your own ways**: `/me` for DMs, pictures, a reading mode for screen readers, calls and "
                "more · `/privacy` what is stored of you · `/server show` how this server wants its tables"
            ),
            gettext(
                "Called away? After a reminder a house player plays for you, as long as somebody else is "
                "there; alone, play waits for you. Press **I'm back** or make a move to return.\n"
                "**With everybody's consent**: `/undo` your last card · `/claim` or `/concede` the tricks "
                "left · `/table pause`, `resume`, `abandon` · `/table substitute` for who has gone; or press "
                "**More…** under your cards"
            ),
        )
    )
