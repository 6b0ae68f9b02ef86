"""A session of Duplicate through the service on a SQLite file, against as many ordinary tables."""

import asyncio
import random
import tempfile
import time
from collections.abc import Awaitable
from pathlib import Path

from benchmarks.figures import Figure
from benchmarks.tables import actor, begun, duplicate_on, move
from bot.duplicate.service import Duplicate
from bot.duplicate.sessions.repository import SessionCommitted
from bot.duplicate.sessions.session import Kind, Session, Status
from bot.tables.service import Tables
from bot.tables.store.repository import Committed

GAME = "american-whist"
TABLES = 10
BOARDS = 24
CARDS = 52
LEAST_SHARE = 0.7
"""How fast a session has to be, of what ordinary tables are."""


def measure(tables: int = TABLES, boards: int = BOARDS) -> list[Figure]:
    """Four people at every table, who play at once; as many cards at ordinary tables, and in the session."""
    return asyncio.run(_measure(tables, boards))


async def _measure(number: int, boards: int) -> list[Figure]:
    cards = number * boards * CARDS
    with tempfile.TemporaryDirectory() as folder:
        async with duplicate_on(Path(folder) / "ordinary.db", 10 * number) as (tables, _):
            ordinary, work = await _timed(_ordinary(tables, number, cards))
        async with duplicate_on(Path(folder) / "session.db", 10 * number) as (tables, duplicate):
            seconds, session_work = await _timed(_session(tables, duplicate, number, boards))
    share = work / session_work
    return [
        Figure("ordinary tables", round(cards / ordinary), "cards a second"),
        Figure(f"a session of {number} tables and {boards} boards", round(seconds, 2), "s"),
        Figure("in the session", round(cards / seconds), "cards a second"),
        Figure("a board at a table", round(seconds * 1000 / (number * boards), 2), "ms"),
        Figure.at_least(
            "in the session, of ordinary tables' speed, by processor time", round(share, 2), "", LEAST_SHARE
        ),
    ]


async def _timed(work: Awaitable[None]) -> tuple[float, float]:
    # Seconds by the clock, and of the processor.
    began, worked = time.perf_counter(), time.process_time()
    await work
    return time.perf_counter() - began, time.process_time() - worked


async def _ordinary(tables: Tables, number: int, cards: int) -> None:
    async def play(index: int) -> None:
        rng = random.Random(index)
        snapshot = await begun(tables, index, GAME)
        for _ in range(cards // number):
            if not snapshot.awaited:
                snapshot = await begun(tables, index, GAME)
            snapshot = await move(tables, snapshot, rng)

    await asyncio.gather(*(play(index) for index in range(number)))


async def _session(tables: Tables, duplicate: Duplicate, number: int, boards: int) -> None:
    over: asyncio.Future[Session] = asyncio.get_running_loop().create_future()
    players: list[asyncio.Task[None]] = []

    async def play(table_id: int) -> None:
        rng = random.Random(table_id)
        snapshot = await tables.repository.look(table_id)
        while snapshot.awaited:
            snapshot = await move(tables, snapshot, rng)

    def dealt(committed: Committed) -> None:
        if committed.snapshot.table.dealt.deals > committed.before.table.dealt.deals:
            players.append(asyncio.create_task(play(committed.snapshot.table.id)))

    def ended(committed: SessionCommitted) -> None:
        if committed.session.status is Status.OVER and not over.done():
            over.set_result(committed.session)

    tables.repository.subscribe(dealt)
    duplicate.repository.subscribe(ended)
    host = actor(1)
    session = await duplicate.sessions.open(
        host, 1, 1, Kind.PAIRS, GAME, boards=boards, tables=number, turn_seconds=600, clock=3600
    )
    for user in range(1, 4 * number + 1):
        await duplicate.sessions.enter(session.id, actor(user))
    await duplicate.sessions.start(session.id, host)
    await over
    await asyncio.gather(*players)
    await duplicate.progress.settled()
    played = await duplicate.repository.look(session.id)
    if len(played.dealt) != number * boards or any(one.score is None for one in played.dealt.values()):
        raise RuntimeError(f"only {len(played.dealt)} boards were played")
