"""Rows on their way from one database to another: which, in what order, hashed and written."""

import hashlib
from collections.abc import AsyncGenerator, Sequence
from typing import Any, Final

from sqlalchemy import JSON, Column, Select, String, Table, Text, cast, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import cluster_schema, jobs_schema  # noqa: F401 - their tables belong to the schema
from storage.schema import metadata

CARRIED: Final = frozenset(
    {
        "analyses",
        "archived_logs",
        "blocks",
        "board_plays",
        "boards",
        "daily_boards",
        "daily_days",
        "daily_entries",
        "daily_scores",
        "erasure_secret",
        "erasures",
        "jobs",
        "hand_panels",
        "losses",
        "moves",
        "outcomes",
        "posts",
        "removals",
        "replays",
        "season_winners",
        "seated",
        "unsettled_sessions",
        "unsettled_tables",
        "server_settings",
        "session_boards",
        "session_messages",
        "session_people",
        "session_posts",
        "sessions",
        "table_messages",
        "tables",
        "turn_calls",
        "user_settings",
    }
)
"""The names of the tables that make up a store."""

LEFT_OUT: Final = frozenset(
    {
        "call_budget",
        "claims",
        "cluster",
        "editable_messages",
        "identify_buckets",
        "invalid_requests",
        "leases",
        "processes",
        "registered_commands",
    }
)
"""The names of those that belong to the processes running over a database, and end with them."""

BATCH: Final = 2000
"""Rows that are in memory at a time."""

Row = tuple[Any, ...]


class Digest:
    """The count and the SHA-256 of rows in the order of their key.

    A database gives back what it was given: booleans, numbers, texts and the text of JSON, each as Python's
    own value, so that the same rows have the same digest in SQLite and PostgreSQL.
    """

    def __init__(self) -> None:
        self.rows = 0
        self._hash = hashlib.sha256()

    def add(self, rows: Sequence[Row]) -> None:
        """Count and hash these too."""
        self.rows += len(rows)
        self._hash.update("".join([f"{row!a}\n" for row in rows]).encode("ascii"))

    @property
    def sha256(self) -> str:
        """Of all rows so far, in hexadecimal digits."""
        return self._hash.hexdigest()


def carried() -> list[Table]:
    """The tables that are carried over, each after those that its rows refer to."""
    return [table for table in metadata.sorted_tables if table.name in CARRIED]


def numbered() -> list[Table]:
    """Those whose rows get a number from the database, one that is never used again."""
    return [table for table in carried() if table.dialect_options["sqlite"]["autoincrement"]]


async def read(connection: AsyncConnection, table: Table) -> AsyncGenerator[list[Row], None]:
    """All rows of a table in the order of its key, some at a time."""
    statement = _in_order(table, connection.dialect.name)
    async with connection.stream(statement, execution_options={"yield_per": BATCH}) as result:
        async for part in result.partitions(BATCH):
            yield [tuple(row) for row in part]


async def count(connection: AsyncConnection, table: Table) -> int:
    """How many rows `read` gives."""
    found: int = (await connection.execute(select(func.count()).select_from(table))).scalar_one()
    return found


async def write(connection: AsyncConnection, table: Table, rows: Sequence[Row]) -> None:
    """Write rows as `read` gives them, in a transaction that has begun with another statement."""
    if connection.dialect.name == "postgresql":
        driver: Any = (await connection.get_raw_connection()).driver_connection
        columns = [column.name for column in table.columns]
        await driver.copy_records_to_table(table.name, records=rows, columns=columns)
    else:
        await connection.exec_driver_sql(str(insert(table).compile(dialect=connection.dialect)), list(rows))


async def last_number(connection: AsyncConnection, table: Table) -> int:
    """The last number that was given to a row of a table, of which nothing may be left."""
    if connection.dialect.name == "postgresql":
        name = await _sequence(connection, table)
        statement = text(f"SELECT last_value - CASE WHEN is_called THEN 0 ELSE 1 END FROM {name}")
        found = (await connection.execute(statement)).scalar_one()
    else:
        statement = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
        found = (await connection.execute(statement, {"name": table.name})).scalar_one_or_none()
    return int(found or 0)


async def highest_number(connection: AsyncConnection, table: Table) -> int:
    """The highest number that a row of a table has."""
    (key,) = table.primary_key.columns
    return int((await connection.execute(select(func.max(key)))).scalar_one() or 0)


async def go_on_after(connection: AsyncConnection, table: Table, number: int) -> None:
    """Let the database give the next row of a table the number after this one."""
    if connection.dialect.name == "postgresql":
        values = {"name": await _sequence(connection, table), "number": max(number, 1), "used": number > 0}
        # By another cast the driver would want a number for a regclass.
        statement = "SELECT setval(CAST(CAST(:name AS text) AS regclass), :number, :used)"
        await connection.execute(text(statement), values)
    else:
        await connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": table.name})
        await connection.execute(
            text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :number)"),
            {"name": table.name, "number": number},
        )


def _in_order(table: Table, dialect: str) -> Select[Any]:
    # PostgreSQL compares texts as the language of the database has it; SQLite, and the collation C, by bytes.
    by_bytes = dialect == "postgresql"
    key = [
        column.collate("C") if by_bytes and isinstance(column.type, String) else column
        for column in table.primary_key.columns
    ]
    columns = [_as_stored(column) for column in table.columns]
    return select(*columns).order_by(*key)


def _as_stored(column: Column[Any]) -> Any:
    # JSON is carried as the text it was stored as.
    return cast(column, Text).label(column.name) if isinstance(column.type, JSON) else column


async def _sequence(connection: AsyncConnection, table: Table) -> str:
    (key,) = table.primary_key.columns
    statement = text("SELECT pg_get_serial_sequence(:table, :column)")
    found: str = (await connection.execute(statement, {"table": table.name, "column": key.name})).scalar_one()
    return found
