"""Cavendish against OpenSpiel's search over information sets (ISMCTS, native), the same time a card.

OpenSpiel has no whist. Its bridge with the contract fixed, one of a suit by North, is played by the rules of
whist but for two things: after the lead South's hand lies open, and North plays it. So the two are held
against each other at that, both seeing the open hand; the maxims, which know nothing of one, are left out.
"""

import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from benchmarks.figures import Figure, needs
from bot.house.cavendish.numbers import Numbers
from bot.house.cavendish.player import Cavendish
from bot.house.registry import SOLVED, players_of
from bot.house.solver import Kind
from bot.rules.cards import Suit

DEALS = 10
SECONDS = 0.1
"""How long the opponent may think over a card; our own effort is cut to about as much."""

_PASS: Final = 52
_ONE_CLUB: Final = 55
_DECLARER, _DUMMY, _SEATS = 0, 2, 4
_EXPLORE: Final = 150.0
"""The search's constant, on the scale of the scores of a part contract."""
_OPEN_FROM: Final = 9
_95: Final = 1.96

Choose = Callable[["Table"], int]  # a player: the card, as OpenSpiel numbers it, for the hand to play


class Table:
    """Four hands at bridge, the contract made: what has been played, in the numbers of both."""

    def __init__(self, spiel: Any, game: Any, rng: random.Random) -> None:
        self.state = game.new_initial_state()
        self.hands: list[set[int]] = [set() for _ in range(_SEATS)]
        for place, card in enumerate(rng.sample(range(52), 52)):
            self.state.apply_action(card)
            self.hands[place % _SEATS].add(ours(card))
        self.trump = rng.randrange(_SEATS)
        for action in (_ONE_CLUB + 3 - self.trump, _PASS, _PASS, _PASS):
            self.state.apply_action(action)
        self.leader = (_DECLARER + 1) % _SEATS
        self.table: list[int] = []
        self.plays: list[tuple[int, int, int]] = []
        self.tricks = [0, 0]

    @property
    def seat(self) -> int:
        return (self.leader + len(self.table)) % _SEATS

    def put(self, action: int) -> None:
        card, seat = ours(action), self.seat
        self.plays.append((seat, card, self.table[0] if self.table else -1))
        self.hands[seat].remove(card)
        self.table.append(card)
        self.state.apply_action(action)
        if len(self.table) == _SEATS:
            led = self.table[0] // 16
            ranks = [
                100 + c % 16 if c // 16 == self.trump else c % 16 if c // 16 == led else -1
                for c in self.table
            ]
            self.leader = (self.leader + ranks.index(max(ranks))) % _SEATS
            self.tricks[self.leader % 2] += 1
            self.table = []

    def known(self) -> Numbers:
        """What the player of the hand whose turn it is knows: its cards, and the open hand."""
        me = self.seat
        open_hand = None if not self.plays else _DECLARER if me == _DUMMY else _DUMMY
        hands = [sum(1 << card for card in hand) for hand in self.hands]
        others = [(me + turn) % _SEATS for turn in range(1, _SEATS)]
        unseen = sum(hands[seat] for seat in others)
        lacked = [0] * _SEATS
        for seat, card, led in self.plays:
            if led >= 0 and card // 16 != led // 16:
                lacked[seat] |= 0x1FFF << 16 * (led // 16)
        may = []
        for seat in others:
            shown = hands[open_hand] if open_hand is not None and open_hand != me else 0
            may.append(hands[seat] if seat == open_hand else unseen & ~shown & ~lacked[seat])
        return Numbers(
            kind=Kind.PLAIN,
            me=me,
            others=tuple(others),
            trump=tuple(Suit)[self.trump],
            leader=self.leader,
            hand=hands[me],
            unseen=unseen,
            sizes=tuple(len(self.hands[seat]) for seat in others),
            may=tuple(may),
            table=tuple(self.table),
            plays=tuple(self.plays),
            tricks=(self.tricks[0], self.tricks[1]),
            bishops=(0, 0),
        )


def measure(deals: int = DEALS, seconds: float = SECONDS, seed: int = 1) -> list[Figure]:
    """Tricks a hand of ours over theirs on deals played twice, the sides exchanged."""
    needs("numba", "run")
    needs("pyspiel", "bench")
    import pyspiel as spiel

    game = spiel.load_game("bridge(use_double_dummy_result=false)")
    we, they = _Cavendish(), _Ismcts(spiel, seconds)
    we.choose(Table(spiel, game, random.Random(0)))
    we.seconds.clear()
    margins = []
    for deal in range(deals):
        first = _play(Table(spiel, game, random.Random(f"{seed}/{deal}")), we.choose, they.choose)
        second = _play(Table(spiel, game, random.Random(f"{seed}/{deal}")), they.choose, we.choose)
        # North's tricks with us there, less those with them there.
        margins.append(float(first - second))
    mean = statistics.fmean(margins)
    half = _95 * statistics.stdev(margins) / len(margins) ** 0.5
    return [
        Figure("deals, each played both ways round", deals),
        Figure("tricks a deal more than ISMCTS", round(mean, 2), f"± {half:.2f}", "more than 0", mean > half),
        Figure("Cavendish, mean", round(statistics.fmean(we.seconds), 3), "s a card"),
        Figure("ISMCTS, mean", round(statistics.fmean(they.seconds), 3), "s a card"),
    ]


def _play(table: Table, declarer: Choose, defenders: Choose) -> int:
    while not table.state.is_terminal():
        legal = table.state.legal_actions()
        choose = declarer if table.seat % 2 == _DECLARER % 2 else defenders
        table.put(legal[0] if len(legal) == 1 else choose(table))
    return table.tricks[0]


class _Cavendish:
    def __init__(self) -> None:
        self.seconds: list[float] = []
        from bot.house.cavendish.thinking import evaluate

        self._evaluate = evaluate
        self._player = next(
            player
            for key, kind in SOLVED.items()
            if kind is Kind.PLAIN
            for player in players_of(key).values()
            if isinstance(player, Cavendish)
        )
        self._rng = random.Random(1)

    def choose(self, table: Table) -> int:
        started = time.perf_counter()
        style, known = self._player.style, table.known()
        legal = [ours(action) for action in table.state.legal_actions()]
        effort = replace(style.effort, open_from=_OPEN_FROM)
        found = self._evaluate(known, tuple(legal), self._player.policy, effort, style.trust, self._rng)
        values = (found.weights @ found.values).tolist()
        self.seconds.append(time.perf_counter() - started)
        return theirs(legal[_best(values)])


class _Ismcts:
    def __init__(self, spiel: Any, seconds: float) -> None:
        self.seconds: list[float] = []
        self._bot = spiel.ISMCTSBot(
            1,
            spiel.RandomRolloutEvaluator(1, 1),
            _EXPLORE,
            10**7,
            -1,
            spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
            False,
            False,
            seconds,
        )

    def choose(self, table: Table) -> int:
        started = time.perf_counter()
        action = int(self._bot.step(table.state))
        self.seconds.append(time.perf_counter() - started)
        return action


def _best(values: Sequence[float]) -> int:
    return max(range(len(values)), key=values.__getitem__)


def ours(card: int) -> int:
    """The solver's number of OpenSpiel's card: by suit, spades first, not by rank, clubs first."""
    return 16 * (3 - card % 4) + card // 4


def theirs(card: int) -> int:
    """OpenSpiel's number of the solver's card."""
    return 4 * (card % 16) + 3 - card // 16
