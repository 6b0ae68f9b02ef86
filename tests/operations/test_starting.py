"""A start waits for what is away, and ends at once where something is wrong."""

import logging
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest

from bot.operations import starting
from bot.operations.discord_failures import is_away
from bot.operations.starting import Start
from bot.rest import UnexpectedAnswer
from storage.connection.database import DatabaseAway, DatabaseError, open_database


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(starting, "_FIRST_PAUSE", 0.0)
    caplog.set_level(logging.INFO)


def failing(start: Start, errors: list[Exception], seen: list[str | None]) -> Callable[[], Awaitable[str]]:
    """Raises these errors one after the other, and then succeeds; notes what `/ready` says before each."""

    async def attempt() -> str:
        seen.append(start.unready())
        if errors:
            raise errors.pop(0)
        return "open"

    return attempt


async def test_it_waits_for_the_database_and_says_so_once(caplog: pytest.LogCaptureFixture) -> None:
    start, seen = Start("db", is_away), list[str | None]()
    away = DatabaseAway("db: Connection refused")
    assert (
        await start.connected_to_database(failing(start, [away, away, ConnectionError("cut")], seen))
        == "open"
    )
    waiting = "waiting for the database: db: Connection refused"
    assert seen == ["starting", waiting, waiting, "waiting for the database: cut"]
    assert caplog.messages == [waiting, "the database is there"]
    assert start.unready() == "starting"
    assert await start.fault() is None


async def test_health_names_the_database_that_is_waited_for() -> None:
    start = Start("db", is_away)

    async def attempt() -> str | None:
        if await start.fault() is None:
            raise DatabaseAway("db: Connection refused")
        return await start.fault()

    assert await start.connected_to_database(attempt) == "waiting for the database: db: Connection refused"


async def test_now_and_then_it_says_again_what_it_waits_for(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = iter([0.0, starting.REMINDER_SECONDS - 1, starting.REMINDER_SECONDS, starting.REMINDER_SECONDS])
    monkeypatch.setattr(starting, "time", SimpleNamespace(monotonic=lambda: next(now)))
    errors: list[Exception] = [OSError("one"), OSError("two"), OSError("three")]
    await Start("db", is_away).answered_by_discord(failing(Start("db", is_away), errors, []))
    assert caplog.messages == ["waiting for Discord: one", "waiting for Discord: three", "Discord is there"]


async def test_a_database_that_is_wrong_ends_the_start() -> None:
    start = Start("db", is_away)
    with pytest.raises(DatabaseError, match="no such role"):
        await start.connected_to_database(failing(start, [DatabaseError("no such role")], []))


async def test_requests_wait_for_discord_until_it_is_connected() -> None:
    start, errors = Start("db", is_away), list[Exception]([OSError("no route"), OSError("no route")])

    async def request(route: str) -> str:
        if errors:
            raise errors.pop()
        return route

    patient = start.requests(request)
    assert await patient("/users/@me") == "/users/@me"
    start.connected()
    errors.append(OSError("no route"))
    with pytest.raises(OSError, match="no route"):
        await patient("/gateway/bot")


def answered(kind: type[discord.HTTPException], status: int) -> discord.HTTPException:
    return kind(cast(Any, SimpleNamespace(status=status, reason="")), "")


@pytest.mark.parametrize(
    ("error", "away"),
    [
        (answered(discord.DiscordServerError, 503), True),
        (answered(discord.HTTPException, 429), True),
        (answered(discord.Forbidden, 403), False),
        (discord.LoginFailure("no"), False),
        (discord.GatewayNotFound(), True),
        (aiohttp.ServerDisconnectedError(), True),
        (aiohttp.InvalidURL("http://"), False),
        (UnexpectedAnswer("200 OK, a page"), False),
        (TimeoutError("no answer"), True),
        (KeyError("id"), False),
    ],
)
def test_what_is_away_and_what_is_wrong_at_discord(error: Exception, away: bool) -> None:
    assert is_away(error) is away


async def test_what_is_away_and_what_is_wrong_at_postgresql(postgres_url: str, tmp_path: Any) -> None:
    with pytest.raises(DatabaseAway, match="No such file or directory"):
        await open_database(f"postgresql+asyncpg://postgres@/cardinal?host={tmp_path}")
    for wrong in (postgres_url.replace("postgres@", "nobody@"), postgres_url.replace("?", "-elsewhere?")):
        with pytest.raises(DatabaseError, match="does not exist") as caught:
            await open_database(wrong)
        assert not isinstance(caught.value, DatabaseAway)
