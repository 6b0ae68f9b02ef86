"""Transactions that get over what passes: a server that restarts, another process in the way.

SQLite has neither. A transaction that was cut off before it was committed has done nothing, and is begun
again; where the connection went while it was being committed, the server is asked what became of it.
"""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from enum import Enum, auto
from typing import Generic, TypeAlias, TypeVar

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from storage import engines

_Result = TypeVar("_Result")

Work: TypeAlias = Callable[[AsyncConnection], Awaitable[_Result]]
"""What is done in a transaction."""

_FIRST_PAUSE = 0.02
_LONGEST_PAUSE = 1.0

_NUMBER = text("SELECT CAST(pg_current_xact_id() AS text)")
_STATUS = text("SELECT pg_xact_status(CAST(CAST(:number AS text) AS xid8))")


class _Passing(Enum):
    CUT_OFF = auto()
    """The connection was lost, or there is none to be had now."""
    IN_THE_WAY = auto()
    """Another transaction was in the way, and this one was rolled back."""


# https://www.postgresql.org/docs/current/errcodes-appendix.html
_CONNECTION_CLASS = "08"
_CUT_OFF = frozenset(
    {
        "25P03",  # idle in a transaction for too long
        "53300",  # too many connections
        "57P01",  # the server shuts down
        "57P02",  # the server has crashed
        "57P03",  # the server is starting
    }
)
_IN_THE_WAY = frozenset(
    {
        "40001",  # cannot be serialized
        "40P01",  # deadlock
        "55P03",  # waited for a lock until patience ended
    }
)
# Prepared before the schema changed; the driver prepares all of them anew.
_OUTDATED = "InvalidCachedStatementError"


async def transact(engine: AsyncEngine, work: Work[_Result], *, writes: bool = True) -> _Result:
    """What `work` says of a transaction, once that has held.

    `work` may be done several times, in transactions of which one holds, for as long as `PATIENCE` where the
    server is away. Raises what `work` raises, and what the database says when patience ends.
    """
    if engine.dialect.name != "postgresql":
        async with engine.begin() as connection:
            return await work(connection)
    deadline, pause = time.monotonic() + engines.PATIENCE, _FIRST_PAUSE
    while True:
        attempt = _Attempt(engine, work)
        try:
            return await attempt.run(writes=writes)
        except Exception as error:
            passing = _passing(error)
            if passing is None:
                raise
            if passing is _Passing.CUT_OFF and attempt.number is not None:
                held = await _held(engine, attempt.number, deadline)
                if held is None:
                    raise
                if held:
                    return attempt.result
            if time.monotonic() > deadline:
                raise
        pause = await _wait(pause)


def is_passing(error: Exception) -> bool:
    """Whether the database was away, or somebody in the way, and nothing is wrong with what was asked."""
    return _passing(error) is not None


class _Attempt(Generic[_Result]):
    """One transaction. It has a number once it is being committed, and may hold without our knowing."""

    def __init__(self, engine: AsyncEngine, work: Work[_Result]) -> None:
        self.number: str | None = None
        self.result: _Result
        self._engine = engine
        self._work = work

    async def run(self, *, writes: bool) -> _Result:
        async with self._engine.connect() as connection:
            try:
                self.result = await self._work(connection)
                if writes:
                    self.number = (await connection.execute(_NUMBER)).scalar_one()
                await connection.commit()
            except Exception as error:
                if _passing(error) is _Passing.CUT_OFF:
                    # Not to be given back to the pool, whatever state it is in.
                    with suppress(Exception):
                        await connection.invalidate()
                raise
            return self.result


async def _held(engine: AsyncEngine, number: str, deadline: float) -> bool | None:
    # None if there was nobody to ask.
    pause = _FIRST_PAUSE
    while True:
        try:
            async with engine.connect() as connection:
                status = (await connection.execute(_STATUS, {"number": number})).scalar_one()
        except Exception as error:
            if _passing(error) is None:
                raise
        else:
            if status != "in progress":
                return {"committed": True, "aborted": False}.get(status)
        if time.monotonic() > deadline:
            return None
        pause = await _wait(pause)


async def _wait(pause: float) -> float:
    # Two that were in each other's way should not meet again.
    await asyncio.sleep(pause * random.uniform(0.5, 1.0))
    return min(2 * pause, _LONGEST_PAUSE)


def _passing(error: Exception) -> _Passing | None:
    cause: BaseException = error
    if isinstance(error, DBAPIError):
        if error.connection_invalidated:
            return _Passing.CUT_OFF
        cause = error.orig or error
    state = str(getattr(cause, "sqlstate", None) or "")
    # SQLAlchemy leaves what is said of a connection that is not made yet as it is.
    if isinstance(cause, OSError) or state in _CUT_OFF or state.startswith(_CONNECTION_CLASS):
        return _Passing.CUT_OFF
    if state in _IN_THE_WAY or type(cause).__name__ == _OUTDATED:
        return _Passing.IN_THE_WAY
    return None
