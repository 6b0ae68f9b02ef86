"""Real processes share a PostgreSQL database; one is killed with jobs under way."""

import multiprocessing
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.jobs.ports import Job
from storage.connection.database import Database, open_database
from storage.jobs import SqlJobQueue
from tests.forked import exit_code, started
from tests.jobs import worker

SUMS = [f"{number}+{number}" for number in range(30)]
NEVER = 3600.0


@contextmanager
def working(url: str, dead: float, pause: float, processes: int = 1) -> Iterator[Connection]:
    """What processes tell that do sums, and are killed at the end."""
    reading, writing = multiprocessing.Pipe(duplex=False)
    running = [started(worker.work, url, dead, pause, writing) for _ in range(processes)]
    writing.close()
    try:
        yield reading
    finally:
        for process in running:
            process.kill()
        assert {exit_code(process) for process in running} == {-signal.SIGKILL}
        reading.close()


def told(output: Connection, lines: int) -> list[str]:
    return [output.recv_bytes().decode() for _ in range(lines)]


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
        held = told(killed, 2)
    with working(postgres_url, 1.0, 0.0) as other:
        lines = told(other, 2 * len(SUMS))
    begun = [line.split()[1] for line in lines if line.startswith("begun")]
    assert sorted(begun) == sorted(SUMS), "each is done once"
    assert {line.split()[1] for line in held} <= set(begun)
    (rows,) = await database.read(text("SELECT key FROM sums"))
    assert sorted(row.key for row in rows) == sorted(SUMS)


async def test_two_processes_share_the_work_and_nothing_is_done_twice(postgres_url: str, database: Database):
    with working(postgres_url, NEVER, 0.01, processes=2) as both:
        lines = told(both, 2 * len(SUMS))
    assert sorted(lines) == sorted(f"{what} {key}" for what in ("begun", "done") for key in SUMS)
