"""Stores owed posts, table messages, hand panels, and messages to delete."""

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import (
    BigInteger,
    Case,
    ColumnElement,
    Double,
    Integer,
    Table,
    and_,
    bindparam,
    case,
    delete,
    literal,
    null,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.state.messages import HandPanel, PanelState, Removal, TableMessage
from bot.tables.state.posts import Invitation, PlayersCalled, Post
from bot.tables.state.table import Posting
from storage.connection.batches import each
from storage.connection.database import SqlStore
from storage.connection.lookups import Lookup
from storage.connection.upserts import insert_into, mark, upsert
from storage.conversion import converter
from storage.schema.tables import (
    hand_panels,
    is_live,
    is_open,
    posts,
    removals,
    seated,
    table_messages,
    tables,
    turn_calls,
    unsettled_tables,
)
from storage.tables.rows import Row, post_of

_OWED = Lookup(
    select(posts).where(posts.c.message_id.is_(None)).order_by(posts.c.table_id, posts.c.number),
    posts.c.table_id,
)
_MESSAGES = Lookup(select(table_messages), table_messages.c.table_id)
_PANELS = Lookup(select(hand_panels).order_by(hand_panels.c.user_id), hand_panels.c.table_id)
_REMOVALS = Lookup(select(removals).order_by(removals.c.message_id), removals.c.table_id)
_AT_ONCE = 600
AT_REST = (PanelState.OVER.value, PanelState.GONE.value, PanelState.ASIDE.value)
_DELIVERED = (
    update(posts)
    .where(
        posts.c.table_id == bindparam("post_table"),
        posts.c.number == bindparam("post_number"),
        posts.c.message_id.is_(None),
    )
    .values(message_id=bindparam("message"), items=[], seats=[])
)


def _any(*where: ColumnElement[bool]) -> ColumnElement[bool]:
    # One look-up by key a table: for EXISTS or IN, a planner may scan all rows.
    return select(literal(1)).where(*where).limit(1).correlate(tables).scalar_subquery().is_not(None)


def _message(column: ColumnElement[Any]) -> ColumnElement[Any]:
    return select(column).where(table_messages.c.table_id == tables.c.id).correlate(tables).scalar_subquery()


_SHOWN = _message(table_messages.c.version)
_POSTED_AT = _message(table_messages.c.posted_at)
_IS_BEHIND = or_(
    tables.c.version > _SHOWN,
    and_(_SHOWN.is_(None), is_open, tables.c.posting != Posting.PANELS.value),
    _any(posts.c.table_id == tables.c.id, posts.c.message_id.is_(None)),
    _any(removals.c.table_id == tables.c.id),
    and_(~is_open, _any(hand_panels.c.table_id == tables.c.id, hand_panels.c.state.not_in(AT_REST))),
    and_(~is_open, _any(turn_calls.c.table_id == tables.c.id)),
)
_BEHIND = (
    select(tables.c.id)
    .join(unsettled_tables, unsettled_tables.c.table_id == tables.c.id)
    .where(_IS_BEHIND)
    .order_by(unsettled_tables.c.table_id)
)
_SETTLED = delete(unsettled_tables).where(
    unsettled_tables.c.table_id == bindparam("settled_table"),
    select(tables.c.id)
    .where(
        tables.c.id == bindparam("settled_table"),
        or_(tables.c.version != bindparam("settled_version"), _IS_BEHIND),
    )
    .scalar_subquery()
    .is_(None),
)
_AGEING = (
    select(tables.c.id)
    .where(is_live, bindparam("posted_before", type_=Double()) > _POSTED_AT)
    .order_by(_POSTED_AT, tables.c.id)
)


class SqlPostStore(SqlStore):
    """The `PostStore` of a database."""

    async def owed(self, table_id: int) -> Sequence[Post]:
        return [post_of(row) for row in await self._database.look_up(_OWED, table_id)]

    async def delivered(self, post: Post, message_id: int) -> None:
        await self._database.write(_deliver, (post.table_id, post.number, message_id))

    async def behind(self) -> Sequence[int]:
        (rows,) = await self._database.read(_BEHIND)
        return [row.id for row in rows]

    async def unsettled(self, after: int = 0) -> Sequence[int]:
        (rows,) = await self._database.read(
            select(unsettled_tables.c.table_id)
            .where(unsettled_tables.c.table_id > after)
            .order_by(unsettled_tables.c.table_id)
            .limit(_AT_ONCE)
        )
        return [row.table_id for row in rows]

    async def settled(self, table_id: int, version: int) -> None:
        await self._database.write(_settle, (table_id, version))

    async def doubt(self, table_id: int) -> None:
        await self._database.write(_doubt, table_id)

    async def give_up(self, table_id: int) -> None:
        await self._database.write(_give_up, table_id)

    async def table_message(self, table_id: int) -> TableMessage | None:
        rows = await self._database.look_up(_MESSAGES, table_id)
        return TableMessage(**rows[0]) if rows else None

    async def save_table_message(self, message: TableMessage) -> None:
        await self._database.write(_save_messages, message)

    async def ageing_table_messages(self, posted_before: float) -> Sequence[int]:
        (rows,) = await self._database.read(_AGEING.params(posted_before=posted_before))
        return [row.id for row in rows]

    async def hand_panels(self, table_id: int) -> Sequence[HandPanel]:
        return [
            converter().structure(row, HandPanel) for row in await self._database.look_up(_PANELS, table_id)
        ]

    async def save_hand_panel(self, panel: HandPanel) -> None:
        await self._database.write(_save_panels, panel)

    async def removals(self, table_id: int) -> Sequence[Removal]:
        return [Removal(**row) for row in await self._database.look_up(_REMOVALS, table_id)]

    async def removed(self, removal: Removal) -> None:
        await self._database.write(_removed, removal)


async def _deliver(connection: AsyncConnection, sent: Sequence[tuple[int, int, int]]) -> Sequence[None]:
    await connection.execute(
        _DELIVERED,
        [
            {"post_table": table_id, "post_number": number, "message": message_id}
            for table_id, number, message_id in sent
        ],
    )
    return [None] * len(sent)


async def unsettle(connection: AsyncConnection, ids: Collection[int]) -> None:
    """Mark tables as changed, so that the publisher looks at them."""
    await mark(connection, unsettled_tables, ids)


async def _settle(connection: AsyncConnection, found: Sequence[tuple[int, int]]) -> Sequence[None]:
    await connection.execute(
        _SETTLED, [{"settled_table": table_id, "settled_version": version} for table_id, version in found]
    )
    return [None] * len(found)


async def _save_messages(connection: AsyncConnection, shown: Sequence[TableMessage]) -> Sequence[None]:
    await unsettle(connection, [message.table_id for message in shown])
    for message in shown:
        row = converter().unstructure(message)
        if not await _drawn_anew(connection, table_messages, row):
            await _replace(connection, table_messages, row, user_id=None)
    return [None] * len(shown)


@each
async def _save_panels(connection: AsyncConnection, panel: HandPanel) -> None:
    await unsettle(connection, [panel.table_id])
    row = converter().unstructure(panel)
    if not await _drawn_anew(connection, hand_panels, row) and await _known_at(connection, panel):
        await _replace(connection, hand_panels, row, user_id=panel.user_id)


async def _drawn_anew(connection: AsyncConnection, stored: Table, row: Row) -> bool:
    """Update the row if its message is the stored one."""
    same = [column == row[column.name] for column in (*stored.primary_key, stored.c.message_id)]
    return (await connection.execute(update(stored).where(*same).values(row))).rowcount > 0


async def _known_at(connection: AsyncConnection, panel: HandPanel) -> bool:
    """Whether the person sits there or has a panel; not so if they have just been erased."""
    for there in (seated, hand_panels):
        this = (there.c.table_id == panel.table_id, there.c.user_id == panel.user_id)
        if (await connection.execute(select(there.c.user_id).where(*this))).first():
            return True
    return False


async def _replace(connection: AsyncConnection, stored: Table, row: Row, *, user_id: int | None) -> None:
    """Store the row. If it replaces a row with another message, that message is to be deleted.

    A table message of an earlier deal, or in another channel, shows a hand that is kept.
    """
    table_id, message_id = row["table_id"], row["message_id"]
    old = select(
        stored.c.table_id,
        stored.c.message_id,
        stored.c.channel_id,
        null() if user_id is None else literal(user_id, BigInteger()),
        literal(0, Integer()) if user_id is not None else _hand_shown(row),
    ).where(stored.c.table_id == table_id, stored.c.message_id.not_in([0, message_id]))
    if user_id is not None:
        old = old.where(stored.c.user_id == user_id)
    names = ["table_id", "message_id", "channel_id", "user_id", "hand"]
    replaced = insert_into(removals, connection.dialect.name).from_select(names, old)
    await connection.execute(replaced.on_conflict_do_nothing())
    await connection.execute(
        delete(removals).where(removals.c.table_id == table_id, removals.c.message_id == message_id)
    )
    await upsert(connection, stored, [row])


def _hand_shown(row: Row) -> Case[int]:
    old = table_messages.c
    replaced = or_(old.deal < row["deal"], old.channel_id != row["channel_id"])
    return case((replaced, old.deal), else_=literal(0, Integer()))


@each
async def _removed(connection: AsyncConnection, removal: Removal) -> None:
    await connection.execute(
        delete(removals).where(
            removals.c.table_id == removal.table_id, removals.c.message_id == removal.message_id
        )
    )


async def end_calls(connection: AsyncConnection, ids: Collection[int]) -> None:
    """Delete posts that call for players at these tables; those still owed are not sent."""
    calls = [posts.c.table_id.in_(ids), posts.c.kind.in_((PlayersCalled.tag, Invitation.tag))]
    sent = (
        select(posts.c.table_id, posts.c.message_id, tables.c.channel_id, literal(0, Integer()))
        .join(tables, tables.c.id == posts.c.table_id)
        .where(*calls, posts.c.message_id != 0)
    )
    names = ["table_id", "message_id", "channel_id", "hand"]
    removed = insert_into(removals, connection.dialect.name).from_select(names, sent)
    await connection.execute(removed.on_conflict_do_nothing())
    await connection.execute(update(posts).where(*calls).values(message_id=0, items=[], seats=[]))


async def _doubt(connection: AsyncConnection, ids: Sequence[int]) -> Sequence[None]:
    await unsettle(connection, ids)
    for shown in (table_messages, hand_panels):
        await connection.execute(update(shown).where(shown.c.table_id.in_(ids)).values(version=0))
    return [None] * len(ids)


async def _give_up(connection: AsyncConnection, ids: Sequence[int]) -> Sequence[None]:
    await connection.execute(
        update(posts)
        .where(posts.c.table_id.in_(ids), posts.c.message_id.is_(None))
        .values(message_id=0, items=[], seats=[])
    )
    await connection.execute(
        delete(removals).where(removals.c.table_id.in_(ids), removals.c.user_id.is_(None))
    )
    version = select(tables.c.version).where(tables.c.id == table_messages.c.table_id).scalar_subquery()
    await connection.execute(
        update(table_messages).where(table_messages.c.table_id.in_(ids)).values(version=version)
    )
    return [None] * len(ids)
