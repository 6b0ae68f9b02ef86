"""A backup says what it holds, and is restored only if it still holds that."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import URL

from storage.backup.row_copy import copied_tables
from storage.backup.transfer import back_up, restore
from storage.connection.database import DatabaseError, migrate, open_database
from storage.connection.upgrade import CONTENTS_TABLE
from storage.tables.store import SqlTableStore
from tests.storage.makers import FULL
from tests.storage.samples import Place, fails, files, fill, quiet

KINDS = ("sqlite", "postgresql")


def url_of(path: Path) -> str:
    return URL.create("sqlite+aiosqlite", database=str(path)).render_as_string()


async def backed_up(url: str, path: Path) -> Path:
    await fill(url)
    await back_up(url, path, quiet)
    return path


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        for statement in statements:
            connection.execute(statement)
        connection.commit()


async def is_empty(url: str) -> bool:
    database = await open_database(url)
    found = await SqlTableStore(database).open_tables()
    await database.close()
    return not found


@pytest.mark.parametrize("kind", KINDS)
async def test_it_names_every_table_with_its_rows(place: Place, kind: str, tmp_path: Path):
    path = await backed_up(place(kind), tmp_path / "today.db")
    with closing(sqlite3.connect(path)) as connection:
        held = {name: rows for name, rows, _ in connection.execute(f"SELECT * FROM {CONTENTS_TABLE}")}
    assert all(held[table.name] == 8 for table in copied_tables())
    assert held["alembic_version"] == 1
    assert CONTENTS_TABLE not in held


@pytest.mark.parametrize("kind", KINDS)
async def test_a_changed_letter_is_found_in_the_bytes_and_the_table_is_named(
    place: Place, kind: str, tmp_path: Path
):
    path = await backed_up(place("sqlite"), tmp_path / "today.db")
    stored, target = path.read_bytes(), place(kind)
    assert stored.count("Änne ♠ 'x'".encode()) > 5
    at, named = 0, set()
    while (at := stored.find("Änne ♠ 'x'".encode(), at + 1)) > 0:
        path.write_bytes(stored[:at] + "Önne".encode() + stored[at + 5 :])
        with pytest.raises(DatabaseError, match=r"is damaged: .* \(8 of 8 rows\)") as refused:
            await restore(path, target, quiet)
        named.add(str(refused.value).partition("wrote it are ")[2].split()[0])
    assert {"moves", "tables"} <= named <= {table.name for table in copied_tables()}
    assert await is_empty(target), "nothing was written"
    path.write_bytes(stored)
    await restore(path, target, quiet)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE moves SET salt = 'x' WHERE number = (SELECT max(number) FROM moves)", "moves (8 of 8 rows)"),
        ("DELETE FROM blocks WHERE user_id = (SELECT min(user_id) FROM blocks)", "blocks (7 of 8 rows)"),
        ("UPDATE tables SET channel_id = channel_id + 1 WHERE id = 1", "tables (8 of 8 rows)"),
        ("UPDATE moves SET text = CAST(text AS BLOB)", "moves (8 of 8 rows)"),
        ("UPDATE sqlite_sequence SET seq = seq - 1", "sqlite_sequence ("),
        ("CREATE TABLE extra (id)", "extra (0 of 0"),
        ("DROP TABLE losses", "losses (0 of 8 rows)"),
        (f"UPDATE {CONTENTS_TABLE} SET rows = 9 WHERE name = 'seated'", "seated (8 of 9 rows)"),
        (f"DELETE FROM {CONTENTS_TABLE} WHERE name = 'seated'", "seated (8 of 0 rows)"),
    ],
)
async def test_whatever_is_changed_is_found(place: Place, statement: str, said: str, tmp_path: Path):
    path, target = await backed_up(place("sqlite"), tmp_path / "today.db"), tmp_path / "none.db"
    change(path, statement)
    with pytest.raises(DatabaseError, match=r"today\.db is damaged: not as `backup` wrote it are") as refused:
        await restore(path, url_of(target), quiet)
    assert said in str(refused.value)
    assert not target.exists()


async def test_pages_that_cannot_be_read_are_damage(place: Place, tmp_path: Path):
    path = await backed_up(place("sqlite"), tmp_path / "today.db")
    stored = bytearray(path.read_bytes())
    with closing(sqlite3.connect(path)) as connection:
        ((page,),) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'moves'")
        ((size,),) = connection.execute("PRAGMA page_size")
    stored[(page - 1) * size] ^= 0xFF
    path.write_bytes(stored)
    await fails(restore(path, url_of(tmp_path / "none.db"), quiet), r"is damaged: .* moves \(")


@pytest.mark.parametrize("reopened", [False, True])
async def test_a_database_copied_without_its_log_is_refused(tmp_path: Path, reopened: bool):
    """With its tables in the file, as after a restart, or not even those."""
    if reopened:
        await migrate(url_of(tmp_path / "ours.db"))
    database = await open_database(url_of(tmp_path / "ours.db"))
    await SqlTableStore(database).create(FULL)
    folder = tmp_path / "copied"
    folder.mkdir()
    (folder / "ours.db").write_bytes((tmp_path / "ours.db").read_bytes())
    await database.close()
    with pytest.raises(DatabaseError, match=r"may lack what was in the -wal beside it") as refused:
        await restore(folder / "ours.db", url_of(tmp_path / "none.db"), quiet)
    assert "\n" not in str(refused.value)
    assert list(files(folder)) == ["ours.db"]
    assert not (tmp_path / "none.db").exists()


async def test_a_backup_that_is_played_on_is_a_store(place: Place, tmp_path: Path):
    path = await backed_up(place("sqlite"), tmp_path / "today.db")
    database = await open_database(url_of(path))
    await SqlTableStore(database).create(FULL)
    await database.close()
    await fails(restore(path, url_of(tmp_path / "none.db"), quiet), "is not a whole backup")
