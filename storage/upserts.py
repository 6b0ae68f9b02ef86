"""Insert, or replace what has the same key."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection


async def upsert(connection: AsyncConnection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    """Store the rows, each in place of the one with its primary key; of two for a key, the later."""
    # The same words in both, which SQLAlchemy keeps apart all the same.
    make = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    statement = make(table)
    key = [column.name for column in table.primary_key]
    rest = {
        column.name: statement.excluded[column.name] for column in table.columns if not column.primary_key
    }
    await connection.execute(statement.on_conflict_do_update(index_elements=key, set_=rest), list(rows))
