"""Closes the parts of a process, in time even while the database is away."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from typing import Final, TypeVar

from storage.connection.failures import is_passing

log = logging.getLogger(__name__)

T = TypeVar("T")

AWAY_SECONDS: Final = 8.0  # how long closing may take in all once the database has been found away
ANSWER_SECONDS: Final = 3.0  # how long the database may take to answer before it counts as away

_LOOK_SECONDS: Final = 1.0
_LEAST_SECONDS: Final = 0.3  # what each part gets after the deadline


class Closing:
    """Closes parts in reverse order. One that cannot be closed is logged, and the others are closed.

    `ask` asks a database that may be away anything. While it answers, a part may take as long as it needs.
    """

    def __init__(self, ask: Callable[[], Awaitable[object]] | None) -> None:
        self._ask = ask
        self._stack = AsyncExitStack()
        self._deadline: float | None = None
        self._current: asyncio.Timeout | None = None

    def add(self, part: str, close: Callable[[], Awaitable[object]]) -> None:
        """Close that part with the others."""
        self._stack.push_async_callback(self._close, part, close)

    def callback(self, call: Callable[[], object]) -> None:
        """Call it when the parts added after it have been closed."""
        self._stack.callback(call)

    async def enter(self, part: str, context: AbstractAsyncContextManager[T]) -> T:
        """Enter a context, and leave it with the others."""
        entered = await context.__aenter__()
        self.add(part, lambda: context.__aexit__(None, None, None))
        return entered

    async def close(self) -> None:
        """Close all parts."""
        await self._look()
        looking = asyncio.create_task(self._keep_looking(), name="closing")
        try:
            await self._stack.aclose()
        finally:
            looking.cancel()
            with suppress(asyncio.CancelledError):
                await looking

    async def _keep_looking(self) -> None:
        while self._ask is not None and self._deadline is None:
            await asyncio.sleep(_LOOK_SECONDS)
            await self._look()

    async def _look(self) -> None:
        if self._ask is None or self._deadline is not None:
            return
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._ask()
        except Exception as error:
            if not is_passing(error):
                log.exception("the database could not be asked")
                return
            self._deadline = asyncio.get_running_loop().time() + AWAY_SECONDS
            log.warning("the database is away: other processes take over what this one cannot hand over")
            if self._current is not None:
                self._current.reschedule(self._deadline)

    async def _close(self, part: str, close: Callable[[], Awaitable[object]]) -> None:
        deadline = None
        if self._deadline is not None:
            deadline = max(self._deadline, asyncio.get_running_loop().time() + _LEAST_SECONDS)
        closing = asyncio.ensure_future(close())
        try:
            # A connection to a database that hangs delays its own cancellation.
            async with asyncio.timeout_at(deadline) as self._current:
                await asyncio.shield(closing)
        except Exception as error:
            if is_passing(error):
                await self._look()
                log.info("%s: not closed in order (%s)", part, str(error) or "no time left")
            else:
                log.exception("%s could not be closed", part)
        finally:
            self._current = None
            closing.cancel()
