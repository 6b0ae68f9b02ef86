"""Insert, or replace what has the same key."""

from collections.abc import Collection, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Insert, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection


async def upsert(connection: AsyncConnection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    """Store the rows, each in place of the one with its primary key; of two for a key, the later."""
    await connection.execute(_statement(table, connection.dialect.name), list(rows))


async def mark(connection: AsyncConnection, table: Table, keys: Collection[int]) -> None:
    """Store a row for each of those keys in a table that has nothing but a key, unless there is one."""
    (column,) = table.columns
    # In order, so that two processes cannot wait for each other.
    rows = [{column.name: key} for key in sorted(set(keys))]
    if rows:
        await insert_new(connection, table, rows)


async def insert_new(connection: AsyncConnection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    """Store the rows of which there is none with that key yet; those that are there stay as they are."""
    await connection.execute(_unless_there(table, connection.dialect.name), list(rows))


def insert_into(table: Table, dialect: str) -> postgresql.Insert | sqlite.Insert:
    """An insert that can say what happens where there is such a row already."""
    return postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)


@cache
def _unless_there(table: Table, dialect: str) -> Insert:
    return insert_into(table, dialect).on_conflict_do_nothing()


@cache
def _statement(table: Table, dialect: str) -> Insert:
    # The same words in both, which SQLAlchemy keeps apart all the same.
    statement = insert_into(table, dialect)
    key = [column.name for column in table.primary_key]
    rest = {
        column.name: statement.excluded[column.name] for column in table.columns if not column.primary_key
    }
    return statement.on_conflict_do_update(index_elements=key, set_=rest)
