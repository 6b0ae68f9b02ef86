import logging
import re
import sys
from pathlib import Path
from typing import Any

import discord
import pytest

from bot import __version__, metrics
from bot.__main__ import main
from bot.cli import run
from bot.client import Cardinal
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
    ("fault", "said"),
    [
        (discord.LoginFailure("Improper token has been passed."), "does not accept CARDINAL_TOKEN"),
        (OSError("no route"), "cannot be reached"),
    ],
)
def test_what_discord_says_at_the_door(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, fault: Exception, said: str
) -> None:
    async def start(self: Cardinal, token: str, **_: Any) -> None:
        raise fault

    monkeypatch.setenv("CARDINAL_TOKEN", "secret-token")
    monkeypatch.setattr(Cardinal, "start", start)
    line = failure(capsys)
    assert said in line
    assert "secret-token" not in line


def test_the_version_is_told_logged_and_measured(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == f"Cardinal {__version__}\n"
    monkeypatch.setenv("CARDINAL_TOKEN", "secret-token")
    with answering_with(b"") as address:
        monkeypatch.setenv("CARDINAL_DISCORD_API", address)
        assert main(["run"]) == 1
    assert re.search(
        rf"Cardinal {__version__} \((unknown|[0-9a-f]{{12}})\), Python 3\.", capsys.readouterr().err
    )
    (info,) = metrics.BUILD.collect()
    assert info.samples[0].labels["version"] == __version__


HELLO = response(b'{"id": "1", "username": "x", "discriminator": "0", "avatar": null}')


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (b"", "cannot be reached: Server disconnected"),
        (b"HTTP/1.1 200 OK\r\nContent-Le", "cannot be reached: "),
        (b"\xff\x00 no HTTP\r\n\r\n", "cannot be reached: "),
        (
            response(b"<html>"),
            "something else answers in Discord's place: 200 OK, a body of",
        ),
        (response(b"[" * 99_999), "something else answers in Discord's place: 200 OK"),
        (response(b"[]"), "answer was not understood: "),
        (response(b"Welcome to the hotel's network", "text/plain"), "a body of text/plain"),
        (response(b"\xff\xfe", "text/plain"), "a body of text/plain"),
        (response(b"a\nb\x1b[2J" * 99, "text/html", "403 Forbidden"), "in Discord's place: 403 Forbidden"),
        (response(b"{}", status="401 Unauthorized"), "does not accept CARDINAL_TOKEN"),
        (HELLO, "answer was not understood: "),
        (None, "did not let the bot in within 1 seconds"),
    ],
)
def test_whatever_answers_instead_of_discord(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    answer: bytes | None,
    said: str,
) -> None:
    monkeypatch.setenv("CARDINAL_TOKEN", "secret-token")
    monkeypatch.setenv("CARDINAL_HOUSE_WORKERS", "0")
    monkeypatch.setattr(run, "ANSWER_SECONDS", 1.0)
    with answering_with(answer) as address:
        monkeypatch.setenv("CARDINAL_DISCORD_API", address)
        line = failure(capsys)
    assert said in line
    assert "secret-token" not in line
    assert "\x1b" not in line
    assert len(line) < 300


def test_a_gateway_that_cannot_be_reached(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def login(self: Cardinal, token: str) -> None: ...

    async def unreachable(*_: Any, **__: Any) -> None:
        raise ConnectionRefusedError("no route to the gateway")

    monkeypatch.setenv("CARDINAL_TOKEN", "secret-token")
    monkeypatch.setattr(Cardinal, "login", login)
    monkeypatch.setattr(discord.http.HTTPClient, "get_bot_gateway", unreachable)
    assert failure(capsys) == "run: Discord cannot be reached: no route to the gateway"


def test_a_lost_connection_is_logged_in_one_line() -> None:
    try:
        raise OSError("reset")
    except OSError:
        record = logging.getLogger("discord.client").makeRecord(
            "discord.client", logging.ERROR, "", 0, "Attempting a reconnect in %.2fs", (3.0,), sys.exc_info()
        )
    assert run._in_one_line(record)
    assert logging.Formatter().format(record) == "Attempting a reconnect in 3.00s (reset)"
    assert record.levelname == "WARNING"


def test_a_fault_of_our_own_is_not_put_down_to_discord(monkeypatch: pytest.MonkeyPatch) -> None:
    async def start(self: Cardinal, token: str) -> None:
        raise KeyError("ours")

    monkeypatch.setenv("CARDINAL_TOKEN", "secret-token")
    monkeypatch.setattr(Cardinal, "start", start)
    with pytest.raises(KeyError, match="ours"):
        main(["run"])
