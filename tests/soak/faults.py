"""What fails, and when: nine failures of nine kinds of call, by a seeded schedule.

The database (locked) and the process (killed) fail besides, around any of these calls.
"""

import random
import sqlite3
from collections import Counter
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

import aiohttp
import discord
from sqlalchemy.exc import OperationalError


class Failure(Enum):
    """How a call of Discord fails."""

    SERVER_ERROR = "500"
    BAD_GATEWAY = "502"
    UNAVAILABLE = "503"
    RATE_LIMITED = "429"
    FORBIDDEN = "403"
    GONE = "404"
    RESET = "connection reset"
    TIMEOUT = "timeout"
    SLOW = "slow answer"


class Call(Enum):
    """A kind of call that the bot makes."""

    CALLBACK = "interaction callback"
    TOKEN_EDIT = "edit by token"
    FOLLOW_UP = "follow-up"
    CHANNEL_SEND = "channel send"
    CHANNEL_EDIT = "channel edit"
    DELETE = "delete"
    DM_OPEN = "DM open"
    DM_SEND = "DM send"
    DM_EDIT = "DM edit"


RATES: Final = {
    Call.CALLBACK: 0.04,
    Call.TOKEN_EDIT: 0.06,
    Call.FOLLOW_UP: 0.1,
    Call.CHANNEL_SEND: 0.08,
    Call.CHANNEL_EDIT: 0.1,
    Call.DELETE: 0.4,
    Call.DM_OPEN: 0.3,
    Call.DM_SEND: 0.25,
    Call.DM_EDIT: 0.1,
}
"""How likely a call of that kind fails; what is seldom called fails more often."""

SLOW_SECONDS: Final = 4.0
"""How long a slow answer takes; Discord waits 3 s for an interaction's."""

_LONGEST_OUTAGE = 5
_STATUS = {
    Failure.SERVER_ERROR: 500,
    Failure.BAD_GATEWAY: 502,
    Failure.UNAVAILABLE: 503,
    Failure.RATE_LIMITED: 429,
    Failure.FORBIDDEN: 403,
    Failure.GONE: 404,
}
_GONE = {
    Call.CALLBACK: 10062,
    Call.FOLLOW_UP: 10015,
    Call.CHANNEL_SEND: 10003,
    Call.DM_OPEN: 10013,
    Call.DM_SEND: 10003,
}
_UNKNOWN_MESSAGE = 10008
_CLOSED_DMS = 50007
_MISSING_PERMISSIONS = 50013


@dataclass(frozen=True, slots=True)
class Fault:
    """One call fails so. `done`: Discord has done what was asked, and only its answer is lost."""

    failure: Failure
    call: Call
    done: bool


class _Response:
    # As much of an aiohttp response as an HTTPException reads.
    def __init__(self, status: int) -> None:
        self.status = status
        self.reason = "injected"
        self.headers = {"Retry-After": "1.5"}


class Schedule:
    """Says of each call whether it fails. The same seed gives the same faults to the same calls."""

    def __init__(self, seed: int, *, rate: float = 1.0) -> None:
        self.random = random.Random(seed)
        self.calm = True
        self.injected: Counter[tuple[Failure, Call]] = Counter()
        self.process: Counter[str] = Counter()
        self._rate = rate
        self._queues: dict[Call, list[Failure]] = {call: [] for call in Call}
        self._outages: dict[Call, tuple[Failure, int]] = {}
        self._errors: dict[int, BaseException] = {}

    def fault(self, call: Call) -> Fault | None:
        """What becomes of this call: None if it is answered as usual."""
        if self.calm:
            return None
        failure, left = self._outages.pop(call, (None, 0))
        if failure is None:
            if self.random.random() >= RATES[call] * self._rate:
                return None
            failure = self._next(call)
            # One failure in five is the beginning of an outage.
            left = self.random.randint(1, _LONGEST_OUTAGE) if self.random.random() < 0.2 else 0
        elif left:
            left -= 1
        if left:
            self._outages[call] = (failure, left)
        self.injected[failure, call] += 1
        lossy = failure not in (Failure.RATE_LIMITED, Failure.FORBIDDEN, Failure.GONE, Failure.SLOW)
        return Fault(failure, call, done=lossy and self.random.random() < 0.5)

    def slow(self, call: Call, probability: float) -> Fault | None:
        """A slow answer to this call, with that probability."""
        if not self.chance(probability):
            return None
        self.injected[Failure.SLOW, call] += 1
        return Fault(Failure.SLOW, call, done=False)

    def error(self, fault: Fault) -> BaseException:
        """The exception that this fault looks like to the bot."""
        return self.noted(_error(fault))

    def locked(self) -> BaseException:
        return self.noted(OperationalError("", {}, sqlite3.OperationalError("database is locked")))

    def chance(self, probability: float) -> bool:
        """Whether something besides the calls fails now."""
        return not self.calm and self.random.random() < probability * self._rate

    def caused(self, error: BaseException | None) -> bool:
        """Whether an injected error is this one, or what led to it."""
        seen: set[int] = set()
        waiting = [error]
        while waiting:
            next_error = waiting.pop()
            if next_error is None or id(next_error) in seen:
                continue
            if id(next_error) in self._errors:
                return True
            seen.add(id(next_error))
            waiting += [next_error.__cause__, next_error.__context__, getattr(next_error, "original", None)]
            waiting += getattr(next_error, "exceptions", ())
        return False

    def _next(self, call: Call) -> Failure:
        queue = self._queues[call]
        if not queue:
            queue += self.random.sample(list(Failure), len(Failure))
        return queue.pop()

    def noted(self, error: BaseException) -> BaseException:
        """The same error, known as one that a fault led to."""
        # Kept, so that no other error can have its id.
        self._errors[id(error)] = error
        return error


def _error(fault: Fault) -> BaseException:
    match fault.failure:
        case Failure.RESET:
            return (
                aiohttp.ServerDisconnectedError("injected")
                if fault.done
                else ConnectionResetError("injected")
            )
        case Failure.TIMEOUT:
            return TimeoutError("injected")
    status = _STATUS[fault.failure]
    response: Any = _Response(status)
    data = {"code": 0, "message": "injected"}
    match fault.failure:
        case Failure.FORBIDDEN:
            dm = fault.call in (Call.DM_OPEN, Call.DM_SEND)
            return discord.Forbidden(response, data | {"code": _CLOSED_DMS if dm else _MISSING_PERMISSIONS})
        case Failure.GONE:
            return discord.NotFound(response, data | {"code": _GONE.get(fault.call, _UNKNOWN_MESSAGE)})
        case Failure.RATE_LIMITED:
            return discord.HTTPException(response, data | {"retry_after": 1.5, "global": False})
    return discord.DiscordServerError(response, data)
