"""Stores who has which server's role for winners."""

from collections.abc import Sequence
from dataclasses import asdict

from sqlalchemy import case, delete, or_, select, union, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.community.titles import Holder
from storage.connection.batches import each
from storage.connection.database import SqlStore
from storage.connection.upserts import insert_new
from storage.schema.people import role_holders, server_settings, user_settings


class SqlTitleStore(SqlStore):
    """The `TitleStore` of a database."""

    async def due(self, season: int) -> Sequence[int]:
        server, holder = server_settings.c, role_holders.c
        to_give = select(server.guild_id).where(server.winner_role != 0, server.winner_season < season)
        hidden = select(user_settings.c.user_id).where(user_settings.c.hidden.is_(True))
        # Subqueries, for a join could begin with all servers.
        named, refused = (
            select(value).where(server.guild_id == holder.guild_id).scalar_subquery()
            for value in (server.winner_role, case((server.winner_refused, server.winner_season), else_=0))
        )
        to_take = select(holder.guild_id).where(
            or_(holder.role_id != named, holder.user_id.in_(hidden)), refused < season
        )
        (rows,) = await self._database.read(union(to_give, to_take))
        return [row.guild_id for row in rows]

    async def holders(self, *, guild_id: int | None = None, user_id: int | None = None) -> Sequence[Holder]:
        wanted = {"guild_id": guild_id, "user_id": user_id}
        these = [role_holders.c[name] == value for name, value in wanted.items() if value is not None]
        (rows,) = await self._database.read(select(role_holders).where(*these))
        return [Holder(**row._mapping) for row in rows]

    async def keep(self, holder: Holder) -> None:
        await self._database.write(_keep, holder)

    async def drop(self, holder: Holder) -> None:
        await self._database.write(_drop, holder)

    async def done(self, guild_id: int, role_id: int, season: int, *, refused: bool) -> None:
        await self._database.write(_done, (guild_id, role_id, season, refused))


async def _keep(connection: AsyncConnection, holders: Sequence[Holder]) -> Sequence[None]:
    await insert_new(connection, role_holders, [asdict(holder) for holder in holders])
    return [None] * len(holders)


@each
async def _drop(connection: AsyncConnection, holder: Holder) -> None:
    this = [role_holders.c[name] == value for name, value in asdict(holder).items()]
    await connection.execute(delete(role_holders).where(*this))


@each
async def _done(connection: AsyncConnection, item: tuple[int, int, int, bool]) -> None:
    guild_id, role_id, season, refused = item
    same = (server_settings.c.guild_id == guild_id, server_settings.c.winner_role == role_id)
    values = {"winner_season": season, "winner_refused": refused}
    await connection.execute(update(server_settings).where(*same).values(**values))
