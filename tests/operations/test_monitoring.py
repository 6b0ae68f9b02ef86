"""Health, readiness and figures over HTTP."""

import asyncio
import logging
import re
import socket
import time
from email.utils import formatdate

import aiohttp
import pytest
from aiohttp import web

from bot import metrics
from bot.operations import monitoring
from bot.operations.monitoring import CannotListen, monitored
from bot.operations.rest_trace import rest_trace, route_of
from bot.settings import Settings


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
    return port


def made(port: int) -> Settings:
    return Settings(_env_file=None, http_port=port)


class Process:
    """A process that is as it is told to be."""

    database = "sqlite /somewhere/cardinal.db"

    def __init__(self) -> None:
        self.broken: str | None = None
        self.why: str | None = None
        self.measured = 0
        self.hangs = False

    async def fault(self) -> str | None:
        if self.hangs:
            await asyncio.Event().wait()
        return self.broken

    def unready(self) -> str | None:
        return self.why

    async def measure(self) -> None:
        self.measured += 1
        if self.broken is not None:
            raise ConnectionError(self.broken)


async def asked(port: int, path: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}{path}") as answer:
        return answer.status, await answer.text()


async def test_without_a_port_nothing_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "AppRunner", None)
    async with monitored(made(0), Process()):
        pass


async def test_a_process_that_plays_is_well_and_ready() -> None:
    port = free_port()
    async with monitored(made(port), Process()):
        named = '"database": "sqlite /somewhere/cardinal.db"'
        assert await asked(port, "/health") == (200, f'{{"status": "ok", {named}}}')
        assert await asked(port, "/ready") == (200, '{"status": "ok"}')
        assert (await asked(port, "/"))[0] == 404
    with pytest.raises(aiohttp.ClientConnectionError):
        await asked(port, "/health")


async def test_one_that_starts_or_stops_is_well_but_not_ready() -> None:
    port, process = free_port(), Process()
    process.why = "starting"
    async with monitored(made(port), process):
        assert (await asked(port, "/health"))[0] == 200
        assert await asked(port, "/ready") == (503, '{"status": "not ok", "why": "starting"}')
        assert "cardinal_ready 0.0" in (await asked(port, "/metrics"))[1]
        process.why = None
        assert (await asked(port, "/ready"))[0] == 200
        assert "cardinal_ready 1.0" in (await asked(port, "/metrics"))[1]


async def test_one_whose_database_is_away_is_neither(caplog: pytest.LogCaptureFixture) -> None:
    port, process = free_port(), Process()
    process.broken = "the database does not answer"
    async with monitored(made(port), process):
        for path in ("/health", "/ready"):
            status, text = await asked(port, path)
            assert status == 503
            assert "the database does not answer" in text
        status, text = await asked(port, "/metrics")
        assert status == 200
        assert "cardinal_clicks_total" in text
    assert "not all metrics could be updated" in caplog.text


async def test_a_database_that_hangs_is_told_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monitoring, "PATIENCE", 0.05)
    port, process = free_port(), Process()
    process.hangs = True
    async with monitored(made(port), process):
        status, text = await asked(port, "/health")
    assert (status, "no answer within" in text) == (503, True)


async def test_a_port_that_is_taken_is_told_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        with pytest.raises(CannotListen, match=rf"CARDINAL_HTTP_PORT, 127\.0\.0\.1 {port}: another process"):
            async with monitored(made(port), Process()):
                raise AssertionError


async def test_the_figures_are_asked_for_in_prometheus_words() -> None:
    port, process = free_port(), Process()
    async with (
        monitored(made(port), process),
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}/metrics") as answer,
    ):
        assert answer.content_type == "text/plain"
        text = await answer.text()
    assert process.measured == 1
    for line in text.splitlines():
        assert line.startswith("# ") or re.fullmatch(r"[a-z_0-9]+(\{.*\})? \S+", line), line


@pytest.mark.parametrize(
    ("path", "route"),
    [
        ("/api/v10/channels/12/messages/34", "channels/messages"),
        ("/api/v10/interactions/12/aW50ZXJhY3Rpb246/callback", "interactions/callback"),
        ("/api/v10/webhooks/12/secret-token/messages/@original", "webhooks/messages/@original"),
        ("/api/v10/users/@me/channels", "users/@me/channels"),
        ("/api/v10/gateway/bot", "gateway/bot"),
        ("/somewhere/else", "other"),
    ],
)
async def test_a_route_is_named_without_ids_and_tokens(path: str, route: str) -> None:
    assert route_of(path) == route


def value(name: str, **labels: str) -> float:
    return metrics.REGISTRY.get_sample_value(name, labels) or 0.0


async def test_every_try_of_a_call_is_counted() -> None:
    statuses = iter([200, 429, 403])

    async def answer(request: web.Request) -> web.Response:
        status = next(statuses)
        return web.Response(status=status, headers={"X-RateLimit-Scope": "shared"} if status == 429 else {})

    application = web.Application()
    application.router.add_post("/channels/{id}/messages", answer)
    runner, port = web.AppRunner(application), free_port()
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()

    def counted(status: int) -> float:
        return value(
            "cardinal_rest_calls_total", method="POST", route="channels/messages", status=str(status)
        )

    def ask() -> tuple[float, ...]:
        return (value("cardinal_invalid_calls_total"), *map(counted, (200, 429, 403, 0)))

    before, limited = ask(), value("cardinal_rate_limited_total", scope="shared")
    async with aiohttp.ClientSession(trace_configs=[rest_trace()]) as session:
        for _ in range(3):
            async with session.post(f"http://127.0.0.1:{port}/channels/5/messages"):
                pass
        await runner.cleanup()
        with pytest.raises(aiohttp.ClientConnectionError):
            await session.post(f"http://127.0.0.1:{port}/channels/5/messages")
    assert [b - a for a, b in zip(before, ask(), strict=True)] == [2, 1, 1, 1, 1]
    assert value("cardinal_rate_limited_total", scope="shared") == limited + 1


async def test_the_clock_is_compared_with_discords() -> None:
    dates = iter([formatdate(time.time() + 100, usegmt=True), "Mon, 99 Foo 99999", ""])

    async def answer(_: web.Request) -> web.Response:
        return web.Response(headers={"Date": next(dates)})

    application = web.Application()
    application.router.add_get("/gateway", answer)
    runner, port = web.AppRunner(application), free_port()
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    async with aiohttp.ClientSession(trace_configs=[rest_trace()]) as session:
        for _ in range(3):
            async with session.get(f"http://127.0.0.1:{port}/gateway"):
                assert value("cardinal_clock_ahead_seconds") == pytest.approx(-100, abs=2)
    await runner.cleanup()


async def test_the_loop_is_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monitoring, "_TICK", 0.001)
    before = value("cardinal_loop_lag_seconds_count")
    async with monitored(made(free_port()), Process()):
        for _ in range(5000):
            await asyncio.sleep(0.001)
            if value("cardinal_loop_lag_seconds_count") > before:
                return
    raise AssertionError("nobody looks how late it comes")


async def test_requests_are_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    port = free_port()
    async with monitored(made(port), Process()):
        await asked(port, "/health")
    assert not [record for record in caplog.records if record.name == "aiohttp.access"]
