"""Bringing a database to the schema the code knows, by the revisions in `storage/migrations`."""

import asyncio
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Final
from weakref import WeakKeyDictionary

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.rules.escaping import escaped, shortened
from storage import cluster_schema, jobs_schema  # noqa: F401 - their tables belong to the schema
from storage.engines import DatabaseError
from storage.schema import metadata

# Alembic keeps what it is at in globals, and a coroutine may be interrupted halfway.
_locks: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()

VERSION_TABLE: Final = "alembic_version"
"""Where Alembic notes the revision that a database is at."""

PGQUEUER_TABLES: Final = ("pgqueuer", "pgqueuer_log", "pgqueuer_schedules", "pgqueuer_statistics")
"""Tables that are not ours: where jobs wait in PostgreSQL."""

# Of all revisions, to tell a database of ours from another that Alembic looks after.
_OUR_TABLES = frozenset({"tables", "seated", "moves", "posts", "outcomes"})
_ENOUGH_TABLES = 3
_NAMED = 3

# Any number that nobody else uses for an advisory lock in this database: "CARD".
_LOCK_KEY = 0x43415244


def alembic_config() -> Config:
    """Where Alembic finds the revisions, from any working directory."""
    config = Config()
    scripts = str(Path(__file__).parent / "migrations")
    config.set_main_option("script_location", scripts.replace("%", "%%"))
    return config


async def upgrade(engine: AsyncEngine) -> str:
    """Bring the database up to date in one transaction, and return the revision it is at.

    Of several processes that try at once, one does it and the others find it done. Raises DatabaseError
    for a database of another program, a schema newer than the code or one that is not whole.
    """
    lock = _locks.setdefault(asyncio.get_running_loop(), asyncio.Lock())
    async with lock, engine.begin() as connection:
        return await connection.run_sync(_upgrade)


def refuse_foreign(tables: Collection[str], revisions: Collection[str]) -> None:
    """Raise DatabaseError unless a database with these tables, at these revisions, is Cardinal's or empty."""
    if set(tables) <= {VERSION_TABLE} and not revisions:
        return
    ours = len(_OUR_TABLES.intersection(tables)) >= _ENOUGH_TABLES
    if not ours or not revisions:
        others = [shortened(escaped(name)) for name in sorted(tables) if name != VERSION_TABLE]
        named = ", ".join(others[:_NAMED]) + (", …" if len(others) > _NAMED else "")
        raise DatabaseError(
            f"another program's database, with tables of its own ({named}); it is left as it was, "
            "and Cardinal needs another one"
        )
    for revision in revisions:
        if revision not in _revisions():
            raise DatabaseError(
                f"the database is at revision {shortened(escaped(revision))}, which this version of Cardinal "
                "does not know; a newer one made it"
            )


@cache
def _revisions() -> tuple[str, ...]:
    # All there are, the newest first.
    scripts = ScriptDirectory.from_config(alembic_config())
    return tuple(script.revision for script in scripts.walk_revisions())


def _upgrade(connection: Connection) -> str:
    # SQLite has locked the database by now, the transaction having begun IMMEDIATE.
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK_KEY})
    newest, tables = _revisions()[0], inspect(connection).get_table_names()
    current = MigrationContext.configure(connection).get_current_heads()
    refuse_foreign(tables, current)
    if current != (newest,):
        config = alembic_config()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    _check_schema(connection)
    # It is better to find out now than at the first move that nothing can be written.
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
    return newest


def _check_schema(connection: Connection) -> None:
    inspector = inspect(connection)
    there = set(inspector.get_table_names())
    wanted = (*metadata.tables, *(PGQUEUER_TABLES if connection.dialect.name == "postgresql" else ()))
    missing = [f"the table {name}" for name in wanted if name not in there]
    for name, table in metadata.tables.items():
        if name in there:
            columns = {column["name"] for column in inspector.get_columns(name)}
            missing += [f"the column {column}" for column in table.columns if column.name not in columns]
    if missing:
        raise DatabaseError(
            f"the database is not whole: it lacks {', '.join(missing)}; put back a copy of it that is"
        )
