"""Batched look-ups of rows by a key."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Column, RowMapping, Select, bindparam
from sqlalchemy.ext.asyncio import AsyncConnection


class Lookup:
    """A worker for `Database.look_up`: the rows of `query` that have a key in `column`, in its order."""

    def __init__(self, query: Select[Any], column: Column[int]) -> None:
        self._query = query.where(column.in_(bindparam("keys", expanding=True)))
        self._column = column

    async def __call__(
        self, connection: AsyncConnection, keys: Sequence[int]
    ) -> Sequence[Sequence[RowMapping]]:
        """The rows of each key."""
        found: dict[int, list[RowMapping]] = {key: [] for key in keys}
        rows = await connection.execute(self._query, {"keys": list(found)})
        for row in rows.mappings():
            found[row[self._column.name]].append(row)
        return [found[key] for key in keys]
