"""Reads and writes the rows of a store, alike on SQLite and PostgreSQL."""

import hashlib
from collections.abc import AsyncGenerator, Sequence
from typing import Any, Final

from sqlalchemy import JSON, Column, String, Table, Text, cast, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.schema.cluster import EPHEMERAL
from storage.schema.metadata import metadata

BATCH: Final = 2000  # rows that are in memory at a time

Row = tuple[Any, ...]


class Digest:
    """Counts rows, and hashes them in the order of their key with SHA-256.

    Both databases return booleans, numbers, texts and the text of JSON as the same Python values, so the same
    rows have the same digest.
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
        """The hash so far, in hexadecimal digits."""
        return self._hash.hexdigest()


def copied_tables() -> list[Table]:
    """The tables of a store, each after those that its rows refer to."""
    return [table for table in metadata.sorted_tables if table not in EPHEMERAL]


async def read_rows(connection: AsyncConnection, table: Table) -> AsyncGenerator[list[Row], None]:
    """All rows of a table in the order of its key, some at a time."""
    # PostgreSQL sorts texts by the language of the database; SQLite, and the collation C, by bytes.
    by_bytes = connection.dialect.name == "postgresql"
    key = [
        column.collate("C") if by_bytes and isinstance(column.type, String) else column
        for column in table.primary_key.columns
    ]
    statement = select(*map(_as_stored, table.columns)).order_by(*key)
    async with connection.stream(statement, execution_options={"yield_per": BATCH}) as result:
        async for part in result.partitions(BATCH):
            yield [tuple(row) for row in part]


async def write_rows(connection: AsyncConnection, table: Table, rows: Sequence[Row]) -> None:
    """Write rows as `read_rows` gives them, in a transaction that has begun."""
    if connection.dialect.name == "postgresql":
        driver: Any = (await connection.get_raw_connection()).driver_connection
        columns = [column.name for column in table.columns]
        await driver.copy_records_to_table(table.name, records=rows, columns=columns)
    else:
        await connection.exec_driver_sql(str(insert(table).compile(dialect=connection.dialect)), list(rows))


async def copy_last_numbers(source: AsyncConnection, target: AsyncConnection) -> None:
    """Let the target number new rows as the source would, which never uses a number again."""
    for table in copied_tables():
        if table.dialect_options["sqlite"]["autoincrement"]:
            (key,) = table.primary_key.columns
            highest = await target.scalar(select(func.max(key))) or 0
            await _go_on_after(target, table, max(await _last_number(source, table), highest))


async def _last_number(connection: AsyncConnection, table: Table) -> int:
    if connection.dialect.name == "postgresql":
        name = await _sequence(connection, table)
        statement = text(f"SELECT last_value - CASE WHEN is_called THEN 0 ELSE 1 END FROM {name}")
    else:
        statement = text("SELECT seq FROM sqlite_sequence WHERE name = :name").bindparams(name=table.name)
    return int(await connection.scalar(statement) or 0)


async def _go_on_after(connection: AsyncConnection, table: Table, number: int) -> None:
    if connection.dialect.name == "postgresql":
        values = {"name": await _sequence(connection, table), "number": max(number, 1), "used": number > 0}
        # By another cast the driver would want a number for a regclass.
        statement = "SELECT setval(CAST(CAST(:name AS text) AS regclass), :number, :used)"
        await connection.execute(text(statement), values)
    else:
        row = {"name": table.name, "number": number}
        await connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), row)
        await connection.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :number)"), row)


async def _sequence(connection: AsyncConnection, table: Table) -> str:
    (key,) = table.primary_key.columns
    names = {"table": table.name, "column": key.name}
    return str(await connection.scalar(text("SELECT pg_get_serial_sequence(:table, :column)"), names))


def _as_stored(column: Column[Any]) -> Any:
    # JSON is copied as the text it was stored as.
    return cast(column, Text).label(column.name) if isinstance(column.type, JSON) else column
