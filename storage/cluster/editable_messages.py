"""Stores the messages that can be edited with an interaction's token."""

from collections.abc import Sequence
from dataclasses import asdict
from functools import cache
from operator import itemgetter
from typing import Any, Final

from sqlalchemy import Insert, and_, bindparam, case, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.store.editable import UNKNOWN, EditableMessage
from storage.connection.batches import each
from storage.connection.database import SqlStore
from storage.connection.lookups import Lookup
from storage.connection.upserts import insert_into
from storage.schema.cluster import editable_messages as stored

_OF_TABLE = Lookup(select(stored).order_by(stored.c.interaction_id, stored.c.message_id), stored.c.table_id)

_TOGETHER: Final = 10_000 << 22
"""Presses whose ids differ by less, ten seconds, may have been answered in either order by two processes."""

_key = itemgetter(*(column.name for column in stored.primary_key))

_DROP = delete(stored).where(
    stored.c.table_id == bindparam("of_table"),
    stored.c.user_id == bindparam("of_user"),
    stored.c.message_id == bindparam("message"),
    stored.c.interaction_id <= bindparam("press"),
)


class SqlEditableStore(SqlStore):
    """The `EditableStore` of a database."""

    async def of_table(self, table_id: int) -> Sequence[EditableMessage]:
        return [_message_of(row) for row in await self._database.look_up(_OF_TABLE, table_id)]

    async def save(self, message: EditableMessage, process: int) -> None:
        await self._database.write_apart(_save, _row_of(message, process))

    async def drop(self, message: EditableMessage) -> None:
        await self._database.write_apart(_drop, message)

    async def take_over(self, user_id: int, message_id: int, press: int) -> Sequence[int]:
        return await self._database.write_apart(_take_over, (user_id, message_id, press))

    async def doubt(self, table_id: int) -> None:
        await self._database.write_apart(_doubt, table_id)

    async def forget(self, table_id: int) -> None:
        await self._database.write_apart(_forget, table_id)

    async def expiring_after(self, at: float, besides: int | None = None) -> Sequence[int]:
        query = select(stored.c.table_id).where(stored.c.expires > at)
        if besides is not None:
            query = query.where(stored.c.process_id != besides)
        (rows,) = await self._database.read(query.distinct().order_by(stored.c.table_id))
        return [row.table_id for row in rows]

    async def forget_expired(self, now: float) -> None:
        await self._database.write_apart(_forget_expired, now)


def _row_of(message: EditableMessage, process: int) -> dict[str, Any]:
    row = asdict(message)
    del row["elsewhere"]
    row["interaction_id"] = row.pop("press")
    return row | {"process_id": process}


def _message_of(row: Any) -> EditableMessage:
    fields = dict(row)
    del fields["process_id"]
    return EditableMessage(press=fields.pop("interaction_id"), elsewhere=True, **fields)


@cache
def _statement(dialect: str) -> Insert:
    statement: Any = insert_into(stored, dialect)
    given = statement.excluded
    later = given.interaction_id >= stored.c.interaction_id
    apart = given.interaction_id - stored.c.interaction_id
    elsewhere = given.process_id != stored.c.process_id
    in_doubt = or_(apart < 0, and_(elsewhere, apart > 0, apart < _TOGETHER))
    changed = {
        column.name: case((later, given[column.name]), else_=column)
        for column in stored.columns
        if not column.primary_key
    }
    changed["shown"] = case((in_doubt, UNKNOWN), (later, given.shown), else_=stored.c.shown)
    result: Insert = statement.on_conflict_do_update(index_elements=list(stored.primary_key), set_=changed)
    return result


async def _save(connection: AsyncConnection, rows: Sequence[dict[str, Any]]) -> Sequence[None]:
    await connection.execute(_statement(connection.dialect.name), sorted(rows, key=_key))
    return [None] * len(rows)


async def _drop(connection: AsyncConnection, gone: Sequence[EditableMessage]) -> Sequence[None]:
    keys = [
        {
            "of_table": message.table_id,
            "of_user": message.user_id,
            "message": message.message_id,
            "press": message.press,
        }
        for message in gone
    ]
    await connection.execute(_DROP, sorted(keys, key=itemgetter("of_table", "of_user", "message")))
    return [None] * len(gone)


@each
async def _take_over(connection: AsyncConnection, item: tuple[int, int, int]) -> Sequence[int]:
    user_id, message_id, press = item
    this = (stored.c.user_id == user_id, stored.c.message_id == message_id, stored.c.interaction_id < press)
    return (await connection.scalars(delete(stored).where(*this).returning(stored.c.table_id))).all()


async def _doubt(connection: AsyncConnection, ids: Sequence[int]) -> Sequence[None]:
    await connection.execute(update(stored).where(stored.c.table_id.in_(ids)).values(shown=UNKNOWN))
    return [None] * len(ids)


async def _forget(connection: AsyncConnection, ids: Sequence[int]) -> Sequence[None]:
    await connection.execute(delete(stored).where(stored.c.table_id.in_(ids)))
    return [None] * len(ids)


async def _forget_expired(connection: AsyncConnection, moments: Sequence[float]) -> Sequence[None]:
    await connection.execute(delete(stored).where(stored.c.expires <= max(moments)))
    return [None] * len(moments)
