"""What a queue of jobs promises, whichever it is: in memory, in SQLite, in PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.jobs.ports import Job, JobQueue, State, Urgency
from storage.database import open_database
from storage.jobs import job_queue
from tests import postgres
from tests.databases import migrated
from tests.jobs.memory import MemoryJobQueue

pytestmark = pytest.mark.asyncio

KINDS = ("sum", "product")


@pytest.fixture(scope="module")
def empty() -> bytes:
    return migrated()


@pytest_asyncio.fixture(params=["memory", "sqlite", "postgresql"])
async def queue(request: pytest.FixtureRequest, tmp_path: Path, empty: bytes) -> AsyncIterator[JobQueue]:
    if request.param == "memory":
        yield MemoryJobQueue()
        return
    if request.param == "sqlite":
        (tmp_path / "cardinal.db").write_bytes(empty)
        database = await open_database(f"sqlite+aiosqlite:///{tmp_path}/cardinal.db")
        yield job_queue(database)
        await database.close()
        return
    with postgres.database(postgres.shared(), like=postgres.shared().migrated) as url:
        database = await open_database(url)
        yield job_queue(database)
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
    await queue.try_again(one.id, 0.01)
    await queue.try_again(other.id, 1000.0)
    await asyncio.sleep(0.02)
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


async def test_a_sqlite_process_takes_up_what_the_one_before_it_had_taken(
    tmp_path: Path, empty: bytes
) -> None:
    (tmp_path / "cardinal.db").write_bytes(empty)
    url = f"sqlite+aiosqlite:///{tmp_path}/cardinal.db"
    database = await open_database(url)
    await job_queue(database).enqueue([job("a")])
    assert await taken(job_queue(database)) == [(job("a"), 1)]
    await database.close()
    database = await open_database(url)
    await job_queue(database).start()
    assert await taken(job_queue(database)) == [(job("a"), 2)]
    await database.close()
