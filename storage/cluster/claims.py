"""Who answers which interaction."""

from collections.abc import Sequence

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.connection.database import SqlStore
from storage.connection.upserts import insert_new
from storage.schema.cluster import claims


class SqlClaimStore(SqlStore):
    """The `ClaimStore` of a database."""

    async def claim(self, interaction_id: int, process: int) -> int:
        return await self._database.write_apart(_claim, (interaction_id, process))

    async def forget(self, before: int) -> None:
        await self._database.write_apart(_forget, before)


async def _claim(connection: AsyncConnection, claimed: Sequence[tuple[int, int]]) -> Sequence[int]:
    # In the same order everywhere, so that processes cannot deadlock.
    rows = [{"interaction_id": key, "process_id": process} for key, process in sorted(claimed)]
    await insert_new(connection, claims, rows)
    keys = [key for key, _ in claimed]
    found = await connection.execute(select(claims).where(claims.c.interaction_id.in_(keys)))
    holders = {row.interaction_id: row.process_id for row in found}
    return [holders[key] for key in keys]


async def _forget(connection: AsyncConnection, moments: Sequence[int]) -> Sequence[None]:
    await connection.execute(delete(claims).where(claims.c.interaction_id < max(moments)))
    return [None] * len(moments)
