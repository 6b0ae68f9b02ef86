"""Stores the messages that call people for their turns."""

from collections.abc import Sequence

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.state.messages import TurnCall
from storage.connection.batches import each
from storage.connection.database import SqlStore
from storage.connection.lookups import Lookup
from storage.connection.upserts import upsert
from storage.conversion import converter
from storage.schema.tables import seated, turn_calls
from storage.tables.posts import unsettle

_CALLS = Lookup(select(turn_calls).order_by(turn_calls.c.user_id), turn_calls.c.table_id)


class SqlCallStore(SqlStore):
    """The `CallStore` of a database."""

    async def turn_calls(self, table_id: int) -> Sequence[TurnCall]:
        return [TurnCall(**row) for row in await self._database.look_up(_CALLS, table_id)]

    async def save_turn_call(self, call: TurnCall) -> None:
        await self._database.write(_save, call)

    async def call_ended(self, call: TurnCall) -> None:
        await self._database.write(_end, call)


@each
async def _save(connection: AsyncConnection, call: TurnCall) -> None:
    # Not for somebody who has just been erased.
    there = select(seated.c.user_id).where(
        seated.c.table_id == call.table_id, seated.c.user_id == call.user_id
    )
    if (await connection.execute(there)).first():
        await unsettle(connection, [call.table_id])
        await upsert(connection, turn_calls, [converter().unstructure(call)])


@each
async def _end(connection: AsyncConnection, call: TurnCall) -> None:
    await connection.execute(
        delete(turn_calls).where(
            turn_calls.c.table_id == call.table_id,
            turn_calls.c.user_id == call.user_id,
            turn_calls.c.message_id == call.message_id,
        )
    )
