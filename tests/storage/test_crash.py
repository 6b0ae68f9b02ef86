"""A process killed at any moment loses nothing that it has acknowledged, and leaves nothing half done."""

import itertools
import multiprocessing
import signal

import pytest

from bot.jobs.ports import State
from bot.rules.game import Ranking
from bot.tables.state.results import By, Company, Query, Span
from storage.connection.database import open_database
from storage.jobs import SqlJobQueue
from storage.results.standings import SqlStandingStore
from storage.tables.posts import SqlPostStore
from storage.tables.store import SqlTableStore
from tests.forked import exit_code, started
from tests.storage import crash_writer
from tests.storage.makers import FULL, GUILD


def kill_after(url: str, moves: int) -> dict[int, int]:
    """Run the writer, kill it after so many moves, and return the last move it told of for each table."""
    told: dict[int, int] = {}
    reading, writing = multiprocessing.Pipe(duplex=False)
    with reading:
        with writing:
            writer = started(crash_writer.write, url, writing)
        for count in itertools.count(1):
            try:
                table, number = map(int, reading.recv_bytes().split())
            # What it had told before the signal came is read to the end, which may be within a line.
            except (EOFError, OSError):
                break
            if count == moves:
                writer.kill()
            told[table] = max(number, told.get(table, 0))
    assert exit_code(writer) == -signal.SIGKILL
    return told


@pytest.mark.parametrize("moves", [1, 61, 400, 1003])
async def test_kill(migrated_url: str, moves: int):
    told = kill_after(migrated_url, moves)
    assert sum(told.values()) >= moves
    database = await open_database(migrated_url)
    tables, posts = SqlTableStore(database), SqlPostStore(database)
    stored = 0
    found = await tables.open_tables()
    assert {table.id for table in found} >= set(told)
    for row in found:
        loaded = await tables.load(row.id)
        assert loaded is not None
        table, log = loaded
        stored += len(log)
        assert len(log) >= told.get(table.id, 0), "an acknowledged move is there"
        assert len(log) <= told.get(table.id, 0) + 1, "at most the move under way was not yet acknowledged"
        assert [entry.number for entry in log] == list(range(1, len(log) + 1)), "there are no holes"
        assert table.version == 1 + len(log), "the table is as its log says"
        owed = [post.number for post in await posts.owed(table.id)]
        assert owed == list(range(1, len(log) // crash_writer.POST_EVERY + 1)), "what is owed is known"
    query = Query(GUILD, FULL.game, Ranking.WINS, Span(), Company.ALL, by=By.PLAYERS, most=2)
    (standing,) = await SqlStandingStore(database).leaderboard(query)
    assert standing.points == stored, "every move's result counts"
    jobs = await SqlJobQueue(database).counts()
    assert jobs == {("sum", State.WAITING): stored}, "what a move makes necessary is never forgotten"
    assert set(await posts.behind()) == {table.id for table in found}
    await database.close()
