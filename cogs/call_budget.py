"""The one limiter of the calls made with the bot's own token, of which Discord takes 50 a second.

Answers to interactions and edits by their tokens are not among them. Calls that people wait for go before
those that only bring something up to date.
"""

import asyncio
import heapq
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import IntEnum
from itertools import count
from typing import Any, Final

from bot.tables.ports import Clock

_SECOND: Final = 1.0
_LOAD_SECONDS: Final = 5.0
"""Over how long the load is measured."""

_HALF: Final = 0.5


class Priority(IntEnum):
    """Which calls go first when there are too many."""

    WAITED_FOR = 0
    """Posts, new panels, the panel of whoever is to act, commands."""
    REFRESH = 1
    """Bringing up to date what nobody waits for."""


_priority: ContextVar[Priority] = ContextVar("priority", default=Priority.WAITED_FOR)


@contextmanager
def calls_of(priority: Priority) -> Iterator[None]:
    """Everything called within has that priority."""
    token = _priority.set(priority)
    try:
        yield
    finally:
        _priority.reset(token)


class CallBudget:
    """Lets through at most `per_second` calls in any second; the others wait, refreshes longest."""

    def __init__(self, per_second: int, clock: Clock) -> None:
        self._per_second = per_second
        self._clock = clock
        self._made: deque[float] = deque()
        self._waiting: list[tuple[Priority, int, asyncio.Future[None]]] = []
        self._order = count()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def load(self) -> float:
        """How much of the budget the last five seconds took, from 0 to 1."""
        self._forget()
        return len(self._made) / (self._per_second * _LOAD_SECONDS)

    @property
    def busy(self) -> bool:
        """Whether more than half of the budget is used, so that not everything can be shown at once."""
        return self.load >= _HALF

    @property
    def waiting(self) -> int:
        """How many calls wait for their turn."""
        return len(self._waiting)

    def limited(self, request: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        """The same request, made when the budget allows."""

        async def when_allowed(*args: Any, **kwargs: Any) -> Any:
            await self._turn()
            return await request(*args, **kwargs)

        return when_allowed

    async def _turn(self) -> None:
        if self._waiting or self._wait() > 0:
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            heapq.heappush(self._waiting, (_priority.get(), next(self._order), turn))
            self._wake_later()
            await turn
        else:
            self._made.append(self._clock.now())

    def _wait(self) -> float:
        # Until the call that was made `per_second` calls ago is a second old.
        self._forget()
        if len(self._made) < self._per_second:
            return 0.0
        return self._made[-self._per_second] + _SECOND - self._clock.now()

    def _wake_later(self) -> None:
        if self._timer is None:
            wait = min(max(self._wait(), 0.0), _SECOND)
            self._timer = asyncio.get_running_loop().call_later(wait, self._wake)

    def _wake(self) -> None:
        self._timer = None
        while self._waiting and self._wait() <= 0:
            _, _, turn = heapq.heappop(self._waiting)
            if not turn.done():
                self._made.append(self._clock.now())
                turn.set_result(None)
        if self._waiting:
            self._wake_later()

    def _forget(self) -> None:
        now = self._clock.now()
        while self._made and self._made[-1] > now:
            self._made.pop()  # the clock has been set back
        while self._made and self._made[0] <= now - _LOAD_SECONDS:
            self._made.popleft()
