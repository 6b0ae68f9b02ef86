"""The solver's questions in Python. The kernels are imported when the first is asked."""

import importlib
import threading
import time
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

from bot.house.solver.position import NUMBERS, SEATS, Kind, Position, trump_number
from bot.rules import cards
from bot.rules.bishops_whist.tricks import winning_play as bishops_winner
from bot.rules.cards import KNIGHT, Card, Rank, Suit
from bot.rules.whist.pack import CARD_HEIGHT
from bot.rules.whist.play import TRICKS

_NUMBERS = 64
_memory = threading.local()


@dataclass(frozen=True, slots=True)
class Solution:
    """A position solved; values are those of the side of `seat`, whose turn it is."""

    seat: int
    value: int
    leads: dict[Card, int]
    line: tuple[Card, ...]
    nodes: int
    seconds: float


def solve(position: Position) -> int:
    """The value of the position with best play by all."""
    return _Problem(position).value()


def solve_leads(position: Position) -> dict[Card, int]:
    """The value after each card that may be played, in the order of the hand."""
    return _Problem(position).scores(position)


def best_line(position: Position) -> tuple[Card, ...]:
    """The cards of one line of best play, to the end of the hand."""
    return _Problem(position).line(position)


def solve_fully(position: Position) -> Solution:
    """All three at once."""
    started = time.perf_counter()
    problem = _Problem(position)
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


Counts = tuple[Kind, tuple[int, int], tuple[int, int]]
"""A hand that is over: what was played, the sides' tricks and bishops."""


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
    if position.kind is Kind.BISHOPS:
        assert position.trump
        return bishops_winner(table, position.trump, TRICKS - cards_left)
    suits = (position.trump, table[0].suit)
    in_play = [card for card in table if card.suit is position.trump] or [
        card for card in table if card.suit in suits
    ]
    return table.index(max(in_play, key=CARD_HEIGHT.__getitem__))


class _Problem:
    # A position and those that come of it: the hands are set up once.

    def __init__(self, position: Position) -> None:
        self._native: ModuleType = importlib.import_module("bot.house.solver.drive")
        self._root = position
        self._knights: list[list[int]] = []
        sets = self._sets(position)
        if not hasattr(_memory, "arena"):
            _memory.arena = importlib.import_module("bot.house.solver.arena").new_arena()
        self._arena: Any = _memory.arena
        self._block = int(self._arena.ctypes.data)
        plain = position.kind is Kind.PLAIN
        weights = self._native.PLAIN_WEIGHTS if plain else self._native.BISHOPS_WEIGHTS
        self._native.begin(self._block, *sets, trump_number(position.trump), weights)

    def _sets(self, position: Position) -> list[int]:
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
        numbers = NUMBERS[self._root.kind]
        held = sum(1 << numbers[card] for card in hand if card is not KNIGHT)
        return held + sum(1 << knight for knight in self._knights[seat][: hand.count(KNIGHT)])

    def _number(self, seat: int, card: Card) -> int:
        return self._knights[seat][0] if card is KNIGHT else NUMBERS[self._root.kind][card]

    def _state(self, position: Position) -> tuple[int, int, int]:
        left = sum(self._set(seat, hand) for seat, hand in enumerate(position.dealt))
        forced = 0
        for turn, card in enumerate(position.table):
            forced |= (self._number((position.leader + turn) % SEATS, card) + 1) << (8 * turn)
        return left, position.leader, forced

    @property
    def nodes(self) -> int:
        return int(self._arena[self._native.NODES])

    def value(self) -> int:
        position = self._root
        if position.kind is Kind.PLAIN:
            made = self._native.plain_tricks(self._block, *self._state(position), -1)
        else:
            most = self._native.MOST
            taken = self._taken(position)
            made = self._native.bishops_points(self._block, *self._state(position), *taken, -most, most, 0)
        return self._for_side(position, int(made))

    def scores(self, position: Position) -> dict[Card, int]:
        made = self._native.np.zeros(_NUMBERS, self._native.np.int64)
        if position.kind is Kind.PLAIN:
            self._native.plain_scores(self._block, *self._state(position), made)
        else:
            self._native.bishops_scores(self._block, *self._state(position), *self._taken(position), made)
        seat = position.seat
        return {
            card: self._for_side(position, int(made[self._number(seat, card)])) for card in position.legal()
        }

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
    def _taken(position: Position) -> tuple[int, int, int]:
        return *position.tricks, position.bishops[0] - position.bishops[1]

    @staticmethod
    def _for_side(position: Position, made: int) -> int:
        # The kernels count the tricks to come, or the points, of seats 0 and 2.
        side = position.seat % 2
        if position.kind is Kind.BISHOPS:
            return -made if side else made
        to_come = len(position.dealt[0])
        return position.tricks[side] + (to_come - made if side else made)
