"""Jobs are taken, done once, tried again, given up; whoever asked is told."""

import asyncio
from collections.abc import Callable

import pytest
from sqlalchemy import select

from bot.cluster.hints import Hint, Topic
from bot.jobs import service
from bot.jobs.ports import Job, Refused, State, TryLater, Urgency
from bot.jobs.service import MOST_TRIES, Jobs, NotDone
from storage.jobs import SqlJobQueue
from storage.schema.jobs import jobs as rows
from tests.databases import in_memory, rows_of

SUM = Job("sum", "1+1", {"of": 1})


class Wire:
    def __init__(self) -> None:
        self.told: list[Hint] = []
        self._callbacks: list[Callable[[Hint], None]] = []

    def tell(self, hint: Hint) -> None:
        self.told.append(hint)
        for callback in self._callbacks:
            asyncio.get_running_loop().call_soon(callback, hint)

    def listen(self, callback: Callable[[Hint], None]) -> None:
        self._callbacks.append(callback)


class Shop:
    """A process that does sums; `found` is what they came to. `go` lets it go on, `error` it raises."""

    def __init__(self, queue: SqlJobQueue, wire: Wire | None = None) -> None:
        self.queue = queue
        self.jobs = Jobs(queue, wire)
        self.found: dict[str, int] = {}
        self.begun: list[Job] = []
        self.go = asyncio.Event()
        self.go.set()
        self.error: Exception | None = None
        self.able = True
        self.jobs.handle("sum", self._add, lambda: self.able)

    async def _add(self, job: Job) -> None:
        self.begun.append(job)
        await self.go.wait()
        if self.error is not None:
            raise self.error
        self.found[job.key] = 2

    async def look(self) -> int | None:
        return self.found.get(SUM.key)


@pytest.fixture
def queue() -> SqlJobQueue:
    return SqlJobQueue(in_memory())


def kept(queue: SqlJobQueue) -> list[tuple[str, int, str | None]]:
    return [(row["state"], row["tries"], row["error"]) for row in rows_of(queue._database, select(rows))]


async def all_begun() -> None:
    """Let the loop run for as long as there is anything to begin."""
    for _ in range(100):
        await asyncio.sleep(0)


async def test_a_job_is_done_and_gone(queue: SqlJobQueue) -> None:
    shop = Shop(queue)
    await shop.jobs.enqueue([SUM, SUM])
    await shop.jobs.settled()
    assert (shop.begun, shop.found, kept(queue)) == ([SUM], {"1+1": 2}, [])


async def test_whoever_asks_has_it_before_what_is_quiet(queue: SqlJobQueue) -> None:
    shop = Shop(queue)
    shop.go.clear()
    await shop.jobs.enqueue([Job("sum", f"{number}+1", {}) for number in range(2, 5)])
    await all_begun()
    asking = asyncio.create_task(shop.jobs.ask(SUM, shop.look))
    await all_begun()
    assert [job.key for job in shop.begun] == ["2+1", "1+1"], "one that is quiet at a time"
    assert shop.begun[1].urgency is Urgency.ASKED
    shop.go.set()
    assert await asking == 2


async def test_a_fault_is_tried_again_and_in_the_end_given_up(
    queue: SqlJobQueue, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(service, "_PATIENCE", 0.0)
    shop = Shop(queue)
    shop.error = ZeroDivisionError("no sum")
    await shop.jobs.enqueue([SUM])
    await shop.jobs.settled()
    assert len(shop.begun) == MOST_TRIES
    assert await shop.jobs.counts() == {("sum", State.FAILED): 1}
    assert "job sum:1+1 has failed 5 times and is not tried again" in caplog.text
    assert kept(queue) == [(State.FAILED.value, MOST_TRIES, "ZeroDivisionError('no sum')")]


async def test_whoever_waits_is_told_of_a_fault_at_once_and_of_what_is_refused(queue: SqlJobQueue) -> None:
    shop = Shop(queue)
    shop.error = TryLater()
    shop.error.__cause__ = KeyError("busy")
    with pytest.raises(KeyError, match="busy"):
        await shop.jobs.ask(SUM, shop.look)
    assert await queue.state(SUM) is State.WAITING
    shop.error = Refused()
    shop.error.__cause__ = KeyError("never")
    with pytest.raises(KeyError, match="never"):
        await shop.jobs.ask(SUM, shop.look)
    assert await queue.state(SUM) is None
    shop.error = None
    assert await shop.jobs.ask(SUM, shop.look) == 2


async def test_another_process_does_it_and_whoever_asked_hears(queue: SqlJobQueue) -> None:
    wire = Wire()
    asker, worker = Shop(queue, wire), Shop(queue, wire)
    asker.able = False
    worker.jobs.start()
    assert await asker.jobs.ask(SUM, worker.look) == 2
    assert asker.begun == []
    assert Hint(Topic.JOBS) in wire.told
    await worker.jobs.stop()


async def test_what_nobody_takes_or_nobody_does_in_time_is_not_waited_for(
    queue: SqlJobQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "POLL_SECONDS", 0.01)
    monkeypatch.setattr(service, "TAKE_SECONDS", 0.02)
    shop = Shop(queue)
    shop.able = False
    with pytest.raises(NotDone, match=r"sum:1\+1 was not done"):
        await shop.jobs.ask(SUM, shop.look)
    assert await queue.state(SUM) is State.WAITING, "it is done all the same when somebody can"
    shop.able = True
    shop.go.clear()
    monkeypatch.setattr(service, "ASK_SECONDS", 0.05)
    with pytest.raises(NotDone):
        await shop.jobs.ask(SUM, shop.look)
    shop.go.set()
    await shop.jobs.settled()
    assert shop.found == {"1+1": 2}


async def test_what_is_under_way_is_given_back_at_the_end_and_taken_up_again(queue: SqlJobQueue) -> None:
    shop = Shop(queue)
    shop.go.clear()
    asking = asyncio.create_task(shop.jobs.ask(SUM, shop.look))
    await all_begun()
    await shop.jobs.stop()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert kept(queue) == [(State.WAITING.value, 0, None)]
    again = Shop(queue)
    await again.jobs.settled()
    assert again.found == {"1+1": 2}


async def test_a_process_that_can_no_longer_do_it_leaves_it_to_others(queue: SqlJobQueue) -> None:
    shop = Shop(queue)
    shop.go.clear()
    await shop.jobs.enqueue([SUM])
    await all_begun()
    shop.able, shop.error = False, TryLater("the workers have ended")
    shop.go.set()
    await shop.jobs.settled()
    assert kept(queue) == [(State.WAITING.value, 0, None)]


async def test_a_job_that_ended_its_process_each_time_is_not_begun_again(queue: SqlJobQueue) -> None:
    await queue.enqueue([SUM])
    for _ in range(MOST_TRIES):
        await queue.take(["sum"], Urgency.QUIET, 1)
        await queue.start()
    shop = Shop(queue)
    await shop.jobs.settled()
    assert shop.begun == []
    assert await shop.jobs.counts() == {("sum", State.FAILED): 1}


async def test_a_queue_that_fails_is_asked_again(queue: SqlJobQueue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "POLL_SECONDS", 0.01)
    take, failures = queue.take, [OSError("gone"), OSError("gone")]

    async def fail(kinds: object, urgency: Urgency, most: int) -> object:
        if failures:
            raise failures.pop()
        return await take(["sum"], urgency, most)

    monkeypatch.setattr(queue, "take", fail)
    shop = Shop(queue)
    await shop.jobs.ask(SUM, shop.look)
    assert failures == []
    assert shop.found == {"1+1": 2}
    await shop.jobs.stop()


async def test_signs_of_life_are_given_for_what_takes_long(
    queue: SqlJobQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "POLL_SECONDS", 0.01)
    monkeypatch.setattr(service, "BEAT_SECONDS", 0.0)
    beaten = asyncio.Event()

    async def beat(ids: object) -> None:
        beaten.set()

    monkeypatch.setattr(queue, "beat", beat)
    monkeypatch.setattr(queue, "shared", True)
    shop = Shop(queue)
    shop.go.clear()
    await shop.jobs.enqueue([SUM])
    await beaten.wait()
    await shop.jobs.stop()


async def test_a_job_of_a_dead_process_is_taken_up_within_half_a_minute() -> None:
    assert service.DEAD_SECONDS + service.POLL_SECONDS < 30
    assert service.BEAT_SECONDS + 2 * service.POLL_SECONDS < service.DEAD_SECONDS / 2
