"""What a backup says of itself: how many rows each of its tables has, and their SHA-256.

They are of the tables and columns in the file, so that a backup of an older version can be checked too.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

from storage.backup.row_copy import BATCH, Digest
from storage.connection.sqlite_files import reading_uri
from storage.connection.upgrade import CONTENTS_TABLE
from storage.connection.urls import DatabaseError, safe_name


def describe(path: Path) -> None:
    """Write into a SQLite file what it holds."""
    with closing(sqlite3.connect(path)) as connection, connection:
        held = _digests(connection)
        connection.execute(
            f"CREATE TABLE {CONTENTS_TABLE} "
            "(name TEXT PRIMARY KEY, rows INTEGER NOT NULL, sha256 TEXT NOT NULL)"
        )
        rows = [(name, *found) for name, found in held.items()]
        connection.executemany(f"INSERT INTO {CONTENTS_TABLE} VALUES (?, ?, ?)", rows)


def check(path: Path) -> None:
    """Raise DatabaseError unless a SQLite file says what it holds and holds that; it names what differs."""
    where = safe_name(f"sqlite+aiosqlite:///{path}")
    with closing(sqlite3.connect(reading_uri(path), uri=True)) as connection:
        if CONTENTS_TABLE not in _tables(connection):
            raise DatabaseError(
                f"{where} is not a whole backup: it does not say what it holds. Restore a file that `backup` "
                "wrote; a copied database may lack what was in the -wal beside it. `move-database` copies a "
                "whole one"
            )
        rows = connection.execute(f"SELECT name, rows, sha256 FROM {CONTENTS_TABLE}")
        expected = {str(name): (count, sha256) for name, count, sha256 in rows}
        found = _digests(connection)
        wrong = [
            f"{name} ({found.get(name, (0,))[0]} of {expected.get(name, (0,))[0]} rows)"
            for name in {**expected, **found}
            if expected.get(name) != found.get(name) or not _is_sound(connection, name)
        ]
    if wrong:
        raise DatabaseError(
            f"{where} is damaged: not as `backup` wrote it are {', '.join(wrong)}; restore another backup"
        )


def _digests(connection: sqlite3.Connection) -> dict[str, tuple[int, str]]:
    # What is no text any more is told apart from every text.
    connection.text_factory = lambda stored: stored.decode("utf-8", "surrogateescape")
    found = {}
    for name in _tables(connection):
        if name != CONTENTS_TABLE:
            digest = Digest()
            try:
                rows = connection.execute(f'SELECT * FROM "{name}" ORDER BY {_key(connection, name)}')
                while part := rows.fetchmany(BATCH):
                    digest.add(part)
            except sqlite3.DatabaseError:
                # Counted as far as it could be read, which differs from what was written.
                digest.add([("unreadable",)])
            found[name] = (digest.rows, digest.sha256)
    return found


def _is_sound(connection: sqlite3.Connection, table: str) -> bool:
    # Its indices also hold what its rows hold.
    found: object = connection.execute(f'PRAGMA integrity_check("{table}")').fetchone()
    return found == ("ok",)


def _tables(connection: sqlite3.Connection) -> list[str]:
    # Also that of the numbers given; what SQLite notes for its planner is nobody's.
    rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    return [name for (name,) in rows if not name.startswith("sqlite_stat")]


def _key(connection: sqlite3.Connection, table: str) -> str:
    columns = connection.execute("SELECT name FROM pragma_table_info(?) WHERE pk ORDER BY pk", (table,))
    return ", ".join(f'"{name}"' for (name,) in columns) or "rowid"
