"""What the guides of the bezique family show: the ranks, a trick, and what can be declared."""

from collections.abc import Mapping

from bot.rules.cards import parse
from bot.rules.catalogue import Catalogue
from bot.rules.text import Figure


def ranks(words: Catalogue) -> Figure:
    """The cards of a suit from the highest to the lowest."""
    return _figure(words.gettext("From highest to lowest: the ten beats the king"), "AH TH KH QH JH 9H 8H 7H")


def trick(words: Catalogue) -> Figure:
    """A trick of two cards that a trump takes."""
    return _figure(words.gettext("Spades are trumps: the seven takes the ace"), "AH 7S")


def marriage_and_bezique(words: Catalogue) -> Figure:
    """The two declarations most often made."""
    return _figure(words.gettext("A marriage, and a bezique"), "KH QH QS JD")


def marriage(words: Catalogue) -> Figure:
    """A king and a queen of one suit."""
    return _figure(words.gettext("A marriage: king and queen of a suit"), "KH QH")


def at_pages(words: Catalogue, declaring: int) -> Mapping[int, Figure]:
    """The figures of a game with beziques, whose declarations are told on that page."""
    return {0: ranks(words), 1: trick(words), declaring: marriage_and_bezique(words)}


def _figure(title: str, cards: str) -> Figure:
    return Figure(title, tuple(map(parse, cards.split())))
