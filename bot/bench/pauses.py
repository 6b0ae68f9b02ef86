"""The longest pause of the event loop while the house's worker processes are busy."""

import asyncio
import random
import time

from bot.bench.figures import Figure, needs, percentile
from bot.house import solver
from bot.house.jobs import warm_up
from bot.house.registry import SOLVED
from bot.house.workers import Urgency, Workers
from bot.rules.cards import Suit

WORKERS = 2
SECONDS = 20.0
TICK = 0.005
MOST_PAUSE_MS = 50.0
NODES = 5_000_000
_LIMIT = 600.0


def measure(seconds: float = SECONDS, workers: int = WORKERS, nodes: int = NODES) -> list[Figure]:
    """A ticker every 5 ms, at rest and while every worker solves."""
    needs("numba", "run")
    return asyncio.run(_measure(seconds, workers, nodes))


async def _measure(seconds: float, count: int, nodes: int) -> list[Figure]:
    workers = Workers(count, warm_up)
    started, over = asyncio.Event(), asyncio.Event()
    try:
        ticking = asyncio.create_task(_pauses(started))
        workers.start()
        await workers.run(solve_some, 0, 0, nodes, limit=_LIMIT, urgency=Urgency.ASKED)
        started.set()
        starting = max(await ticking)
        ticking = asyncio.create_task(_pauses(over))
        until = time.monotonic() + seconds
        solved = sum(await asyncio.gather(*(_keep_busy(workers, n, until, nodes) for n in range(count))))
        over.set()
        pauses = await ticking
    finally:
        await workers.close()
    longest = max(pauses)
    return [
        Figure(
            "longest pause while they start",
            round(starting, 2),
            "ms",
            "at most 50 ms",
            starting <= MOST_PAUSE_MS,
        ),
        Figure("positions solved by the workers meanwhile", solved),
        Figure("pauses of the event loop, p99", round(percentile(pauses, 0.99), 2), "ms"),
        Figure(
            "longest pause while they solve",
            round(longest, 2),
            "ms",
            "at most 50 ms",
            longest <= MOST_PAUSE_MS,
        ),
    ]


async def _keep_busy(workers: Workers, number: int, until: float, nodes: int) -> int:
    solved = 0
    while time.monotonic() < until:
        # As a move, so that every worker takes it.
        solved += await workers.run(solve_some, number, 1, nodes, limit=_LIMIT)
        number += workers.ready
    return solved


async def _pauses(over: asyncio.Event) -> list[float]:
    # By how many milliseconds each tick came late.
    pauses, before = [0.0], time.perf_counter()
    while not over.is_set():
        await asyncio.sleep(TICK)
        now = time.perf_counter()
        pauses.append(1000 * (now - before - TICK))
        before = now
    return pauses


def solve_some(seed: int, deals: int, nodes: int) -> int:
    """Solve that many deals of each kind, each with a budget of nodes; how many were tried."""
    rng = random.Random(seed)
    for kind in sorted(set(SOLVED.values()), key=str):
        pack = list(solver.NUMBERS[kind])
        for _ in range(deals):
            rng.shuffle(pack)
            hands = tuple(tuple(pack[seat:48:4]) for seat in range(4))
            try:
                solver.solve(solver.Position(kind, hands, Suit.HEARTS, 0), nodes)
            except solver.OutOfNodes:
                continue
    return deals * len(set(SOLVED.values()))
