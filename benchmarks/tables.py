"""Tables to measure with: real rules and a real store, chance that repeats, nobody who looks."""

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.cluster.alone import Alone
from bot.duplicate.service import Duplicate, build_duplicate
from bot.house.jobs import warm_up
from bot.house.workers import Workers
from bot.house_service import HouseService
from bot.jobs.service import Jobs
from bot.rules.game import Chance
from bot.stores import ports_over
from bot.tables.people.access import Actor
from bot.tables.service import Tables, build_tables
from bot.tables.state.chairs import Person
from bot.tables.state.preferences import ServerSettings
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.store.system import SystemClock
from bot.tables.turns.deadlines import Pauses
from storage.connection.database import Database, open_database
from storage.duplicate.sessions import SqlSessionStore
from storage.jobs import SqlJobQueue

TURN_SECONDS = 600


class SeededDealer:
    """A dealer whose packs come out the same in every run."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def deal(self, chance: Chance) -> str:
        return " ".join((chance.verb, *self._random.sample(chance.pieces, chance.take)))

    def salt(self) -> str:
        return f"{self._random.getrandbits(128):032x}"


class _Everybody:
    async def present(self, guild_id: int, user_id: int) -> bool | None:
        return True


@asynccontextmanager
async def tables_on(path: Path, capacity: int) -> AsyncIterator[Tables]:
    """The table service on a SQLite file, with `capacity` tables kept in memory."""
    async with tables_at(await open_database(f"sqlite+aiosqlite:///{path}"), capacity) as tables:
        yield tables


@asynccontextmanager
async def tables_at(database: Database, capacity: int) -> AsyncIterator[Tables]:
    """The table service on an open database, which is closed in the end."""
    async with _duplicate_at(database, capacity) as (tables, _):
        yield tables


@asynccontextmanager
async def duplicate_on(path: Path, capacity: int) -> AsyncIterator[tuple[Tables, Duplicate]]:
    """The same on a SQLite file, and sessions of Duplicate over those tables."""
    async with _duplicate_at(await open_database(f"sqlite+aiosqlite:///{path}"), capacity) as both:
        yield both


@asynccontextmanager
async def _duplicate_at(database: Database, capacity: int) -> AsyncIterator[tuple[Tables, Duplicate]]:
    house = HouseService(Workers(0, warm_up))
    ports = ports_over(
        database,
        house,
        Jobs(SqlJobQueue(database)),
        membership=_Everybody(),
        clock=SystemClock(),
        dealer=SeededDealer(1),
        ownership=Alone(),
    )
    await ports.servers.save_server(ServerSettings(1, tables_here=100_000))
    tables = build_tables(ports, pauses=Pauses(0.0), capacity=capacity)
    duplicate = build_duplicate(
        tables, SqlSessionStore(database), house, ports.clock, ports.dealer, ports.ownership
    )
    try:
        yield tables, duplicate
    finally:
        await duplicate.stop()
        await tables.stop()
        await database.close()


def actor(user_id: int) -> Actor:
    """A person in the tables' channel."""
    return Actor(Person(user_id, f"P{user_id}"), sees=True, sends=True)


async def begun(tables: Tables, index: int, game: str = "bishops-whist") -> TableSnapshot:
    """A new table, its match begun, with four people nobody else shares with it."""
    people = [actor(index * 4 + seat + 1) for seat in range(4)]
    snapshot = await tables.lobby.open(people[0], 1, 1, game, {}, TURN_SECONDS)
    for person in people[1:]:
        await tables.lobby.sit(snapshot.table.id, person)
    return await tables.play.start(snapshot.table.id, people[0])


async def move(tables: Tables, snapshot: TableSnapshot, rng: random.Random) -> TableSnapshot:
    """A random legal move of the seat to act, once the bot has dealt the hand."""
    while snapshot.between_hands:
        await tables.house_turns.settled()
        snapshot = await tables.repository.look(snapshot.table.id)
    seat = snapshot.awaited[0]
    user = snapshot.table.chairs[seat].user_id or 0
    legal = snapshot.game.legal(snapshot.state, seat)
    return await tables.play.act(snapshot.table.id, actor(user), str(rng.choice(legal)), snapshot.step)
