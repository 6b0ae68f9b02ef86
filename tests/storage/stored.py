"""A database looked into, and brought to a revision, past the stores: both kinds in the same words."""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Inspector, MetaData, create_engine, insert, inspect, select, text
from sqlalchemy.ext.asyncio import create_async_engine

from storage.upgrade import VERSION_TABLE, alembic_config

_Result = TypeVar("_Result")

BEFORE = Path(__file__).parents[1] / "pinned" / "before.db"
"""A SQLite database at revision 0003, with tables of every game."""


class Stored:
    """The database at `url`, with whatever schema it has; a coroutine may use it as well, and waits."""

    def __init__(self, url: str) -> None:
        self.url = url

    def do(self, work: Callable[[Connection], _Result]) -> _Result:
        """What `work` makes of a connection, in a transaction of its own."""
        with ThreadPoolExecutor(1) as apart:
            return apart.submit(asyncio.run, self._do(work)).result()

    def execute(self, statement: str, *rows: dict[str, Any]) -> list[Any]:
        """Run it, once for each of `rows` if there are any, and return the rows it found."""

        def work(connection: Connection) -> list[Any]:
            found = connection.execute(text(statement), list(rows) or None)
            return list(found) if found.returns_rows else []

        return self.do(work)

    def upgrade(self, revision: str = "head") -> None:
        """Bring it up to this revision."""
        self.do(lambda connection: command.upgrade(configured(connection), revision))

    def downgrade(self, revision: str) -> None:
        """Bring it back to this revision."""
        self.do(lambda connection: command.downgrade(configured(connection), revision))

    def schema(self) -> dict[str, list[str]]:
        """What there is, as `schema_of` tells it."""
        return self.do(schema_of)

    def contents(self) -> dict[str, list[str]]:
        """Everything that is stored: the schema, and the rows of each table."""

        def work(connection: Connection) -> dict[str, list[str]]:
            names = inspect(connection).get_table_names()
            rows = {name: list(connection.execute(text(f"SELECT * FROM {name}"))) for name in names}
            stored = {f"rows of {name}": sorted(map(str, found)) for name, found in rows.items()}
            return schema_of(connection) | stored

        return self.do(work)

    def load_before(self) -> None:
        """Fill the database, in which nothing may be yet, with what `BEFORE` holds."""
        if self.url.startswith("sqlite"):
            Path(self.url.partition(":///")[2]).write_bytes(BEFORE.read_bytes())
            return
        with closing(sqlite3.connect(BEFORE)) as file:
            ((revision,),) = file.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchall()
        self.upgrade(revision)
        engine = create_engine(f"sqlite:///{BEFORE}")
        with engine.connect() as old:
            self.do(lambda new: _copy(old, new))
        engine.dispose()

    async def _do(self, work: Callable[[Connection], _Result]) -> _Result:
        engine = create_async_engine(self.url)
        try:
            async with engine.begin() as connection:
                return await connection.run_sync(work)
        finally:
            await engine.dispose()


def configured(connection: Connection) -> Config:
    """What Alembic's commands need to work through the connection."""
    config = alembic_config()
    config.attributes["connection"] = connection
    return config


def schema_of(connection: Connection, *, defaults: bool = True) -> dict[str, list[str]]:
    """Each table with its columns, keys and indices; without `defaults`, not those of the columns."""
    inspector = inspect(connection)
    return {
        name: [
            *sorted(map(_words, _columns(inspector, name, defaults))),
            _words(inspector.get_pk_constraint(name)),
            *sorted(map(_words, inspector.get_indexes(name))),
            *sorted(map(_words, inspector.get_foreign_keys(name))),
        ]
        for name in sorted(inspector.get_table_names())
    }


def _columns(inspector: Inspector, table: str, defaults: bool) -> list[dict[str, Any]]:
    columns = [dict(column) for column in inspector.get_columns(table)]
    return columns if defaults else [column | {"default": None} for column in columns]


def _words(reflected: object) -> str:
    if isinstance(reflected, dict):
        return str({name: _words(value) for name, value in reflected.items()})
    return str(reflected)


def _copy(old: Connection, new: Connection) -> None:
    # The types of the new database read what SQLite has kept as numbers and texts.
    there = MetaData()
    there.reflect(new)
    for table in there.sorted_tables:
        rows = [row._asdict() for row in old.execute(select(table))]
        if rows and table.name != VERSION_TABLE:
            new.execute(insert(table), rows)
    # Who is given an id goes on after those there are.
    new.execute(text("SELECT setval(pg_get_serial_sequence('tables', 'id'), (SELECT max(id) FROM tables))"))
