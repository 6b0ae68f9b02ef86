"""Health, readiness and metrics over HTTP. Off unless a port is set.

`/health` says whether the process works (200) or should be restarted (503), and names its database; `/ready`
says whether it plays (200) or is starting or stopping (503). `/metrics` serves the metrics of `bot.metrics`
to Prometheus.
"""

import asyncio
import errno
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot import metrics
from bot.errors import OperatorError
from bot.operations.starting import Watched
from bot.settings import Settings

log = logging.getLogger(__name__)

PATIENCE: Final = 3.0  # timeout of a health check, in seconds
_TICK: Final = 0.5  # seconds between two measurements of the event loop's lag


class CannotListen(OperatorError):
    """The process cannot listen on that address. The text is one line."""


@asynccontextmanager
async def monitored(settings: Settings, watched: Watched) -> AsyncIterator[None]:
    """Serve the endpoints within, if the settings name a port. Raises CannotListen."""
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
        if error.errno == errno.EADDRINUSE:
            reason = "another process listens there; give each process of a machine a port of its own"
        raise CannotListen(f"CARDINAL_HTTP_HOST and CARDINAL_HTTP_PORT, {host} {port}: {reason}") from None
    log.info("health, readiness and metrics are served at %s, port %s", host, port)


def _application(watched: Watched) -> web.Application:
    async def health(_: web.Request) -> web.Response:
        return _verdict(await _fault(watched), database=watched.database)

    async def ready(_: web.Request) -> web.Response:
        why = watched.unready() or await _fault(watched)
        metrics.READY.set(why is None)
        return _verdict(why)

    async def figures(_: web.Request) -> web.Response:
        why = watched.unready() or await _fault(watched)
        metrics.READY.set(why is None)
        try:
            async with asyncio.timeout(PATIENCE):
                await watched.measure()
        except Exception as error:
            # Serve the other metrics nevertheless; /health shows what is wrong.
            log.warning("not all metrics could be updated: %s", str(error) or type(error).__name__)
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


def _verdict(why: str | None, **more: str) -> web.Response:
    if why is None:
        return web.json_response({"status": "ok", **more})
    return web.json_response({"status": "not ok", "why": why, **more}, status=503)


async def _watch_loop() -> None:
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + _TICK
        await asyncio.sleep(_TICK)
        metrics.LOOP_LAG_SECONDS.observe(max(loop.time() - due, 0.0))
