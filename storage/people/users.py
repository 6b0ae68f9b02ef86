"""Stores people's settings and blocks."""

from collections.abc import Sequence

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.state.preferences import UserSettings
from storage.connection.batches import each
from storage.connection.database import SqlStore
from storage.connection.lookups import Lookup
from storage.connection.upserts import upsert
from storage.conversion import converter
from storage.people.pseudonyms import SECRET, for_table, pseudonym
from storage.schema.people import blocks, user_settings

_SETTINGS = Lookup(select(user_settings), user_settings.c.user_id)
_BLOCKED = Lookup(select(blocks).order_by(blocks.c.blocked_id), blocks.c.user_id)
_BLOCKING = Lookup(select(blocks).order_by(blocks.c.user_id), blocks.c.blocked_id)


class SqlUserStore(SqlStore):
    """The `UserStore` of a database."""

    async def settings(self, user_id: int) -> UserSettings:
        rows = await self._database.look_up(_SETTINGS, user_id)
        return converter().structure(rows[0], UserSettings) if rows else UserSettings(user_id)

    async def save_settings(self, settings: UserSettings) -> None:
        await self._database.write(_save_settings, settings)

    async def blocked_by(self, user_id: int) -> Sequence[int]:
        rows = await self._database.look_up(_BLOCKED, user_id)
        return [row["blocked_id"] for row in rows]

    async def blocking(self, user_id: int) -> Sequence[int]:
        rows = await self._database.look_up(_BLOCKING, user_id)
        return [row["user_id"] for row in rows]

    async def pseudonym(self, table_id: int, user_id: int) -> int | None:
        (rows,) = await self._database.read(SECRET)
        return pseudonym(rows[0].secret, for_table(table_id), user_id) if rows else None

    async def set_blocked(self, user_id: int, blocked_id: int, *, blocked: bool) -> None:
        await self._database.write(_set_blocked, (user_id, blocked_id, blocked))


async def _save_settings(connection: AsyncConnection, kept: Sequence[UserSettings]) -> Sequence[None]:
    await upsert(connection, user_settings, [converter().unstructure(settings) for settings in kept])
    return [None] * len(kept)


@each
async def _set_blocked(connection: AsyncConnection, item: tuple[int, int, bool]) -> None:
    user_id, blocked_id, blocked = item
    pair = (blocks.c.user_id == user_id, blocks.c.blocked_id == blocked_id)
    await connection.execute(delete(blocks).where(*pair))
    if blocked:
        await connection.execute(insert(blocks).values(user_id=user_id, blocked_id=blocked_id))
