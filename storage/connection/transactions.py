"""Retries transactions after transient errors: a restart of the server, a lost connection, a deadlock.

A transaction that failed before its commit has done nothing and is begun again. If the connection is lost
during the commit, we ask the server whether the transaction was committed. SQLite has no such errors.
"""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Generic, TypeAlias, TypeVar

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from storage.connection import engines
from storage.connection.failures import Passing, passing

_Result = TypeVar("_Result")

Work: TypeAlias = Callable[[AsyncConnection], Awaitable[_Result]]  # the body of a transaction

_FIRST_PAUSE = 0.02
_LONGEST_PAUSE = 1.0

_NUMBER = text("SELECT CAST(pg_current_xact_id() AS text)")
_STATUS = text("SELECT pg_xact_status(CAST(CAST(:number AS text) AS xid8))")


async def transact(engine: AsyncEngine, work: Work[_Result], *, writes: bool = True) -> _Result:
    """Run `work` in a transaction, and return its result once that is committed.

    `work` may run several times, but only one run is committed. While the server is away this retries for
    `PATIENCE` seconds. Raises what `work` raises, and then the database's error.
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
            reason = passing(error)
            if reason is None:
                raise
            if reason is Passing.CUT_OFF and attempt.number is not None:
                held = await _held(engine, attempt.number, deadline)
                if held is None:
                    raise
                if held:
                    return attempt.result
            if time.monotonic() > deadline:
                raise
        pause = await _wait(pause)


class _Attempt(Generic[_Result]):
    """One run. Once it has a number, it may be committed without our knowing."""

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
                if passing(error) is Passing.CUT_OFF:
                    # Its state is unknown, so it must not return to the pool.
                    with suppress(Exception):
                        await connection.invalidate()
                raise
            return self.result


async def _held(engine: AsyncEngine, number: str, deadline: float) -> bool | None:
    # None if the server could not be asked.
    pause = _FIRST_PAUSE
    while True:
        try:
            async with engine.connect() as connection:
                status = (await connection.execute(_STATUS, {"number": number})).scalar_one()
        except Exception as error:
            if passing(error) is None:
                raise
        else:
            if status != "in progress":
                return {"committed": True, "aborted": False}.get(status)
        if time.monotonic() > deadline:
            return None
        pause = await _wait(pause)


async def _wait(pause: float) -> float:
    # A random pause, so that two that interfered do not meet again.
    await asyncio.sleep(pause * random.uniform(0.5, 1.0))
    return min(2 * pause, _LONGEST_PAUSE)
