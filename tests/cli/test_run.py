import asyncio
import json
import logging
import re
from pathlib import Path
from typing import Any

import discord
import pytest
from discord.gateway import DiscordWebSocket

from bot import __version__, metrics
from bot.__main__ import main
from bot.cli import run
from bot.client import Cardinal
from bot.operations import starting
from tests.cli.false_discord import answering_with, response


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, as_logged_before: None) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CARDINAL_TOKEN", raising=False)


def failure(capsys: pytest.CaptureFixture[str], status: int = 1) -> str:
    assert main(["run"]) == status
    error = capsys.readouterr().err.splitlines()
    lines = [line for line in error if line.startswith("run: ")]
    assert len(lines) == 1
    assert not any("Traceback" in line for line in error), error
    return lines[0]


def test_without_a_token_it_says_how_to_get_one(capsys: pytest.CaptureFixture[str]) -> None:
    said = failure(capsys, 78)
    assert "CARDINAL_TOKEN is not set" in said
    assert "make play" in said


@pytest.mark.parametrize("token", ["one\ntwo", "one\x1b[2Jtwo", "un\u202eten", "one two", "t" * 9999])
def test_a_token_that_is_none_is_not_sent(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, token: str
) -> None:
    monkeypatch.setenv("CARDINAL_TOKEN", token)
    said = failure(capsys, 78)
    assert said.startswith("run: CARDINAL_TOKEN: should be a bot token")
    assert token not in said


def test_a_bad_setting_is_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDINAL_HOUSE_PAUSE", "soon")
    assert "CARDINAL_HOUSE_PAUSE" in failure(capsys, 78)


def test_a_database_that_cannot_be_written_is_told_before_discord_is_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDINAL_TOKEN", "secret-token")
    monkeypatch.setenv("CARDINAL_DATABASE_URL", "sqlite+aiosqlite:////no/such/folder/cards.db")
    said = failure(capsys)
    assert "/no/such/folder" in said
    assert "secret-token" not in said


@pytest.mark.parametrize(
    ("fault", "said", "status"),
    [
        (discord.LoginFailure("Improper token has been passed."), "does not accept CARDINAL_TOKEN", 78),
        (OSError("no route"), "cannot be reached", 1),
    ],
)
def test_what_ends_the_connection_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    fault: Exception,
    said: str,
    status: int,
) -> None:
    async def start(self: Cardinal, token: str, **_: Any) -> None:
        raise fault

    monkeypatch.setenv("CARDINAL_TOKEN", "secret-token")
    monkeypatch.setattr(Cardinal, "start", start)
    line = failure(capsys, status)
    assert said in line
    assert "secret-token" not in line


def test_the_version_is_told_logged_and_measured(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == f"Cardinal {__version__}\n"
    monkeypatch.setenv("CARDINAL_TOKEN", "secret-token")
    with answering_with(response(b"{}", status="401 Unauthorized")) as address:
        monkeypatch.setenv("CARDINAL_DISCORD_API", address)
        assert main(["run"]) == 78
    assert re.search(
        rf"Cardinal {__version__} \((unknown|[0-9a-f]{{12}})\), Python 3\.", capsys.readouterr().err
    )
    (info,) = metrics.BUILD.collect()
    assert info.samples[0].labels["version"] == __version__


HELLO = response(b'{"id": "1", "username": "x", "discriminator": "0", "avatar": null}')


@pytest.mark.parametrize(
    ("answer", "said", "status"),
    [
        (response(b"<html>"), "something else answers in Discord's place: 200 OK, a body of", 1),
        (response(b"[" * 99_999), "something else answers in Discord's place: 200 OK", 1),
        (response(b"[]"), "answer was not understood: ", 1),
        (response(b"Welcome to the hotel's network", "text/plain"), "a body of text/plain", 1),
        (response(b"\xff\xfe", "text/plain"), "a body of text/plain", 1),
        (response(b"a\nb\x1b[2J" * 99, "text/html", "403 Forbidden"), "in Discord's place: 403 Forbidden", 1),
        (response(b"{}", status="401 Unauthorized"), "does not accept CARDINAL_TOKEN", 78),
        (HELLO, "answer was not understood: ", 1),
    ],
)
def test_an_answer_that_is_wrong_ends_the_start(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    answer: bytes,
    said: str,
    status: int,
) -> None:
    monkeypatch.setenv("CARDINAL_TOKEN", "secret-token")
    monkeypatch.setenv("CARDINAL_HOUSE_WORKERS", "0")
    with answering_with(answer) as address:
        monkeypatch.setenv("CARDINAL_DISCORD_API", address)
        line = failure(capsys, status)
    assert said in line
    assert "secret-token" not in line
    assert "\x1b" not in line
    assert len(line) < 300


class _StopOnceItWaits(logging.Handler):
    """Tells the process to stop as soon as it has logged that it waits."""

    def __init__(self) -> None:
        super().__init__()
        self.stop = asyncio.Event()

    def emit(self, record: logging.LogRecord) -> None:
        if "waiting for" in record.getMessage():
            self.stop.set()


def waited_for(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    handler = _StopOnceItWaits()
    logging.getLogger().addHandler(handler)
    monkeypatch.setattr(run, "stop_requested", lambda: handler.stop)
    assert main(["run"]) == 0
    *_, line, last = capsys.readouterr().err.splitlines()
    assert last.endswith("stopped")
    return line.partition("[WARNING ] bot.operations.starting: ")[2]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (b"", "Server disconnected"),
        (b"HTTP/1.1 200 OK\r\nContent-Le", ""),
        (b"\xff\x00 no HTTP\r\n\r\n", ""),
        (None, "no answer within 0.1 seconds"),
    ],
)
def test_while_discord_is_away_it_waits_and_can_be_stopped(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, answer: bytes | None, said: str
) -> None:
    monkeypatch.setenv("CARDINAL_TOKEN", "secret-token")
    if answer is None:
        monkeypatch.setattr(starting, "ANSWER_SECONDS", 0.1)
    with answering_with(answer) as address:
        monkeypatch.setenv("CARDINAL_DISCORD_API", address)
        assert waited_for(capsys, monkeypatch).startswith(f"waiting for Discord: {said}")


def test_while_the_database_is_away_it_waits_and_can_be_stopped(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CARDINAL_TOKEN", "secret-token")
    monkeypatch.setenv("CARDINAL_DATABASE_URL", f"postgresql+asyncpg://postgres@/cardinal?host={tmp_path}")
    line = waited_for(capsys, monkeypatch)
    assert (
        line == "waiting for the database: postgresql+asyncpg://postgres@/cardinal: No such file or directory"
    )


def test_a_gateway_that_cannot_be_reached_is_waited_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def login(self: Cardinal, token: str) -> None: ...

    async def gateway(*_: Any) -> tuple[int, str, dict[str, int]]:
        return 1, "ws://127.0.0.1:1", {"max_concurrency": 1}

    async def unreachable(*_: Any, **__: Any) -> None:
        raise ConnectionRefusedError("no route to the gateway")

    monkeypatch.setenv("CARDINAL_TOKEN", "secret-token")
    monkeypatch.setattr(Cardinal, "login", login)
    monkeypatch.setattr(discord.http.HTTPClient, "get_bot_gateway", gateway)
    monkeypatch.setattr(DiscordWebSocket, "from_client", unreachable)
    assert waited_for(capsys, monkeypatch) == "waiting for Discord: no route to the gateway"


def test_with_json_the_last_line_is_json_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDINAL_TOKEN", "secret-token")
    monkeypatch.setenv("CARDINAL_LOG_FORMAT", "json")
    with answering_with(response(b"{}", status="401 Unauthorized")) as address:
        monkeypatch.setenv("CARDINAL_DISCORD_API", address)
        assert main(["run"]) == 78
    *_, last = map(json.loads, capsys.readouterr().err.splitlines())
    assert last["level"] == "CRITICAL"
    assert last["message"].startswith("Discord does not accept CARDINAL_TOKEN")


def test_a_fault_of_our_own_is_not_put_down_to_discord(monkeypatch: pytest.MonkeyPatch) -> None:
    async def start(self: Cardinal, token: str) -> None:
        raise KeyError("ours")

    monkeypatch.setenv("CARDINAL_TOKEN", "secret-token")
    monkeypatch.setattr(Cardinal, "start", start)
    with pytest.raises(KeyError, match="ours"):
        main(["run"])
