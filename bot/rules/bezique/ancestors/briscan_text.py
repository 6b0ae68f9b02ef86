"""Briscan in words."""

from collections.abc import Mapping

from bot.rules.bezique import figures
from bot.rules.bezique.ancestors.words import AncestorText
from bot.rules.text import Figure, Page


class BriscanText(AncestorText):
    """Briscan in words."""

    cards_last = True
    minutes = 25
    aliases = ("brisque", "brisca", "briscambille")

    @property
    def name(self) -> str:
        """The game's name."""
        return self.gettext("Briscan")

    @property
    def summary(self) -> str:
        """One line for people choosing a game."""
        return self.gettext("Sequences, marriages, and a prize for nearly everything; to 600.")

    def figures(self) -> Mapping[int, Figure]:
        return {0: figures.ranks(self.words), 1: figures.trick(self.words), 2: figures.marriage(self.words)}

    def guide(self) -> tuple[Page, ...]:
        """The game in a few minutes' read."""
        gettext = self.gettext
        return (
            Page(
                gettext("The idea"),
                gettext(
                    "A duel for two with 32 cards, in which nearly everything scores. You hold six "
                    "cards, win **tricks** of two, and after each you may **declare** a sequence, a "
                    "marriage or four of a kind. The cards you won are counted after each hand. First to "
                    "**600** wins.\n\n"
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
                    "the winner leads. After winning a trick you may declare before you draw. If you "
                    "hold the seven of trumps you may exchange it then for the turned-up card, even if it "
                    "lies in a sequence; that scores nothing. After the last trick that is drawn to its "
                    "loser takes the turned-up card.\n\n"
                    "When the stock is out, the cards in hand are played: now you must **follow suit and "
                    "win** the trick if you can; without the suit you must trump. No more declarations."
                ),
            ),
            Page(
                gettext("Declaring"),
                gettext(
                    "One declaration is scored after each trick. You may show more at once; they are kept "
                    "*to score* after later tricks, unless you play one of their cards first, exchange the "
                    "seven in them, or the stock runs out.\n"
                    "Sequences run **A K Q J 10 9 8 7** in one suit (here the ten stands below the "
                    "knave). In **trumps**, from the highest down:\n"
                    "- five cards: 600 (which is the game), 300, 200, 100\n"
                    "- four cards: 200, 160, 120, 80, 60\n"
                    "- three cards: 120, 100, 80, 60, 40, 20\n"
                    "In another suit **half**. A card of one sequence serves in no other, but may still "
                    "serve in a marriage or in four of a kind.\n"
                    "- **Marriage**, king and queen: 20; in trumps 40\n"
                    "- **Four** aces 150, tens 100, kings 80, queens 60, knaves 40"
                ),
            ),
            Page(
                gettext("Scoring"),
                gettext(
                    "These score by themselves:\n"
                    "- The dealer turns up an ace, ten, king, queen or knave: 10\n"
                    "- Five court cards (K Q J) dealt to you: 20, and 20 for each you draw later; none "
                    "at all: 10\n"
                    "- King and queen of a suit fall in one trick: a marriage for its winner\n"
                    "- The **ace of trumps**, when you play it and it has not served in a declaration: "
                    "30\n"
                    "- The last card of the stock: 10\n"
                    "- Of the last six tricks: most of them 10, all (or the last five) 20, all with all "
                    "the trumps 30\n\n"
                    "After the hand the **cards you won** are counted. Whoever has **600** first wins "
                    "the game at once, also by a card drawn. One game is a match at a new table; before "
                    "the start a press makes it a **partie** of three won games."
                ),
            ),
            Page(
                gettext("Playing well"),
                gettext(
                    "- A sequence of trumps is worth more than any trick: hold trumps that touch.\n"
                    "- Declare the sequence, then the marriage from it: the king and queen serve in "
                    "both.\n"
                    "- Do not let a king and queen of a suit meet in a trick the other wins.\n"
                    "- Play the ace of trumps for its 30 before the end, unless it belongs to a "
                    "sequence."
                ),
            ),
        )
