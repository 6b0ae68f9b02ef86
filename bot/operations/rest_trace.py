"""Counts the answers of Discord's REST API, each of discord.py's tries separately."""

import time
from contextlib import suppress
from email.utils import parsedate_to_datetime
from types import SimpleNamespace
from typing import Any, Final

import aiohttp

from bot import metrics

_INVALID: Final = (401, 403, 429)
_RATE_LIMITED: Final = 429
_WORDS: Final = frozenset(
    {
        *(
            "applications",
            "bot",
            "bulk-delete",
            "callback",
            "channels",
            "commands",
            "emojis",
            "gateway",
            "guilds",
        ),
        *(
            "interactions",
            "members",
            "messages",
            "@me",
            "oauth2",
            "@original",
            "permissions",
            "pins",
            "reactions",
        ),
        *("recipients", "search", "thread-members", "threads", "typing", "users", "webhooks"),
    }
)
"""The words allowed in a route's name. Everything else in a path is an id, a token or a name."""


def rest_trace() -> aiohttp.TraceConfig:
    """Counts every call of the session that uses it."""
    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(_started)
    trace.on_request_end.append(_ended)
    trace.on_request_exception.append(_failed)
    return trace


def route_of(path: str) -> str:
    """The family of a call, by its path: `channels/messages`; never an id or a token."""
    return "/".join(part for part in path.split("/") if part in _WORDS) or "other"


async def _started(_: object, context: SimpleNamespace, __: object) -> None:
    context.since = time.perf_counter()


async def _ended(_: object, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams) -> None:
    status, answer = params.response.status, params.response
    metrics.REST_SECONDS.observe(time.perf_counter() - context.since)
    metrics.REST_CALLS.labels(params.method, route_of(params.url.path), str(status)).inc()
    with suppress(ValueError, OverflowError):
        # It tells whole seconds.
        told = parsedate_to_datetime(answer.headers.get("Date", "")).timestamp()
        metrics.CLOCK_AHEAD.set(time.time() - told - 0.5)
    if status in _INVALID:
        metrics.INVALID_CALLS.inc()
    if status == _RATE_LIMITED:
        shared = "shared" if answer.headers.get("X-RateLimit-Scope") == "shared" else "user"
        metrics.RATE_LIMITED.labels("global" if "X-RateLimit-Global" in answer.headers else shared).inc()


async def _failed(_: object, __: object, params: Any) -> None:
    metrics.REST_CALLS.labels(params.method, route_of(params.url.path), "0").inc()
