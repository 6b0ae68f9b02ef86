"""Migrates a database to the schema the code knows, by the revisions in `storage/migrations`.

A database stores its revision, and beside it the oldest revision whose code may still work on it. So a
process with older code can be started after a migration, as in a rolling upgrade.
"""

import asyncio
import re
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.rules.escaping import escaped, shortened
from storage.connection.failures import is_passing
from storage.connection.urls import DatabaseError
from storage.schema.metadata import metadata

# Alembic brings Mako and Pygments: only a process that has something to migrate loads it.
if TYPE_CHECKING:
    from alembic.config import Config

# Alembic keeps its state in globals, and coroutines interleave.
_locks: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()

VERSION_TABLE: Final = "alembic_version"  # Alembic's table with the revision of a database
OLDEST_CODE: Final = "oldest_code"  # its other column: the oldest revision whose code may still work on it
CONTENTS_TABLE: Final = "backup_contents"  # a table only a backup has: rows and digests of the others
MOVING_LOCK: Final = 0x4341524D  # the advisory lock of whoever copies a PostgreSQL store: "CARM"

# Tables of every revision, to tell our databases from others that Alembic migrates.
_OUR_TABLES = frozenset({"tables", "seated", "moves", "posts", "outcomes"})
_ENOUGH_TABLES = 3
_TRIES = 3
_NAMED = 3

# Revisions are `v0001` and so on; those from before 1.0.0 had no letter.
_BEFORE_1_0 = re.compile(r"\d{4}")

# The advisory lock of whoever migrates a PostgreSQL database: "CARD".
_LOCK_KEY = 0x43415244

_MIGRATIONS = Path(__file__).parents[1] / "migrations"


def alembic_config() -> "Config":
    """Where Alembic finds the revisions, from any working directory."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    return config


async def upgrade(engine: AsyncEngine, *, rolling: bool = False) -> str:
    """Bring the database up to date in one transaction, and return the revision it is at.

    Of several processes that try at once, one does it and the others find it done. If `rolling`, a newer
    schema in PostgreSQL that the code may work on is left as it is. Raises DatabaseError for a database of
    another program, any other newer schema, or one that is not whole.
    """
    lock = _locks.setdefault(asyncio.get_running_loop(), asyncio.Lock())
    for again in reversed(range(_TRIES)):
        try:
            async with lock, engine.begin() as connection:
                return await connection.run_sync(upgrade_within, rolling=rolling)
        except DBAPIError as error:
            # Processes that play may lock tables in another order.
            if not (again and is_passing(error)):
                raise
    raise AssertionError("unreachable")


def upgrade_within(connection: Connection, *, rolling: bool = False) -> str:
    """Like `upgrade`, in a transaction that has begun."""
    # On SQLite, the transaction has begun IMMEDIATE and holds the database's lock.
    if connection.dialect.name == "postgresql":
        # Whoever copies the database holds this lock, and may take it here too.
        free = text("SELECT pg_try_advisory_xact_lock_shared(:key)")
        if not connection.execute(free, {"key": MOVING_LOCK}).scalar_one():
            raise DatabaseError("`move-database` or `restore` is copying the database; wait for its end")
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK_KEY})
    tables = inspect(connection).get_table_names()
    current = stored_revisions(connection)
    # A SQLite file has one process, so no old one runs beside a new one.
    rolling = rolling and connection.dialect.name == "postgresql"
    refuse_foreign(tables, current, oldest_code(connection) if rolling else None)
    newer = bool(current) and current[0] not in _revisions()
    if not newer:
        if current != (newest_revision(),) or oldest_code(connection) is None:
            _run_revisions(connection)
        # A backup that is used as a store is no backup any more.
        connection.execute(text(f"DROP TABLE IF EXISTS {CONTENTS_TABLE}"))
    _check_schema(connection)
    # Find out now, not at the first move, if the database is read-only.
    connection.execute(text(f"UPDATE {VERSION_TABLE} SET {OLDEST_CODE} = {OLDEST_CODE}"))
    return current[0] if newer else newest_revision()


def stored_revisions(connection: Connection) -> tuple[str, ...]:
    """The revisions a database says it is at: one of ours is at one, an empty one at none."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return ()
    return tuple(connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalars())


def newest_revision() -> str:
    """The revision of the schema the code knows."""
    return _revisions()[0]


def oldest_code(connection: Connection) -> str | None:
    """The oldest revision whose code may work on the database; None if it is not stored."""
    inspector = inspect(connection)
    if not inspector.has_table(VERSION_TABLE):
        return None
    if OLDEST_CODE not in {column["name"] for column in inspector.get_columns(VERSION_TABLE)}:
        return None
    return connection.execute(text(f"SELECT {OLDEST_CODE} FROM {VERSION_TABLE}")).scalar()


def refuse_foreign(tables: Collection[str], revisions: Collection[str], oldest: str | None = None) -> None:
    """Raise DatabaseError unless a database with these tables, at these revisions, is Cardinal's or empty.

    `oldest` is the oldest revision whose code may work on it, where a newer one is taken at all.
    """
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
        if _BEFORE_1_0.fullmatch(revision):
            raise DatabaseError(
                "the database is from before Cardinal 1.0.0, which this version cannot read; begin with an "
                "empty one"
            )
        if revision not in _revisions() and oldest not in _revisions():
            raise DatabaseError(
                f"the database is at revision {shortened(escaped(revision))}, which this version of Cardinal "
                "does not know; a newer one made it"
            )


@cache
def _revisions() -> tuple[str, ...]:
    # The newest first; `tools.revision` names the file of v0042 `r0042_…`.
    files = sorted((_MIGRATIONS / "versions").glob("r*.py"), reverse=True)
    return tuple("v" + file.name[1:].partition("_")[0] for file in files)


def _run_revisions(connection: Connection) -> None:
    from alembic import command
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    config = alembic_config()
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise DatabaseError(f"the database cannot be migrated: {shortened(escaped(str(error)))}") from error
    if OLDEST_CODE not in {column["name"] for column in inspect(connection).get_columns(VERSION_TABLE)}:
        connection.execute(text(f"ALTER TABLE {VERSION_TABLE} ADD COLUMN {OLDEST_CODE} VARCHAR(32)"))
    scripts = ScriptDirectory.from_config(config).walk_revisions()
    oldest = next(found for script in scripts if (found := getattr(script.module, OLDEST_CODE, None)))
    connection.execute(text(f"UPDATE {VERSION_TABLE} SET {OLDEST_CODE} = '{oldest}'"))


def _check_schema(connection: Connection) -> None:
    found = inspect(connection).get_multi_columns()
    there = {name: {column["name"] for column in columns} for (_, name), columns in found.items()}
    missing = [f"the table {name}" for name in metadata.tables if name not in there]
    for name, table in metadata.tables.items():
        if name in there:
            missing += [f"the column {column}" for column in table.columns if column.name not in there[name]]
    if missing:
        raise DatabaseError(
            f"the database is not whole: it lacks {', '.join(missing)}; put back a copy of it that is"
        )
