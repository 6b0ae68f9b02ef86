"""Health, readiness and figures over HTTP, for whoever looks after the process. Off unless a port is set.

`/health` says whether the process is to be left alone (200) or started anew (503), `/ready` whether it plays
(200) or not yet or no more (503), `/metrics` has the figures of `bot.metrics` for Prometheus.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, Protocol

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot import metrics
from bot.errors import OperatorError
from bot.settings import Settings

log = logging.getLogger(__name__)

PATIENCE: Final = 3.0
"""Seconds within which the process must know how it is."""

_TICK: Final = 0.5
"""Seconds between two looks at how late the event loop comes."""


class CannotListen(OperatorError):
    """The address cannot be listened at; the text is one line."""


class Watched(Protocol):
    """A process of Cardinal, as it is asked how it is."""

    async def fault(self) -> str | None:
        """What is broken, so that the process cannot work; None if nothing is."""

    def unready(self) -> str | None:
        """Why it does not play: not yet, or no more; None if it does."""

    async def measure(self) -> None:
        """Bring the figures up to date that are not counted as things happen."""


@asynccontextmanager
async def monitored(settings: Settings, watched: Watched) -> AsyncIterator[None]:
    """Answer within, where the settings name a port. Raises CannotListen."""
    if not settings.http_port:
        yield
        return
    runner = web.AppRunner(_application(watched), access_log=None)
    await runner.setup()
    ticking = asyncio.create_task(_watch_loop(), name="loop-lag")
    try:
        await _listen(runner, settings.http_host, settings.http_port)
        yield
    finally:
        ticking.cancel()
        await asyncio.gather(ticking, return_exceptions=True)
        await runner.cleanup()


async def _listen(runner: web.AppRunner, host: str, port: int) -> None:
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError as error:
        reason = error.strerror or str(error)
        raise CannotListen(f"CARDINAL_HTTP_HOST and CARDINAL_HTTP_PORT, {host} {port}: {reason}") from None
    log.info("health, readiness and figures are answered at %s, port %s", host, port)


def _application(watched: Watched) -> web.Application:
    async def health(_: web.Request) -> web.Response:
        return _verdict(await _fault(watched))

    async def ready(_: web.Request) -> web.Response:
        why = watched.unready() or await _fault(watched)
        metrics.READY.set(why is None)
        return _verdict(why)

    async def figures(_: web.Request) -> web.Response:
        metrics.READY.set(watched.unready() is None)
        try:
            async with asyncio.timeout(PATIENCE):
                await watched.measure()
        except Exception as error:
            # What is counted as it happens is told all the same; what is missing shows in /health.
            log.warning("not all figures could be had: %s", str(error) or type(error).__name__)
        text = await asyncio.to_thread(generate_latest, metrics.REGISTRY)
        return web.Response(body=text, headers={"Content-Type": CONTENT_TYPE_LATEST})

    application = web.Application()
    application.router.add_get("/health", health)
    application.router.add_get("/ready", ready)
    application.router.add_get("/metrics", figures)
    return application


async def _fault(watched: Watched) -> str | None:
    try:
        async with asyncio.timeout(PATIENCE):
            return await watched.fault()
    except TimeoutError:
        return f"no answer within {PATIENCE:g} seconds"


def _verdict(why: str | None) -> web.Response:
    if why is None:
        return web.json_response({"status": "ok"})
    return web.json_response({"status": "not ok", "why": why}, status=503)


async def _watch_loop() -> None:
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + _TICK
        await asyncio.sleep(_TICK)
        metrics.LOOP_LAG_SECONDS.observe(max(loop.time() - due, 0.0))
