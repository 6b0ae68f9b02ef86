"""How a database goes about a query."""

from sqlalchemy import Executable, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql import ClauseElement

from storage.connection.database import Database


async def plan_of(database: Database, kind: str, query: ClauseElement | str) -> list[str]:
    """The steps of the plan; PostgreSQL's as if its tables were large: small ones it would read whole."""
    words: object = query
    if not isinstance(query, str):
        dialect = sqlite.dialect() if kind == "sqlite" else postgresql.dialect()
        words = query.compile(dialect=dialect, compile_kwargs={"literal_binds": True})
    if kind == "sqlite":
        (rows,) = await database.read(text(f"EXPLAIN QUERY PLAN {words}"))
        return [row.detail for row in rows]
    large: Executable = text("SELECT set_config('enable_seqscan', 'off', true)")
    _, rows = await database.read(large, text(f"EXPLAIN {words}"))
    return [row[0].strip() for row in rows]
