"""Playing cards: suits, ranks and the two-letter notation.

A card is written rank then suit (`AS`, `TD`, `KH`, `BC` for the bishop of clubs); the pipeless knight is `N`.
Cards are interned: there is one object for each card, so `is` and `==` agree, and `parse(str(card)) is card`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.rules.errors import NotationError


class Suit(Enum):
    """A suit; the value is its letter in the notation."""

    # There is one object for each, and an enumeration's own hash is worked out in Python.
    __hash__ = object.__hash__

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def symbol(self) -> str:
        """The suit's sign: `♠`, `♥`, `♦` or `♣`."""
        return _SYMBOLS[self.value]

    @property
    def word(self) -> str:
        """The suit's name in lower case: `hearts`."""
        return self.name.lower()


_SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


class Rank(Enum):
    """A rank; the value is its letter in the notation. The order here ranks nothing."""

    __hash__ = object.__hash__

    ACE = "A"
    KING = "K"
    QUEEN = "Q"
    JACK = "J"
    BISHOP = "B"
    TEN = "T"
    NINE = "9"
    EIGHT = "8"
    SEVEN = "7"
    SIX = "6"
    FIVE = "5"
    FOUR = "4"
    THREE = "3"
    TWO = "2"
    KNIGHT = "N"

    @property
    def word(self) -> str:
        """The rank's name in lower case: `queen`, `nine`."""
        return self.name.lower()


LETTERED: Final = tuple(map(Rank, "AKQJBN"))
"""The ranks that have a letter on the cards, which differs by language; the others have a number."""


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One card of a pack. Get one from `parse` or `card`; do not build it."""

    rank: Rank
    suit: Suit | None
    text: str
    face: str  # how it is shown in English: `Q♥`, `10♦`, `Knight`; people read `Catalogue.face`

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card({self.text})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return parse, (self.text,)

    @property
    def words(self) -> str:
        """How it is read aloud: `queen of hearts`, `knight`."""
        return self.rank.word if self.suit is None else f"{self.rank.word} of {self.suit.word}"


def _all_cards() -> dict[str, Card]:
    cards = [Card(Rank.KNIGHT, None, "N", Rank.KNIGHT.word.capitalize())]
    for suit in Suit:
        for rank in Rank:
            if rank is not Rank.KNIGHT:
                pips = "10" if rank is Rank.TEN else rank.value
                cards.append(Card(rank, suit, rank.value + suit.value, pips + suit.symbol))
    return {card.text: card for card in cards}


_CARDS = _all_cards()
_SUITS = {suit.value: suit for suit in Suit}

KNIGHT = _CARDS["N"]
EVERY: Final = tuple(_CARDS.values())
"""Every card of any pack."""


def parse(text: str) -> Card:
    """The card written `text`. Raises NotationError."""
    try:
        return _CARDS[text]
    except KeyError:
        raise NotationError(
            "{text!r} is not a card: write rank then suit, as in QH or 9C, and N for a knight.", text=text
        ) from None


def parse_suit(text: str) -> Suit:
    """The suit written `text` (`S`, `H`, `D` or `C`). Raises NotationError."""
    try:
        return _SUITS[text]
    except KeyError:
        raise NotationError("{text!r} is not a suit: write S, H, D or C.", text=text) from None


def card(rank: Rank, suit: Suit) -> Card:
    """The card of that rank and suit."""
    return _CARDS[rank.value + suit.value]


def written(cards: Iterable[Card]) -> str:
    """Cards in the notation, with spaces between."""
    return " ".join(c.text for c in cards)
