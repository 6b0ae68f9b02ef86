"""Moves through the table service on a SQLite file, many tables at once."""

import asyncio
import random
import tempfile
import time
from pathlib import Path

from bot.bench.figures import Figure, percentile
from bot.client import HouseRoom
from bot.tables.chance import SystemDealer
from bot.tables.floor import Floor
from bot.tables.live import Live
from bot.tables.model import Person
from bot.tables.service import Tables
from storage.database import open_database
from storage.people import SqlPeopleStore
from storage.tables import SqlTableStore

TABLES = 200
SECONDS = 8.0
OFFERED = 500
"""Moves a second offered in the paced run."""


class _Clock:
    def now(self) -> float:
        return time.time()

    async def pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class _Nobody:
    def changed(self, table_id: int) -> None:
        """Nobody looks."""


def measure(tables: int = TABLES, seconds: float = SECONDS) -> list[Figure]:
    """As fast as they can, every table always with a move under way; then at a steady pace."""
    return asyncio.run(_measure(tables, seconds))


async def _measure(number: int, seconds: float) -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        database = await open_database(f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}")
        try:
            floor = Floor(
                SqlTableStore(database), _Clock(), SystemDealer(), _Nobody(), lambda who: who.name, number
            )
            tables = Tables(floor, HouseRoom(), SqlPeopleStore(database), pause=0)
            lives = [await _seated(tables, index) for index in range(number)]
            flat, spent = await _closed_loop(tables, lives, seconds)
            paced, offered = await _paced(tables, lives, seconds)
        finally:
            await database.close()
    speed, late = len(flat) / spent, percentile(paced, 0.99) * 1000
    return [
        Figure("moves a second, closed loop", f"{speed:,.0f}", "500", speed >= 500),
        Figure("closed loop p50, p99", _spread(flat)),
        Figure(f"paced at {offered:.0f} a second p50, p99", _spread(paced), "p99 under 50 ms", late < 50),
    ]


def _spread(seconds: list[float]) -> str:
    return f"{percentile(seconds, 0.5) * 1000:.1f} ms, {percentile(seconds, 0.99) * 1000:.1f} ms"


async def _seated(tables: Tables, index: int) -> Live:
    people = [Person(index * 10 + seat + 1, f"P{seat}") for seat in range(4)]
    live = await tables.lobby.open(people[0], 1, 1, "bishops-whist", {}, 600)
    for person in people[1:]:
        await tables.lobby.sit(live.table.id, person)
    return await tables.play.start(live.table.id, people[0].user_id)


async def _move(tables: Tables, live: Live, rng: random.Random) -> tuple[Live, float]:
    seat = live.awaited[0]
    user = live.table.seats[seat].user_id or 0
    legal = live.game.legal(live.state, seat)
    text = str(rng.choice(legal))
    started = time.perf_counter()
    after = await tables.play.act(live.table.id, user, text, live.step)
    return after, time.perf_counter() - started


async def _closed_loop(tables: Tables, lives: list[Live], seconds: float) -> tuple[list[float], float]:
    taken: list[float] = []
    until = time.perf_counter() + seconds

    async def play(index: int) -> None:
        rng = random.Random(index)
        while time.perf_counter() < until and lives[index].awaited:
            lives[index], spent = await _move(tables, lives[index], rng)
            taken.append(spent)

    started = time.perf_counter()
    await asyncio.gather(*(play(index) for index in range(len(lives))))
    return taken, time.perf_counter() - started


async def _paced(tables: Tables, lives: list[Live], seconds: float) -> tuple[list[float], float]:
    taken: list[float] = []
    rng = random.Random(0)
    under_way: set[asyncio.Task[None]] = set()
    idle = [index for index, live in enumerate(lives) if live.awaited]

    async def play(index: int) -> None:
        lives[index], spent = await _move(tables, lives[index], rng)
        taken.append(spent)
        if lives[index].awaited:
            idle.append(index)

    started = time.perf_counter()
    for beat in range(int(seconds * OFFERED)):
        await asyncio.sleep(max(0.0, started + beat / OFFERED - time.perf_counter()))
        if idle:
            task = asyncio.create_task(play(idle.pop(rng.randrange(len(idle)))))
            under_way.add(task)
            task.add_done_callback(under_way.discard)
    await asyncio.gather(*under_way)
    return taken, len(taken) / (time.perf_counter() - started)
