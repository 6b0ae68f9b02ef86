"""Real processes share a PostgreSQL database; one is killed with jobs under way."""

import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TypeAlias

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.jobs.ports import Job
from storage.connection.database import Database, open_database
from storage.jobs import SqlJobQueue
from tests.jobs import worker

ROOT = Path(__file__).parents[2]
SUMS = [f"{number}+{number}" for number in range(30)]
NEVER = 3600.0

Process: TypeAlias = "subprocess.Popen[str]"


@contextmanager
def working(url: str, dead: float, pause: float, output: int = subprocess.PIPE) -> Iterator[Process]:
    """A process that does sums, killed at the end."""
    command = [sys.executable, "-m", worker.__name__, url, str(dead), str(pause)]
    with subprocess.Popen(command, cwd=ROOT, stdout=output, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def told(output: IO[str] | None, lines: int) -> list[str]:
    assert output is not None
    return [output.readline().strip() for _ in range(lines)]


@pytest.fixture
async def database(postgres_url: str) -> AsyncIterator[Database]:
    """Where there are sums to be done."""
    database = await open_database(postgres_url)

    async def make(connection: AsyncConnection, work: object) -> list[None]:
        await connection.execute(text("CREATE TABLE sums (key TEXT PRIMARY KEY)"))
        return [None]

    await database.write(make, None)
    await SqlJobQueue(database).enqueue([Job("sum", key, {}) for key in SUMS])
    yield database
    await database.close()


async def test_what_a_killed_process_had_is_done_by_another_and_everything_once(
    postgres_url: str, database: Database
) -> None:
    with working(postgres_url, NEVER, NEVER) as killed:
        held = told(killed.stdout, 2)
        killed.kill()
        assert killed.wait() == -signal.SIGKILL
    with working(postgres_url, 1.0, 0.0) as other:
        lines = told(other.stdout, 2 * len(SUMS))
    begun = [line.split()[1] for line in lines if line.startswith("begun")]
    assert sorted(begun) == sorted(SUMS), "each is done once"
    assert {line.split()[1] for line in held} <= set(begun)
    (rows,) = await database.read(text("SELECT key FROM sums"))
    assert sorted(row.key for row in rows) == sorted(SUMS)


async def test_two_processes_share_the_work_and_nothing_is_done_twice(postgres_url: str, database: Database):
    reading, writing = os.pipe()
    with (
        working(postgres_url, NEVER, 0.01, writing),
        working(postgres_url, NEVER, 0.01, writing),
        os.fdopen(reading) as output,
    ):
        os.close(writing)
        lines = told(output, 2 * len(SUMS))
    assert sorted(lines) == sorted(f"{what} {key}" for what in ("begun", "done") for key in SUMS)
