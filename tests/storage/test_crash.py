"""A process killed at any moment loses nothing that it has acknowledged, and leaves nothing half done."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot.jobs.ports import State
from bot.rules.game import Ranking
from bot.tables.state.results import By, Company, Query, Span
from storage.connection.database import open_database
from storage.jobs import SqlJobQueue
from storage.results.standings import SqlStandingStore
from storage.tables.posts import SqlPostStore
from storage.tables.store import SqlTableStore
from tests.storage import crash_writer
from tests.storage.makers import FULL, GUILD

ROOT = Path(__file__).parents[2]


def kill_after(url: str, moves: int) -> dict[int, int]:
    """Run the writer, kill it after so many moves, and return the last move it told of for each table."""
    command = [sys.executable, "-m", crash_writer.__name__, url]
    told: dict[int, int] = {}
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        for count, line in enumerate(writer.stdout, 1):
            if count == moves:
                os.kill(writer.pid, signal.SIGKILL)
            # What it had told before the signal came is read to the end.
            if line.endswith("\n"):
                table, number = map(int, line.split())
                told[table] = max(number, told.get(table, 0))
    assert writer.returncode == -signal.SIGKILL
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
