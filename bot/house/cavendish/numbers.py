"""What a seat knows of a hand, in the numbers of native code.

A card is a number and a set of cards a word with a bit for each, as `bot.house.solver.cards` says.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.house.solver.position import NUMBERS, Kind
from bot.house.tricks.knowledge import Knowledge
from bot.rules.cards import KNIGHT, Card, Rank, Suit

_STEP: Final = 16
_KNIGHTS: Final = 0x1000100010001000


@dataclass(frozen=True, slots=True)
class Numbers:
    """A hand in progress as the seat `me` knows it, it being its turn to play.

    `hand` and `unseen` are sets of cards: its own, and those in the other three hands, which hold `sizes` of
    them, clockwise from its left. `may[i]` is what the i-th of them may hold. `table` are the numbers of the
    cards on the table from the seat `leader`; `plays` every card played in the hand before now, as (seat,
    number, number led or -1). `tricks` and `bishops` are what the sides of seats 0 and 1 have taken.
    """

    kind: Kind
    me: int
    others: tuple[int, ...]
    trump: Suit | None
    leader: int
    hand: int
    unseen: int
    sizes: tuple[int, ...]
    may: tuple[int, ...]
    table: tuple[int, ...]
    plays: tuple[tuple[int, int, int], ...]
    tricks: tuple[int, int]
    bishops: tuple[int, int]

    def number_of(self, card: Card) -> int:
        """The number of a card the seat holds, of its first knight for a knight."""
        if card is KNIGHT:
            knights = self.hand & _KNIGHTS
            return (knights & -knights).bit_length() - 1
        return NUMBERS[self.kind][card]

    @property
    def cards(self) -> int:
        return self.hand.bit_count()


def in_numbers(kind: Kind, known: Knowledge) -> Numbers:
    """The knowledge of a seat at any of the whists in numbers."""
    numbering = _Numbering(kind)
    plays, led = [], -1
    for seat, card, card_led in known.plays:
        number = numbering.number(card)
        plays.append((seat, number, -1 if card_led is None else led))
        led = number if card_led is None else led
    hand = numbering.all(known.hand)
    unseen = [(card, 1 << numbering.number(card)) for card in known.unseen]
    may = dict.fromkeys(known.others, 0)
    for card, bit in unseen:
        for seat in known.may_hold(card):
            may[seat] |= bit
    return Numbers(
        kind=kind,
        me=known.me,
        others=known.others,
        trump=known.trump,
        leader=known.leader,
        hand=hand,
        unseen=sum(bit for _, bit in unseen),
        sizes=tuple(known.held[seat] for seat in known.others),
        may=tuple(may.values()),
        table=tuple(number for _, number, _ in plays[len(plays) - len(known.table) :]),
        plays=tuple(plays),
        tricks=known.won,
        bishops=_bishops_taken(known),
    )


class _Numbering:
    # Knights are alike; they are numbered as they come.

    def __init__(self, kind: Kind) -> None:
        self._numbers = NUMBERS[kind]
        self._knights = 0

    def number(self, card: Card) -> int:
        number = self._numbers[card]
        if card is KNIGHT:
            number += _STEP * self._knights
            self._knights += 1
        return number

    def all(self, cards: Iterable[Card]) -> int:
        return sum(1 << self.number(card) for card in cards)


def _bishops_taken(known: Knowledge) -> tuple[int, int]:
    taken = [0, 0]
    for trick in known.tricks:
        taken[trick.winner % 2] += sum(1 for card in trick.pieces if card.rank is Rank.BISHOP)
    return taken[0], taken[1]
