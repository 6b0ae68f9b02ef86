"""A process that starts while something it needs is away: it waits, and says so."""

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol, TypeVar

from bot.operations.cuts import words_of
from storage.connection.database import DatabaseAway
from storage.connection.failures import is_passing

log = logging.getLogger(__name__)

T = TypeVar("T")

ANSWER_SECONDS: Final = 60.0  # how long Discord may take to answer a request of the start
REMINDER_SECONDS: Final = 300.0  # how long after it was logged what a start waits for, it is logged again

_FIRST_PAUSE: Final = 1.0
_LONGEST_PAUSE: Final = 15.0

DATABASE: Final = "the database"
DISCORD: Final = "Discord"


class Watched(Protocol):
    """A process of Cardinal whose health can be checked."""

    @property
    def database(self) -> str:
        """Which database this is, without secrets."""

    async def fault(self) -> str | None:
        """The fault that keeps the process from working; None if there is none."""

    def unready(self) -> str | None:
        """Why it does not play, as while it starts or stops; None if it does."""

    async def measure(self) -> None:
        """Update the metrics that are not counted as things happen."""


class Start:
    """The `Watched` of a process that starts, and of the one it becomes with `process`.

    `database` names its database, without secrets; `is_away` says which errors mean that Discord is away.
    """

    def __init__(self, database: str, is_away: Callable[[Exception], bool] = lambda _: False) -> None:
        self.database = database
        self._is_away = is_away
        self.process: Watched | None = None
        self._reason: str | None = None
        self._connected = False

    async def fault(self) -> str | None:
        if self.process is not None:
            return await self.process.fault()
        return self._reason

    def unready(self) -> str | None:
        # The bot itself only knows that it is not connected.
        return self._reason or (self.process.unready() if self.process is not None else "starting")

    async def measure(self) -> None:
        if self.process is not None:
            await self.process.measure()

    def stopped(self) -> None:
        """From now on the database is closed, and nothing can be asked of it."""
        self.process, self._reason = None, "stopping"

    async def connected_to_database(self, connect: Callable[[], Awaitable[T]]) -> T:
        """The result of `connect`, which is tried again while the database is away. Raises what else is wrong
        with it."""
        return await self._until_there(DATABASE, connect, _database_away)

    async def answered_by_discord(self, ask: Callable[[], Awaitable[T]]) -> T:
        """The result of `ask`, which is tried again while Discord is away."""

        async def in_time() -> T:
            try:
                async with asyncio.timeout(ANSWER_SECONDS):
                    return await ask()
            except TimeoutError:
                raise TimeoutError(f"no answer within {ANSWER_SECONDS:g} seconds") from None

        return await self._until_there(DISCORD, in_time, self._is_away)

    def requests(self, request: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        """Wraps a request to Discord so that it waits for Discord until this process is connected."""

        async def until_connected(*args: Any, **kwargs: Any) -> Any:
            if self._connected:
                return await request(*args, **kwargs)
            return await self.answered_by_discord(lambda: request(*args, **kwargs))

        return until_connected

    def connected(self) -> None:
        """From now on requests are made once: whoever makes them knows what to do if they fail."""
        self._connected = True

    async def _until_there(
        self, what: str, attempt: Callable[[], Awaitable[T]], is_away: Callable[[Exception], bool]
    ) -> T:
        pause, told_at = _FIRST_PAUSE, None
        while True:
            try:
                result = await attempt()
            except Exception as error:
                if not is_away(error):
                    raise
                self._reason = f"waiting for {what}: {words_of(error)}"
                if told_at is None or time.monotonic() - told_at >= REMINDER_SECONDS:
                    log.warning("%s", self._reason)
                    told_at = time.monotonic()
            else:
                if told_at is not None:
                    self._reason = None
                    log.info("%s is there", what)
                return result
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))
            pause = min(2 * pause, _LONGEST_PAUSE)


def _database_away(error: Exception) -> bool:
    return isinstance(error, DatabaseAway) or is_passing(error)
