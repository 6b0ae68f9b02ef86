"""Stores servers' settings."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.state.preferences import ServerSettings
from storage.connection.database import SqlStore
from storage.connection.lookups import Lookup
from storage.connection.upserts import upsert
from storage.conversion import converter
from storage.schema.people import server_settings

_SETTINGS = Lookup(select(server_settings), server_settings.c.guild_id)


class SqlServerStore(SqlStore):
    """The `ServerStore` of a database."""

    async def server(self, guild_id: int) -> ServerSettings:
        rows = await self._database.look_up(_SETTINGS, guild_id)
        return converter().structure(rows[0], ServerSettings) if rows else ServerSettings(guild_id)

    async def save_server(self, settings: ServerSettings) -> None:
        await self._database.write(_save, settings)


async def _save(connection: AsyncConnection, kept: Sequence[ServerSettings]) -> Sequence[None]:
    await upsert(connection, server_settings, [converter().unstructure(settings) for settings in kept])
    return [None] * len(kept)
