"""Cinq-cents in words."""

from collections.abc import Mapping

from bot.rules.bezique import figures
from bot.rules.bezique.ancestors.words import AncestorText
from bot.rules.text import Figure, Page


class CinqCentsText(AncestorText):
    """Cinq-cents in words."""

    cards_last = True
    minutes = 25
    aliases = ("five hundred french", "cinq cents", "500", "bezique with one pack")

    @property
    def name(self) -> str:
        """The game's name."""
        return self.gettext("Cinq-cents")

    @property
    def summary(self) -> str:
        """One line for people choosing a game."""
        return self.gettext("Bezique with one pack: count what you have won, knock at 500, and be right.")

    def figures(self) -> Mapping[int, Figure]:
        return figures.at_pages(self.words, declaring=2)

    def guide(self) -> tuple[Page, ...]:
        """The game in a few minutes' read."""
        gettext = self.gettext
        return (
            Page(
                gettext("The idea"),
                gettext(
                    "A duel for two with 32 cards. You hold eight cards, win **tricks** of two, "
                    "**declare** after them, and the cards you won count after each hand. The game is "
                    "**500** (cinq cents), and you win it by **knocking**: saying that you have them, "
                    "and being right.\n\n"
                    "Cards rank\n"
                    "> A  10  K  Q  J  9  8  7\n"
                    "The ten is high! And the cards you win are worth points\n"
                    "> A 11 · 10 10 · K 4 · Q 3 · J 2 · 9 8 7 nothing\n"
                    "120 in all.\n\n"
                    "**Trumps**: the seventeenth card is turned up; its suit beats the others."
                ),
            ),
            Page(
                gettext("Playing"),
                gettext(
                    "The player who did not deal leads first. While there is a stock you **need not "
                    "follow suit**: play any card. A higher card of the suit led, or a trump, wins the "
                    "trick; then both draw, the winner first, and "
                    "the winner leads. After winning a trick you may declare before you draw. "
                    "After the last trick that is drawn to its loser takes the turned-up card.\n\n"
                    "When the stock is out, the cards in hand are played: now you must **follow suit and "
                    "win** the trick if you can; without the suit you must trump. No more declarations. "
                    "The last trick of all is worth 10."
                ),
            ),
            Page(
                gettext("Declaring"),
                gettext(
                    "After a trick you won, before you draw:\n"
                    "- **Sequence** A K Q J 10 of trumps: 250; of another suit 125\n"
                    "- **Marriage**, king and queen of a suit: 20; in trumps 40\n"
                    "- **Brisque**, Q♠ and J♦: 40\n"
                    "- **Four** aces 100, tens 80, kings 60, queens 40, knaves 30\n"
                    "- **Seven of trumps**: exchange it for the turned-up card: 10\n\n"
                    "One of these is scored after each trick. You may show more at once; they are kept "
                    "*to score* after later tricks, unless you play one of their cards first or the stock "
                    "runs out.\n"
                    "Declared cards lie open but stay yours to play. A card may serve again in a "
                    "different kind, never twice in the same."
                ),
            ),
            Page(
                gettext("Scoring and winning"),
                gettext(
                    "After the hand each counts the cards they won; beside the score stands what your "
                    "won cards count so far. When score and cards together are **500**, knock: on your "
                    "turn to lead, or after winning a trick. The button says what you have, and you are "
                    "asked whether you mean it: **500 wins the game, less loses it.**\n\n"
                    "If nobody knocks, a player who alone has 500 after the hand wins. If both have, the "
                    "game goes on to 600, to 700 and so on. One game is a match at a new table; "
                    "before the start "
                    "a press makes it a **partie** of three won games.\n"
                    "House rules can let whoever reaches 500 win at once, and add the many small scores "
                    "of Briscan."
                ),
            ),
            Page(
                gettext("Playing well"),
                gettext(
                    "- Count! Your score and your cards are both shown: knock in the middle of a hand as "
                    "soon as they make 500, before the other does.\n"
                    "- Win tricks with tens, and keep what may be declared.\n"
                    "- Hold Q♠ and J♦ together, and kings with their queens.\n"
                    "- Save trumps and aces for the last eight tricks."
                ),
            ),
        )
