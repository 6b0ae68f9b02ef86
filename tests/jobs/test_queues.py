"""What a queue of jobs promises, in SQLite and in PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.jobs.ports import Job, JobQueue, State, Urgency
from bot.jobs.service import DEAD_SECONDS
from storage.connection.database import Database, open_database
from storage.jobs import SqlJobQueue
from tests import postgres
from tests.databases import migrated

KINDS = ("sum", "product")


@pytest.fixture(scope="module")
def empty() -> bytes:
    return migrated()


@pytest.fixture(params=["sqlite", "postgresql"])
async def queue(request: pytest.FixtureRequest, tmp_path: Path, empty: bytes) -> AsyncIterator[JobQueue]:
    if request.param == "sqlite":
        (tmp_path / "cardinal.db").write_bytes(empty)
        database = await open_database(f"sqlite+aiosqlite:///{tmp_path}/cardinal.db")
        yield SqlJobQueue(database)
        await database.close()
        return
    with postgres.database(postgres.shared(), like=postgres.shared().migrated) as url:
        database = await open_database(url)
        yield SqlJobQueue(database)
        await database.close()


def job(key: str, kind: str = "sum", urgency: Urgency = Urgency.QUIET) -> Job:
    return Job(kind, key, {"of": len(key), "in": "words"}, urgency)


async def taken(queue: JobQueue, urgency: Urgency = Urgency.QUIET, most: int = 10) -> list[tuple[Job, int]]:
    return [(one.job, one.tries) for one in await queue.take(KINDS, urgency, most)]


async def test_each_is_taken_once_the_oldest_first(queue: JobQueue) -> None:
    await queue.start()
    jobs = [job("b"), job("a"), job("a", "product")]
    for one in jobs:
        await queue.enqueue([one])
    assert await taken(queue, most=2) == [(jobs[0], 1), (jobs[1], 1)]
    assert await taken(queue) == [(jobs[2], 1)]
    assert await taken(queue) == []


async def test_the_same_job_twice_is_one_as_long_as_it_is_there(queue: JobQueue) -> None:
    await queue.enqueue([job("a"), job("a")])
    await queue.enqueue([job("a")])
    (one,) = await queue.take(KINDS, Urgency.QUIET, 10)
    await queue.enqueue([job("a")])
    assert await taken(queue) == []
    await queue.done([one.id])
    await queue.enqueue([job("a")])
    assert await taken(queue) == [(job("a"), 1)]


async def test_each_urgency_is_taken_by_itself_and_only_the_kinds_asked_for(queue: JobQueue) -> None:
    await queue.enqueue([job("a"), job("b", urgency=Urgency.ASKED), job("c", "other")])
    assert await taken(queue, Urgency.ASKED) == [(job("b", urgency=Urgency.ASKED), 1)]
    assert await taken(queue) == [(job("a"), 1)]
    assert [one.job for one in await queue.take(["other"], Urgency.QUIET, 1)] == [job("c", "other")]


async def test_what_is_asked_for_becomes_urgent_and_stays_it(queue: JobQueue) -> None:
    await queue.enqueue([job("a"), job("b")])
    await queue.enqueue([job("b", urgency=Urgency.ASKED)])
    await queue.enqueue([job("b")])
    assert await taken(queue, Urgency.ASKED) == [(job("b", urgency=Urgency.ASKED), 1)]
    assert await taken(queue) == [(job("a"), 1)]


async def test_a_job_that_is_tried_again_waits_unless_somebody_asks(queue: JobQueue) -> None:
    await queue.enqueue([job("a"), job("b")])
    one, other = await queue.take(KINDS, Urgency.QUIET, 2)
    await queue.try_again(one.id, 0.0)
    await queue.try_again(other.id, 1000.0)
    assert await taken(queue) == [(job("a"), 2)]
    assert await queue.state(job("b")) is State.WAITING
    await queue.enqueue([job("b")])
    assert await taken(queue) == []
    asked = job("b", urgency=Urgency.ASKED)
    for tries in (2, 3):
        await queue.enqueue([asked])
        (again,) = await queue.take(KINDS, Urgency.ASKED, 1)
        assert (again.job, again.tries) == (asked, tries)
        await queue.try_again(again.id, 1000.0)


async def test_what_is_given_back_has_not_been_tried(queue: JobQueue) -> None:
    await queue.enqueue([job("a"), job("b")])
    for _ in range(3):
        both = await queue.take(KINDS, Urgency.QUIET, 2)
        assert [one.tries for one in both] == [1, 1]
        await queue.give_back([one.id for one in both])
    (first, _) = await queue.take(KINDS, Urgency.QUIET, 2)
    await queue.done([first.id])
    await queue.give_back([first.id])
    assert await taken(queue) == []
    assert await queue.state(job("a")) is None


async def test_what_has_failed_stays_to_be_seen_until_it_is_wanted_anew(queue: JobQueue) -> None:
    await queue.enqueue([job("a"), job("b"), job("c", "product")])
    one, _ = await queue.take(["sum"], Urgency.QUIET, 2)
    await queue.fail(one.id, "there is no sum " + 400 * "!")
    assert await queue.counts() == {
        ("sum", State.FAILED): 1,
        ("sum", State.TAKEN): 1,
        ("product", State.WAITING): 1,
    }
    assert await queue.state(job("a")) is None
    assert await queue.state(job("b")) is State.TAKEN
    await queue.enqueue([job("a")])
    assert (job("a"), 1) in await taken(queue)


async def test_a_job_that_nobody_takes_in_time_is_overdue(queue: JobQueue) -> None:
    await queue.enqueue([job("a"), job("b", "product", Urgency.ASKED), job("c"), job("d")])
    first, second, _ = await queue.take(["sum"], Urgency.QUIET, 3)
    await queue.give_back([first.id])
    await queue.try_again(second.id, 3600.0)
    await older(queue, 200)
    assert await queue.counts() == {
        ("sum", State.TAKEN): 1,
        ("sum", State.WAITING): 2,
        ("product", State.OVERDUE): 1,
    }
    await older(queue, 3500)
    assert await queue.counts() == {
        ("sum", State.TAKEN): 1,
        ("sum", State.WAITING): 1,
        ("sum", State.OVERDUE): 1,
        ("product", State.OVERDUE): 1,
    }


async def older(queue: Any, seconds: int) -> None:
    """Let every job have been in its state for that many seconds more."""

    async def change(connection: AsyncConnection, work: list[None]) -> list[None]:
        await connection.execute(text(f"UPDATE jobs SET since = since - {seconds}"))
        return work

    await queue._database.write(change, None)


async def test_tidying_leaves_what_is_to_be_done(queue: JobQueue) -> None:
    await queue.enqueue([job("a"), job("b")])
    await queue.take(KINDS, Urgency.QUIET, 1)
    await queue.tidy()
    assert await queue.counts() == {("sum", State.TAKEN): 1, ("sum", State.WAITING): 1}


async def test_signs_of_life_are_taken(queue: JobQueue) -> None:
    await queue.enqueue([job("a")])
    (one,) = await queue.take(KINDS, Urgency.QUIET, 1)
    await queue.beat([one.id])
    assert await queue.state(job("a")) is State.TAKEN


async def test_a_sqlite_process_takes_up_what_the_one_before_it_had_taken(tmp_path: Path, empty: bytes):
    (tmp_path / "cardinal.db").write_bytes(empty)
    url = f"sqlite+aiosqlite:///{tmp_path}/cardinal.db"
    database = await open_database(url)
    await SqlJobQueue(database).enqueue([job("a")])
    assert await taken(SqlJobQueue(database)) == [(job("a"), 1)]
    await database.close()
    database = await open_database(url)
    await SqlJobQueue(database).start()
    assert await taken(SqlJobQueue(database)) == [(job("a"), 2)]
    await database.close()


@pytest.fixture
async def shared(postgres_url: str) -> AsyncIterator[Database]:
    """A database that several processes share."""
    database = await open_database(postgres_url)
    yield database
    await database.close()


async def let_pass(database: Database, seconds: float) -> None:
    """Move every row so far into the past."""

    async def execute(connection: AsyncConnection, work: Any) -> list[None]:
        await connection.execute(text(f"UPDATE jobs SET since = since - {seconds}"))
        return [None]

    await database.write(execute, None)


async def test_two_processes_never_take_the_same(shared: Database, postgres_url: str) -> None:
    other = await open_database(postgres_url)
    queues = SqlJobQueue(shared), SqlJobQueue(other)
    await queues[0].enqueue([job(str(number)) for number in range(40)])
    found = await asyncio.gather(
        *(queue.take(["sum"], Urgency.QUIET, 5) for _ in range(5) for queue in queues)
    )
    keys = [one.job.key for some in found for one in some]
    assert len(keys) == len(set(keys)) == 40
    await other.close()


async def test_a_job_whose_row_is_locked_is_left_to_whoever_holds_it(shared: Database, postgres_url: str):
    other = await open_database(postgres_url)
    queue = SqlJobQueue(shared)
    await queue.enqueue([job("a"), job("b")])

    async def hold(connection: AsyncConnection, work: Any) -> list[list[tuple[Job, int]]]:
        await connection.execute(text("SELECT FROM jobs WHERE key = 'a' FOR UPDATE"))
        return [await taken(queue)]

    assert await other.write(hold, None) == [(job("b"), 1)]
    assert await taken(queue) == [(job("a"), 1)]
    await other.close()


async def test_what_a_dead_process_had_is_taken_again_and_its_tries_are_counted(shared: Database) -> None:
    dead, alive = SqlJobQueue(shared), SqlJobQueue(shared)
    await dead.enqueue([job("a"), job("b")])
    await dead.take(KINDS, Urgency.QUIET, 2)
    await let_pass(shared, DEAD_SECONDS - 5)
    assert await taken(alive) == []
    await let_pass(shared, 6)
    again = await alive.take(KINDS, Urgency.QUIET, 2)
    assert [(one.job, one.tries) for one in again] == [(job("a"), 2), (job("b"), 2)]
    # The dead one may go on after all. It disturbs nobody, and what it has done is done.
    ids = [one.id for one in again]
    await dead.beat(ids)
    await dead.give_back(ids[1:])
    await dead.try_again(ids[1], 1.0)
    await dead.fail(ids[1], "gone")
    assert await alive.state(job("b")) is State.TAKEN
    await dead.done(ids[:1])
    await alive.done(ids)
    assert await alive.state(job("a")) is None


async def test_a_sign_of_life_keeps_a_job(shared: Database) -> None:
    mine, other = SqlJobQueue(shared), SqlJobQueue(shared)
    await mine.enqueue([job("a")])
    (one,) = await mine.take(KINDS, Urgency.QUIET, 1)
    await let_pass(shared, 3600)
    await mine.beat([one.id])
    assert await taken(other) == []


@pytest.mark.parametrize("queue", ["sqlite", "postgresql"], indirect=True)
async def test_tidying_forgets_what_is_weeks_old(queue: JobQueue) -> None:
    assert isinstance(queue, SqlJobQueue)
    await queue.enqueue([job("a"), job("b"), job("c")])
    one, _ = await queue.take(KINDS, Urgency.QUIET, 2)
    await queue.fail(one.id, "no sum")
    await let_pass(queue._database, 29 * 86_400)
    await queue.tidy()
    assert sum((await queue.counts()).values()) == 3
    await let_pass(queue._database, 2 * 86_400)
    await queue.tidy()
    assert await queue.counts() == {("sum", State.TAKEN): 1}
