"""The bezique pack and the rank of its cards (RULES F0.1; Cady, The Game)."""

from typing import Final

from bot.rules import cards
from bot.rules.cards import Card, Rank, Suit

HIGH_TO_LOW: Final = tuple(Rank(letter) for letter in "ATKQJ987")
"""Rank in cutting and in play: the ten stands above the king."""

HEIGHT: Final = {rank: len(HIGH_TO_LOW) - place for place, rank in enumerate(HIGH_TO_LOW)}

_BLACK_AND_RED = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
_ONE_PACK: Final = tuple(cards.card(rank, suit) for suit in _BLACK_AND_RED for rank in HIGH_TO_LOW)

PACKS: Final = 2
PACK: Final[tuple[Card, ...]] = _ONE_PACK * PACKS
"""Two packs of 32, sixes and lower thrown out."""

BRISQUES: Final = (Rank.ACE, Rank.TEN)
BRISQUE_POINTS: Final = 10

_PLACE: Final = {card: place for place, card in enumerate(_ONE_PACK)}


def reading_order(card: Card) -> int:
    """Sorts cards for reading: suits of alternating colour, high to low."""
    return _PLACE[card]


def brisques_in(trick: tuple[Card, ...]) -> int:
    """The aces and tens in a trick."""
    return sum(1 for card in trick if card.rank in BRISQUES)
