"""What the guides of the whist family show: the pack of Bishops Whist, and a trick."""

from bot.rules.cards import parse
from bot.rules.catalogue import Catalogue
from bot.rules.text import Figure


def trick(words: Catalogue, pack: str = "ordinary") -> Figure:
    """A trick that a trump takes."""
    return _figure(
        words.gettext("Hearts are led, spades are trumps: the two takes the trick"), "4H KH 9H 2S", pack
    )


def bishops_ranks(words: Catalogue) -> Figure:
    """The cards of a suit from the highest to the lowest, and a knight."""
    title = words.gettext("A suit from highest to lowest, and a knight, which has no suit")
    return _figure(title, "AH KH QH BH 9H 8H 7H 6H 5H 4H 3H 2H N", "bishops")


def _figure(title: str, cards: str, pack: str) -> Figure:
    return Figure(title, tuple(map(parse, cards.split())), pack=pack)
