"""Queries for health checks and metrics."""

from sqlalchemy import func, literal, select

from storage.connection.database import Database
from storage.schema.tables import is_open, tables


async def ask_anything(database: Database) -> None:
    """Run a trivial query. Raises whatever the database raises."""
    await database.read(select(literal(1)))


async def count_open_tables(database: Database) -> int:
    """The number of open tables, counted from their index."""
    (rows,) = await database.read(select(func.count()).select_from(tables).where(is_open))
    return int(rows[0][0])
