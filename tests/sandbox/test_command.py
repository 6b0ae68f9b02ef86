"""`python -m bot sandbox` from outside."""

import asyncio
import os
import re
import signal
import sys
from pathlib import Path

import aiohttp
import pytest

from bot.__main__ import main
from bot.cli import sandbox
from bot.sandbox.server import claim_port

ROOT = Path(__file__).parents[2]


async def start(folder: Path, *arguments: str) -> asyncio.subprocess.Process:
    """The command, in a folder of its own, so that no .env is read."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CARDINAL_")}
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "sandbox", "--no-open", *arguments),
        cwd=folder,
        env={**environment, "PYTHONPATH": str(ROOT), "TMPDIR": str(folder)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_it_serves_the_page_and_stops_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    process = await start(tmp_path, "--port", "0")
    assert process.stdout
    line = (await asyncio.wait_for(process.stdout.readline(), 15)).decode()
    found = re.fullmatch(r"Cardinal is ready: (http://127\.0\.0\.1:\d+/) \(Ctrl\+C stops\)\n", line)
    assert found, (line, process.stderr and await process.stderr.read())
    async with aiohttp.ClientSession() as session, session.get(found.group(1)) as response:
        assert response.status == 200
        assert "Welcome" in await response.text()
    process.send_signal(number)
    out, err = await asyncio.wait_for(process.communicate(), 10)
    assert (process.returncode, out, err.decode()) == (0, b"", "")
    assert os.listdir(tmp_path) == []


async def test_a_database_that_cannot_be_had_is_one_line(tmp_path: Path) -> None:
    process = await start(tmp_path, "--port", "0", "--database", "sqlite:///x.db")
    out, err = await asyncio.wait_for(process.communicate(), 15)
    assert (process.returncode, out) == (1, b"")
    assert re.fullmatch(r"sandbox: .*async driver.*\n", err.decode())


def test_a_port_that_is_taken_is_one_line(capsys: pytest.CaptureFixture[str], as_logged_before: None) -> None:
    with claim_port(0) as taken:
        assert main(["sandbox", "--port", str(taken.getsockname()[1])]) == 1
    assert re.fullmatch(r"sandbox: port \d+ cannot be had: .+\n", capsys.readouterr().err)


def test_the_next_port_is_taken_if_none_was_asked_for() -> None:
    with claim_port(None) as first, claim_port(None) as second:
        assert second.getsockname()[1] != first.getsockname()[1]


def test_missing_packages_are_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setattr(sandbox, "find_spec", lambda name: None if name == "simcord" else object())
    assert main(["sandbox"]) == 1
    said = capsys.readouterr().err
    assert "(simcord)" in said
    assert "make play" in said
    assert said.count("\n") == 1
