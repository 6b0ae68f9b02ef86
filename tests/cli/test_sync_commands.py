"""`python -m bot sync-commands` against the fake Discord."""

import asyncio
import sys
from pathlib import Path

import pytest

from bot.__main__ import main
from tests.fake_discord.server import FakeDiscord

TREE = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CARDINAL_TOKEN", raising=False)
    monkeypatch.setenv("CARDINAL_DATABASE_URL", f"sqlite+aiosqlite:///{tmp_path}/cards.db")
    monkeypatch.setenv("PYTHONPATH", str(TREE))


async def _run(*arguments: str) -> tuple[int | None, str]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "sync-commands",
        *arguments,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await process.communicate()
    return process.returncode, said.decode()


@pytest.mark.slow
async def test_it_sends_them_once_and_again_only_by_force(monkeypatch: pytest.MonkeyPatch) -> None:
    async with FakeDiscord() as fake:
        monkeypatch.setenv("CARDINAL_TOKEN", fake.world.token)
        monkeypatch.setenv("CARDINAL_DISCORD_API", fake.api("sync"))
        code, said = await _run()
        assert (code, "have been sent" in said) == (0, True), said
        assert {"table", "play", "help"} <= {command["name"] for command in fake.world.commands}
        code, said = await _run()
        assert (code, "--force sends them again" in said) == (0, True), said
        fake.world.commands.clear()
        code, said = await _run("--force")
        assert (code, "have been sent" in said) == (0, True), said
        assert fake.world.commands


@pytest.mark.slow
async def test_a_token_that_discord_does_not_know_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch):
    async with FakeDiscord() as fake:
        monkeypatch.setenv("CARDINAL_TOKEN", "another.token")
        monkeypatch.setenv("CARDINAL_DISCORD_API", fake.api("sync"))
        code, said = await _run()
    assert code == 78
    assert said.startswith("sync-commands: Discord does not accept CARDINAL_TOKEN")
    assert len(said.splitlines()) == 1
    assert "another.token" not in said


def test_it_needs_a_token(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sync-commands"]) == 78
    assert "CARDINAL_TOKEN is not set" in capsys.readouterr().err
