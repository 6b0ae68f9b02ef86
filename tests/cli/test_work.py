"""`python -m bot work`."""

import asyncio
import os
import signal
import sys
import time
from pathlib import Path
from unittest.mock import Mock

import aiohttp
import pytest
from sqlalchemy import func, select

from bot.__main__ import main
from bot.cluster.alone import Alone
from bot.duplicate.contests.daily import DRAW
from bot.duplicate.contests.days import BOARDS, day_at
from bot.jobs.ports import Job, JobQueue, Urgency
from bot.settings import Settings
from bot.worker import WorkerProcess, work
from storage.connection.database import open_database
from storage.duplicate.daily import SqlDailyStore
from storage.jobs import SqlJobQueue
from storage.schema.cluster import processes
from tests.operations.test_monitoring import free_port

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


async def _asked(port: int, path: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}{path}") as answer:
        return answer.status, await answer.text()


async def test_it_does_jobs_until_it_is_told_to_stop(postgres_url: str) -> None:
    database = await open_database(postgres_url)
    day = day_at(time.time())
    job = Job(DRAW, f"{day}:{GAME}", {"day": day, "game": GAME}, Urgency.ASKED)
    queue, days, port = SqlJobQueue(database), SqlDailyStore(database), free_port()
    await queue.enqueue([job])
    environment = {
        **os.environ,
        "CARDINAL_DATABASE_URL": postgres_url,
        "CARDINAL_HOUSE_WORKERS": "1",
        "CARDINAL_HTTP_PORT": str(port),
    }
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "work"), cwd=ROOT, env=environment, stderr=asyncio.subprocess.PIPE
    )
    try:
        await asyncio.wait_for(_gone(queue, job), 300)
        assert (await _asked(port, "/health"))[0] == 200
        assert "cardinal_job_processes_alive 1.0" in (await _asked(port, "/metrics"))[1]
        process.send_signal(signal.SIGTERM)
        _, said = await process.communicate()
        assert process.returncode == 0
    finally:
        if process.returncode is None:
            process.kill()
    assert said.decode().splitlines()[-1].endswith("stopped")
    assert len(await days.boards(day, GAME)) == BOARDS
    ((*_, left),) = await database.read(select(func.count()).select_from(processes))
    assert left[0] == 0
    await database.close()


def test_it_is_ready_once_a_worker_process_is() -> None:
    health, workers, stop = Mock(name="database"), Mock(ready=0), asyncio.Event()
    process = WorkerProcess(health, workers, 1, Alone(), stop)
    assert process.unready() == "no worker process is ready"
    workers.ready = 1
    assert process.unready() is None
    stop.set()
    assert process.unready() == "stopping"


async def test_while_the_database_is_away_it_waits_and_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    url, port, stop = f"postgresql+asyncpg://postgres@/cardinal?host={tmp_path}", free_port(), asyncio.Event()
    settings = Settings(_env_file=None, database_url=url, http_port=port)
    working = asyncio.create_task(work(settings, stop))
    while "waiting for the database" not in caplog.text:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    status, why = await _asked(port, "/ready")
    assert (status, "waiting for the database" in why) == (503, True)
    stop.set()
    await working
