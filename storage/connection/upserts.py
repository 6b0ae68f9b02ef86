"""Inserts that replace or skip rows with the same key."""

from collections.abc import Collection, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Insert, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection


async def upsert(connection: AsyncConnection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    """Insert the rows, or replace those with the same primary key; of two for a key, the later counts."""
    await connection.execute(_statement(table, connection.dialect.name), list(rows))


async def mark(connection: AsyncConnection, table: Table, keys: Collection[int]) -> None:
    """Insert a row for each key that has none, into a table whose only column is its key."""
    (column,) = table.columns
    # In order, so that two processes cannot deadlock.
    rows = [{column.name: key} for key in sorted(set(keys))]
    if rows:
        await insert_new(connection, table, rows)


async def insert_new(connection: AsyncConnection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    """Insert the rows whose keys are new; rows that are there stay."""
    await connection.execute(_unless_there(table, connection.dialect.name), list(rows))


def insert_into(table: Table, dialect: str) -> postgresql.Insert | sqlite.Insert:
    """An INSERT of that dialect, which has ON CONFLICT."""
    return postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)


@cache
def _unless_there(table: Table, dialect: str) -> Insert:
    return insert_into(table, dialect).on_conflict_do_nothing()


@cache
def _statement(table: Table, dialect: str) -> Insert:
    # Both dialects have the same syntax in separate classes.
    statement = insert_into(table, dialect)
    key = [column.name for column in table.primary_key]
    rest = {
        column.name: statement.excluded[column.name] for column in table.columns if not column.primary_key
    }
    return statement.on_conflict_do_update(index_elements=key, set_=rest)
