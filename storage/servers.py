"""Stores servers' settings."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.state.preferences import ServerSettings
from storage.database import Database
from storage.lookups import Lookup
from storage.rows import server_settings_of, server_settings_row
from storage.schema import server_settings
from storage.upserts import upsert

_SETTINGS = Lookup(select(server_settings), server_settings.c.guild_id)


class SqlServerStore:
    """The `ServerStore` of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def server(self, guild_id: int) -> ServerSettings:
        rows = await self._database.look_up(_SETTINGS, guild_id)
        return server_settings_of(rows[0]) if rows else ServerSettings(guild_id)

    async def save_server(self, settings: ServerSettings) -> None:
        await self._database.write(_save, settings)


async def _save(connection: AsyncConnection, kept: Sequence[ServerSettings]) -> Sequence[None]:
    await upsert(connection, server_settings, [server_settings_row(settings) for settings in kept])
    return [None] * len(kept)
