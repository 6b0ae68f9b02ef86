"""What is asked of a database to see how it is."""

from sqlalchemy import func, literal, select

from storage.database import Database
from storage.schema import is_open, tables


async def ask_anything(database: Database) -> None:
    """Have the database answer. Raises what is wrong with it."""
    await database.read(select(literal(1)))


async def count_open_tables(database: Database) -> int:
    """How many tables are open, counted over an index that has no others."""
    (rows,) = await database.read(select(func.count()).select_from(tables).where(is_open))
    return int(rows[0][0])
