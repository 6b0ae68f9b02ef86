"""The bezique pack, the rank of its cards and who takes a trick (RULES F0.1-2; Cady, The Game)."""

from collections.abc import Sequence
from typing import Final

from bot.rules import cards
from bot.rules.cards import Card, Rank, Suit

HIGH_TO_LOW: Final = tuple(Rank(letter) for letter in "ATKQJ987")  # in cutting and in play

HEIGHT: Final = {rank: len(HIGH_TO_LOW) - place for place, rank in enumerate(HIGH_TO_LOW)}

_BLACK_AND_RED = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
ONE_PACK: Final = tuple(cards.card(rank, suit) for suit in _BLACK_AND_RED for rank in HIGH_TO_LOW)
"""32 cards, in the order in which people read them; sixes and lower are thrown out."""

BRISQUES: Final = (Rank.ACE, Rank.TEN)

_LANE_BITS: Final = 5  # bits in which so many cards of a rank can be counted as there are in five packs
LANE: Final = (1 << _LANE_BITS) - 1
_LANES: Final = {rank: _LANE_BITS * place for place, rank in enumerate(HIGH_TO_LOW)}
_PLACE: Final = {card: place for place, card in enumerate(ONE_PACK)}
_HEIGHT: Final = {card: HEIGHT[card.rank] for card in ONE_PACK}
_BRISQUES: Final = frozenset(card for card in ONE_PACK if card.rank in BRISQUES)


def reading_order(card: Card) -> int:
    """Sorts cards for reading: suits of alternating colour, high to low."""
    return _PLACE[card]


def name_bit(card: Card) -> int:
    """A bit of its own for each name."""
    return 1 << _PLACE[card]


def rank_one(rank: Rank) -> int:
    """A number for each card of the rank; the sum of those of some cards counts them by rank."""
    return 1 << _LANES[rank]


def lane_of(rank: Rank) -> int:
    """How far such a sum is to be shifted for the number of the rank to come under the mask `LANE`."""
    return _LANES[rank]


def height(card: Card) -> int:
    """The rank of a card within its suit, higher is higher."""
    return _HEIGHT[card]


def brisques_in(trick: Sequence[Card]) -> int:
    """The aces and tens in a trick."""
    return len([card for card in trick if card in _BRISQUES])


def beats(best: Card, played: Card, trump: Suit | None) -> bool:
    """Whether a card played later takes the trick from the `best` so far; an equal one does not."""
    if played.suit is best.suit:
        return _HEIGHT[played] > _HEIGHT[best]
    return played.suit is trump


def best_of(trick: Sequence[Card], trump: Suit | None) -> int:
    """The place in the trick of the card that takes it."""
    best = 0
    for place in range(1, len(trick)):
        if beats(trick[best], trick[place], trump):
            best = place
    return best
