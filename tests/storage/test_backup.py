"""A backup is the store as it was at one moment, in one file, and can be brought back anywhere."""

import asyncio
import os
import signal
import sqlite3
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import URL, delete, func, select, text

from storage.backup import row_copy as carrying
from storage.backup import transfer
from storage.backup.transfer import back_up, move, restore
from storage.connection.database import Database, migrate, open_database
from storage.connection.upgrade import VERSION_TABLE
from storage.schema.cluster import EPHEMERAL
from storage.schema.metadata import metadata
from storage.schema.tables import moves, tables
from storage.tables.store import SqlTableStore
from tests.forked import is_killed
from tests.storage.makers import FULL, after, step
from tests.storage.samples import Place, contents, copied, execute, fails, files, fill, quiet

KINDS = ("sqlite", "postgresql")
PAIRS = [("sqlite", "postgresql"), ("postgresql", "sqlite")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where backups are to be."""
    folder = tmp_path / "of today? 100% #1"
    folder.mkdir()
    return folder


def url_of(path: Path) -> str:
    return URL.create("sqlite+aiosqlite", database=str(path)).render_as_string()


@asynccontextmanager
async def being_played(database: Database, tables: int = 4) -> AsyncIterator[None]:
    """Moves are made within, as fast as they are stored."""
    store = SqlTableStore(database)
    begun = asyncio.Event()

    async def play() -> None:
        table, number = await store.create(FULL), 0
        while True:
            number += 1
            assert await store.commit(step(table, number))
            table = after(table)
            if number == 3:
                begun.set()

    players = [asyncio.create_task(play()) for _ in range(tables)]
    await begun.wait()
    yield
    for player in players:
        player.cancel()
    for ended in await asyncio.gather(*players, return_exceptions=True):
        assert isinstance(ended, asyncio.CancelledError)


@pytest.mark.parametrize(("kind", "other"), PAIRS)
async def test_all_of_it_comes_back(place: Place, kind: str, other: str, folder: Path):
    file = folder / "cardinal.backup"
    source, target = place(kind), place(other)
    await fill(source)
    before = await contents(source)
    done = await back_up(source, file, quiet)
    assert await contents(source) == before
    assert done.rows == {name: len(rows) for name, rows in (await copied(source)).items()}
    assert list(files(folder)) == [file.name], "it is one file, with nothing beside it"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    kept = file.read_bytes()
    file.chmod(0o400)
    assert await restore(file, target, quiet) == done
    assert files(folder) == {file.name: kept}, "it was only read"
    assert await copied(target) == await copied(source)
    after = await contents(target)
    assert all(after[table.name] == [] for table in EPHEMERAL)
    await (await open_database(target)).close()


@pytest.mark.parametrize("kind", KINDS)
async def test_it_is_of_one_moment_while_moves_are_made(
    place: Place, kind: str, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    file = folder / "cardinal.backup"
    monkeypatch.setattr(carrying, "BATCH", 2)
    url = place(kind)
    database = await open_database(url)
    async with being_played(database):
        await back_up(url, file, quiet)
    stored = await open_database(url_of(file))
    store = SqlTableStore(stored)
    found = await store.open_tables()
    assert found
    logged = 0
    for row in found:
        loaded = await store.load(row.id)
        assert loaded is not None
        table, log = loaded
        assert [entry.number for entry in log] == list(range(1, len(log) + 1))
        assert table.version == 1 + len(log), "the table is as its log says"
        logged += len(log)
    await stored.close()
    ((made,),) = await database.read(select(func.count()).select_from(moves))
    await database.close()
    assert 0 < logged < made[0], "moves were made meanwhile"


@pytest.mark.parametrize("kind", KINDS)
async def test_what_was_deleted_is_not_in_it(place: Place, kind: str, folder: Path):
    file = folder / "cardinal.backup"
    url = place(kind)
    database = await open_database(url)
    store = SqlTableStore(database)
    gone = [await store.create(replace(FULL, game="zzz-a-game-of-long-ago")) for _ in range(50)]
    await database.close()
    await execute(url, delete(tables).where(tables.c.id.in_([table.id for table in gone[1:]])))
    await back_up(url, file, quiet)
    assert file.read_bytes().count(b"zzz-a-game-of-long-ago") == 1


async def test_one_of_an_older_version_is_migrated_before_it_is_restored(
    place: Place, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    file = folder / "cardinal.backup"
    source, target = place("sqlite"), place("sqlite")
    await fill(source)
    await back_up(source, file, quiet)
    kept, migrated = file.read_bytes(), []

    async def migrating(url: str) -> str:
        migrated.append(url)
        return await migrate(url)

    monkeypatch.setattr("storage.backup.transfer.revision_of", lambda path: "v0000")
    monkeypatch.setattr("storage.backup.transfer.migrate", migrating)
    await restore(file, target, quiet)
    assert await copied(target) == await copied(source)
    assert len(migrated) == 1
    assert file.read_bytes() == kept


@pytest.mark.parametrize("kind", KINDS)
async def test_a_store_is_replaced_only_if_that_is_said(place: Place, kind: str, folder: Path):
    file = folder / "cardinal.backup"
    url = place(kind)
    await fill(url)
    await back_up(url, file, quiet)
    expected = await contents(url)
    await execute(url, delete(metadata.tables["blocks"]), delete(moves))
    await fails(restore(file, url, quiet), "holds a store already")
    await restore(file, url, quiet, replace=True)
    assert await contents(url) == expected


async def test_it_never_takes_the_place_of_a_file(place: Place, folder: Path):
    file = folder / "cardinal.backup"
    url = place("sqlite")
    await migrate(url)
    file.write_text("mine")
    await fails(back_up(url, file, quiet), r"cardinal\.backup is there already; name another file")
    assert files(folder) == {file.name: b"mine"}


def back_up_until_killed(url: str, file: Path) -> None:
    """Back a store up, and be killed once the moves are written."""
    real = carrying.write_rows

    async def write(connection: Any, table: Any, rows: Any) -> None:
        await real(connection, table, rows)
        if table.name == "moves":
            os.kill(os.getpid(), signal.SIGKILL)

    vars(transfer)["write_rows"] = write
    asyncio.run(back_up(url, file, quiet))


async def test_killed_halfway_there_is_no_backup_and_the_next_one_is_not_disturbed(
    place: Place, folder: Path
):
    file = folder / "cardinal.backup"
    url = place("sqlite")
    await fill(url)
    assert is_killed(back_up_until_killed, url, file)
    assert not file.exists()
    (part,) = [folder / name for name in files(folder) if name.endswith(".part")]
    assert stat.S_IMODE(part.stat().st_mode) == 0o600
    await fails(restore(part, place("sqlite"), quiet))
    await back_up(url, file, quiet)
    assert file.name in files(folder)


async def test_one_that_fails_leaves_nothing(place: Place, folder: Path, monkeypatch: pytest.MonkeyPatch):
    file = folder / "cardinal.backup"
    url = place("sqlite")
    await fill(url)

    async def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("storage.backup.transfer.write_rows", full)
    await fails(back_up(url, file, quiet), r"cardinal\.backup\..*part: No space left on device \(a row of")
    assert files(folder) == {}


async def test_what_cannot_be_backed_up_or_restored_is_told_in_one_line(
    place: Place, tmp_path: Path, folder: Path
):
    file = folder / "cardinal.backup"
    missing, current, older = place("sqlite"), place("postgresql"), tmp_path / "older.db"
    await migrate(current)
    await fails(back_up(missing, file, quiet), "there is no such file")
    await migrate(url_of(older))
    await execute(url_of(older), text(f"UPDATE {VERSION_TABLE} SET version_num = '0024'"))
    await fails(back_up(url_of(older), file, quiet), r"is from before Cardinal 1\.0\.0")
    await fails(back_up(place("postgresql"), file, quiet), "holds nothing of Cardinal's")
    await fails(back_up(current, tmp_path / "none/x", quiet), "No such file or directory")
    await fails(restore(tmp_path / "none", missing, quiet), "there is no such file")
    await fails(restore(tmp_path, missing, quiet), "it is not a file")
    (tmp_path / "text").write_text("Not a database, but a text, and a long one. " * 99)
    await fails(restore(tmp_path / "text", missing, quiet), "text: is not a SQLite database")
    with closing(sqlite3.connect(tmp_path / "other")) as connection:
        connection.execute("CREATE TABLE places (id)")
    await fails(restore(tmp_path / "other", missing, quiet), "other: another program's database")
    await fails(restore(older, url_of(older), quiet), "both are the same database")
    assert not (tmp_path / "store0.db").exists()
    assert files(folder) == {}


async def test_a_backup_can_be_moved_like_any_store(place: Place, folder: Path):
    file = folder / "cardinal.backup"
    url, target = place("postgresql"), place("postgresql")
    await fill(url)
    await back_up(url, file, quiet)
    copy = file.with_name("copy.db")
    copy.write_bytes(file.read_bytes())
    await move(url_of(copy), target, quiet)
    assert await copied(target) == await copied(url)
