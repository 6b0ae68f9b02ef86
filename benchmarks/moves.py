"""Moves through the table service on a SQLite file, many tables at once."""

import asyncio
import random
import tempfile
import time
from pathlib import Path

from benchmarks.figures import Figure, percentile
from benchmarks.tables import begun, move, tables_on
from bot.tables.service import Tables
from bot.tables.snapshot import TableSnapshot

TABLES = 200
SECONDS = 8.0
OFFERED = 500
"""Moves a second offered in the paced run."""


def measure(tables: int = TABLES, seconds: float = SECONDS, offered: int = OFFERED) -> list[Figure]:
    """At a steady pace; then as fast as they can, every table always with a move under way.

    The target for the 99th percentile is held against the steady pace. As fast as they can, all
    tables wait for each other, and a move takes the number of tables divided by the speed.
    """
    return asyncio.run(_measure(tables, seconds, offered))


async def _measure(number: int, seconds: float, offered: int) -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        async with tables_on(Path(folder) / "bench.db", number) as tables:
            snapshots = [await begun(tables, index) for index in range(number)]
            paced, kept = await _paced(tables, snapshots, seconds, offered)
            flat, speed = await _flat_out(tables, snapshots, seconds)
    late = _ms(paced, 0.99)
    return [
        Figure(f"offered {offered} moves a second, done", round(kept), "a second"),
        Figure(f"offered {offered} moves a second, p50", _ms(paced, 0.5), "ms"),
        Figure(f"offered {offered} moves a second, p99", late, "ms", "under 50 ms", late < 50),
        Figure("as fast as they can", round(speed), "moves a second", "at least 500", speed >= 500),
        Figure("as fast as they can, p50", _ms(flat, 0.5), "ms"),
        Figure("as fast as they can, p99", _ms(flat, 0.99), "ms"),
    ]


def _ms(seconds: list[float], share: float) -> float:
    return round(percentile(seconds, share) * 1000, 2)


async def _next(tables: Tables, snapshots: list[TableSnapshot], index: int, rng: random.Random) -> None:
    snapshots[index] = await move(tables, snapshots[index], rng)
    if not snapshots[index].awaited:
        snapshots[index] = await begun(tables, index)


async def _paced(
    tables: Tables, snapshots: list[TableSnapshot], seconds: float, offered: int
) -> tuple[list[float], float]:
    # Each table's moves fall due at fixed times. A move counts from when it was due, not from when
    # the service got round to it, so a service that falls behind cannot hide it.
    taken: list[float] = []
    rounds = max(1, int(seconds * offered / len(snapshots)))
    began = time.perf_counter()

    async def play(index: int) -> None:
        rng = random.Random(index)
        for beat in range(rounds):
            due = began + (beat * len(snapshots) + index) / offered
            await asyncio.sleep(due - time.perf_counter())
            await _next(tables, snapshots, index, rng)
            taken.append(time.perf_counter() - due)

    await asyncio.gather(*(play(index) for index in range(len(snapshots))))
    return taken, len(taken) / (time.perf_counter() - began)


async def _flat_out(
    tables: Tables, snapshots: list[TableSnapshot], seconds: float
) -> tuple[list[float], float]:
    taken: list[float] = []
    began = time.perf_counter()

    async def play(index: int) -> None:
        rng = random.Random(index)
        while (started := time.perf_counter()) < began + seconds:
            await _next(tables, snapshots, index, rng)
            taken.append(time.perf_counter() - started)

    await asyncio.gather(*(play(index) for index in range(len(snapshots))))
    return taken, len(taken) / (time.perf_counter() - began)
