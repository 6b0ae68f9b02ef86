"""What processes share about Discord's gateway: identify slots and registered commands."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.cluster.members import database_time
from storage.connection.batches import each
from storage.connection.database import SqlStore
from storage.connection.upserts import insert_into, upsert
from storage.schema.cluster import identify_buckets, registered_commands

SPACING_SECONDS: Final = 5.25  # between two sessions of a bucket: Discord wants 5, a message takes a moment


class SqlIdentifySlots(SqlStore):
    """The `IdentifySlots` of a database."""

    async def reserve(self, bucket: int) -> float:
        return await self._database.write(_reserve, bucket)


class SqlCommandStore(SqlStore):
    """The `CommandStore` of a database."""

    async def digest(self, application_id: int, guild_id: int) -> str | None:
        known = registered_commands.c
        query = select(known.digest).where(known.application_id == application_id, known.guild_id == guild_id)
        ((*rows,),) = await self._database.read(query)
        return rows[0].digest if rows else None

    async def registered(self, application_id: int, guild_id: int, digest: str) -> None:
        await self._database.write(_register, (application_id, guild_id, digest))

    async def forget(self) -> None:
        """Delete every digest, so that the commands are sent again."""
        await self._database.write(_forget, None)


@each
async def _reserve(connection: AsyncConnection, bucket: int) -> float:
    dialect = connection.dialect.name
    now, next_at = database_time(connection), identify_buckets.c.next_at
    latest = func.greatest if dialect == "postgresql" else func.max
    row = insert_into(identify_buckets, dialect).values(bucket=bucket, next_at=now + SPACING_SECONDS)
    slot = row.on_conflict_do_update(
        index_elements=["bucket"], set_={"next_at": latest(next_at, now) + SPACING_SECONDS}
    )
    wait: float = (await connection.execute(slot.returning(next_at - SPACING_SECONDS - now))).scalar_one()
    return max(0.0, wait)


async def _forget(connection: AsyncConnection, asked: Sequence[None]) -> Sequence[None]:
    await connection.execute(delete(registered_commands))
    return asked


async def _register(connection: AsyncConnection, sent: Sequence[tuple[int, int, str]]) -> Sequence[None]:
    names = [column.name for column in registered_commands.columns]
    rows = [dict(zip(names, values, strict=True)) for values in sent]
    await upsert(connection, registered_commands, rows)
    return [None] * len(sent)
