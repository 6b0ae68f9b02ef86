"""Stores clubs."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.community.clubs.club import Club
from bot.duplicate.sessions.session import Session
from bot.tables.state.table import Table
from storage.connection.batches import each
from storage.connection.database import SqlStore
from storage.conversion import converter
from storage.duplicate.sessions import insert_session
from storage.schema.clubs import clubs
from storage.tables.rows import Row
from storage.tables.store import insert_table


class SqlClubStore(SqlStore):
    """The `ClubStore` of a database."""

    async def add(self, club: Club) -> Club:
        return await self._database.write(_add, club)

    async def of_server(self, guild_id: int) -> Sequence[Club]:
        return await self._clubs(clubs.c.guild_id == guild_id)

    async def due(self, now: float) -> Sequence[Club]:
        return await self._clubs(clubs.c.deadline <= now)

    async def replace(self, after: Club, subject: Session | Table | None = None) -> Club | None:
        try:
            return await self._database.write(_replace, (after, subject))
        except IntegrityError:
            # Somebody else has just opened a session there.
            return None

    async def _clubs(self, which: ColumnElement[bool]) -> Sequence[Club]:
        query = select(clubs).where(which).order_by(clubs.c.starts_at, clubs.c.id)
        (rows,) = await self._database.read(query)
        return [converter().structure(dict(row._mapping), Club) for row in rows]


def _row(club: Club) -> Row:
    row: Row = converter().unstructure(club)
    del row["id"]
    return row | {"deadline": club.deadline}


@each
async def _add(connection: AsyncConnection, club: Club) -> Club:
    result = await connection.execute(insert(clubs).values(_row(club)))
    (key,) = result.inserted_primary_key or (0,)
    return replace(club, id=key)


@each
async def _replace(connection: AsyncConnection, item: tuple[Club, Any]) -> Club | None:
    club, subject = item
    after = replace(club, version=club.version + 1)
    # The club first: of two processes the second one waits here, and finds another version.
    before = (clubs.c.id == club.id, clubs.c.version == club.version)
    locked = await connection.execute(select(clubs.c.id).where(*before).with_for_update())
    if locked.first() is None:
        return None
    if subject is not None:
        put = insert_table if isinstance(subject, Table) else insert_session
        stored = await put(connection, subject)
        if stored is None:
            return None
        after = replace(after, subject_id=stored.id)
    await connection.execute(update(clubs).where(clubs.c.id == after.id).values(_row(after)))
    return after
