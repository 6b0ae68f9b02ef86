"""How discord.py handles answers that differ from Discord's, or come from something else."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import web
from discord.http import HTTPClient, Route
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.rest import UnexpectedAnswer, use_api
from cogs.transport.backoff import SOON, UNREACHED, Backoff, fleeting, forbidden, unknown_channel, wait_of
from tests.tables.fakes import HandClock

Call = Callable[[], Awaitable[Any]]

DISCORDS = discord.http.Route.BASE
CHARSET = "application/json; charset=utf-8"
PAGE = "<!DOCTYPE html>\n<html>\n<title>Just a moment</title>\x1b[2J\n" + "<p>" * 5_000
VIA = {"Via": "1.1 google"}


class Server:
    """Gives the prepared answers in order, and repeats the last one."""

    def __init__(self) -> None:
        self.answers: list[web.Response] = []
        self.asked = 0

    def says(self, body: str, kind: str, status: int = 200, **headers: str) -> None:
        given = {"Content-Type": kind, **VIA, **{key.replace("_", "-"): headers[key] for key in headers}}
        self.answers.append(web.Response(body=body.encode(), status=status, headers=given))

    async def answer(self, request: web.Request) -> web.Response:
        given = self.answers[min(self.asked, len(self.answers) - 1)]
        self.asked += 1
        return web.Response(body=given.body, status=given.status, headers=given.headers)


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    served, app = Server(), web.Application()
    app.router.add_route("*", "/{path:.*}", served.answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    use_api(f"http://127.0.0.1:{runner.addresses[0][1]}")
    try:
        yield served
    finally:
        use_api(DISCORDS)
        await runner.cleanup()


@pytest.fixture(params=["bot", "webhook"])
async def call(request: pytest.FixtureRequest, server: Server) -> AsyncIterator[Call]:
    """A call with the bot's token, or with that of an interaction."""
    async with aiohttp.ClientSession() as session:
        if request.param == "webhook":
            route = Route("POST", "/webhooks/{webhook_id}/{webhook_token}", webhook_id=1, webhook_token="t")
            adapter = AsyncWebhookAdapter()
            yield lambda: adapter.request(route, session=session)
            return
        client = HTTPClient(asyncio.get_running_loop())
        server.says('{"id": "1", "username": "x", "discriminator": "0", "avatar": null}', "application/json")
        await client.static_login("token")
        server.answers.clear()
        server.asked = 0
        yield lambda: client.request(Route("GET", "/channels/{channel_id}", channel_id=1))
        await client.close()


@pytest.fixture(autouse=True)
def naps(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The waits of discord.py between its tries."""
    taken, sleep = list[float](), asyncio.sleep

    async def nap(seconds: float, *_: Any) -> None:
        taken.append(seconds)
        await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", nap)
    return taken


async def failing(call: Call) -> Exception:
    with pytest.raises(UNREACHED) as raised:
        await call()
    error = raised.value
    assert "\n" not in str(error)
    assert "\x1b" not in str(error)
    assert len(str(error)) < 250
    return error


async def test_json_is_read_whatever_is_said_of_its_letters(call: Call, server: Server) -> None:
    server.says('{"id": "5"}', CHARSET)
    assert await call() == {"id": "5"}


async def test_no_content_is_an_empty_answer(call: Call, server: Server) -> None:
    server.says("", "application/json", 204)
    assert await call() == ""


async def test_a_429_with_a_charset_is_waited_for_and_tried_again(
    call: Call, server: Server, naps: list[float]
) -> None:
    server.says('{"message": "limited", "retry_after": 7.5, "global": false}', CHARSET, 429)
    server.says('{"id": "5"}', "application/json")
    assert await call() == {"id": "5"}
    assert 7.5 in naps


@pytest.mark.parametrize(
    ("body", "kind"), [(PAGE, "text/html"), ("[]", "application/json"), ("{}", "application/json")]
)
async def test_a_429_that_is_no_json_waits_as_long_as_its_header_says(
    call: Call, server: Server, body: str, kind: str
) -> None:
    server.says(body, kind, 429, Retry_After="600")
    error = await failing(call)
    assert isinstance(error, discord.HTTPException)
    assert (server.asked, error.status, wait_of(error)) == (1, 429, 600.0)
    assert fleeting(error)
    clock = HandClock()
    backoff = Backoff(clock)
    backoff.failed("it", SOON, wait_of(error))
    backoff.hasten("it", 5.0)
    assert backoff.due("it") == clock.time + 600


@pytest.mark.parametrize("said", ["soon", "nan", "inf", "-5"])
async def test_a_wait_that_is_no_number_is_none(call: Call, server: Server, said: str) -> None:
    server.says(PAGE, "text/html", 429, Retry_After=said)
    assert wait_of(await failing(call)) == 0


@pytest.mark.parametrize("kind", ["text/html", "application/json", "application/octet-stream"])
async def test_a_server_error_that_is_no_json_is_a_server_error(call: Call, server: Server, kind: str):
    server.says(PAGE, kind, 503)
    error = await failing(call)
    assert isinstance(error, discord.DiscordServerError)
    assert fleeting(error)


@pytest.mark.parametrize("status", [400, 401, 403, 404])
async def test_a_refusal_that_is_no_json_is_not_discords(call: Call, server: Server, status: int) -> None:
    server.says(PAGE, "text/html", status)
    error = await failing(call)
    assert isinstance(error, UnexpectedAnswer)
    assert not forbidden(error)
    assert not unknown_channel(error)


@pytest.mark.parametrize(
    "body", [PAGE, "{", "[" * 99_999, "1" * 5_000, "\ufffe"], ids=["page", "cut", "nested", "digits", "noise"]
)
async def test_a_success_that_is_no_json_is_tried_again(call: Call, server: Server, body: str) -> None:
    server.says(body, "application/json")
    assert isinstance(await failing(call), UnexpectedAnswer)


async def test_what_discord_refuses_is_refused(call: Call, server: Server) -> None:
    server.says('{"message": "Unknown Channel", "code": 10003}', CHARSET, 404)
    error = await failing(call)
    assert unknown_channel(error)
