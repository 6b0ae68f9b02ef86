"""Posts owed to channels, and the messages that show tables and hands."""

from collections.abc import Sequence

from sqlalchemy import and_, bindparam, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.model import HandPanel, TableMessage
from bot.tables.posts import Post
from storage.database import Database
from storage.lookups import Lookup
from storage.rows import fields_of, post_of
from storage.schema import hand_panels, is_open, posts, table_messages, tables
from storage.upserts import upsert

_OWED = Lookup(
    select(posts).where(posts.c.message_id.is_(None)).order_by(posts.c.table_id, posts.c.number),
    posts.c.table_id,
)
_MESSAGES = Lookup(select(table_messages), table_messages.c.table_id)
_PANELS = Lookup(select(hand_panels).order_by(hand_panels.c.user_id), hand_panels.c.table_id)
_DELIVERED = (
    update(posts)
    .where(
        posts.c.table_id == bindparam("post_table"),
        posts.c.number == bindparam("post_number"),
        posts.c.message_id.is_(None),
    )
    .values(message_id=bindparam("message"), items=[], seats=[])
)


class SqlPostStore:
    """The `PostStore` of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def owed(self, table_id: int) -> Sequence[Post]:
        """The table's undelivered posts, oldest first."""
        return [post_of(row) for row in await self._database.look_up(_OWED, table_id)]

    async def delivered(self, post: Post, message_id: int) -> None:
        """The post stands in the channel; `message_id` 0 when it can never be sent.

        What was delivered before stays as it was.
        """
        await self._database.write(_deliver, (post.table_id, post.number, message_id))

    async def behind(self) -> Sequence[int]:
        """Ids of tables that owe posts or show an earlier version than theirs, open or not, and of
        open tables that have never been shown; the oldest first.
        """
        owing = select(posts.c.table_id).where(posts.c.message_id.is_(None))
        (rows,) = await self._database.read(
            select(tables.c.id)
            .outerjoin(table_messages, table_messages.c.table_id == tables.c.id)
            .where(
                or_(
                    table_messages.c.version < tables.c.version,
                    and_(table_messages.c.table_id.is_(None), is_open),
                    tables.c.id.in_(owing),
                )
            )
            .order_by(tables.c.id)
        )
        return [row.id for row in rows]

    async def table_message(self, table_id: int) -> TableMessage | None:
        """The message that shows the table."""
        rows = await self._database.look_up(_MESSAGES, table_id)
        return TableMessage(**rows[0]) if rows else None

    async def save_table_message(self, message: TableMessage) -> None:
        """Remember the table message, replacing the table's earlier one."""
        await self._database.write(_save_messages, message)

    async def ageing_table_messages(self, posted_before: float) -> Sequence[int]:
        """Ids of open tables whose message was posted before that time, the oldest message first."""
        (rows,) = await self._database.read(
            select(tables.c.id)
            .join(table_messages, table_messages.c.table_id == tables.c.id)
            .where(is_open, table_messages.c.posted_at < posted_before)
            .order_by(table_messages.c.posted_at, tables.c.id)
        )
        return [row.id for row in rows]

    async def hand_panels(self, table_id: int) -> Sequence[HandPanel]:
        """The hand panels sent by DM for a table, one a person at most."""
        return [HandPanel(**row) for row in await self._database.look_up(_PANELS, table_id)]

    async def save_hand_panel(self, panel: HandPanel) -> None:
        """Remember a hand panel, replacing that person's earlier one at the table."""
        await self._database.write(_save_panels, panel)


async def _deliver(connection: AsyncConnection, sent: Sequence[tuple[int, int, int]]) -> Sequence[None]:
    await connection.execute(
        _DELIVERED,
        [
            {"post_table": table_id, "post_number": number, "message": message_id}
            for table_id, number, message_id in sent
        ],
    )
    return [None] * len(sent)


async def _save_messages(connection: AsyncConnection, shown: Sequence[TableMessage]) -> Sequence[None]:
    await upsert(connection, table_messages, [fields_of(message) for message in shown])
    return [None] * len(shown)


async def _save_panels(connection: AsyncConnection, shown: Sequence[HandPanel]) -> Sequence[None]:
    await upsert(connection, hand_panels, [fields_of(panel) for panel in shown])
    return [None] * len(shown)
