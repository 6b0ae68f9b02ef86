"""What the repositories of tables and sessions share: locks, a cache, and transactions.

The store is the only truth. A cached value is used until the store says that it is behind; then it is loaded
again and the use case is tried once more (`retry_on_conflict`).
"""

import logging
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine, Sequence
from contextlib import asynccontextmanager
from functools import wraps
from typing import Any, Generic, ParamSpec, Protocol, TypeVar

from bot.rules.errors import RuleError
from bot.subscribers import Subscribers
from bot.tables.state.errors import TableError
from bot.tables.store.locks import Locks
from bot.tables.store.ports import Ownership, VersionedStore
from bot.tables.store.recent import Recent

log = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")
C = TypeVar("C")
E = TypeVar("E")
T_co = TypeVar("T_co", covariant=True)
C_co = TypeVar("C_co", covariant=True)

_TRIES = 3


class Conflict(Exception):
    """The stored version is newer than the cached one. Nothing was stored; try again."""


def retry_on_conflict(use_case: Callable[P, Awaitable[R]]) -> Callable[P, Coroutine[Any, Any, R]]:
    """Run the use case again, each time from what is stored then, when its transaction met a conflict.

    Raises TableError (`busy`) when that does not help.
    """

    @wraps(use_case)
    async def tried(*args: P.args, **kwargs: P.kwargs) -> R:
        for _ in range(_TRIES):
            try:
                return await use_case(*args, **kwargs)
            except Conflict:
                continue
        raise TableError("busy")

    return tried


def in_transaction(use_case: Callable[..., Awaitable[None]]) -> Callable[..., Coroutine[Any, Any, Any]]:
    """A method that takes a key where `use_case` takes a transaction of `self.repository`.

    It commits the transaction, retries on conflict, and returns the value as it is then.
    """

    @retry_on_conflict
    @wraps(use_case)
    async def changed(self: Any, key: int, /, *args: Any, **kwargs: Any) -> Any:
        async with self.repository.transaction(key) as tx:
            await use_case(self, tx, *args, **kwargs)
        return tx.snapshot

    return changed


class Row(Protocol):
    """A stored row with a version."""

    @property
    def id(self) -> int: ...

    @property
    def guild_id(self) -> int: ...

    @property
    def version(self) -> int:
        """Counts changes, from 1."""


class Transaction(Protocol[T_co, C_co]):
    """Collects one change."""

    @property
    def snapshot(self) -> T_co:
        """The value as it will be if the change holds."""

    def finish(self) -> C_co | None:
        """Everything collected, as one change of the store; None if nothing is to be changed."""


X = TypeVar("X", bound=Transaction[Any, Any])


class VersionedRepository(ABC, Generic[T, X, C, E]):
    """Loads, caches and changes values of type `T` in transactions `X`, whose changes `C` are stored and then
    published to subscribers as events `E`. `capacity` is how many values are kept in memory."""

    def __init__(self, what: str, store: VersionedStore[C], ownership: Ownership, capacity: int) -> None:
        self._what = what
        self._versions = store
        self._ownership = ownership
        self._cache: Recent[int, T] = Recent(capacity)
        self._locks = Locks()
        self._subscribers: Subscribers[E] = Subscribers(what)

    @abstractmethod
    def _row(self, value: T) -> Row: ...

    @abstractmethod
    async def _load(self, key: int) -> T:
        """Read it from the store. Raises TableError if there is none."""

    @abstractmethod
    def _begin(self, before: T) -> X: ...

    @abstractmethod
    def _event(self, before: T, after: T, change: C) -> E: ...

    @abstractmethod
    def _mentions(self, value: T, user_id: int) -> bool: ...

    def _finish(self, transaction: X) -> C | None:
        change: C | None = transaction.finish()
        return change

    def subscribe(self, callback: Callable[[E], None]) -> None:
        """Call back after every committed transaction, outside the lock. The callback must return at once."""
        self._subscribers.add(callback)

    async def look(self, key: int) -> T:
        """The value as last known to this process. Raises TableError if there is none."""
        value = self._cache.get(key)
        if value is None:
            return await self._current(key)
        self._cache.move_to_end(key)
        return value

    @asynccontextmanager
    async def transaction(self, key: int) -> AsyncIterator[X]:
        """Change it: locked in the block, stored at its end, then published to subscribers.

        A TableError or RuleError raised in the block is a refusal, whereupon nothing has happened.
        Raises Conflict if it was changed elsewhere, and TableError if there is none; so it is used within
        `retry_on_conflict`.
        """
        async with self._locks.of(key):
            before = await self.look(key)
            transaction = self._begin(before)
            try:
                yield transaction
            except (TableError, RuleError):
                if await self._versions.version(key) != self._row(before).version:
                    self.forget(key)
                    raise Conflict from None
                raise
            change = self._finish(transaction)
            if change is None:
                return
            try:
                holds = await self._versions.commit(change)
            except BaseException:
                # Cancelled, or the connection lost: the stored version is unknown.
                self.forget(key)
                raise
            if not holds:
                self.forget(key)
                raise Conflict
            after = self._keep(transaction.snapshot)
        log.debug("%s %s is at version %s", self._what, key, self._row(after).version)
        self._subscribers.notify(key, self._event(before, after, change))

    def forget(self, key: int) -> None:
        """Drop it from the cache: it was changed in the store."""
        self._cache.pop(key, None)

    def forget_person(self, user_id: int) -> None:
        """Drop everything that names this person from the cache."""
        for key in [key for key, value in self._cache.items() if self._mentions(value, user_id)]:
            del self._cache[key]

    def owns(self, row: Row) -> bool:
        """Whether this process looks after it."""
        return self._ownership.owns(row.guild_id, row.id)

    async def guild_of(self, key: int) -> int:
        """The id of its server; 0 if there is no such row."""
        if (known := self._cache.get(key)) is not None:
            return self._row(known).guild_id
        return (await self._versions.guilds_of([key])).get(key, 0)

    async def owned(self, keys: Collection[int]) -> Sequence[int]:
        """Those that this process looks after, in the order given."""
        guilds = await self._versions.guilds_of(keys) if self._ownership.shard_count > 1 else {}
        return [key for key in keys if self._ownership.owns(guilds.get(key, 0), key)]

    async def _current(self, key: int) -> T:
        known = self._cache.get(key)
        if known is not None and await self._versions.version(key) == self._row(known).version:
            return known
        return self._keep(await self._load(key))

    def _keep(self, value: T) -> T:
        row = self._row(value)
        known = self._cache.get(row.id)
        if known is not None and self._row(known).version > row.version:
            return known  # loaded by somebody who looked on while a transaction held
        self._cache[row.id] = value
        return value
