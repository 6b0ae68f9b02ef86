"""The solver's questions in Python. The native code is imported when the first is asked."""

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from types import ModuleType
from typing import Any, Final

from bot.house.solver.position import NUMBERS, SEATS, Kind, Position, trump_number
from bot.rules import cards
from bot.rules.cards import KNIGHT, Card, Rank, Suit
from bot.rules.whist.bishops.play import winning_play as bishops_winner
from bot.rules.whist.pack import CARD_HEIGHT
from bot.rules.whist.play import TRICKS

NO_SCORE: Final = -100  # in the scores of `solve_layouts`: a card that may not be played, or a layout failed

_NUMBERS = 64
_PLAYED_BITS = 8
_NO_LIMIT = 1 << 62
_BITS = {
    kind: {card: 0 if card is KNIGHT else 1 << number for card, number in numbers.items()}
    for kind, numbers in NUMBERS.items()
}
_threads = threading.local()


class OutOfNodes(Exception):
    """The search looked at as many positions as it was allowed, and had no answer."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A position solved; values are those of the side of `seat`, whose turn it is."""

    seat: int
    value: int
    leads: dict[Card, int]
    line: tuple[Card, ...]
    nodes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Par:
    """A position solved for the side of seats 0 and 2, however it is to play, and one line of best play.

    `value`: at plain whist the tricks of that side, with those it has taken already, at Bishops Whist
    its points of the hand less the other side's. `line`: the cards to the end of the hand, as played;
    of cards that are as good, each seat plays the lowest of a suit.
    """

    value: int
    line: tuple[Card, ...]
    nodes: int


def solve(position: Position, nodes: int | None = None) -> int:
    """The value of the position with best play by all.

    Raises OutOfNodes if that takes a look at more than `nodes` positions (at the start of a trick).
    """
    return _Problem(position, nodes).begin().value()


def solve_leads(position: Position, nodes: int | None = None) -> dict[Card, int]:
    """The value after each card that may be played, in the order of the hand. `nodes` as in `solve`."""
    return _Problem(position, nodes).begin().scores(position)


def par(position: Position, nodes: int | None = None) -> Par:
    """The value of the position, and a line of best play from it. `nodes` as in `solve`, for both together.

    It costs little more than the value alone. A deal of plain whist takes some 35 ms, 150 at worst. One
    of Bishops Whist takes less than a second in the middle of 60; 56 of those 60 took at most 15 million
    positions (10 s), 58 at most 40 million, one 140 million (85 s), and one more than 200 million.
    """
    return _Problem(position, nodes).begin().par()


def weigh(
    deal: Position, position: Position, card: Card, after: int, nodes: int
) -> tuple[int, tuple[Card, ...]]:
    """The value of the position for seats 0 and 2, `after` being its value once the card has been played.

    If that is another, also the cards that keep it, as far as `nodes` allow. `position` comes of `deal`; what
    was found in other positions of that deal, by this thread and just before, is used again. Raises
    OutOfNodes if the value takes more than `nodes` positions.
    """
    problem: _Problem | None = getattr(_threads, "begun", None)
    if problem is None or problem.root != deal:
        problem = _Problem(deal).begin()
    return problem.weigh(position, card, after, nodes)


def solve_layouts(
    kind: Kind,
    hands: Any,
    trump: Suit | None,
    leader: int,
    table: Sequence[int] = (),
    tricks: tuple[int, int] = (0, 0),
    bishops: tuple[int, int] = (0, 0),
    nodes: int | None = None,
) -> Any:
    """The value of each card that may be played, in many layouts of the hidden cards at once.

    The layouts differ in who holds which of the hidden cards; what the player whose turn it is holds,
    the cards on the table, and what has been taken are the same in all. Cards are the numbers of
    `NUMBERS`, a set of them is a word with those bits; the knights have 12, 28, 44 and 60, any of
    them for any knight, one on the table being another than those still held.

    `hands`: int64 array, layouts by 4, the set of cards each seat still holds. `table`: the numbers
    of the cards on the table in the order played from the seat `leader`. `tricks`, `bishops`: as in
    `Position`. `nodes`: how many positions may be looked at in one layout.

    The scores, an int64 array, layouts by 64: at a card's number what `solve_leads` would say of it
    (of the side of the player whose turn it is: at plain whist its tricks, with those it has taken
    already, at Bishops Whist its points of the hand less the other side's). NO_SCORE stands for cards
    that may not be played, and all along a layout that would have taken more than `nodes`.
    Nothing is checked: hands that do not fit together give nonsense, or a crash.
    """
    import numpy as np

    from bot.house.solver.values import layout_scores

    _, block = _own_memory()
    _threads.begun = None
    hands = np.array(hands, np.int64).reshape(-1, SEATS)
    played = 0
    for turn, number in enumerate(table):
        played |= _played(turn, number)
        hands[:, (leader + turn) % SEATS] |= np.array(1 << number, np.uint64).astype(np.int64)
    side = (leader + len(table)) % 2
    scores = np.full((len(hands), _NUMBERS), NO_SCORE, np.int64)
    plays_bishops = kind is Kind.BISHOPS
    problem = (block, hands, trump_number(trump), _limit(nodes), leader, played)
    layout_scores(*problem, plays_bishops, *tricks, bishops[0] - bishops[1], scores)
    if plays_bishops:
        if side:
            scores[scores != NO_SCORE] *= -1
        return scores
    if side and len(hands):
        to_come = int(hands[0, leader]).bit_count()
        scores[scores != NO_SCORE] = to_come - scores[scores != NO_SCORE]
    scores[scores != NO_SCORE] += tricks[side]
    return scores


def best_line(position: Position) -> tuple[Card, ...]:
    """The cards of one line of best play, to the end of the hand."""
    return _Problem(position).begin().line(position)


def solve_fully(position: Position) -> Solution:
    """All three at once."""
    started = time.perf_counter()
    problem = _Problem(position).begin()
    leads = problem.scores(position)
    line = problem.line(position, leads)
    seconds = time.perf_counter() - started
    return Solution(position.seat, max(leads.values()), leads, line, problem.nodes, seconds)


def warm_up() -> None:
    """Compile everything, or load it if it has been compiled before."""
    aces = tuple((cards.card(Rank.ACE, suit),) for suit in Suit)
    for kind in Kind:
        position = Position(kind, aces, Suit.SPADES, 0)
        solve(position)
        solve_leads(position)
        par(position)
        solve_layouts(kind, [[1 << NUMBERS[kind][ace] for (ace,) in aces]], Suit.SPADES, 0)


Counts = tuple[Kind, tuple[int, int], tuple[int, int]]  # of a finished hand: its kind, tricks and bishops


def after_play(position: Position, card: Card) -> Position | Counts:
    """The position once the player whose turn it is has played the card, or what the sides took."""
    seat = position.seat
    place = position.hands[seat].index(card)
    hand = position.hands[seat][:place] + position.hands[seat][place + 1 :]
    hands = (*position.hands[:seat], hand, *position.hands[seat + 1 :])
    table = (*position.table, card)
    if len(table) < SEATS:
        return replace(position, hands=hands, table=table)
    winner = (position.leader + _winning_play(position, table, len(hand))) % SEATS
    side = winner % 2
    tricks = _more(position.tricks, side, 1)
    captured = sum(1 for played in table if played.rank is Rank.BISHOP)
    bishops = _more(position.bishops, side, captured)
    if not hand:
        return position.kind, tricks, bishops
    return replace(position, hands=hands, table=(), leader=winner, tricks=tricks, bishops=bishops)


def _more(counts: tuple[int, int], side: int, number: int) -> tuple[int, int]:
    return (counts[0] + number, counts[1]) if side == 0 else (counts[0], counts[1] + number)


def _winning_play(position: Position, table: tuple[Card, ...], cards_left: int) -> int:
    if position.kind is Kind.BISHOPS and position.trump:
        return bishops_winner(table, position.trump, TRICKS - cards_left)
    suits = (position.trump, table[0].suit)
    in_play = [card for card in table if card.suit is position.trump] or [
        card for card in table if card.suit in suits
    ]
    return table.index(max(in_play, key=CARD_HEIGHT.__getitem__))


@cache
def _native() -> ModuleType:
    from bot.house.solver import values

    return values


def _own_memory() -> tuple[Any, int]:
    # This thread's, and its address.
    try:
        known: tuple[Any, int] = _threads.memory
    except AttributeError:
        from bot.house.solver.memory import new_memory

        memory = new_memory()
        known = _threads.memory = memory, int(memory.ctypes.data)
    return known


def _played(turn: int, number: int) -> int:
    # A card on the table as the native code writes it (`memory.with_played`).
    return (number + 1) << (_PLAYED_BITS * turn)


def _limit(nodes: int | None) -> int:
    return _NO_LIMIT if nodes is None else nodes


class _Problem:
    # A position and, after `begin`, those that come of it too: the hands are set up once.

    def __init__(self, position: Position, nodes: int | None = None) -> None:
        self._values = _native()
        self.root = position
        self._knights: list[list[int]] = []
        self._memory, self._block = _own_memory()
        self._sets = self._sets_of(position)
        self._limit = _limit(nodes)

    def begin(self) -> "_Problem":
        root = self.root
        hands = self._sets
        self._values.begin(
            self._block, *hands, trump_number(root.trump), self._limit, root.kind is Kind.BISHOPS
        )
        _threads.begun = self
        return self

    def _sets_of(self, position: Position) -> list[int]:
        if position.kind is Kind.PLAIN:
            bit = _BITS[Kind.PLAIN].__getitem__
            return [sum(map(bit, hand)) for hand in position.dealt]
        numbers = NUMBERS[position.kind]
        sets: list[int] = []
        first = 0
        for hand in position.dealt:
            count = hand.count(KNIGHT)
            self._knights.append([numbers[KNIGHT] + 16 * knight for knight in range(first, first + count)])
            first += count
            sets.append(self._set(len(sets), hand))
        return sets

    def _set(self, seat: int, hand: tuple[Card, ...]) -> int:
        # Knights are alike: whatever a seat has played, it holds the first ones it was dealt.
        held = sum(map(_BITS[self.root.kind].__getitem__, hand))
        if not self._knights:
            return held
        return held + sum(1 << knight for knight in self._knights[seat][: hand.count(KNIGHT)])

    def _number(self, seat: int, card: Card) -> int:
        return self._knights[seat][0] if card is KNIGHT else NUMBERS[self.root.kind][card]

    def _left(self, position: Position) -> int:
        if position is self.root:
            return sum(self._sets)
        return sum(self._set(seat, hand) for seat, hand in enumerate(position.dealt))

    def _course(self, position: Position) -> tuple[int, ...]:
        # The rest of what the native code is given: leader, cards on the table, game, what has been taken.
        played = 0
        for turn, card in enumerate(position.table):
            played |= _played(turn, self._number((position.leader + turn) % SEATS, card))
        bishops = position.kind is Kind.BISHOPS
        ahead = position.bishops[0] - position.bishops[1]
        return position.leader, played, bishops, *position.tricks, ahead

    @property
    def nodes(self) -> int:
        return int(self._memory[self._values.NODES])

    def value(self) -> int:
        value = self._values.value(self._block, self._left(self.root), *self._course(self.root))
        return self._for_side(self.root, self._answered(value))

    def _answered(self, value: int) -> int:
        if value == self._values.OUT_OF_NODES:
            raise OutOfNodes(f"{self._limit} positions were not enough.")
        return int(value)

    def scores(self, position: Position) -> dict[Card, int]:
        import numpy as np

        values = np.zeros(_NUMBERS, np.int64)
        course = self._course(position)
        self._answered(self._values.scores(self._block, self._left(position), *course, values))
        seat = position.seat
        return {
            card: self._for_side(position, int(values[self._number(seat, card)])) for card in position.legal()
        }

    def weigh(self, position: Position, card: Card, after: int, nodes: int) -> tuple[int, tuple[Card, ...]]:
        native = self._values
        self._memory[native.NODES], self._memory[native.LIMIT], self._limit = 0, nodes, nodes
        course = (self._block, self._left(position), *self._course(position))
        taken = position.tricks[0] if position.kind is Kind.PLAIN else 0
        best = self._answered(native.value_before(*course, after - taken))
        if best == after - taken:
            return after, ()
        self._memory[native.NODES] = 0
        kept: list[Card] = []
        for other in position.legal():
            if other != card:
                keeps = native.keeps(*course, self._number(position.seat, other), best)
                if keeps == native.OUT_OF_NODES:
                    return best + taken, ()
                if keeps:
                    kept.append(other)
        return best + taken, tuple(kept)

    def par(self) -> Par:
        root = self.root
        native = self._values
        made = self._answered(native.value(self._block, self._left(root), *self._course(root)))
        if root.kind is Kind.PLAIN:
            made += root.tricks[0]
        played: list[Card] = []
        after: Position | Counts = root
        while isinstance(after, Position):
            to_come = made - (after.tricks[0] if root.kind is Kind.PLAIN else 0)
            course = (self._left(after), *self._course(after))
            number = self._answered(native.best_card(self._block, *course, to_come))
            card = next(card for card in after.legal() if self._number(after.seat, card) == number)
            played.append(card)
            after = after_play(after, card)
        return Par(made, tuple(played), self.nodes)

    def line(self, position: Position, leads: dict[Card, int] | None = None) -> tuple[Card, ...]:
        played = []
        after: Position | Counts = position
        while isinstance(after, Position):
            leads = leads or self.scores(after)
            card = max(leads, key=leads.__getitem__)
            played.append(card)
            after, leads = after_play(after, card), None
        return tuple(played)

    @staticmethod
    def _for_side(position: Position, made: int) -> int:
        # The native code counts the tricks to come, or the points, of seats 0 and 2.
        side = position.seat % 2
        if position.kind is Kind.BISHOPS:
            return -made if side else made
        to_come = len(position.hands[position.seat])
        return position.tricks[side] + (to_come - made if side else made)
