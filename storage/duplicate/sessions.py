"""Stores sessions of Duplicate, and the posts they owe."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sqlalchemy import ColumnElement, bindparam, delete, insert, literal, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.duplicate.sessions.items import SessionPost
from bot.duplicate.sessions.ports import SessionChange, SessionMessage
from bot.duplicate.sessions.session import Session
from storage.connection.batches import each
from storage.connection.database import Database, SqlStore
from storage.connection.lookups import Lookup
from storage.connection.upserts import mark, upsert
from storage.duplicate.session_rows import (
    board_at_table_row,
    people_of,
    session_of,
    session_post_of,
    session_post_row,
    session_row,
)
from storage.results.achievements import enter_achieved
from storage.schema.duplicate import (
    session_boards,
    session_is_open,
    session_messages,
    session_people,
    session_posts,
    sessions,
    unsettled_sessions,
)
from storage.tables.versioned import VersionedRows, lock_rows, which_hold

_UPDATE = (
    update(sessions)
    .where(sessions.c.id == bindparam("changed_id"))
    .values({column.name: bindparam(column.name) for column in sessions.columns if column.name != "id"})
)
_SESSIONS = Lookup(select(sessions), sessions.c.id)
_BOARDS = Lookup(
    select(session_boards).order_by(
        session_boards.c.session_id, session_boards.c.board, session_boards.c.place
    ),
    session_boards.c.session_id,
)
_OWED = Lookup(
    select(session_posts)
    .where(session_posts.c.message_id.is_(None))
    .order_by(session_posts.c.session_id, session_posts.c.number),
    session_posts.c.session_id,
)
_MESSAGES = Lookup(select(session_messages), session_messages.c.session_id)


def _is_behind() -> ColumnElement[bool]:
    owing = select(literal(1)).where(
        session_posts.c.session_id == sessions.c.id, session_posts.c.message_id.is_(None)
    )
    return or_(
        session_messages.c.version < sessions.c.version,
        session_messages.c.session_id.is_(None) & session_is_open,
        owing.limit(1).correlate(sessions).scalar_subquery().is_not(None),
    )


_SHOWN = sessions.outerjoin(session_messages, session_messages.c.session_id == sessions.c.id)
_BEHIND = (
    select(sessions.c.id)
    .select_from(
        unsettled_sessions.join(sessions, sessions.c.id == unsettled_sessions.c.session_id).outerjoin(
            session_messages, session_messages.c.session_id == sessions.c.id
        )
    )
    .where(_is_behind())
    .order_by(unsettled_sessions.c.session_id)
)
_SETTLE = delete(unsettled_sessions).where(
    unsettled_sessions.c.session_id == bindparam("settled"),
    select(sessions.c.id)
    .select_from(_SHOWN)
    .where(sessions.c.id == bindparam("settled"), _is_behind())
    .scalar_subquery()
    .is_(None),
)


class SqlSessionStore(VersionedRows):
    """The `SessionStore` of a database."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, sessions)

    async def create(self, session: Session) -> Session | None:
        try:
            return await self._database.write(_create, session)
        except IntegrityError:
            # Another process was quicker.
            return None

    async def load(self, session_id: int) -> Session | None:
        return await self._database.look_up(_load, session_id)

    async def commit(self, change: SessionChange) -> bool:
        return await self._database.write(_commit, change)

    async def open_sessions(
        self, *, guild_id: int | None = None, channel_id: int | None = None, user_id: int | None = None
    ) -> Sequence[int]:
        query = select(sessions.c.id).where(session_is_open).order_by(sessions.c.id.desc())
        if guild_id is not None:
            query = query.where(sessions.c.guild_id == guild_id)
        if channel_id is not None:
            query = query.where(sessions.c.channel_id == channel_id)
        if user_id is not None:
            theirs = select(session_people.c.session_id).where(session_people.c.user_id == user_id)
            query = query.where(sessions.c.id.in_(theirs))
        (rows,) = await self._database.read(query)
        return [row.id for row in rows]

    async def latest(self, channel_id: int) -> int | None:
        query = select(sessions.c.id).where(sessions.c.channel_id == channel_id)
        (rows,) = await self._database.read(query.order_by(sessions.c.id.desc()).limit(1))
        return next((row.id for row in rows), None)

    async def wake(self, session_id: int, at: float | None) -> None:
        await self._database.write(_wake, (session_id, at))

    async def due(self, now: float | None = None) -> Sequence[int]:
        query = select(sessions.c.id).order_by(sessions.c.deadline, sessions.c.id)
        query = query.where(sessions.c.deadline.is_not(None) if now is None else sessions.c.deadline <= now)
        (rows,) = await self._database.read(query)
        return [row.id for row in rows]


class SqlSessionPostStore(SqlStore):
    """The `SessionPostStore` of a database."""

    async def owed(self, session_id: int) -> Sequence[SessionPost]:
        return [session_post_of(row) for row in await self._database.look_up(_OWED, session_id)]

    async def delivered(self, post: SessionPost, message_id: int) -> None:
        await self._database.write(_deliver, (post.session_id, post.number, message_id))

    async def behind(self) -> Sequence[int]:
        (rows,) = await self._database.read(_BEHIND)
        return [row.id for row in rows]

    async def give_up(self, session_id: int) -> None:
        await self._database.write(_give_up, session_id)

    async def message(self, session_id: int) -> SessionMessage | None:
        rows = await self._database.look_up(_MESSAGES, session_id)
        return SessionMessage(**rows[0]) if rows else None

    async def save_message(self, message: SessionMessage) -> None:
        await self._database.write(_save_messages, message)


async def insert_session(connection: AsyncConnection, session: Session) -> Session | None:
    """Store a new session (its `id` is ignored) and return it with its id; None if there is an open one in
    the channel. Raises IntegrityError if another process opens one there at the same moment."""
    open_here = select(sessions.c.id).where(session_is_open, sessions.c.channel_id == session.channel_id)
    if (await connection.execute(open_here)).first() is not None:
        return None
    result = await connection.execute(insert(sessions).values(session_row(session)))
    (key,) = result.inserted_primary_key or (0,)
    stored = replace(session, id=key)
    await mark(connection, unsettled_sessions, [key])
    await _enter(connection, stored)
    return stored


_create = each(insert_session)


async def _load(connection: AsyncConnection, ids: Sequence[int]) -> Sequence[Session | None]:
    found = await _SESSIONS(connection, ids)
    boards = await _BOARDS(connection, ids)
    return [session_of(rows[0], dealt) if rows else None for rows, dealt in zip(found, boards, strict=True)]


async def _commit(connection: AsyncConnection, changes: Sequence[SessionChange]) -> Sequence[bool]:
    stored = await lock_rows(connection, sessions, (change.session.id for change in changes))
    verdicts = which_hold(stored, ((one.session.id, one.expected, one.session.version) for one in changes))
    held = [change for change, holds in zip(changes, verdicts, strict=True) if holds]
    for change in held:
        session = change.session
        await connection.execute(_UPDATE, session_row(session) | {"changed_id": session.id})
        if change.dealt:
            rows = [board_at_table_row(session.id, one) for one in change.dealt]
            await upsert(connection, session_boards, rows)
        if change.posts:
            await connection.execute(insert(session_posts), [session_post_row(post) for post in change.posts])
        await _enter(connection, session)
        await enter_achieved(connection, change.achieved)
    await mark(connection, unsettled_sessions, {change.session.id for change in held})
    return verdicts


async def _settle(connection: AsyncConnection, ids: Iterable[int]) -> None:
    # Sessions that owe nothing any more.
    await connection.execute(_SETTLE, [{"settled": session_id} for session_id in sorted(set(ids))])


async def _enter(connection: AsyncConnection, session: Session) -> None:
    of_this = session_people.c.session_id == session.id
    found = await connection.execute(select(session_people.c.user_id).where(of_this))
    before, after = {row.user_id for row in found}, people_of(session)
    if gone := before - after:
        await connection.execute(delete(session_people).where(of_this, session_people.c.user_id.in_(gone)))
    if new := after - before:
        rows = [{"session_id": session.id, "user_id": user_id} for user_id in sorted(new)]
        await connection.execute(insert(session_people), rows)


@each
async def _wake(connection: AsyncConnection, item: tuple[int, float | None]) -> None:
    session_id, at = item
    await connection.execute(update(sessions).where(sessions.c.id == session_id).values(deadline=at))


async def _deliver(connection: AsyncConnection, sent: Sequence[tuple[int, int, int]]) -> Sequence[None]:
    for session_id, number, message_id in sent:
        await connection.execute(
            update(session_posts)
            .where(
                session_posts.c.session_id == session_id,
                session_posts.c.number == number,
                session_posts.c.message_id.is_(None),
            )
            .values(message_id=message_id, items=[])
        )
    await _settle(connection, (session_id for session_id, _, _ in sent))
    return [None] * len(sent)


async def _give_up(connection: AsyncConnection, ids: Sequence[int]) -> Sequence[None]:
    await connection.execute(
        update(session_posts)
        .where(session_posts.c.session_id.in_(ids), session_posts.c.message_id.is_(None))
        .values(message_id=0, items=[])
    )
    version = select(sessions.c.version).where(sessions.c.id == session_messages.c.session_id)
    await connection.execute(
        update(session_messages)
        .where(session_messages.c.session_id.in_(ids))
        .values(version=version.scalar_subquery())
    )
    await _settle(connection, ids)
    return [None] * len(ids)


async def _save_messages(connection: AsyncConnection, shown: Sequence[SessionMessage]) -> Sequence[None]:
    rows = [{name: getattr(message, name) for name in message.__slots__} for message in shown]
    await upsert(connection, session_messages, rows)
    await mark(connection, unsettled_sessions, {message.session_id for message in shown})
    await _settle(connection, (message.session_id for message in shown))
    return [None] * len(shown)
