"""What a seat can tell of the cards it does not see, in the solver's numbers.

A set of cards is a word with a bit for each, as in `bot.house.solver.cards`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.house.inventory import followed, tricks_won
from bot.house.solver.position import NUMBERS, SEATS, Kind
from bot.rules.bishops_whist.pack import KNIGHTS
from bot.rules.cards import KNIGHT, Card, Rank, Suit

_SUITS: Final = tuple(Suit)
_SUIT: Final = 0x1FFF
_RANKED: Final = 0x0FFF
_BISHOP: Final = 1 << 8
_STEP: Final = 16
_KNIGHTS: Final = 0x1000100010001000


@dataclass(frozen=True, slots=True)
class Known:
    """A hand in progress as the seat `me` knows it, it being its turn to play.

    `hand` and `unseen` are sets of cards: its own, and those in the other three hands, which hold
    `room` of them, clockwise from its left. `may[i]` is what the i-th of them may hold. `table` are
    the numbers of the cards on the table from the seat `leader`; `plays` every card played in the
    hand before now, as (seat, number, number led or -1). `tricks` and `bishops` are what the sides
    of seats 0 and 1 have taken.
    """

    kind: Kind
    me: int
    trump: Suit | None
    leader: int
    hand: int
    unseen: int
    room: tuple[int, int, int]
    may: tuple[int, int, int]
    table: tuple[int, ...]
    plays: tuple[tuple[int, int, int], ...]
    tricks: tuple[int, int]
    bishops: tuple[int, int]

    @property
    def others(self) -> tuple[int, int, int]:
        """The other seats, clockwise."""
        return (self.me + 1) % SEATS, (self.me + 2) % SEATS, (self.me + 3) % SEATS

    def number_of(self, card: Card) -> int:
        """The number of a card the seat holds, of its first knight for a knight."""
        if card is KNIGHT:
            knights = self.hand & _KNIGHTS
            return (knights & -knights).bit_length() - 1
        return NUMBERS[self.kind][card]

    @property
    def cards(self) -> int:
        """How many cards the seat holds."""
        return self.hand.bit_count()


def known_from(kind: Kind, view: Any) -> Known:
    """What the seat of a view of any of the whists knows."""
    me, numbers = view.seat, NUMBERS[kind]
    others = [(me + turn) % SEATS for turn in range(1, SEATS)]
    plays, knights = _plays(view, numbers)
    played = 0
    for _, number, _ in plays:
        played |= 1 << number
    hand = 0
    for card in view.hand:
        if card is KNIGHT:
            hand |= 1 << (numbers[KNIGHT] + _STEP * knights)
            knights += 1
        else:
            hand |= 1 << numbers[card]
    unseen = _pack(kind) & ~hand & ~played
    return Known(
        kind=kind,
        me=me,
        trump=view.trump,
        leader=view.leader,
        hand=hand,
        unseen=unseen,
        room=_three(view.held[seat] for seat in others),
        may=_three(unseen & mask for mask in _may(kind, view, others)),
        table=tuple(number for _, number, _ in plays[len(plays) - len(view.cards) :]),
        plays=tuple(plays),
        tricks=tricks_won(view.tricks),
        bishops=_bishops(view),
    )


def _pack(kind: Kind) -> int:
    pack = 0
    for card, number in NUMBERS[kind].items():
        for knight in range(KNIGHTS if card is KNIGHT else 1):
            pack |= 1 << (number + _STEP * knight)
    return pack


def _plays(view: Any, numbers: Any) -> tuple[list[tuple[int, int, int]], int]:
    # Knights are alike; they are numbered as they come.
    plays: list[tuple[int, int, int]] = []
    knights = 0
    table = [((view.leader + turn) % SEATS, card) for turn, card in enumerate(view.cards)]
    for trick in (*(trick.plays for trick in view.tricks), table):
        led = -1
        for seat, card in trick:
            number = numbers[card]
            if card is KNIGHT:
                number += _STEP * knights
                knights += 1
            plays.append((seat, number, led))
            led = number if led < 0 else led
    return plays, knights


def _may(kind: Kind, view: Any, others: Sequence[int]) -> Iterator[int]:
    lacked = [0] * SEATS
    for _, led, seat, card in followed(view.tricks, view.leader, view.cards):
        if card.suit is not led:
            # Who puts a knight on a suit may hold its bishop: the knight's revoke.
            suit = _RANKED & ~_BISHOP if card is KNIGHT else _SUIT if kind is Kind.PLAIN else _RANKED
            lacked[seat] |= suit << (_STEP * _SUITS.index(led))
    turned = _turned(kind, view)
    for seat in others:
        mask = ~lacked[seat]
        yield mask if seat == view.dealer else mask & ~turned


def _turned(kind: Kind, view: Any) -> int:
    # The card turned up for trumps is the dealer's until it is played; a knight is any of four.
    card: Card | None = view.turned
    return 1 << NUMBERS[kind][card] if card and card is not KNIGHT else 0


def _bishops(view: Any) -> tuple[int, int]:
    taken = [0, 0]
    for trick in view.tricks:
        taken[trick.winner % 2] += sum(1 for card in trick.cards if card.rank is Rank.BISHOP)
    return taken[0], taken[1]


def _three(values: Iterator[int] | Any) -> tuple[int, int, int]:
    first, second, third = values
    return first, second, third
