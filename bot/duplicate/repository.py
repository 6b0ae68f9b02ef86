"""The sessions: one lock a session, and transactions that hold or leave everything as it was."""

from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

from bot.duplicate.items import SessionItem, SessionPost
from bot.duplicate.ports import SessionChange, SessionStore
from bot.duplicate.session import BoardAtTable, Entry, Session
from bot.subscribers import Subscribers
from bot.tables.state.chairs import Person
from bot.tables.state.errors import TableError
from bot.tables.store.locks import Locks
from bot.tables.store.ports import Clock, Ownership
from bot.tables.store.recent import Recent
from bot.tables.store.transaction import Conflict

_KEPT = 100
"""How many sessions stay in memory."""


@dataclass(frozen=True, slots=True)
class SessionCommitted:
    """A transaction has held: the session before it (None: it is new) and as it is stored now, and what it
    owes its channel for that."""

    before: Session | None
    session: Session
    posts: tuple[SessionPost, ...] = ()


class SessionTransaction:
    """Collects what is to be changed in a session; get one from `SessionRepository`."""

    def __init__(self, before: Session, now: float) -> None:
        self.before = before
        self.session = before
        self.now = now
        self._items: list[SessionItem] = []
        self._changed: dict[tuple[int, int], BoardAtTable] = {}

    # The fields are those of `Session`, each of its own type.
    def set(self, **fields: Any) -> None:
        """Change fields of the session's row."""
        self.session = replace(self.session, **fields)

    def put(self, entry: Entry) -> None:
        """Let that entry stand in place of the one with its number, or after all others."""
        others = [one for one in self.session.entries if one.number != entry.number]
        self.set(entries=tuple(sorted((*others, entry), key=lambda one: one.number)))

    def drop(self, entry: Entry) -> None:
        """Take out an entry that has played nothing."""
        self.set(entries=tuple(one for one in self.session.entries if one.number != entry.number))

    def play(self, one: BoardAtTable) -> None:
        """Let that board at a table stand as it is given."""
        self._changed[one.key] = one
        self.set(dealt={**self.session.dealt, one.key: one})

    def post(self, *items: SessionItem) -> None:
        """Owe the channel news of that; what one transaction brings goes out together."""
        self._items += items

    def finish(self) -> SessionChange | None:
        """Everything collected, as one change of the store; None if nothing is to be changed."""
        before = self.before
        if self.session == before and not self._items:
            return None
        number = before.posts + 1
        posts = (SessionPost(before.id, number, tuple(self._items), self.now),) if self._items else ()
        self.set(version=before.version + 1, posts=before.posts + len(posts))
        return SessionChange(self.session, before.version, tuple(self._changed.values()), posts)


class SessionRepository:
    """Loads and changes sessions. The store is the only truth: it is asked for the version each time, and
    what is kept in memory is used only if it is that."""

    def __init__(self, store: SessionStore, clock: Clock, ownership: Ownership) -> None:
        self._store = store
        self._ownership = ownership
        self._clock = clock
        self._kept: Recent[int, Session] = Recent(_KEPT)
        self._locks = Locks()
        self._subscribers: Subscribers[SessionCommitted] = Subscribers("session")

    def subscribe(self, callback: Callable[[SessionCommitted], None]) -> None:
        """Call back after every transaction that has held, the lock given up; it must return at once."""
        self._subscribers.add(callback)

    def forget(self, user_id: int) -> None:
        """Keep nothing of that person in memory."""
        for session in [kept for kept in self._kept.values() if _mentions(kept, user_id)]:
            del self._kept[session.id]

    async def create(self, session: Session) -> Session:
        """Store a new session (its `id` is ignored). Raises TableError (`session-here`) if its channel has
        an open one."""
        created = await self._store.create(session)
        if created is None:
            raise TableError("session-here", channel=session.channel_id)
        self._subscribers.notify(created.id, SessionCommitted(None, created))
        return created

    async def look(self, session_id: int) -> Session:
        """The session as it is stored. Raises TableError if there is none."""
        kept = self._kept.get(session_id)
        if kept is not None and kept.version == await self._store.version(session_id):
            return kept
        session = await self._store.load(session_id)
        if session is None:
            raise TableError("no-session")
        self._kept[session_id] = session
        return session

    async def open_sessions(
        self, *, guild_id: int | None = None, channel_id: int | None = None, user_id: int | None = None
    ) -> Sequence[int]:
        """Ids of open sessions of a server, a channel, or a person who has to do with them, newest first."""
        return await self._store.open_sessions(guild_id=guild_id, channel_id=channel_id, user_id=user_id)

    async def latest(self, channel_id: int) -> int | None:
        """The id of the channel's newest session, open or not; None before its first."""
        return await self._store.latest(channel_id)

    def owns(self, session: Session) -> bool:
        """Whether this process looks after that session."""
        return self._ownership.owns(session.guild_id, session.id)

    async def guild_of(self, session_id: int) -> int:
        """The server of that session; 0 if there is no such session."""
        if (known := self._kept.get(session_id)) is not None:
            return known.guild_id
        return (await self._store.guilds_of([session_id])).get(session_id, 0)

    async def owned(self, session_ids: Collection[int]) -> Sequence[int]:
        """Those of the sessions that this process looks after, in their order."""
        guilds = await self._store.guilds_of(session_ids) if self._ownership.shard_count > 1 else {}
        return [one for one in session_ids if self._ownership.owns(guilds.get(one, 0), one)]

    async def due(self, now: float | None = None) -> Sequence[int]:
        """Ids of sessions whose deadline has passed, the longest overdue first; None: of all with one."""
        return await self._store.due(now)

    async def wake(self, session_id: int, at: float | None) -> None:
        """Let the session look after itself at that time; None: no more."""
        await self._store.wake(session_id, at)
        if (kept := self._kept.get(session_id)) is not None:
            self._kept[session_id] = replace(kept, deadline=at)

    @asynccontextmanager
    async def transaction(self, session_id: int) -> AsyncIterator[SessionTransaction]:
        """Change the session: locked in the block, stored at its end, then told to subscribers.

        An error raised in the block leaves everything as it was. Raises Conflict if the session was changed
        elsewhere meanwhile, and TableError if there is none; so it is used within `retry_on_conflict`.
        """
        async with self._locks.of(session_id):
            before = await self.look(session_id)
            transaction = SessionTransaction(before, self._clock.now())
            yield transaction
            change = transaction.finish()
            if change is None:
                return
            if not await self._store.commit(change):
                raise Conflict
            self._kept[session_id] = change.session
        committed = SessionCommitted(before, change.session, change.posts)
        self._subscribers.notify(session_id, committed)


def _mentions(session: Session, user_id: int) -> bool:
    asked = [entry.asked for entry in session.entries]
    held = [player for entry in session.entries for player in entry.players]
    sat = [player for one in session.dealt.values() for player in one.players]
    ruled = [one.ruling.by for one in session.dealt.values() if one.ruling is not None]
    people = (session.host, *asked, *held, *sat, *ruled)
    return any(isinstance(person, Person) and person.user_id == user_id for person in people)
