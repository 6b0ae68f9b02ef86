"""The step from revision 0003, on the database of before the redesign: all of it or nothing."""

import asyncio
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.tables.model import Status
from bot.tables.posts import EarlierText
from bot.tables.service import Ports, build_tables
from storage.analyses import SqlAnalysisStore
from storage.database import migrate, open_database
from storage.posts import SqlPostStore
from storage.tables import SqlTableStore
from storage.users import SqlUserStore
from tests.tables.fakes import FirstLegal, HandClock, IdleAnalyst, SeededDealer

ROOT = Path(__file__).parents[2]
BEFORE = ROOT / "tests/pinned/before.db"
KILLED_IN = ("_carry_over_owed_posts", "_move", "_rewrite_bezique", "_anybody_to_act")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copyfile(BEFORE, tmp_path / "before.db")
    return tmp_path / "before.db"


def url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


def contents(path: Path) -> dict[str, list[object]]:
    with closing(sqlite3.connect(path)) as connection:
        words = connection.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
        names = [name for name, sql in words if sql and sql.startswith("CREATE TABLE")]
        rows = {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in names}
        return {"schema": words, **rows}


@pytest.mark.parametrize("place", KILLED_IN)
def test_killed_halfway_it_has_changed_nothing(copy: Path, place: str) -> None:
    script = (
        "import asyncio, os, signal, sys\n"
        "from alembic.script import base\n"
        "from storage.database import migrate\n"
        "load = base.Script._from_path.__func__\n"
        "def patched(cls, *arguments):\n"
        "    script = load(cls, *arguments)\n"
        "    if script is not None and script.revision == '0004':\n"
        "        done = getattr(script.module, sys.argv[2])\n"
        "        def die(*arguments):\n"
        "            done(*arguments)\n"
        "            os.kill(os.getpid(), signal.SIGKILL)\n"
        "        setattr(script.module, sys.argv[2], die)\n"
        "    return script\n"
        "base.Script._from_path = classmethod(patched)\n"
        "asyncio.run(migrate(sys.argv[1]))\n"
    )
    before = contents(copy)
    process = subprocess.run([sys.executable, "-c", script, url(copy), place], cwd=ROOT, check=False)
    assert process.returncode == -signal.SIGKILL
    assert contents(copy) == before
    assert asyncio.run(migrate(url(copy))) == "0004"


@pytest.mark.asyncio
async def test_what_was_owed_and_only_that_is_carried_over(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as connection:
        before = connection.execute(
            "SELECT table_id, number, kind, text, hand, message_id FROM posts"
        ).fetchall()
    database = await open_database(url(copy))
    posts = SqlPostStore(database)
    results = 0
    for table_id, number, kind, text, hand, message_id in before:
        found = {post.number: post for post in await posts.owed(table_id)}
        assert (number in found) == (message_id is None)
        if message_id is None:
            (item,) = found[number].items
            assert isinstance(item, EarlierText)
            assert (item.text, item.kind, item.hand) == (text, kind, hand)
            assert found[number].is_result == text.startswith("### ")
            results += found[number].is_result
    assert 0 < results < len(before)
    await database.close()


@pytest.mark.asyncio
async def test_a_match_left_with_nobody_to_act_is_seen_to_by_the_clock(copy: Path) -> None:
    # In table 26, which is over, the last but one move was one that nobody is asked for any more.
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.execute("UPDATE tables SET status = 'playing', deadline = NULL WHERE id = 26")
    database = await open_database(url(copy))
    store, clock = SqlTableStore(database), HandClock()
    assert (await store.due(1.0)) == [26]
    ports = Ports(
        tables=store,
        users=SqlUserStore(database),
        analyses=SqlAnalysisStore(database),
        house=FirstLegal(),
        analyst=IdleAnalyst(),
        clock=clock,
        dealer=SeededDealer(),
    )
    tables = build_tables(ports, pause=0.0)
    await tables.clocks.tick(26)
    snapshot = await tables.repository.fresh(26)
    assert (snapshot.table.status, snapshot.table.deadline) == (Status.FINISHED, None)
    await database.close()
