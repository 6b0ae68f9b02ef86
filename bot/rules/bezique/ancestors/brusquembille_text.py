"""Brusquembille in words."""

from collections.abc import Mapping
from typing import ClassVar

from bot.rules.bezique import figures
from bot.rules.bezique.ancestors.result_text import BrusquembilleResult
from bot.rules.bezique.ancestors.words import AncestorText
from bot.rules.bezique.result_text import BeziqueResult
from bot.rules.text import Figure, Page


class BrusquembilleText(AncestorText):
    """Brusquembille in words."""

    result_type: ClassVar[type[BeziqueResult]] = BrusquembilleResult

    minutes = 5
    aliases = ("brusquembile", "briscola", "brusque", "breme")

    @property
    def name(self) -> str:
        """The game's name."""
        return self.gettext("Brusquembille")

    @property
    def summary(self) -> str:
        """One line for people choosing a game."""
        return self.gettext("Three cards each, nothing to declare: win the aces and tens.")

    def figures(self) -> Mapping[int, Figure]:
        return {0: figures.ranks(self.words), 1: figures.trick(self.words)}

    def guide(self) -> tuple[Page, ...]:
        """The game in a few minutes' read."""
        gettext = self.gettext
        return (
            Page(
                gettext("The idea"),
                gettext(
                    "Three cards in hand, tricks, and nothing else to know: win the good cards. With 32 "
                    "cards, the sevens to the aces, for two; before the start a press seats three, four or "
                    "five, each alone (three and five without two of the sevens). Most of the **120** points "
                    "in the cards wins.\n\n"
                    "Cards rank\n"
                    "> A  10  K  Q  J  9  8  7\n"
                    "The ten is high! And the cards you win are worth points\n"
                    "> A 11 · 10 10 · K 4 · Q 3 · J 2 · 9 8 7 nothing\n"
                    "120 in all.\n\n"
                    "Aces and tens are the **brusquembilles**."
                ),
            ),
            Page(
                gettext("Playing"),
                gettext(
                    "Three cards each, and the next card is turned up: its suit is **trumps**.\n"
                    "The player who did not deal leads first; with more than two, the player on the "
                    "dealer's left. While there is a stock you **need not follow suit**: play any card. A "
                    "higher card of the suit led, or a trump, wins the trick; then all draw, the winner "
                    "first, and the winner leads. That stays so **to the very end**: you may always play "
                    "any card, even when the stock is out (a house rule makes you follow suit then). Who "
                    "draws last takes the turned-up card.\n\n"
                    "If you hold the **seven of trumps** you may exchange it for the turned-up card "
                    "when it is your turn to play, as long as that card lies there. It scores nothing, "
                    "but brings you a better trump."
                ),
            ),
            Page(
                gettext("Scoring"),
                gettext(
                    "When all cards are played each counts what their cards are worth. **Most points "
                    "win**; with two players that is 61 or more. If the highest scores are equal it is a "
                    "draw, and the deal is played again. One deal is a match at a new table; before the "
                    "start a press makes it a **partie**, which goes to the first with three deals.\n\n"
                    "The old players used counters as well: for each ace in a trick its winner gets "
                    "**two counters** from every opponent, for each ten **one**. The result tells them; "
                    "they do not decide who wins."
                ),
            ),
            Page(
                gettext("Playing well"),
                gettext(
                    "- Throw sevens, eights and nines on tricks you cannot win.\n"
                    "- Win a ten or an ace with a small trump; do not spend trumps on empty tricks.\n"
                    "- Do not lead a ten while its ace or the trumps are out.\n"
                    "- Keep a trump for the last three tricks: the turned-up card goes to somebody, and "
                    "you know which it is."
                ),
            ),
        )
