"""The double-dummy solver on plain whist against DDS, and on Bishops Whist against plain whist."""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from benchmarks.figures import Figure, needs, percentile
from bot.house.solver import Kind, OutOfNodes, Position, solve, solve_leads, warm_up
from bot.house.solver.position import PACKS
from bot.rules.cards import Suit

DEALS: Final[Mapping[int, int]] = {6: 400, 9: 100, 10: 100, 13: 40}
"""How many deals of each length for one question, DDS and the solver turn about on every few."""
TURN: Final = 5
BISHOPS_DEALS: Final[Mapping[int, int]] = {6: 200, 8: 100, 10: 40, 13: 12}
BISHOPS_NODES: Final = 20_000_000
"""A deal of Bishops Whist that takes more is given up, and counts with the time it took till then, so
that the mean is too low."""
TARGETS: Final = {6: 0.2, 9: 0.6, 10: 0.6, 13: 0.6}
ALL_LEADS: Final = 0.8
BESIDE_PLAIN: Final = 3.0


def measure(
    deals: Mapping[int, int] = DEALS, bishops: Mapping[int, int] = BISHOPS_DEALS, nodes: int = BISHOPS_NODES
) -> list[Figure]:
    """CPU times on one core, means and 95th percentiles, DDS and the solver on the same deals."""
    needs("numba", "run")
    needs("endplay", "bench")
    from benchmarks import dds

    warm_up()
    rng = random.Random(1)
    figures: list[Figure] = []
    plain: dict[int, float] = {}
    for length, count in deals.items():
        ours, leads, theirs, their_leads = [], [], [], []
        for _ in range(0, count, TURN):
            batch = [_deal(rng, Kind.PLAIN, length) for _ in range(TURN)]
            theirs += [dds.timed(dds.board(position))[1] for position in batch]
            ours += [_timed(solve, position) for position in batch]
            # Other deals: DDS knows the last one again.
            batch = [_deal(rng, Kind.PLAIN, length) for _ in range(TURN)]
            their_leads += [dds.timed(dds.board(position), every_card=True)[1] for position in batch]
            leads += [_timed(solve_leads, position) for position in batch]
        plain[length] = _mean(ours)
        name = f"plain whist, {length} cards"
        figures += _times(name, ours)
        figures += _times(f"  DDS, {length} cards", theirs)
        figures.append(_ratio(f"  {length} cards against DDS", ours, theirs, TARGETS.get(length)))
        target = ALL_LEADS if length == max(deals) else None
        figures.append(_ratio(f"  {length} cards, all leads, against DDS", leads, their_leads, target))
    for length, count in bishops.items():
        times, stopped = [], 0
        for _ in range(count):
            started = time.thread_time()
            try:
                solve(_deal(rng, Kind.BISHOPS, length), nodes)
            except OutOfNodes:
                stopped += 1
            times.append(time.thread_time() - started)
        figures += _times(f"Bishops Whist, {length} cards", times)
        if stopped:
            figures.append(Figure(f"  given up after {nodes:,} positions", stopped, f"of {count}"))
        if length in plain:
            target = BESIDE_PLAIN if length == max(deals) else None
            ratio = _mean(times) / plain[length]
            least = ", at least" if stopped else ""
            figures.append(_against(f"  {length} cards against plain whist{least}", ratio, target))
    return figures


def _deal(rng: random.Random, kind: Kind, length: int) -> Position:
    # So many cards each, any of the pack; the tricks before went about evenly.
    cards = rng.sample(PACKS[kind], 4 * length)
    hands = tuple(tuple(cards[seat::4]) for seat in range(4))
    trump = rng.choice([*Suit, None]) if kind is Kind.PLAIN else rng.choice(list(Suit))
    past = 13 - length
    return Position(kind, hands, trump, rng.randrange(4), tricks=(past // 2, past - past // 2))


def _timed(question: Callable[[Position], object], position: Position) -> float:
    started = time.thread_time()
    question(position)
    return time.thread_time() - started


def _mean(times: Sequence[float]) -> float:
    return sum(times) / len(times)


def _times(name: str, times: Sequence[float]) -> list[Figure]:
    return [
        Figure(f"{name}, mean", round(1e3 * _mean(times), 3), "ms"),
        Figure(f"{name}, p95", round(1e3 * percentile(times, 0.95), 3), "ms"),
    ]


def _ratio(name: str, ours: Sequence[float], theirs: Sequence[float], target: float | None) -> Figure:
    return _against(name, _mean(ours) / _mean(theirs), target)


def _against(name: str, ratio: float, target: float | None) -> Figure:
    return Figure.at_most(name, round(ratio, 2), "times", target)
