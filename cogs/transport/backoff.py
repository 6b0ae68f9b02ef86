"""When to retry something that failed on Discord."""

import math
import random
from collections.abc import Hashable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

import aiohttp
import discord

from bot.tables.store.ports import Clock
from cogs.transport.channels import THREAD_ARCHIVED, UNKNOWN_CHANNEL

NETWORK_ERRORS: Final = (aiohttp.ClientError, OSError)
"""Errors of the connection to Discord, besides error responses. `TimeoutError` is an OSError."""

UNREACHED: Final = (discord.DiscordException, *NETWORK_ERRORS)
"""How any request to Discord may fail: an error status, a dropped connection, a timeout."""

_JITTER = 0.25


@dataclass(frozen=True, slots=True)
class RetryDelays:
    """Delays in seconds: `first` after one failure, twice as long after each further one, up to `longest`."""

    first: float
    longest: float


SOON = RetryDelays(1.0, 30.0)  # for transient failures: the network, Discord itself, rate limits

LATER = RetryDelays(180.0, 3600.0)
"""For requests that Discord forbids: 10,000 of them in ten minutes get the bot's address banned."""

MOST_TRIES: Final = 7
"""How often we try a malformed request before a longer wait, or before we set a post aside: about a minute
with the delays of `SOON`."""

_OPENING_DMS_TOO_FAST = 40003


def forbidden(error: BaseException) -> bool:
    """Whether Discord would refuse the same request again, so that retries do harm."""
    if not isinstance(error, discord.HTTPException):
        return False
    if error.code == THREAD_ARCHIVED:
        return True
    return error.status in (401, 403, 404) and error.code != _OPENING_DMS_TOO_FAST and not fleeting(error)


def malformed(error: BaseException) -> bool:
    """Whether the content of the request is invalid, so that it can never succeed."""
    if not isinstance(error, discord.HTTPException) or forbidden(error):
        return False
    return error.status in (HTTPStatus.BAD_REQUEST, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)


def in_a_line(error: BaseException) -> str:
    """The error in one line, for the log."""
    return " ".join(str(error).split()) or type(error).__name__


def unknown_channel(error: BaseException) -> bool:
    """Whether the channel or thread no longer exists."""
    return isinstance(error, discord.NotFound) and error.code == UNKNOWN_CHANNEL


def fleeting(error: discord.HTTPException) -> bool:
    """Whether the same request may succeed in a moment: Discord is at fault, or a rate limit was hit. A 404
    without an error code does not say what is missing."""
    return error.status >= 500 or error.status == 429 or (error.status == 404 and not error.code)


def wait_of(error: BaseException) -> float:
    """The seconds Discord asks us to wait before the same request; 0 if it does not say."""
    if not isinstance(error, discord.HTTPException) or error.status != HTTPStatus.TOO_MANY_REQUESTS:
        return 0.0
    try:
        seconds = float(error.response.headers.get("Retry-After", 0))
    except ValueError:
        return 0.0
    return min(max(0.0, seconds), LATER.longest) if math.isfinite(seconds) else 0.0


@dataclass(slots=True)
class _Failed:
    count: int
    at: float
    due: float
    wait: float


class Backoff:
    """Failed operations, under keys of any kind, and when to retry each.

    Waits are shortened by up to a quarter at random, so that simultaneous failures do not retry at the same
    time.
    """

    def __init__(self, clock: Clock, rng: random.Random | None = None) -> None:
        self._clock = clock
        self._rng = rng or random.Random()
        self._failed: dict[Hashable, _Failed] = {}

    def __len__(self) -> int:
        return len(self._failed)

    def failed(self, key: Hashable, delays: RetryDelays, at_least: float = 0.0) -> float:
        """Record a failure. Returns when to retry, in seconds since the epoch, at least `at_least` seconds
        from now. Of several tries under way at once only the first failure counts."""
        now, before = self._clock.now(), self._failed.get(key)
        if before is not None and now < before.due:
            return before.due
        count = 1 if before is None else before.count + 1
        wait = min(delays.longest, delays.first * 2.0 ** min(count - 1, 32))
        due = now + max(at_least, wait * (1 - _JITTER * self._rng.random()))
        self._failed[key] = _Failed(count, now, due, at_least)
        return due

    def due(self, key: Hashable) -> float:
        """When to retry, in seconds since the epoch; 0 if it has not failed."""
        failed = self._failed.get(key)
        return 0.0 if failed is None else failed.due

    def failures(self, key: Hashable) -> int:
        failed = self._failed.get(key)
        return 0 if failed is None else failed.count

    def hasten(self, key: Hashable, spacing: float) -> None:
        """Retry `spacing` seconds after the last try, if that is sooner and Discord allows it by then."""
        failed = self._failed.get(key)
        if failed is not None:
            failed.due = min(failed.due, failed.at + max(spacing, failed.wait))

    def forget(self, key: Hashable) -> None:
        self._failed.pop(key, None)
