"""One look at a database that has grown: `python -m benchmarks.growth_once URL`. Prints one JSON object."""

import asyncio
import json
import random
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Engine, event, func, select, text
from sqlalchemy.ext.asyncio import create_async_engine

from benchmarks.figures import percentile
from benchmarks.growth_fill import OF_DAYS, guild, person
from benchmarks.start_once import memory
from benchmarks.tables import actor, tables_at
from bot.cluster.alone import Alone
from bot.tables.judging.standings import BoardQuestion
from bot.tables.service import Tables
from bot.tables.state.errors import TableError
from bot.tables.state.table import Status
from bot.tables.store.cached_posts import CachedPosts
from bot.tables.store.system import SystemClock
from bot.tables.upkeep.archive import Archive
from cogs.delivery.publisher import DiscordPublisher
from cogs.transport.editable_messages import EditableMessages
from storage.cluster.editable_messages import SqlEditableStore
from storage.connection.database import Database, open_database
from storage.duplicate.contests import SqlContestStore
from storage.duplicate.daily import SqlDailyStore
from storage.duplicate.sessions import SqlSessionPostStore, SqlSessionStore
from storage.privacy import SqlPrivacyStore
from storage.schema.tables import archived_logs, is_live, moves, posts, tables
from storage.tables.archive import SqlArchiveStore
from storage.tables.calls import SqlCallStore
from storage.tables.posts import SqlPostStore
from storage.tables.store import SqlTableStore

PLAN: Final = "plans"
_CLICKED: Final = 200
_RATE: Final = 50.0
_SECONDS: Final = 10.0
_TIMES: Final = 15
_ARCHIVING: Final = 30.0
"""How long is archived, in seconds; the next hour goes on with what is left."""

_QUICK_MS: Final = 50.0  # what is asked every few seconds, or by somebody who waits, takes no longer


@dataclass(slots=True)
class Found:
    """What was measured: name, value, unit, and the most it may be."""

    figures: dict[str, Any]

    def note(self, name: str, value: float, unit: str, most: float | None = None) -> None:
        self.figures[name] = (round(value, 2), unit, most)


async def main(url: str) -> dict[str, Any]:
    """Start, click, look up, tidy, archive."""
    found = Found({})
    statements: dict[str, Any] = {}
    start = time.perf_counter()
    database = await open_database(url)
    async with tables_at(database, 2000) as service:
        posts_store = CachedPosts(SqlPostStore(database), SqlCallStore(database), service.repository)
        loads = _counted_loads()
        publisher = DiscordPublisher(
            service.repository,
            posts_store,
            EditableMessages(
                posts_store, SqlEditableStore(database), SystemClock(), Alone(), lambda hint: None, _met
            ),
            (),
            clock=SystemClock(),
            place_gone=_there,
            interval=1.0,
        )
        await service.house_turns.resume()
        await publisher.publish_owed()
        found.note("time to ready", time.perf_counter() - start, "s", 5.0)
        await publisher.settled()
        found.note("until what was behind has been looked at", time.perf_counter() - start, "s")
        found.note("tables loaded for that", len(loads), "")
        peak, now = memory()
        found.note("memory when ready", now, "MiB")
        found.note("memory at most", peak, "MiB")
        _record(statements)
        await _clicks(found, database, service)
        await _look_ups(found, database, service)
        await _upkeep(found, database)
        _, now = memory()
        found.note("memory at the end", now, "MiB")
    found.figures[PLAN] = await _plans(url, statements)
    return found.figures


def _counted_loads() -> list[int]:
    loads: list[int] = []
    load = SqlTableStore.load

    async def counted(store: SqlTableStore, table_id: int) -> object:
        loads.append(table_id)
        return await load(store, table_id)

    SqlTableStore.load = counted  # type: ignore[method-assign, assignment]
    return loads


def _met(user_id: int, locale: str) -> None:
    """Nobody is met."""


async def _there(_: int) -> bool:
    return False


async def _clicks(found: Found, database: Database, service: Tables) -> None:
    (rows,) = await database.read(
        select(tables.c.id).where(is_live, tables.c.status == Status.PLAYING.value).limit(20 * _CLICKED)
    )
    rng = random.Random(5)
    chosen = rng.sample([row.id for row in rows], min(_CLICKED, len(rows)))
    cold = [taken for table_id in chosen if (taken := await _click(service, table_id, rng)) is not None]
    found.note("a click at a table not in memory, p50", percentile(cold, 0.5), "ms")
    found.note("a click at a table not in memory, p99", percentile(cold, 0.99), "ms", 250.0)
    loop, warm = asyncio.get_running_loop(), list[asyncio.Task[float | None]]()
    begun, number = loop.time(), 0
    while loop.time() < begun + _SECONDS:
        warm.append(asyncio.create_task(_click(service, chosen[number % len(chosen)], rng)))
        number += 1
        await asyncio.sleep(max(0.0, begun + number / _RATE - loop.time()))
    quick = [one for one in await asyncio.gather(*warm) if one is not None]
    load = f"a click, {_RATE:g} a second at {len(chosen)} tables"
    found.note(f"{load}, p50", percentile(quick, 0.5), "ms")
    found.note(f"{load}, p99", percentile(quick, 0.99), "ms", 100.0)


async def _click(service: Tables, table_id: int, rng: random.Random) -> float | None:
    start = time.perf_counter()
    snapshot = await service.repository.look(table_id)
    if snapshot.between_hands or not snapshot.awaited or not snapshot.table.open:
        return None
    seat = snapshot.awaited[0]
    user_id = snapshot.chair_of(seat).user_id or 0
    legal = snapshot.game.legal(snapshot.state, seat)
    try:
        await service.play.act(table_id, actor(user_id), str(rng.choice(legal)), snapshot.step)
    except TableError:
        return None  # somebody else's click came first
    return (time.perf_counter() - start) * 1000


async def _look_ups(found: Found, database: Database, service: Tables) -> None:
    store, shown = SqlTableStore(database), SqlPostStore(database)
    owing, running, days = SqlSessionPostStore(database), SqlSessionStore(database), SqlContestStore(database)
    rng, today = random.Random(6), int(time.time()) // 86_400
    contest = (await SqlDailyStore(database).boards(today, OF_DAYS))[0].contest.id
    (rows,) = await database.read(select(func.max(tables.c.guild_id) - guild(0) + 1))
    servers: int = rows[0][0]

    def server() -> int:
        return guild(rng.randrange(servers))

    def somebody() -> int:
        return person(rng.randrange(servers), rng.randrange(200))

    def channel() -> int:
        return server() + 10_000_000 + rng.randrange(5) * 10_000

    async def stats() -> None:
        number = rng.randrange(servers)
        who = person(number, rng.randrange(200))
        await service.standings.stats(who, who, guild(number))

    asked: dict[str, Callable[[], Awaitable[Any]]] = {
        "/leaderboard": lambda: service.standings.board(server(), BoardQuestion()),
        "/stats": stats,
        "tables that are due": lambda: store.due(time.time()),
        "the bot's turns": store.bots_turns,
        "tables behind": shown.behind,
        "unsettled tables": shown.unsettled,
        "ageing table messages": lambda: shown.ageing_table_messages(time.time() - 3000),
        "sessions behind": owing.behind,
        "sessions that are due": lambda: running.due(time.time()),
        "open sessions of a server": lambda: running.open_sessions(guild_id=server()),
        "open tables of a channel": lambda: store.open_tables(channel_id=channel()),
        "open tables of a server": lambda: store.open_tables(guild_id=server()),
        "open tables of a person": lambda: store.open_tables(user_id=somebody()),
        "ranks of a day": lambda: days.fields(contest, None, server()),
        "days not closed": lambda: days.not_closed(time.time()),
    }
    for name, ask in asked.items():
        taken = []
        for _ in range(_TIMES):
            start = time.perf_counter()
            await ask()
            taken.append((time.perf_counter() - start) * 1000)
        found.note(f"{name}, median", percentile(taken, 0.5), "ms", _QUICK_MS)
        found.note(f"{name}, longest", max(taken), "ms")


async def _upkeep(found: Found, database: Database) -> None:
    privacy, clock = SqlPrivacyStore(database), SystemClock()
    start = time.perf_counter()
    await privacy.tidy(time.time())
    found.note("tidying up", time.perf_counter() - start, "s")
    before = await _size(database)
    start = time.perf_counter()
    with suppress(TimeoutError):
        async with asyncio.timeout(_ARCHIVING):
            await Archive(SqlArchiveStore(database), clock, 30).run()
    taken = time.perf_counter() - start
    kept, bytes_kept, left = await database.read(
        select(func.count()).select_from(archived_logs),
        select(func.sum(func.length(archived_logs.c.log))),
        select(func.count()).select_from(moves),
    )
    number, size_of_all = kept[0][0], bytes_kept[0][0]
    found.note("matches archived", number, "")
    if number:
        found.note("matches archived a second", number / taken, "")
        found.note("bytes of an archived log", float(size_of_all) / number, "")
    found.note("moves left in rows", left[0][0], "")
    (posts_left,) = await database.read(select(func.count()).select_from(posts))
    found.note("posts left in rows", posts_left[0][0], "")
    after = await _size(database)
    for name, size in before.items():
        found.note(f"{name}, before", size / 2**20, "MiB")
        found.note(f"{name}, after", after[name] / 2**20, "MiB")


async def _size(database: Database) -> dict[str, int]:
    # What is in use: pages that were freed are written to again.
    if database.shared:
        (rows,) = await database.read(text("SELECT pg_database_size(current_database())"))
        return {"size of the database": rows[0][0]}
    names = ("page_count", "freelist_count", "page_size")
    pages, free, size = await database.read(*(text(f"PRAGMA {name}") for name in names))
    return {
        "size of the file": pages[0][0] * size[0][0],
        "pages of it in use": (pages[0][0] - free[0][0]) * size[0][0],
    }


def _record(statements: dict[str, Any]) -> None:
    def note(_: Any, __: Any, statement: str, parameters: Any, *___: Any) -> None:
        if statement.startswith("SELECT") and "FROM" in statement and "EXPLAIN" not in statement:
            statements.setdefault(statement, parameters)

    event.listen(Engine, "before_cursor_execute", note)


async def _plans(url: str, statements: dict[str, Any]) -> list[str]:
    engine, lines = create_async_engine(url), list[str]()
    explain = "EXPLAIN QUERY PLAN " if engine.dialect.name == "sqlite" else "EXPLAIN (ANALYZE, BUFFERS) "
    async with engine.connect() as connection:
        for statement, parameters in list(statements.items()):
            lines += ["", " ".join(statement.split())]
            rows = await connection.exec_driver_sql(explain + statement, parameters)
            lines += [f"    {row[-1]}" for row in rows]
    await engine.dispose()
    return lines


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main(sys.argv[1]))))
