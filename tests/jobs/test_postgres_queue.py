"""Jobs in pgqueuer's tables: its schema is ours to install, several processes take from it."""

import asyncio
import importlib.metadata
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from pgqueuer.domain.models import utc_now
from sqlalchemy import insert, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.jobs.ports import Job, State, Urgency
from bot.jobs.service import DEAD_SECONDS
from storage.database import Database, DatabaseError, open_database
from storage.jobs import job_queue
from storage.jobs_postgres import queries
from storage.jobs_schema import jobs

pytestmark = pytest.mark.asyncio

JOB = Job("sum", "a", {"of": 1})


@pytest_asyncio.fixture
async def database(postgres_url: str) -> AsyncIterator[Database]:
    database = await open_database(postgres_url)
    yield database
    await database.close()


async def run(database: Database, *statements: str) -> None:
    async def execute(connection: AsyncConnection, work: object) -> list[None]:
        for statement in statements:
            await connection.execute(text(statement))
        return [None]

    await database.write(execute, None)


async def test_the_schema_is_pgqueuers_own_without_what_notifies(database: Database) -> None:
    async def plan(connection: AsyncConnection, work: object) -> list[list[str]]:
        return [[str(one) for one in (await queries(connection).plan_upgrade()).statements]]

    missing = await database.look_up(plan, None)
    assert len(missing) == 2
    assert "FUNCTION fn_pgqueuer_changed" in missing[0]
    assert "TRIGGER tg_pgqueuer_changed" in missing[1]


async def test_another_release_of_pgqueuer_is_refused(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.jobs.version", lambda package: "2.0.0")
    with pytest.raises(DatabaseError, match=r"PostgreSQL needs pgqueuer 1\.6; 2\.0\.0 is installed"):
        job_queue(database)

    def missing(package: str) -> str:
        raise importlib.metadata.PackageNotFoundError(package)

    monkeypatch.setattr("storage.jobs.version", missing)
    with pytest.raises(DatabaseError, match="which is not installed"):
        job_queue(database)


async def test_two_processes_never_take_the_same(database: Database, postgres_url: str) -> None:
    other = await open_database(postgres_url)
    queues = job_queue(database), job_queue(other)
    await queues[0].enqueue([Job("sum", str(number), {}) for number in range(40)])
    found = await asyncio.gather(
        *(queue.take(["sum"], Urgency.QUIET, 5) for _ in range(5) for queue in queues)
    )
    keys = [one.job.key for some in found for one in some]
    assert len(keys) == len(set(keys)) == 40
    await other.close()


async def test_what_a_dead_process_had_is_taken_again_and_its_tries_are_counted(database: Database) -> None:
    dead, alive = job_queue(database), job_queue(database)
    other = Job("sum", "b", {})
    await dead.enqueue([JOB, other])
    await dead.take(["sum"], Urgency.QUIET, 2)
    assert await alive.take(["sum"], Urgency.QUIET, 2) == []
    later = f"UPDATE pgqueuer SET heartbeat = NOW() - interval '{DEAD_SECONDS + 1} seconds'"
    await run(database, later)
    again = await alive.take(["sum"], Urgency.QUIET, 2)
    assert [(one.job, one.tries) for one in again] == [(JOB, 2), (other, 2)]
    # Whoever was taken for dead may end its work all the same, or give it back: nobody is disturbed.
    ids = [one.id for one in again]
    await dead.give_back(ids[1:])
    assert await alive.state(other) is State.TAKEN
    await dead.done(ids[:1])
    await alive.done(ids)
    assert await alive.state(JOB) is None


async def test_a_sign_of_life_keeps_a_job(database: Database) -> None:
    mine, other = job_queue(database), job_queue(database)
    await mine.enqueue([JOB])
    (one,) = await mine.take(["sum"], Urgency.QUIET, 1)
    await run(database, "UPDATE pgqueuer SET heartbeat = NOW() - interval '1 hour'")
    await mine.beat([one.id])
    assert await other.take(["sum"], Urgency.QUIET, 1) == []


async def test_what_waited_in_a_sqlite_file_that_was_carried_over_is_done(database: Database) -> None:
    row = {
        "kind": "sum",
        "key": "a",
        "payload": {"of": 1},
        "urgency": Urgency.QUIET.value,
        "tries": 3,
        "not_before": 0.0,
        "since": utc_now().timestamp(),
    }

    async def carry_over(connection: AsyncConnection, work: object) -> list[None]:
        rows = [row | {"state": "taken"}, row | {"state": "failed", "key": "b"}]
        await connection.execute(insert(jobs), rows)
        return [None]

    await database.write(carry_over, None)
    queue = job_queue(database)
    await queue.start()
    await queue.start()
    assert [(one.job, one.tries) for one in await queue.take(["sum"], Urgency.QUIET, 5)] == [(JOB, 1)]


async def test_tidying_forgets_what_is_weeks_old(database: Database) -> None:
    queue = job_queue(database)
    await queue.enqueue([JOB, Job("sum", "b", {}), Job("sum", "c", {})])
    done, failed = await queue.take(["sum"], Urgency.QUIET, 2)
    await queue.done([done.id])
    await queue.fail(failed.id, "no sum")
    await run(
        database,
        "UPDATE pgqueuer_log SET created = created - interval '31 days'",
        "UPDATE pgqueuer SET updated = updated - interval '31 days'",
    )
    await queue.tidy()
    assert await queue.counts() == {}

    async def notes(connection: AsyncConnection, work: object) -> list[int]:
        return [(await connection.execute(text("SELECT COUNT(*) FROM pgqueuer_log"))).scalar_one()]

    assert await database.look_up(notes, None) == 0
