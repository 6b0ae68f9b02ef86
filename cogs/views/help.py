"""What `/help` and `/settings` say."""

from bot.rules.catalogue import Catalogue
from bot.tables.model import UserSettings


def help_text(words: Catalogue) -> str:
    """What a newcomer asks for, on one page."""
    gettext = words.gettext
    return "\n\n".join(
        (
            gettext(
                "### Cardinal: the old card games, in this channel\n"
                "**To play now**: `/table open`, then press **Start with house players**; friends take a "
                "chair by pressing it.\n"
                "Your cards come by DM, and are always under **My hand** on the table message, for your "
                "eyes alone.\n"
                "Press a card to play it, or type `/play`. Green cards may be played."
            ),
            gettext(
                "**At a table**: `/hand` your cards · `/trick` the last trick · `/score` · `/record` every "
                "card, as a file\n"
                "**In doubt**: `/hint`, or **Hint** under your cards: what the house would do in your "
                "place, and why\n"
                "**Chairs**: `/table join` · `/table leave` · `/table invite` · `/table house` and more\n"
                "**Afterwards**: `/analysis` what would have been best in a hand · `/leaderboard`, "
                "`/stats`, `/partners`\n"
                "**Learning**: `/rules` explains each game in a few minutes\n"
                "**Your own ways**: `/settings` for DMs, pictures, and playing a forced card by itself"
            ),
            gettext(
                "Called away? After a reminder a house player plays for you; press **I'm back** or make a "
                "move to return."
            ),
        )
    )


def settings_text(settings: UserSettings, words: Catalogue) -> str:
    """A person's settings, one a line."""
    gettext, dm = words.gettext, _yes(settings.dm, words)
    lines = [gettext("Cards by DM: {answer}", answer=dm)]
    if settings.dm_closed:
        lines = [
            gettext(
                "Cards by DM: {answer} (your DMs are closed to me; open them and set dm again)", answer=dm
            )
        ]
    lines.append(gettext("Pictures: {answer}", answer=_yes(settings.pictures, words)))
    lines.append(gettext("Play a forced card by itself: {answer}", answer=_yes(settings.play_forced, words)))
    return "\n".join(lines)


def _yes(value: bool, words: Catalogue) -> str:
    return words.gettext("yes") if value else words.gettext("no")
