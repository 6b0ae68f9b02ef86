"""What a backup says of itself: how many rows each of its tables has, and their digest.

They are of the tables and columns that the file has, so that one of an earlier schema can be checked too.
"""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Final

from storage.engines import DatabaseError, place
from storage.row_copy import BATCH, Digest
from storage.sqlite_files import reading_uri
from storage.upgrade import CONTENTS_TABLE

_SCHEMA: Final = "schema"
_DEFINITIONS: Final = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"


def describe(path: Path) -> None:
    """Write into a SQLite file what it holds, and leave the file with no log or journal beside it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(
            f"CREATE TABLE {CONTENTS_TABLE} "
            "(name TEXT PRIMARY KEY, rows INTEGER NOT NULL, sha256 TEXT NOT NULL)"
        )
        held = [(name, digest.rows, digest.sha256) for name, digest in _digests(connection)]
        connection.execute("BEGIN")
        connection.executemany(f"INSERT INTO {CONTENTS_TABLE} VALUES (?, ?, ?)", held)
        connection.execute("COMMIT")
        connection.execute("PRAGMA journal_mode = DELETE")


def check(path: Path) -> None:
    """Raise DatabaseError unless a SQLite file says what it holds and holds that; it names what differs."""
    where = place(f"sqlite+aiosqlite:///{path}")
    with closing(sqlite3.connect(reading_uri(path), uri=True)) as connection:
        if CONTENTS_TABLE not in _tables(connection):
            raise DatabaseError(
                f"{where} is not a whole backup: it does not say what it holds. Restore a file that `backup` "
                "wrote; a copied database may lack what was in the -wal beside it. `move-database` carries "
                "over a whole one"
            )
        expected = _described(connection)
        found = {name: (digest.rows, digest.sha256) for name, digest in _digests(connection)}
        names = [
            name
            for name in {**expected, **found}
            if expected.get(name) != found.get(name) or not _is_sound(connection, name)
        ]
    if names:
        wrong = ", ".join(f"{name} ({_rows(found, name)} of {_rows(expected, name)} rows)" for name in names)
        raise DatabaseError(
            f"{where} is damaged: not as `backup` wrote it are {wrong}; restore another backup"
        )


def _described(connection: sqlite3.Connection) -> Mapping[str, tuple[int, str]]:
    rows = connection.execute(f"SELECT name, rows, sha256 FROM {CONTENTS_TABLE}")
    return {str(name): (rows, sha256) for name, rows, sha256 in rows}


def _digests(connection: sqlite3.Connection) -> Iterator[tuple[str, Digest]]:
    # What is no text any more is told apart from every text.
    connection.text_factory = lambda stored: stored.decode("utf-8", "surrogateescape")
    yield _SCHEMA, _digest(connection, _DEFINITIONS)
    for name in _tables(connection):
        if name != CONTENTS_TABLE:
            yield name, _digest(connection, f'SELECT * FROM "{name}" ORDER BY {_key(connection, name)}')


def _digest(connection: sqlite3.Connection, query: str) -> Digest:
    digest = Digest()
    try:
        cursor = connection.execute(query)
        while rows := cursor.fetchmany(BATCH):
            digest.add(rows)
    except sqlite3.DatabaseError:
        # Counted as far as it could be read, which differs from what was written.
        digest.add([("unreadable",)])
    return digest


def _is_sound(connection: sqlite3.Connection, table: str) -> bool:
    # Its indices also hold what its rows hold.
    if table == _SCHEMA:
        return True
    found: object = connection.execute(f'PRAGMA integrity_check("{table}")').fetchone()
    return found == ("ok",)


def _tables(connection: sqlite3.Connection) -> list[str]:
    # Also that of the numbers given; what SQLite notes for its planner is nobody's.
    rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    return [name for (name,) in rows if not name.startswith("sqlite_stat")]


def _key(connection: sqlite3.Connection, table: str) -> str:
    columns = connection.execute("SELECT name, pk FROM pragma_table_info(?) WHERE pk ORDER BY pk", (table,))
    return ", ".join(f'"{name}"' for name, _ in columns) or "rowid"


def _rows(held: Mapping[str, tuple[int, str]], name: str) -> int:
    return held[name][0] if name in held else 0
