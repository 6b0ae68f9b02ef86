"""The longest pause of the event loop while the house's worker processes are busy."""

import asyncio
import random
import time
from collections.abc import Callable

from benchmarks.figures import Figure, needs, percentile
from bot.house import solver
from bot.house.jobs import warm_up
from bot.house.registry import SOLVED
from bot.house.workers import Urgency, Workers
from bot.rules.cards import Suit

WORKERS = 2
SECONDS = 20.0
TICK = 0.005
MOST_PAUSE_MS = 50.0
_NODES = 5_000_000
_LIMIT = 600.0

Job = Callable[[int, int], int]


def measure(
    seconds: float = SECONDS,
    workers: int = WORKERS,
    job: Job | None = None,
    warm: Callable[[], None] = warm_up,
) -> list[Figure]:
    """A ticker every 5 ms, while the workers start and while every one of them does `job`, which
    solves as many deals of a seed as it is told; None: `solve_some`."""
    needs("numba", "run")
    return asyncio.run(_measure(seconds, Workers(workers, warm), workers, job or solve_some))


async def _measure(seconds: float, workers: Workers, count: int, job: Job) -> list[Figure]:
    started, over = asyncio.Event(), asyncio.Event()
    try:
        ticking = asyncio.create_task(_pauses(started))
        workers.start()
        await workers.run(job, 0, 0, limit=_LIMIT, urgency=Urgency.ASKED)
        started.set()
        starting = max(await ticking)
        ticking = asyncio.create_task(_pauses(over))
        until = time.monotonic() + seconds
        solved = sum(await asyncio.gather(*(_keep_busy(workers, n, until, job) for n in range(count))))
        over.set()
        pauses = await ticking
    finally:
        await workers.close()
    return [
        Figure.at_most("longest pause while they start", round(starting, 2), "ms", MOST_PAUSE_MS),
        Figure("positions solved by the workers meanwhile", solved),
        Figure("pauses of the event loop, p99", round(percentile(pauses, 0.99), 2), "ms"),
        Figure.at_most("longest pause while they solve", round(max(pauses), 2), "ms", MOST_PAUSE_MS),
    ]


async def _keep_busy(workers: Workers, number: int, until: float, job: Job) -> int:
    solved = 0
    while time.monotonic() < until:
        # As a move, so that every worker takes it.
        solved += await workers.run(job, number, 1, limit=_LIMIT)
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


def solve_some(seed: int, deals: int) -> int:
    """Solve that many deals of each kind, each with a budget of nodes; how many were tried."""
    rng = random.Random(seed)
    for kind in sorted(set(SOLVED.values()), key=str):
        pack = list(solver.NUMBERS[kind])
        for _ in range(deals):
            rng.shuffle(pack)
            hands = tuple(tuple(pack[seat:48:4]) for seat in range(4))
            try:
                solver.solve(solver.Position(kind, hands, Suit.HEARTS, 0), _NODES)
            except solver.OutOfNodes:
                continue
    return deals * len(set(SOLVED.values()))
