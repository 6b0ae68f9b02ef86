from pathlib import Path
from typing import Any

import discord
import pytest

from bot.__main__ import main
from bot.cli import run
from bot.client import Cardinal


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CARDINAL_TOKEN", raising=False)
    # It would keep writing to this test's standard error from the tests after it.
    monkeypatch.setattr(run, "_set_up_logging", lambda settings: None)


def failure(capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["run"]) == 2
    error = capsys.readouterr().err.splitlines()
    lines = [line for line in error if line.startswith("run: ")]
    assert len(lines) == 1
    assert not any("Traceback" in line for line in error)
    return lines[0]


def test_without_a_token_it_says_how_to_get_one(capsys: pytest.CaptureFixture[str]) -> None:
    said = failure(capsys)
    assert "CARDINAL_TOKEN is not set" in said
    assert "make play" in said


def test_a_bad_setting_is_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDINAL_HOUSE_PAUSE", "soon")
    assert "CARDINAL_HOUSE_PAUSE" in failure(capsys)


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
