"""Matador for a newcomer."""

from bot.rules.catalogue import Catalogue
from bot.rules.text import Page


def pages(words: Catalogue) -> tuple[Page, ...]:
    """The game in a three-minute read."""
    gettext = words.gettext
    return (
        Page(
            gettext("The idea"),
            gettext(
                "Dominoes for two, from Spain. You build one line with two ends, but unlike ordinary "
                "dominoes the halves that touch must not be alike: they must **add up to seven**.\n"
                "> 6 goes to 1 · 5 goes to 2 · 4 goes to 3\n\n"
                "Nothing makes seven with a **blank**. Only a **matador** may be laid there: the four "
                "dominoes\n"
                "> 0-0 · 6-1 · 5-2 · 4-3\n"
                "which may be played at any time, at either end, either way round.\n\n"
                "Get rid of all your dominoes first and you score what the other still holds. **100** "
                "points win."
            ),
        ),
        Page(
            gettext("Playing"),
            gettext(
                "- The shuffled dominoes are cut, by the bot unless the table has asked for the ceremony. "
                "Each "
                "draws seven; the rest are the stock. Whoever has the highest double "
                "leads first, after that you take turns to lead. Any domino may be led.\n"
                "- In your turn lay one domino at either end. With a matador you also choose which half "
                "points outward, to be the new end.\n"
                "- If you cannot lay, **draw** until you can. You may also draw when you could lay, as "
                "often as you like. The last two dominoes of the stock are never drawn.\n"
                "- If you can neither lay nor draw, the other plays on alone for as long as possible.\n"
                "- A double lies crosswise and counts one half for the seven."
            ),
        ),
        Page(
            gettext("Scoring"),
            gettext(
                "- **Out**: whoever lays the last domino of a hand scores all the pips the other still "
                "holds.\n"
                "- **Blocked**: if nobody can lay, the hand with fewer pips scores all the pips of the "
                "*other* hand. If they are equal nobody scores.\n"
                "- **100** points are a game, and that is a match at a new table. Before the start a press "
                "makes "
                "it a **rubber**: the best of three games.\n"
                "- A game of 100 to nothing is a **Zapatero**, and in a rubber counts as the whole of it."
            ),
        ),
        Page(
            gettext("Playing well"),
            gettext(
                "- Keep your matadors for when you need them; as your last domino one always goes out.\n"
                "- If the other had to draw, remember what the ends were: a 3 was not there.\n"
                "- Get rid of the heavy dominoes early; leave ends that your own hand can answer.\n"
                "- Drawing on purpose pays seldom: what you draw counts against you."
            ),
        ),
    )
