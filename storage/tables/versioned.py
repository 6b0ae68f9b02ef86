"""Optimistic locking by version, for the stores of tables and sessions."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Row, Select, Table, bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.connection.database import Database
from storage.connection.lookups import Lookup

# Both databases accept some 32,000 parameters in a statement.
_MOST_KEYS = 10_000


class VersionedRows:
    """The rows of one table with the columns `id`, `guild_id` and `version`."""

    def __init__(self, database: Database, rows: Table) -> None:
        self._database = database
        self._rows = rows
        self._versions = Lookup(select(rows.c.id, rows.c.version), rows.c.id)

    async def version(self, key: int) -> int | None:
        found = await self._database.look_up(self._versions, key)
        return found[0]["version"] if found else None

    async def guilds_of(self, keys: Collection[int]) -> Mapping[int, int]:
        ids = list(keys)
        pages = [ids[start : start + _MOST_KEYS] for start in range(0, len(ids), _MOST_KEYS)]
        query = select(self._rows.c.id, self._rows.c.guild_id)
        found = await self._database.read(*(query.where(self._rows.c.id.in_(page)) for page in pages))
        return {row.id: row.guild_id for page in found for row in page}


async def lock_rows(connection: AsyncConnection, rows: Table, keys: Iterable[int]) -> Sequence[Row[Any]]:
    """The id and version of those rows, locked until the transaction ends."""
    return (await connection.execute(_locking(rows), {"keys": list(set(keys))})).all()


@cache
def _locking(rows: Table) -> Select[tuple[int, int]]:
    # In the order of ids, so that two processes cannot deadlock.
    these = rows.c.id.in_(bindparam("keys", expanding=True))
    return select(rows.c.id, rows.c.version).where(these).order_by(rows.c.id).with_for_update(key_share=True)


def which_hold(stored: Sequence[Row[Any]], changes: Iterable[tuple[int, int, int]]) -> Sequence[bool]:
    """Whether each change holds, given as its row's id, the version it expects and the version it makes."""
    versions = {row.id: row.version for row in stored}
    verdicts = []
    for key, expected, version in changes:
        verdicts.append(versions.get(key) == expected)
        if verdicts[-1]:
            versions[key] = version
    return verdicts
