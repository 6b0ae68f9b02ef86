"""Stores to copy: rows for every table with values that are hard to copy, and all that a store holds."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import JSON, Boolean, Column, Double, Table, insert, null, select

from storage.backup.row_copy import copied_tables
from storage.connection.database import DatabaseError, migrate
from storage.connection.engines import connect
from storage.schema.metadata import metadata

ROWS = 8
"""In each table, at least."""

_TEXTS = ("plain", "", "Änne ♠ 'x' \"y\" \\", "a\nb\tc", "𝄞 B a A ä", "Z", "z", "Z a")
_JSONS: tuple[Any, ...] = (
    [],
    {},
    {"b": 1, "a": [1.5, None, True, "♠ \u0000"]},
    [[]],
    "text",
    7,
    1.25,
    {"": "\\"},
)
_NUMBERS = (0, 1, -1, 2**31 - 1, -(2**31), 52, 7, 9)
_LARGE = (1_190_000_000_000_000_001, 0, -5, 2**63 - 1, -(2**63), 1, 2, 3)
_FLOATS = (0.0, 1_700_000_000.123456, -1.5, 1e-300, 1e300, 1 / 3, 2.0, 1_700_000_000.0)


Place = Callable[[str], str]
"""The URL of a new place for a database of that kind, `sqlite` or `postgresql`."""


async def contents(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """All rows, as the store's code reads them."""
    engines = connect(url)
    found = {}
    async with engines.reading.connect() as connection:
        for table in metadata.sorted_tables:
            rows = await connection.execute(select(table))
            found[table.name] = sorted([tuple(row) for row in rows], key=repr)
    await engines.dispose()
    return found


async def execute(url: str, *statements: Any) -> None:
    engines = connect(url)
    async with engines.writing.begin() as connection:
        for statement in statements:
            await connection.execute(statement)
    await engines.dispose()


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


async def copied(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """All rows that a copy of the store has too."""
    names = {table.name for table in copied_tables()}
    return {name: rows for name, rows in (await contents(url)).items() if name in names}


async def fails(doing: Awaitable[object], said: str | None = None) -> None:
    """What is awaited must end in a DatabaseError that says so."""
    with pytest.raises(DatabaseError, match=said):
        await doing


def quiet(line: str) -> None:
    """Tell nobody."""


async def fill(url: str) -> None:
    """Migrate a database and write `ROWS` rows into every table of the store, which is empty."""
    await migrate(url)
    engines = connect(url)
    async with engines.writing.begin() as connection:
        for table in copied_tables():
            await connection.execute(insert(table), [_row(table, number) for number in range(ROWS)])
    await engines.dispose()


def _row(table: Table, number: int) -> dict[str, Any]:
    return {column.name: _value(table, column, number) for column in table.columns}


def _value(table: Table, column: Column[Any], number: int) -> Any:
    if column.foreign_keys or (table.dialect_options["sqlite"]["autoincrement"] and column.primary_key):
        return number + 1
    kind, length = column.type, getattr(column.type, "length", None)
    if column.nullable and number % 3 == 2:
        return null() if isinstance(kind, JSON) else None
    if isinstance(kind, JSON):
        return _JSONS[number]
    if isinstance(kind, Boolean):
        return number % 2 == 0
    if isinstance(kind, Double):
        return _FLOATS[number]
    if kind.python_type is int:
        large = str(kind) == "BIGINT"
        return (_LARGE if large else _NUMBERS)[number] if not _is_unique(column) else 1000 - number
    if kind.python_type is bytes:
        return bytes(range(number))
    return _TEXTS[number][: length or None]


def _is_unique(column: Column[Any]) -> bool:
    return bool(column.unique) or column.name == "channel_id"
