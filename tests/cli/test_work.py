"""`python -m bot work`."""

import asyncio
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.duplicate.daily.daily import DRAW
from bot.duplicate.daily.days import BOARDS, day_at
from bot.jobs.ports import Job, JobQueue, Urgency
from storage.connection.database import open_database
from storage.duplicate.daily import SqlDailyStore
from storage.jobs import SqlJobQueue

ROOT = Path(__file__).parents[2]
GAME = "english-whist"


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, as_logged_before: None) -> None:
    monkeypatch.chdir(tmp_path)


def failure(capsys: pytest.CaptureFixture[str], status: int = 1) -> str:
    assert main(["work"]) == status
    (line,) = capsys.readouterr().err.splitlines()
    return line


def test_without_worker_processes_there_is_nothing_to_do(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDINAL_HOUSE_WORKERS", "0")
    assert failure(capsys, 78) == "work: CARDINAL_HOUSE_WORKERS is 0: set how many processes are to do jobs"


def test_a_sqlite_file_has_no_jobs_for_others(capsys: pytest.CaptureFixture[str]) -> None:
    assert "there the bot does its jobs itself" in failure(capsys)


async def _gone(queue: JobQueue, job: Job) -> None:
    # There is nobody who would tell this process.
    while await queue.state(job) is not None:  # noqa: ASYNC110
        await asyncio.sleep(0.1)


async def test_it_does_jobs_until_it_is_told_to_stop(postgres_url: str) -> None:
    database = await open_database(postgres_url)
    day = day_at(time.time())
    job = Job(DRAW, f"{day}:{GAME}", {"day": day, "game": GAME}, Urgency.ASKED)
    queue, days = SqlJobQueue(database), SqlDailyStore(database)
    await queue.enqueue([job])
    environment = {**os.environ, "CARDINAL_DATABASE_URL": postgres_url, "CARDINAL_HOUSE_WORKERS": "1"}
    command = (sys.executable, "-m", "bot", "work")
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, env=environment)
    try:
        await asyncio.wait_for(_gone(queue, job), 300)
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0
    finally:
        if process.returncode is None:
            process.kill()
    assert len(await days.boards(day, GAME)) == BOARDS
    await database.close()
