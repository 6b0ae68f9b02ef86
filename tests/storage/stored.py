"""Looks into a database of either kind past the stores."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from alembic.config import Config
from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import create_async_engine

from storage.connection.upgrade import alembic_config

_Result = TypeVar("_Result")


class Stored:
    """The database at `url`, with whatever schema it has; a coroutine may use it as well, and waits."""

    def __init__(self, url: str) -> None:
        self.url = url

    def do(self, work: Callable[[Connection], _Result]) -> _Result:
        with ThreadPoolExecutor(1) as apart:
            return apart.submit(asyncio.run, self._do(work)).result()

    def execute(self, statement: str, *rows: dict[str, Any]) -> list[Any]:
        """Run it, once for each of `rows` if there are any, and return the rows it found."""

        def work(connection: Connection) -> list[Any]:
            found = connection.execute(text(statement), list(rows) or None)
            return list(found) if found.returns_rows else []

        return self.do(work)

    def schema(self) -> dict[str, list[str]]:
        """What there is, as `schema_of` tells it."""
        return self.do(schema_of)

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


def schema_of(connection: Connection) -> dict[str, list[str]]:
    """Each table with its columns, keys and indices."""
    inspector = inspect(connection)
    return {
        name: [
            *sorted(map(_words, inspector.get_columns(name))),
            _words(inspector.get_pk_constraint(name)),
            *sorted(map(_words, inspector.get_indexes(name))),
            *sorted(map(_words, inspector.get_foreign_keys(name))),
        ]
        for name in sorted(inspector.get_table_names())
    }


def _words(reflected: object) -> str:
    if isinstance(reflected, dict):
        return str({name: _words(value) for name, value in reflected.items()})
    return str(reflected)
