"""Mariage in words."""

from collections.abc import Mapping
from typing import ClassVar

from bot.rules.bezique import figures
from bot.rules.bezique.ancestors.result_text import MariageResult
from bot.rules.bezique.ancestors.words import AncestorText
from bot.rules.bezique.result_text import BeziqueResult
from bot.rules.text import Figure, Page


class MariageText(AncestorText):
    """Mariage in words."""

    result_type: ClassVar[type[BeziqueResult]] = MariageResult

    minutes = 5
    aliases = ("marriage", "mariaz", "the marriage game")

    @property
    def name(self) -> str:
        """The game's name."""
        return self.gettext("Mariage")

    @property
    def summary(self) -> str:
        """One line for people choosing a game."""
        return self.gettext("The oldest: marry kings and queens, win aces and tens, be first to 66.")

    def figures(self) -> Mapping[int, Figure]:
        return {0: figures.ranks(self.words), 1: figures.trick(self.words), 2: figures.marriage(self.words)}

    def guide(self) -> tuple[Page, ...]:
        """The game in a few minutes' read."""
        gettext = self.gettext
        return (
            Page(
                gettext("The idea"),
                gettext(
                    "A duel for two with 32 cards, the sevens to the aces. You hold six cards, win "
                    "**tricks** of two, and collect points: for the cards you win, and for **marriages** "
                    "and **amours** that you declare. First to **66** wins the deal, and a deal is "
                    "quick.\n\n"
                    "Cards rank\n"
                    "> A  10  K  Q  J  9  8  7\n"
                    "The ten is high! And the cards you win are worth points\n"
                    "> A 11 · 10 10 · K 4 · Q 3 · J 2 · 9 8 7 nothing\n"
                    "120 in all.\n\n"
                    "**Trumps**: the thirteenth card is turned up; its suit beats the others."
                ),
            ),
            Page(
                gettext("Playing"),
                gettext(
                    "The player who did not deal leads first. While there is a stock you **need not "
                    "follow suit**: play any card. A higher card of the suit led, or a trump, wins the "
                    "trick; then both draw, the winner first, and "
                    "the winner leads. After winning a trick you may declare before you draw. After the "
                    "last trick that is drawn to its loser takes the turned-up card.\n\n"
                    "When the stock is out, the cards in hand are played: now you must **follow suit and "
                    "win** the trick if you can; without the suit you must trump. No more declarations."
                ),
            ),
            Page(
                gettext("Declaring and scoring"),
                gettext(
                    "After a trick you won, before you draw:\n"
                    "- **Marriage**, king and queen of a suit: 20; in trumps 40\n"
                    "- **Amour**, ace and ten of a suit: 30; in trumps 60\n\n"
                    "One of these is scored after each trick. You may show more at once; they are kept "
                    "*to score* after later tricks, unless you play one of their cards first or the stock "
                    "runs out.\n"
                    "Declared cards lie open but stay yours to play. No card serves twice in the same "
                    "kind.\n"
                    "The cards in a trick count as you win it. The last trick scores 10; if you win all "
                    "six tricks after the stock is out it scores 20.\n\n"
                    "Whoever has **66** first has won the deal at once. If nobody has, the higher score "
                    "wins; equal scores are played again. One deal is a match at a new table; "
                    "before the start a press makes it a **partie**, which goes to the first with "
                    "three deals."
                ),
            ),
            Page(
                gettext("Closing the stock"),
                gettext(
                    "Are you sure you can make 66 with the cards you hold? When it is your turn to lead "
                    "you may **close the stock**: nobody draws any more, nothing more is declared, and "
                    "the cards in hand are played as at the end.\n"
                    "But if you do not make 66, or the other has 66 first, **you lose** the deal, "
                    "whatever the score. There is no prize for the last trick then."
                ),
            ),
            Page(
                gettext("Playing well"),
                gettext(
                    "- An ace and ten of one suit are worth 30 or 60: hold them together.\n"
                    "- Keep king and queen of a suit until you win a trick.\n"
                    "- Lead low cards while you draw; win tens and aces with trumps.\n"
                    "- Count your points, and theirs: the message shows both. Close when a few sure "
                    "tricks bring you to 66."
                ),
            ),
        )
