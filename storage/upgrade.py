"""Bringing a database to the schema the code knows, by the revisions in `storage/migrations`."""

import asyncio
from pathlib import Path
from weakref import WeakKeyDictionary

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

from storage.engines import DatabaseError

# Alembic keeps what it is at in globals, and a coroutine may be interrupted halfway.
_locks: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()

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
    for a schema newer than the code.
    """
    lock = _locks.setdefault(asyncio.get_running_loop(), asyncio.Lock())
    async with lock, engine.begin() as connection:
        return await connection.run_sync(_upgrade)


def _upgrade(connection: Connection) -> str:
    # SQLite has locked the database by now, the transaction having begun IMMEDIATE.
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK_KEY})
    config = alembic_config()
    scripts = ScriptDirectory.from_config(config)
    known = {script.revision for script in scripts.walk_revisions()}
    for revision in MigrationContext.configure(connection).get_current_heads():
        if revision not in known:
            raise DatabaseError(
                f"the database is at revision {revision}, which this version of Cardinal does not know; "
                "a newer one made it"
            )
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    # It is better to find out now than at the first move that nothing can be written.
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
    return str(scripts.get_current_head())
