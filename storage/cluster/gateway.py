"""What processes share about Discord's gateway: identify slots and registered commands."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.cluster.members import database_time
from storage.connection.database import Database
from storage.connection.upserts import insert_into, upsert
from storage.schema.cluster import identify_buckets, registered_commands

SPACING_SECONDS: Final = 5.25
"""Seconds between two sessions of a bucket: Discord wants 5, and a message takes a moment."""


class SqlIdentifySlots:
    """The `IdentifySlots` of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def reserve(self, bucket: int) -> float:
        """Reserve the next slot of that bucket; returns the seconds until then."""
        return await self._database.write(_reserve, bucket)


class SqlCommandStore:
    """The `CommandStore` of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def digest(self, application_id: int, guild_id: int) -> str | None:
        """The digest of what was registered last, for a server or (0) everywhere."""
        known = registered_commands.c
        query = select(known.digest).where(known.application_id == application_id, known.guild_id == guild_id)
        ((*rows,),) = await self._database.read(query)
        return rows[0].digest if rows else None

    async def registered(self, application_id: int, guild_id: int, digest: str) -> None:
        """Store the digest of what has been registered."""
        await self._database.write(_register, (application_id, guild_id, digest))

    async def forget(self) -> None:
        """Delete every digest, so that the commands are sent again."""
        await self._database.write(_forget, None)


async def _reserve(connection: AsyncConnection, buckets: Sequence[int]) -> Sequence[float]:
    dialect = connection.dialect.name
    now, next_at, waits = database_time(connection), identify_buckets.c.next_at, []
    latest = func.greatest if dialect == "postgresql" else func.max
    for bucket in buckets:
        row = insert_into(identify_buckets, dialect).values(bucket=bucket, next_at=now + SPACING_SECONDS)
        slot = row.on_conflict_do_update(
            index_elements=["bucket"], set_={"next_at": latest(next_at, now) + SPACING_SECONDS}
        )
        found = await connection.execute(slot.returning(next_at - SPACING_SECONDS - now))
        waits.append(max(0.0, found.scalar_one()))
    return waits


async def _forget(connection: AsyncConnection, asked: Sequence[None]) -> Sequence[None]:
    await connection.execute(delete(registered_commands))
    return asked


async def _register(connection: AsyncConnection, sent: Sequence[tuple[int, int, str]]) -> Sequence[None]:
    names = [column.name for column in registered_commands.columns]
    rows = [dict(zip(names, values, strict=True)) for values in sent]
    await upsert(connection, registered_commands, rows)
    return [None] * len(sent)
