"""Loads, caches and changes sessions of Duplicate."""

from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Concatenate, ParamSpec, TypeVar

from bot.duplicate.sessions.items import SessionItem, SessionPost
from bot.duplicate.sessions.ports import SessionChange, SessionStore
from bot.duplicate.sessions.session import BoardAtTable, Entry, Session
from bot.tables.state.chairs import Person
from bot.tables.state.errors import TableError
from bot.tables.state.outcomes import Achieved
from bot.tables.store.ports import Clock, Ownership
from bot.tables.store.versioned import VersionedRepository, in_transaction

P = ParamSpec("P")
S = TypeVar("S")

_KEPT = 100  # how many sessions stay in memory


@dataclass(frozen=True, slots=True)
class SessionCommitted:
    """A transaction was committed: the session before (None: it is new) and after it, and the posts it
    owes."""

    before: Session | None
    session: Session
    posts: tuple[SessionPost, ...] = ()


class SessionTransaction:
    """Collects changes of a session; get one from `SessionRepository.transaction`."""

    def __init__(self, before: Session, now: float) -> None:
        self.before = before
        self.session = before
        self.now = now
        self._items: list[SessionItem] = []
        self._achieved: tuple[Achieved, ...] = ()
        self._changed: dict[tuple[int, int], BoardAtTable] = {}

    @property
    def snapshot(self) -> Session:
        return self.session

    # The fields are those of `Session`, each of its own type.
    def set(self, **fields: Any) -> None:
        self.session = replace(self.session, **fields)

    def put(self, entry: Entry) -> None:
        """Add an entry, or replace the one with its number."""
        others = [one for one in self.session.entries if one.number != entry.number]
        self.set(entries=tuple(sorted((*others, entry), key=lambda one: one.number)))

    def drop(self, entry: Entry) -> None:
        """Remove an entry that has played nothing."""
        self.set(entries=tuple(one for one in self.session.entries if one.number != entry.number))

    def play(self, one: BoardAtTable) -> None:
        """Add or replace a board at a table."""
        self._changed[one.key] = one
        self.set(dealt={**self.session.dealt, one.key: one})

    def post(self, *items: SessionItem) -> None:
        """Owe the channel this news. One transaction owes one post."""
        self._items += items

    def achieve(self, achieved: Iterable[Achieved]) -> None:
        """Store what people have achieved."""
        self._achieved = (*self._achieved, *achieved)

    def finish(self) -> SessionChange | None:
        before = self.before
        if self.session == before and not self._items:
            return None
        number = before.posts + 1
        posts = (SessionPost(before.id, number, tuple(self._items), self.now),) if self._items else ()
        self.set(version=before.version + 1, posts=before.posts + len(posts))
        dealt = tuple(self._changed.values())
        return SessionChange(self.session, before.version, dealt, posts, self._achieved)


def changes_session(
    use_case: Callable[Concatenate[S, SessionTransaction, P], Awaitable[None]],
) -> Callable[Concatenate[S, int, P], Coroutine[Any, Any, Session]]:
    """Run the use case in a transaction of the session with that id; see `in_transaction`."""
    return in_transaction(use_case)


class SessionRepository(VersionedRepository[Session, SessionTransaction, SessionChange, SessionCommitted]):
    """The sessions. Each look asks the store for the version first."""

    def __init__(self, store: SessionStore, clock: Clock, ownership: Ownership) -> None:
        super().__init__("session", store, ownership, _KEPT)
        self._store = store
        self._clock = clock

    async def create(self, session: Session) -> Session:
        """Store a new session (its `id` is ignored). Raises TableError (`session-here`) if its channel has
        an open one."""
        created = await self._store.create(session)
        if created is None:
            raise TableError("session-here", channel=session.channel_id)
        self._subscribers.notify(created.id, SessionCommitted(None, created))
        return created

    async def look(self, key: int) -> Session:
        """The session as it is stored. Raises TableError if there is none."""
        return await self._current(key)

    async def open_sessions(
        self, *, guild_id: int | None = None, channel_id: int | None = None, user_id: int | None = None
    ) -> Sequence[int]:
        return await self._store.open_sessions(guild_id=guild_id, channel_id=channel_id, user_id=user_id)

    async def latest(self, channel_id: int) -> int | None:
        return await self._store.latest(channel_id)

    async def due(self, now: float | None = None) -> Sequence[int]:
        return await self._store.due(now)

    async def wake(self, session_id: int, at: float | None) -> None:
        """Set when the session next acts by itself; None: never."""
        await self._store.wake(session_id, at)
        if (kept := self._cache.get(session_id)) is not None:
            self._cache[session_id] = replace(kept, deadline=at)

    def _row(self, value: Session) -> Session:
        return value

    def _begin(self, before: Session) -> SessionTransaction:
        return SessionTransaction(before, self._clock.now())

    def _event(self, before: Session, after: Session, change: SessionChange) -> SessionCommitted:
        return SessionCommitted(before, after, change.posts)

    async def _load(self, key: int) -> Session:
        session = await self._store.load(key)
        if session is None:
            raise TableError("no-session")
        return session

    def _mentions(self, value: Session, user_id: int) -> bool:
        asked = [entry.asked for entry in value.entries]
        held = [player for entry in value.entries for player in entry.players]
        sat = [player for one in value.dealt.values() for player in one.players]
        ruled = [one.ruling.by for one in value.dealt.values() if one.ruling is not None]
        people = (value.host, *asked, *held, *sat, *ruled)
        return any(isinstance(person, Person) and person.user_id == user_id for person in people)
