"""English Whist for those who choose it and those who are new to it."""

from collections.abc import Mapping
from typing import ClassVar

from bot.rules.catalogue import Catalogue
from bot.rules.text import Figure, Page
from bot.rules.whist import figures
from bot.rules.whist.game_text import WhistGameText
from bot.rules.whist.guide import playing, playing_well, revokes_of_england, the_idea
from bot.rules.whist.result_text import EnglishResult


class EnglishWhistText(WhistGameText):
    """Short and Long Whist in words."""

    minutes = 10
    aliases: ClassVar[tuple[str, ...]] = ("short whist", "long whist", "whist anglais")
    results = EnglishResult

    @property
    def name(self) -> str:
        return self.gettext("English Whist")

    @property
    def summary(self) -> str:
        return self.gettext("Short (or Long) whist with honours; games count single, double or treble.")

    def figures(self) -> Mapping[int, Figure]:
        return {1: figures.trick(self.words)}

    def guide(self) -> tuple[Page, ...]:
        target = self.gettext(
            "Each trick over six is a point, and **honours** count besides. Short whist is played to "
            "**five** points, long whist to **ten**. One game is a match at a new table; before the start "
            "a press "
            "makes it a rubber, the best of three games."
        )
        forming = self.gettext(
            "A table belongs to six at most (Law 17). When five or six want to play, all of them cut a card "
            "and the four lowest play the first match; the others wait, the next lowest cut being the first "
            "to come in. After the match press **Play again**: whoever waited comes in, and those who have "
            "played the most matches in a row go out; if that is the same for all, the highest cuts go "
            "out.\n\n"
            "In the house rules those who came first can be given the preference, and whoever cuts lowest "
            "for partners the choice of the chairs."
        )
        return (
            the_idea(self.words, target),
            playing(self.words, revokes_of_england(self.words)),
            Page(self.gettext("Scoring"), english_scoring(self.words)),
            Page(self.gettext("Five or six people"), forming),
            playing_well(self.words),
        )


def english_scoring(words: Catalogue) -> str:
    """How a hand, a game and a rubber are scored."""
    return words.gettext(
        "After each hand, in this order (what is exacted for a revoke comes before both):\n"
        "- each trick over six: **1**\n"
        "- **honours** (ace, king, queen and jack of trumps): a side that was dealt all four scores "
        "**4**, three of them **2**. A side that needs only one more point when the deal begins cannot "
        "score honours in it.\n\n"
        "The first side at **5** has the game (at **10** in long whist), and nothing more is counted. In "
        "short whist a game is worth\n"
        "- **3** (a treble) if the losers have nothing,\n"
        "- **2** (a double) if they have one or two,\n"
        "- **1** (a single) if they have three or four.\n\n"
        "A **rubber** is the best of three games. In short whist its winners add up the values of their "
        "games and **2** more, and take off the value of a game they lost: from 1 to 8 points. In long whist "
        "games have no value, and the rubber is won or lost. By a house rule a game of long whist is worth "
        "**2** if the losers have fewer than five points and **1** if not, and the rubber is counted as in "
        "short whist.\n\n"
        "By the house rules honours may count only if the side that held them calls them before the next "
        "cut. In long whist a player whose side has eight points, and who holds two honours, may be let "
        "ask for a third before playing a card: with three between partners the game is won."
    )
