"""Stores people's moments of hands."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.state.moments import Moment
from bot.tables.state.outcomes import Chair
from storage.connection.database import SqlStore
from storage.connection.upserts import upsert
from storage.schema.results import hand_moments, replays


class SqlMomentStore(SqlStore):
    """The `MomentStore` of a database."""

    async def moments(self, table_id: int, hand: int, user_id: int) -> Sequence[Moment] | None:
        (rows,) = await self._database.read(
            select(hand_moments.c.moments).where(
                hand_moments.c.table_id == table_id,
                hand_moments.c.hand == hand,
                hand_moments.c.user_id == user_id,
            )
        )
        if not rows:
            return None
        return [Moment(**kept | {"better": tuple(kept["better"])}) for kept in rows[0].moments]

    async def save_moments(
        self, table_id: int, hand: int, user_id: int, at: float, moments: Sequence[Moment]
    ) -> None:
        found = [asdict(moment) for moment in moments]
        row = {"table_id": table_id, "hand": hand, "user_id": user_id, "at": at, "moments": found}
        await self._database.write(_save, row)

    async def players(self, table_id: int, hand: int) -> Sequence[Chair]:
        (rows,) = await self._database.read(
            select(replays.c.chairs).where(replays.c.table_id == table_id, replays.c.hand == hand).limit(1)
        )
        return rows[0].chairs if rows else []


async def _save(connection: AsyncConnection, rows: Sequence[dict[str, Any]]) -> Sequence[None]:
    await upsert(connection, hand_moments, rows)
    return [None] * len(rows)
