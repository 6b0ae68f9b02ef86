"""Positions with all hands known, as people and the rules write them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.rules.cards import KNIGHT, Card, Rank, Suit
from bot.rules.trick_taking.legality import FollowSuit, Legality
from bot.rules.whist import pack as plain_pack
from bot.rules.whist.bishops import pack as bishops_pack
from bot.rules.whist.bishops.play import KnightsRule
from bot.rules.whist.play import TRICKS

SEATS: Final = 4
_SUITS: Final = tuple(Suit)
_KNIGHT_RANK: Final = 12
_TEN: Final = bishops_pack.CARD_HEIGHT[KNIGHT]
_NO_TRUMP: Final = 4


class Kind(Enum):
    """What is played, and so what is counted."""

    PLAIN = "plain whist"  # tricks; any suit is trump, or none
    BISHOPS = "Bishops Whist"  # points of the hand: tricks over six and two a bishop, less the other side's


@dataclass(frozen=True, slots=True)
class Position:
    """A hand in play, all cards known. Seats are 0 to 3 clockwise; 0 and 2 are partners.

    `hands` are the cards still held; `table` the cards of the trick in progress, in the order
    played from the seat `leader`. `tricks` and `bishops` are what the sides of seats 0 and 1 have
    taken: at Bishops Whist only tricks over six count, so it matters what went before.
    """

    kind: Kind
    hands: tuple[tuple[Card, ...], ...]
    trump: Suit | None
    leader: int
    table: tuple[Card, ...] = ()
    tricks: tuple[int, int] = (0, 0)
    bishops: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        if len(self.hands) != SEATS or self.leader not in range(SEATS) or len(self.table) >= SEATS:
            raise ValueError("there are four hands, a leader and at most three cards on the table.")
        numbers = NUMBERS[self.kind]
        cards = [card for hand in self.dealt for card in hand]
        for card in cards:
            if card not in numbers:
                raise ValueError(f"{card} is no card of {self.kind.value}.")
        if len(set(cards)) + max(0, cards.count(KNIGHT) - 1) < len(cards):
            twice = next(card for card in cards if card is not KNIGHT and cards.count(card) > 1)
            raise ValueError(f"{twice} is there twice.")
        if cards.count(KNIGHT) > bishops_pack.KNIGHTS:
            raise ValueError(f"there are {cards.count(KNIGHT)} knights; the pack has four.")
        if len({len(hand) for hand in self.dealt}) > 1:
            lengths = ", ".join(str(len(hand)) for hand in self.hands)
            raise ValueError(f"the hands do not fit together: {lengths} cards.")
        if not self.hands[self.seat]:
            raise ValueError("there is no card to play.")
        if self.kind is Kind.BISHOPS:
            if self.trump is None:
                raise ValueError("Bishops Whist is played with a trump suit.")
            left = sum(1 for card in cards if card.rank is Rank.BISHOP)
            if left + sum(self.bishops) > len(Suit):
                raise ValueError("there are only four bishops.")
        if len(self.dealt[0]) + sum(self.tricks) > TRICKS:
            raise ValueError("there are only thirteen tricks.")

    @property
    def seat(self) -> int:
        return (self.leader + len(self.table)) % SEATS

    @property
    def dealt(self) -> tuple[tuple[Card, ...], ...]:
        """The hands with the cards on the table put back."""
        if not self.table:
            return self.hands
        back = {(self.leader + turn) % SEATS: (card,) for turn, card in enumerate(self.table)}
        return tuple(hand + back.get(seat, ()) for seat, hand in enumerate(self.hands))

    def legal(self) -> tuple[Card, ...]:
        """The cards that may be played, each named once."""
        led = self.table[0] if self.table else None
        return LEGALITY[self.kind].playable(self.hands[self.seat], led, self.trump)


LEGALITY: Final[Mapping[Kind, Legality[Card]]] = {Kind.PLAIN: FollowSuit(), Kind.BISHOPS: KnightsRule()}
"""What may be played to a trick."""

NUMBERS: Final[Mapping[Kind, Mapping[Card, int]]] = {
    Kind.PLAIN: {
        card: 16 * _SUITS.index(card.suit) + height - 1
        for card, height in plain_pack.CARD_HEIGHT.items()
        if card.suit
    },
    Kind.BISHOPS: {
        KNIGHT: _KNIGHT_RANK,
        **{
            card: 16 * _SUITS.index(card.suit) + height - (2 if height > _TEN else 1)
            for card, height in bishops_pack.CARD_HEIGHT.items()
            if card.suit
        },
    },
}
"""The native code's number of each card; knights are numbered 12, 28, 44 and 60 as they come."""

PACKS: Final[Mapping[Kind, tuple[Card, ...]]] = {Kind.PLAIN: plain_pack.PACK, Kind.BISHOPS: bishops_pack.PACK}
"""All the cards of each pack."""


def trump_number(trump: Suit | None) -> int:
    """The native code's number of the trump suit."""
    return _NO_TRUMP if trump is None else _SUITS.index(trump)
