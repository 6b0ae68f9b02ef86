"""The limiter of calls with the bot's own token, of which Discord allows 50 a second.

Answers to interactions and edits by their tokens do not count. Several processes share one budget. Discord
bans an address that makes more than 10,000 invalid requests (401, 403, 429) in ten minutes, so we stop all
calls before that.
"""

import asyncio
import heapq
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import IntEnum
from itertools import count
from typing import Any, Final

import aiohttp

from bot.cluster.ports import LATE_SECONDS, InvalidRequestStore, SharedCalls
from bot.tables.store.ports import Clock

log = logging.getLogger(__name__)

_SECOND: Final = 1.0 + LATE_SECONDS
_LOAD_SECONDS: Final = 5.0
"""The seconds over which the load is measured."""

_HALF: Final = 0.5

MOST_INVALID: Final = 9_000  # after so many invalid requests in ten minutes we stop all calls
_ANSWER_SECONDS: Final = 1.0  # timeout for the shared budget, in seconds
_ALONE_SECONDS: Final = 2.0  # after a timeout, seconds for which a process uses its own share
_STALE_SECONDS: Final = LATE_SECONDS  # lifetime of a turn: a call that is delayed or retried needs another

_SOONEST: Final = 0.005
_INVALID: Final = (401, 403, 429)


class Priority(IntEnum):
    """Which calls go first when there are too many."""

    ANSWER = 0  # requests needed to answer a press within three seconds
    WAITED_FOR = 1  # posts, new panels, the panel of the player to act, commands
    REFRESH = 2  # refreshes that nobody waits for


@dataclass(slots=True)
class _Turn:
    """When a call was let through, and whether it has been made."""

    at: float
    used: bool = False


_turn: ContextVar[_Turn | None] = ContextVar("turn", default=None)
_priority: ContextVar[Priority] = ContextVar("priority", default=Priority.WAITED_FOR)


@contextmanager
def calls_of(priority: Priority) -> Iterator[None]:
    """All calls made within have that priority."""
    token = _priority.set(priority)
    try:
        yield
    finally:
        _priority.reset(token)


class CallsStopped(OSError):
    """We make no calls for now, because Discord has refused too many."""


class CallBudget:
    """Lets through at most `per_second` calls in any second; refreshes wait longest.

    With `shared` the limit holds for all processes together; `processes` says how many there are.
    """

    def __init__(
        self,
        per_second: int,
        clock: Clock,
        shared: SharedCalls | None = None,
        processes: Callable[[], int] = lambda: 1,
        invalid: "InvalidRequests | None" = None,
    ) -> None:
        self._per_second = per_second
        self._clock = clock
        self._shared = shared
        self._processes = processes
        self._made: deque[float] = deque()
        self._totals: deque[tuple[float, int]] = deque()
        self._alone_until = 0.0
        self._waiting: list[tuple[Priority, int, asyncio.Future[None]]] = []
        self._granted = 0
        self._order = count()
        self._timer: asyncio.TimerHandle | None = None
        self._asking: asyncio.Task[None] | None = None
        self.invalid = invalid or InvalidRequests()

    @property
    def load(self) -> float:
        """The share of the budget that all processes used in the last five seconds, from 0 to 1."""
        self._forget()
        made = len(self._made)
        if self._totals:
            made = max(made, self._totals[-1][1] - self._totals[0][1])
        return made / (self._per_second * _LOAD_SECONDS)

    @property
    def busy(self) -> bool:
        """Whether more than half of the budget is used, so that some refreshes must wait."""
        return self.load >= _HALF

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    async def refresh(self) -> None:
        """Read what other processes have used. Call it every second or two."""
        if self._shared is None:
            return
        try:
            async with asyncio.timeout(_ANSWER_SECONDS):
                self._note_total(await self._shared.total())
        except Exception as error:
            log.info("the calls of other processes are unknown: %s", error)

    def limited(self, request: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        """Wraps a request so that it waits for the budget. It raises CallsStopped."""

        async def when_allowed(*args: Any, **kwargs: Any) -> Any:
            self.invalid.check()
            await self._wait_for_turn()
            self.invalid.check()
            token = _turn.set(_Turn(self._clock.now()))
            try:
                return await request(*args, **kwargs)
            finally:
                _turn.reset(token)

        return when_allowed

    async def before_sending(self, _: object, __: object, params: aiohttp.TraceRequestStartParams) -> None:
        """Call it as a request goes out. A request whose turn has expired, because of a rate limit of its
        route or a retry, waits for another. Raises CallsStopped."""
        if not str(params.headers.get("Authorization", "")).startswith("Bot "):
            return
        turn = _turn.get()
        if turn is not None and not turn.used and 0 <= self._clock.now() - turn.at <= _STALE_SECONDS:
            turn.used = True
            return
        self.invalid.check()
        await self._wait_for_turn()

    async def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.gather(self._asking, return_exceptions=True)

    async def _wait_for_turn(self) -> None:
        if self._shared is None and not self._waiting and self._wait() <= 0:
            self._made.append(self._clock.now())
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (_priority.get(), next(self._order), turn))
        if self._shared is None or self._alone:
            self._wake_later()
        elif self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask(self._shared), name="call-budget")
        await turn

    @property
    def _alone(self) -> bool:
        return self._clock.now() < self._alone_until

    async def _ask(self, shared: SharedCalls) -> None:
        # One for each waiting call that has no grant yet.
        loop = asyncio.get_running_loop()
        while (wanted := sum(not turn.done() for *_, turn in self._waiting) - self._granted) > 0:
            try:
                async with asyncio.timeout(_ANSWER_SECONDS):
                    grant = await shared.take(wanted, self._per_second)
            except Exception as error:
                log.warning("only this process's share of the call budget is used: %s", error)
                self._alone_until = self._clock.now() + _ALONE_SECONDS
                self._wake_later()
                return
            self._note_total(grant.total)
            self._granted += len(grant.delays)
            for delay in grant.delays:
                if delay > 0:
                    loop.call_later(delay, self._use_grant)
                else:
                    self._use_grant()
            if not grant.delays:
                await asyncio.sleep(min(max(grant.next_in, _SOONEST), _SECOND))

    def _use_grant(self) -> None:
        self._granted -= 1
        self._let_one_through()

    def _let_one_through(self) -> None:
        while self._waiting:
            _, _, turn = heapq.heappop(self._waiting)
            if not turn.done():
                self._made.append(self._clock.now())
                turn.set_result(None)
                return

    def _wait(self) -> float:
        # Until the call made `most` calls ago is one second old.
        self._forget()
        most = self._per_second
        if self._shared is not None:
            most = max(1, most // max(1, self._processes()))
        if len(self._made) < most:
            return 0.0
        return self._made[-most] + _SECOND - self._clock.now()

    def _wake_later(self) -> None:
        if self._timer is None:
            wait = min(max(self._wait(), 0.0), _SECOND)
            self._timer = asyncio.get_running_loop().call_later(wait, self._wake)

    def _wake(self) -> None:
        self._timer = None
        while self._waiting and self._wait() <= 0:
            self._let_one_through()
        if not self._waiting:
            return
        if self._shared is None or self._alone:
            self._wake_later()
        elif self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask(self._shared), name="call-budget")

    def _note_total(self, total: int) -> None:
        now = self._clock.now()
        if self._totals and total < self._totals[-1][1]:
            self._totals.clear()
        self._totals.append((now, total))
        self._forget()

    def _forget(self) -> None:
        now = self._clock.now()
        while self._made and self._made[-1] > now:
            self._made.pop()  # the clock was set back
        while self._made and self._made[0] <= now - _LOAD_SECONDS:
            self._made.popleft()
        # An older one holds the count of calls before it.
        while len(self._totals) > 1 and self._totals[1][0] <= now - _LOAD_SECONDS:
            self._totals.popleft()


class InvalidRequests:
    """Counts Discord's refusals, for all processes that share the store."""

    def __init__(self, store: InvalidRequestStore | None = None) -> None:
        self._stored = 0
        self._new = 0
        self._stopped = False
        self._store = store

    @property
    def recent(self) -> int:
        return self._stored + self._new

    def check(self) -> None:
        """Raise CallsStopped if there have been too many."""
        if self.recent < MOST_INVALID:
            if self._stopped:
                log.warning("calls resume")
            self._stopped = False
            return
        if not self._stopped:
            log.error("calls stop: Discord has refused %s in ten minutes", self.recent)
        self._stopped = True
        raise CallsStopped("Discord has refused too many requests; no more are made for some minutes")

    def watch(self, trace: aiohttp.TraceConfig) -> None:
        """Count the answers seen by that trace."""
        trace.on_request_end.append(self._answered)

    async def refresh(self, *, now: bool = False) -> None:
        """Store new refusals, and read those counted by others. Call it every few seconds. Unless called with
        `now`, it skips the store if there is nothing to write or to expire."""
        if self._store is not None and (now or self._new or self._stored):
            await self._exchange(self._store)

    async def _exchange(self, store: InvalidRequestStore) -> None:
        new, self._new = self._new, 0
        try:
            self._stored = await store.add(new)
        except BaseException:
            self._new += new
            raise

    async def _answered(
        self, _session: object, _context: object, params: aiohttp.TraceRequestEndParams
    ) -> None:
        response = params.response
        if response.status in _INVALID and response.headers.get("X-RateLimit-Scope") != "shared":
            self._new += 1
