"""Opening a database: migrations, and one clear line where it cannot be used."""

import asyncio
import re
import sqlite3
import sys
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine

from bot.__main__ import main
from storage.connection.database import DatabaseError, migrate, open_database
from storage.connection.upgrade import alembic_config
from storage.schema.metadata import metadata
from storage.tables.store import SqlTableStore
from tests.databases import in_memory
from tests.forked import exit_code, started
from tests.storage.makers import FULL
from tests.storage.stored import Stored

HEAD = ScriptDirectory.from_config(alembic_config()).get_current_head()


GOING = {"daily_days", "daily_boards", "daily_entries", "daily_scores"}
"""Tables that only code of the release before knows, which a later release drops."""


def differences(connection: Connection) -> list[object]:
    options = {"compare_type": True, "include_name": lambda name, *_: name not in GOING}
    context = MigrationContext.configure(connection, opts=options)
    return list(compare_metadata(context, metadata))


async def test_the_migrated_schema_is_the_declared_one(url: str):
    database = await open_database(url)

    async def compare(connection, items):
        return [await connection.run_sync(differences) for _ in items]

    assert await database.write(compare, None) == []
    await database.close()


def test_the_migrated_tables_are_made_in_the_same_words():
    """Comparing sees no difference in AUTOINCREMENT, WITHOUT ROWID or the condition of an index."""

    def words(connection: Connection) -> dict[str, list[str]]:
        query = "SELECT name, sql, tbl_name FROM sqlite_master WHERE sql IS NOT NULL"
        rows = connection.exec_driver_sql(query)
        return {
            name: sorted(re.findall(r"'.*?'|\w+", sql))
            for name, sql, table in rows
            if table not in {"alembic_version", *GOING}
        }

    declared, migrated = create_engine("sqlite://"), create_engine("sqlite://")
    with declared.connect() as connection:
        metadata.create_all(connection)
        expected = words(connection)
    with migrated.connect() as connection:
        config = alembic_config()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        assert words(connection) == expected
    declared.dispose()
    migrated.dispose()


@pytest.mark.parametrize("kind", ["postgresql"])
def test_the_migrated_tables_are_those_declared_in_postgresql(url: str, migrated_url: str):
    """Comparing sees no difference in defaults or the condition of an index."""
    declared, migrated = Stored(url), Stored(migrated_url)
    declared.do(metadata.create_all)
    found = migrated.schema()
    ours = {name: words for name, words in found.items() if name not in {"alembic_version", *GOING}}
    assert ours == declared.schema()


async def test_migrating_again_keeps_what_is_there(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    assert await migrate(url) == HEAD
    database = await open_database(url)
    assert database.revision == HEAD
    table = await SqlTableStore(database).create(FULL)
    await database.close()
    assert await migrate(url) == HEAD
    database = await open_database(url)
    assert await SqlTableStore(database).load(table.id) == (table, ())
    await database.close()


async def test_opened_by_many_at_once(url: str):
    databases = await asyncio.gather(*(open_database(url) for _ in range(5)))
    tables = await asyncio.gather(*(SqlTableStore(database).create(FULL) for database in databases))
    assert len({table.id for table in tables}) == 5
    for database in databases:
        await database.close()


def migrate_to_head(url: str) -> None:
    assert asyncio.run(migrate(url)) == HEAD


def test_migrated_by_several_processes_at_once(url: str):
    processes = [started(migrate_to_head, url) for _ in range(3)]
    assert [exit_code(process) for process in processes] == [0] * 3


async def test_a_database_in_memory():
    first, second = [await open_database("sqlite+aiosqlite://") for _ in range(2)]
    tables = SqlTableStore(first)
    created = await asyncio.gather(*(tables.create(FULL) for _ in range(20)))
    loaded = await asyncio.gather(*(tables.load(table.id) for table in created), tables.due(2e9))
    assert loaded[:-1] == [(table, ()) for table in created]
    assert await SqlTableStore(second).open_tables() == []
    await first.close()
    await second.close()


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("sqlite+aiosqlite:///{tmp}/none/x.db", "{tmp}/none/x.db: cannot be opened; is its directory there"),
        ("sqlite+aiosqlite:///{tmp}", "{tmp}: cannot be opened"),
        ("sqlite+aiosqlite:////proc/x.db", "/proc/x.db: cannot be opened"),
        ("sqlite+aiosqlite:///file:{tmp}/good.db?mode=ro&uri=true", "may not be written to"),
        ("sqlite+aiosqlite:///{tmp}/text.db", "{tmp}/text.db: is not a SQLite database"),
        ("sqlite+aiosqlite:///{tmp}/other.db", "{tmp}/other.db: another program's database"),
        ("sqlite+aiosqlite:///{tmp}/older.db", "is from before Cardinal 1.0.0, which this version cannot"),
        (
            "sqlite+aiosqlite:///{tmp}/newer.db",
            "revision v9999, which this version of Cardinal does not know",
        ),
        (
            "sqlite:///{tmp}/x.db",
            "sqlite is not an async driver, like that of sqlite+aiosqlite:///cardinal.db",
        ),
        ("sqlite+nothing:///{tmp}/x.db", "there is no database driver sqlite+nothing; try sqlite"),
        ("oracel+x://u:hush@h/d", "there is no database driver oracel+x; try sqlite"),
        ("postgresql+psycopg2://u:hush@h/d", "psycopg2"),
        ("cardinal.db", "not a database URL like sqlite+aiosqlite:///cardinal.db"),
        ("postgresql+asyncpg://u:hush@h:port/d", "not a database URL"),
        ("sqlite+aiosqlite://host/x.db", "not a database URL"),
        ("", "not a database URL"),
        ("sqlite+aiosqlite:///%00", "not a database URL"),
        ("sqlite+aiosqlite:///file:%00?uri=true", "not a database URL"),
        ("postgresql+asyncpg://u:hush@h:99999/d", "not a database URL"),
        ("postgresql+asyncpg://u:hush@h/d?port=99999", "not a database URL"),
        ("postgresql+asyncpg://u:hush@h/d?port=hush", "not a database URL"),
        ("sqlite+aiosqlite:////dev/null", "/dev/null: cannot be opened; it is not a file"),
        (
            "sqlite+aiosqlite:///{tmp}/x.db?spam=hush",
            "an option 'spam', which is not one of sqlite+aiosqlite's",
        ),
        ("sqlite+aiosqlite:///{tmp}/x.db?timeout=hush", "an option 'timeout'"),
        ("sqlite+aiosqlite:///{tmp}/x.db?mode=ro", "'mode', which is not one of sqlite+aiosqlite's: cache, "),
        ("sqlite+aiosqlite:///file:{tmp}/x.db?uri=true&spam=1", "an option 'spam'"),
        ("sqlite+aiosqlite:///file:{tmp}/x.db?uri=true&uri=true", "the option 'uri' more than once"),
        ("sqlite+aiosqlite:///file:{tmp}/x.db?uri=hush", "not a database URL"),
        ("sqlite+aiosqlite:///file:{tmp}/x.db?uri=true&mode=loud", "{tmp}/x.db: "),
        ("sqlite+aiosqlite:///file:?uri=true", "names no file"),
        ("sqlite+aiosqlite:///{tmp}/\x1b[2J\n\u202e/x.db", r"{tmp}/\x1b[2J\n\u202e/x.db: cannot be opened"),
        ("sqlite+aiosqlite:///{tmp}/" + "x" * 1000, "…: File name too long"),
        ("oracel+x://h/d?password=hush", "there is no database driver oracel+x; "),
    ],
)
async def test_one_line_that_says_what_is_wrong(tmp_path: Path, empty: bytes, url: str, reason: str):
    tmp = str(tmp_path)
    for name in ("good", "newer", "older"):
        (tmp_path / f"{name}.db").write_bytes(empty)
    for name, sql in (
        ("newer", "UPDATE alembic_version SET version_num = 'v9999', oldest_code = 'v9998'"),
        ("older", "UPDATE alembic_version SET version_num = '0024', oldest_code = '0020'"),
        ("other", "CREATE TABLE tables (legs)"),
    ):
        other = sqlite3.connect(tmp_path / f"{name}.db")
        other.execute(sql)
        other.commit()
        other.close()
    (tmp_path / "text.db").write_text("Not a database, but a text, and a long one. " * 99)
    with pytest.raises(DatabaseError) as caught:
        await open_database(url.format(tmp=tmp))
    line = str(caught.value)
    assert reason.format(tmp=tmp) in line
    assert line.isprintable()
    assert "hush" not in line


async def test_one_line_says_what_installs_the_driver_of_postgresql(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(DatabaseError) as caught:
        await open_database("postgresql+asyncpg://u:hush@h/d")
    assert str(caught.value) == (
        "postgresql+asyncpg://u:***@h/d needs the package asyncpg, which is not installed; "
        "`./cardinal --setup postgres` installs it"
    )


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CARDINAL_DATABASE_URL", "sqlite+aiosqlite:///new.db")
    assert main(["migrate"]) == 0
    assert capsys.readouterr() == (f"The database is at revision {HEAD}.\n", "")
    assert (tmp_path / "new.db").exists()
    monkeypatch.setenv("CARDINAL_DATABASE_URL", "sqlite+aiosqlite:///no/new.db")
    assert main(["migrate"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    monkeypatch.setenv("CARDINAL_HOUSE_PAUSE", "soon")
    assert main(["migrate"]) == 78
    assert "CARDINAL_HOUSE_PAUSE" in capsys.readouterr().err


async def test_work_goes_on_after_its_task_was_cancelled_before_it_began():
    database = in_memory()

    async def same(connection, items):
        return items

    first = asyncio.create_task(database.write(same, 1))
    await asyncio.sleep(0)
    (leader,) = (task for task in asyncio.all_tasks() if task.get_name() == "storage-batches")
    leader.cancel()
    await asyncio.wait([leader])
    assert not first.done()
    assert await database.write(same, 2) == 2
    assert await first == 1
    await database.close()
