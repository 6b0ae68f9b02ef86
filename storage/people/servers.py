"""Stores servers' settings."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import RowMapping, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.state.preferences import ServerSettings
from bot.tables.state.table import Posting
from storage.connection.database import SqlStore
from storage.connection.lookups import Lookup
from storage.connection.upserts import upsert
from storage.schema.people import server_settings

_SETTINGS = Lookup(select(server_settings), server_settings.c.guild_id)


class SqlServerStore(SqlStore):
    """The `ServerStore` of a database."""

    async def server(self, guild_id: int) -> ServerSettings:
        rows = await self._database.look_up(_SETTINGS, guild_id)
        return _settings_of(rows[0]) if rows else ServerSettings(guild_id)

    async def save_server(self, settings: ServerSettings) -> None:
        await self._database.write(_save, settings)


async def _save(connection: AsyncConnection, kept: Sequence[ServerSettings]) -> Sequence[None]:
    await upsert(connection, server_settings, [_settings_row(settings) for settings in kept])
    return [None] * len(kept)


def _settings_row(settings: ServerSettings) -> dict[str, Any]:
    row = {name: getattr(settings, name) for name in settings.__slots__}
    return row | {
        "channels": list(settings.channels),
        "posting": settings.posting.value,
        "options": {game: dict(options) for game, options in settings.options.items()},
        "levels": dict(settings.levels),
        "roles": list(settings.roles),
    }


def _settings_of(row: RowMapping) -> ServerSettings:
    lists = {name: tuple(row[name]) for name in ("channels", "roles")}
    return ServerSettings(**{**row, **lists, "posting": Posting(row["posting"])})
