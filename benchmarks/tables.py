"""Tables to measure with: real rules and a real store, chance that repeats, nobody who looks."""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.house.jobs import warm_up
from bot.house.workers import Workers
from bot.room import HouseRoom
from bot.rules.game import Chance
from bot.tables.floor import Floor
from bot.tables.live import Live
from bot.tables.model import Person
from bot.tables.service import Tables
from storage.database import open_database
from storage.people import SqlPeopleStore
from storage.tables import SqlTableStore

TURN_SECONDS = 600


class SeededDealer:
    """A dealer whose packs come out the same in every run."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def deal(self, chance: Chance) -> str:
        """The chance move as text."""
        return " ".join((chance.verb, *self._random.sample(chance.pieces, chance.take)))

    def salt(self) -> str:
        """32 hexadecimal digits."""
        return f"{self._random.getrandbits(128):032x}"


class _WallClock:
    def now(self) -> float:
        return time.time()

    async def pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class _Nobody:
    def changed(self, table_id: int) -> None:
        """Nobody looks."""


@asynccontextmanager
async def tables_on(path: Path, capacity: int) -> AsyncIterator[Tables]:
    """The table service on a SQLite file, with `capacity` tables kept in memory."""
    database = await open_database(f"sqlite+aiosqlite:///{path}")
    store, people = SqlTableStore(database), SqlPeopleStore(database)
    floor = Floor(store, _WallClock(), SeededDealer(1), _Nobody(), lambda who: who.name, capacity)
    tables = Tables(floor, HouseRoom(Workers(0, warm_up)), people, pause=0)
    try:
        yield tables
    finally:
        await tables.play.settle()
        await database.close()


async def begun(tables: Tables, index: int) -> Live:
    """A new table, its match begun, with four people nobody else shares with it."""
    people = [Person(index * 4 + seat + 1, f"P{seat}") for seat in range(4)]
    live = await tables.lobby.open(people[0], 1, 1, "bishops-whist", {}, TURN_SECONDS)
    for person in people[1:]:
        await tables.lobby.sit(live.table.id, person)
    return await tables.play.start(live.table.id, people[0].user_id)


async def move(tables: Tables, live: Live, rng: random.Random) -> Live:
    """A random legal move of whoever is to act."""
    seat = live.awaited[0]
    user = live.table.seats[seat].user_id or 0
    legal = live.game.legal(live.state, seat)
    return await tables.play.act(live.table.id, user, str(rng.choice(legal)), live.step)
