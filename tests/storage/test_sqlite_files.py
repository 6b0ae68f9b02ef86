"""Whose a SQLite file is, and whether it is still at its place while the bot runs."""

import logging
import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from storage.connection.database import DatabaseError, migrate, open_database
from storage.tables.store import SqlTableStore
from tests.storage.makers import FULL
from tests.storage.samples import fails

ROOT = Path(__file__).parents[2]


def url_of(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


def make(path: Path, *statements: str) -> Path:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    return path


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize(
    "statements",
    [
        ("CREATE TABLE places (id)",),
        ("CREATE VIEW places AS SELECT 1",),
        ("PRAGMA journal_mode = WAL", "CREATE TABLE places (id)"),
        ("CREATE TABLE places (id)", "CREATE TABLE alembic_version (version_num)"),
        (
            "CREATE TABLE posts (id)",
            "CREATE TABLE alembic_version (version_num)",
            "INSERT INTO alembic_version VALUES ('0001')",
        ),
        ("PRAGMA application_id = 7",),
    ],
)
async def test_another_programs_database_is_left_as_it_was(tmp_path: Path, statements: tuple[str, ...]):
    path = make(tmp_path / "other.db", *statements)
    before = contents(tmp_path)
    for url in (url_of(path), f"sqlite+aiosqlite:///file:{path}?uri=true"):
        await fails(open_database(url), r"other\.db: another program's database")
        assert contents(tmp_path) == before


async def test_another_programs_database_in_use_is_left_as_it_was(tmp_path: Path):
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("PRAGMA wal_autocheckpoint = 0")
        other.execute("CREATE TABLE places (id)")
        other.commit()
        before = contents(tmp_path)
        await fails(open_database(url_of(path)), r"tables of its own \(places\)")
        after = contents(tmp_path)
        # What readers note of themselves is in the shared memory.
        assert before.pop("other.db-shm")
        assert after.pop("other.db-shm")
        assert after == before
        other.execute("INSERT INTO places VALUES (1)")


async def test_an_empty_file_and_an_empty_database_are_taken(tmp_path: Path):
    (tmp_path / "nothing.db").touch()
    make(tmp_path / "empty.db", "CREATE TABLE gone (id)", "DROP TABLE gone")
    for name in ("nothing.db", "empty.db"):
        await migrate(url_of(tmp_path / name))


async def test_our_own_database_may_hold_what_others_added(tmp_path: Path):
    await migrate(url_of(tmp_path / "ours.db"))
    make(tmp_path / "ours.db", "CREATE TABLE _litestream_seq (id)")
    await migrate(url_of(tmp_path / "ours.db"))


async def test_a_database_that_was_left_with_its_log(tmp_path: Path):
    """As a process leaves it that is killed before anything of the log is in the file."""
    database = await open_database(url_of(tmp_path / "ours.db"))
    table = await SqlTableStore(database).create(FULL)
    copy = tmp_path / "copy"
    copy.mkdir()
    for name in ("ours.db", "ours.db-wal"):
        (copy / name).write_bytes((tmp_path / name).read_bytes())
    await database.close()
    database = await open_database(url_of(copy / "ours.db"))
    assert await SqlTableStore(database).load(table.id) == (table, ())
    await database.close()


@pytest.mark.parametrize(
    ("statement", "lacks"),
    [
        ("DROP TABLE moves", "the table moves;"),
        ("ALTER TABLE moves DROP COLUMN salt", "the column moves.salt;"),
    ],
)
async def test_a_schema_that_lacks_something_is_told(tmp_path: Path, statement: str, lacks: str):
    await migrate(url_of(tmp_path / "ours.db"))
    make(tmp_path / "ours.db", "PRAGMA foreign_keys = OFF", statement)
    await fails(open_database(url_of(tmp_path / "ours.db")), f"is not whole: it lacks {lacks}")


@pytest.mark.parametrize("part", ["", "-wal", "-shm", "-lock"])
@pytest.mark.parametrize("replaced", [False, True])
async def test_a_file_that_is_gone_or_replaced_is_noticed_before_a_move_is_acknowledged(
    tmp_path: Path, part: str, replaced: bool, caplog: pytest.LogCaptureFixture
):
    path, away = tmp_path / f"ours.db{part}", tmp_path / "away"
    database = await open_database(url_of(tmp_path / "ours.db"), playing=True)
    tables = SqlTableStore(database)
    table = await tables.create(FULL)
    path.rename(away)
    if replaced:
        path.write_bytes(away.read_bytes())
    caplog.clear()
    for _ in range(3):
        await fails(tables.create(FULL), "is another file now" if replaced else "is gone")
        await fails(database.compact(), path.name)
    assert path.exists() is replaced
    (record,) = caplog.records
    assert record.levelno == logging.ERROR
    wrong = "is another file now" if replaced else "is gone"
    assert record.getMessage() == (
        f"{path} {wrong}: nothing is stored until it is put back, or Cardinal restarted"
    )
    caplog.clear()
    away.rename(path)
    other = await tables.create(FULL)
    assert await tables.load(table.id) == (table, ())
    assert await tables.load(other.id) == (other, ())
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    await database.close()


async def test_what_was_acknowledged_before_the_log_went_is_there_after_a_restart(tmp_path: Path):
    database = await open_database(url_of(tmp_path / "ours.db"))
    tables = SqlTableStore(database)
    table = await tables.create(FULL)
    (tmp_path / "ours.db-wal").unlink()
    await fails(tables.create(FULL), "is gone")
    await database.close()
    database = await open_database(url_of(tmp_path / "ours.db"))
    assert await SqlTableStore(database).load(table.id) == (table, ())
    await database.close()


async def test_the_log_stays_the_same_file_while_connections_come_and_go(tmp_path: Path):
    database = await open_database(url_of(tmp_path / "ours.db"))
    tables = SqlTableStore(database)
    first = os.stat(tmp_path / "ours.db-wal").st_ino
    for _ in range(3):
        await tables.create(FULL)
        await database._engines.dispose()
        assert os.stat(tmp_path / "ours.db-wal").st_ino == first
    assert len(await tables.open_tables()) == 3
    await database.compact()
    await tables.create(FULL)
    await database.close()
    assert not (tmp_path / "ours.db-wal").exists()


@pytest.mark.parametrize("there", [False, True])
async def test_nobody_else_may_read_the_files(tmp_path: Path, there: bool):
    path = tmp_path / "ours.db"
    if there:
        await migrate(url_of(path))
        path.chmod(0o664)
    before = os.umask(0)
    try:
        database = await open_database(url_of(path), playing=True)
    finally:
        os.umask(before)
    modes = {name: stat.S_IMODE((tmp_path / name).stat().st_mode) for name in contents(tmp_path)}
    assert modes == dict.fromkeys(
        ("ours.db", "ours.db-wal", "ours.db-shm", "ours.db-lock"), stat.S_IRUSR | stat.S_IWUSR
    )
    await database.close()


PLAYING = """
import asyncio, sys
from storage.connection.database import open_database

async def play():
    await open_database(sys.argv[1], playing=True)
    print("playing", flush=True)
    await asyncio.Event().wait()

asyncio.run(play())
"""


async def test_one_process_plays_over_a_file_and_a_crash_leaves_it_to_the_next(tmp_path: Path):
    path, link = tmp_path / "ours.db", tmp_path / "link.db"
    link.symlink_to(path)
    with subprocess.Popen(  # noqa: ASYNC220 - nothing else runs here
        [sys.executable, "-c", PLAYING, url_of(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "playing\n"
        for url in (url_of(path), url_of(link)):
            with pytest.raises(DatabaseError, match=r"\.db is in use by another process of Cardinal; stop"):
                await open_database(url, playing=True)
        # Who only looks something up or registers commands is no second bot.
        beside = await open_database(url_of(path))
        await SqlTableStore(beside).create(FULL)
        await beside.close()
        first.kill()
    database = await open_database(url_of(path), playing=True)
    assert len(await SqlTableStore(database).open_tables()) == 1
    await fails(open_database(url_of(path), playing=True), "is in use")
    await SqlTableStore(database).create(FULL)
    await database.close()
    await (await open_database(url_of(path), playing=True)).close()


async def test_a_file_that_goes_while_a_move_is_stored(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    path = tmp_path / "ours.db"
    database = await open_database(url_of(path))

    async def removing(connection, items):
        path.unlink(missing_ok=True)
        return items

    await fails(database.write(removing, None), "is gone")
    await database.close()


async def test_no_connection_is_made_to_another_file(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    """A database has more connections than one; those that are made later are made by the path."""
    path = tmp_path / "ours.db"
    database = await open_database(url_of(path))
    os.unlink(path)
    await fails(SqlTableStore(database).open_tables(), "is gone")
    assert not path.exists()
    await database.close()
