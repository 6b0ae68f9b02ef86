"""Runs queued jobs concurrently."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from bot.cluster.alone import Silence
from bot.cluster.hints import Hint, Topic
from bot.cluster.ports import HintChannel
from bot.jobs.ports import Job, JobQueue, Refused, State, TakenJob, TryLater, Urgency

log = logging.getLogger(__name__)

T = TypeVar("T")

POLL_SECONDS: Final = 2.0  # how often a process polls a shared queue: a hint may get lost

BEAT_SECONDS: Final = 5.0

DEAD_SECONDS: Final = 20.0  # after so long without a sign of life another process takes a job over

MOST_TRIES: Final = 5
_PATIENCE: Final = 60.0
_A_MOMENT: Final = 0.1

ASK_SECONDS: Final = 10 * 60.0  # how long `ask` waits for a job
TAKE_SECONDS: Final = 2 * 60.0  # how long `ask` waits for somebody to take it


class NotDone(Exception):
    """A job was not done in time, or not at all."""


@dataclass(frozen=True, slots=True)
class _Handler:
    do: Callable[[Job], Awaitable[None]]
    able: Callable[[], bool]


def _always() -> bool:
    return True


class Jobs:
    """One process's side of the queue: it adds jobs and runs some.

    `most` is how many it runs at a time, by urgency. It begins to take jobs with `start`, or with the first
    job it adds.
    """

    def __init__(
        self, queue: JobQueue, hints: HintChannel | None = None, most: Mapping[Urgency, int] | None = None
    ) -> None:
        self._queue = queue
        self._hints = hints or Silence()
        self._most = most or {Urgency.QUIET: 1, Urgency.ASKED: 4}
        self._handlers: dict[str, _Handler] = {}
        self._running: dict[asyncio.Task[None], TakenJob] = {}
        self._asking: dict[str, list[asyncio.Future[None]]] = {}
        self._woken = self._started = self._stopped = False
        self._idle = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._beaten = 0.0
        self._hints.listen(self._heard)

    def handle(
        self, kind: str, do: Callable[[Job], Awaitable[None]], able: Callable[[], bool] = _always
    ) -> None:
        """Run jobs of that kind with `do` while this process is `able` to.

        `do` may raise `TryLater` or `Refused`. Anything else it raises is logged as a fault, and the job is
        tried again.
        """
        self._handlers[kind] = _Handler(do, able)

    def start(self) -> None:
        """Begin to take jobs, also after `stop`. Returns at once."""
        self._stopped = False
        self.wake()

    def wake(self) -> None:
        """Look for jobs now. Returns at once."""
        if self._stopped:
            return
        self._idle.clear()
        self._woken = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._serve(), name="jobs")

    def stored(self) -> None:
        """Look for jobs that a move's transaction has stored, in every process. Returns at once."""
        self.wake()
        self._hints.tell(Hint(Topic.JOBS))

    async def enqueue(self, jobs: Sequence[Job]) -> None:
        """Add jobs, for whichever process gets to them first."""
        if jobs:
            await self._queue.enqueue(jobs)
            self.stored()

    async def ask(self, job: Job, look: Callable[[], Awaitable[T | None]]) -> T:
        """Run the job before all quiet ones, and return what `look` finds then.

        Raises the cause of the handler's `TryLater` or `Refused` if this process ran it. Raises NotDone if no
        process takes it within `TAKE_SECONDS` or finishes it within `ASK_SECONDS`, or it failed elsewhere.
        """
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._asking.setdefault(job.name, []).append(waiting)
        begun = time.monotonic()
        try:
            await self.enqueue([replace(job, urgency=Urgency.ASKED)])
            while time.monotonic() < begun + ASK_SECONDS:
                await asyncio.wait({waiting}, timeout=POLL_SECONDS)
                if waiting.cancelled():
                    raise asyncio.CancelledError
                # Read before `look`, for the result is stored before the job is deleted.
                state = await self._queue.state(job)
                error = waiting.exception() if waiting.done() else None
                if (found := await look()) is not None:
                    return found
                if error is not None:
                    raise error
                if state is None or (state is State.WAITING and time.monotonic() > begun + TAKE_SECONDS):
                    break
            raise NotDone(f"{job.name} was not done")
        finally:
            waiting.cancel()
            self._asking[job.name].remove(waiting)
            if not self._asking[job.name]:
                del self._asking[job.name]

    async def counts(self) -> Mapping[tuple[str, State], int]:
        """The number of jobs of each kind in each state."""
        return await self._queue.counts()

    async def tidy(self) -> None:
        """Delete old jobs that failed or that nobody takes."""
        await self._queue.tidy()

    async def settled(self) -> None:
        """Wait until this process has no job left that it could run now."""
        self.wake()
        await self._idle.wait()

    async def stop(self) -> None:
        """Stop, and put back what is running, for other processes or the next start."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        running = dict(self._running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        for waiting in [one for asking in self._asking.values() for one in asking]:
            waiting.cancel()
        given = [taken.id for task, taken in running.items() if task.cancelled()]
        if given:
            await self._queue.give_back(given)
            self._hints.tell(Hint(Topic.JOBS))
        self._idle.set()

    def _heard(self, hint: Hint) -> None:
        if hint.topic is Topic.JOBS:
            self.wake()

    async def _serve(self) -> None:
        failed = False
        while self._woken and not failed:
            self._woken = False
            try:
                await self._round()
            except Exception as error:
                log.warning("jobs could not be read: %r", error)
                failed = True
        if not self._running:
            self._idle.set()
        if failed or self._queue.shared:
            self._look_again(POLL_SECONDS)

    async def _round(self) -> None:
        if not self._started:
            await self._queue.start()
            self._started = True
        if self._running and time.monotonic() - self._beaten > BEAT_SECONDS:
            self._beaten = time.monotonic()
            await self._queue.beat([taken.id for taken in self._running.values()])
        for urgency in sorted(Urgency, reverse=True):
            await self._fill(urgency)

    def _look_again(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        due = loop.time() + seconds
        if self._timer is None or not loop.time() < self._timer.when() <= due:
            if self._timer is not None:
                self._timer.cancel()
            self._timer = loop.call_at(due, self.wake)

    async def _fill(self, urgency: Urgency) -> None:
        busy = sum(taken.job.urgency is urgency for taken in self._running.values())
        kinds = [kind for kind, handler in self._handlers.items() if handler.able()]
        if not kinds or busy >= self._most[urgency]:
            return
        for taken in await self._queue.take(kinds, urgency, self._most[urgency] - busy):
            if not self._running:
                self._beaten = time.monotonic()
            task = asyncio.create_task(self._do(taken), name=taken.job.name)
            self._running[task] = taken
            task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        del self._running[task]
        self.wake()

    async def _do(self, taken: TakenJob) -> None:
        job = taken.job
        told: BaseException | None = None
        handler = self._handlers[job.kind]
        try:
            if taken.tries > MOST_TRIES:
                await self._fail(taken, "its process died each time")
            else:
                await handler.do(job)
                await self._queue.done([taken.id])
        except Refused as refused:
            told = refused.__cause__ or refused
            await self._queue.done([taken.id])
        except TryLater as later:
            told = later.__cause__ or later
            await self._not_done(taken, handler, told)
        except Exception as error:
            told = error
            log.exception("job %s could not be done", job.name)
            await self._not_done(taken, handler, told)
        self._tell(job, told)

    async def _not_done(self, taken: TakenJob, handler: _Handler, why: BaseException) -> None:
        if not handler.able():
            await self._queue.give_back([taken.id])
        elif taken.tries >= MOST_TRIES:
            await self._fail(taken, repr(why))
        else:
            log.info("job %s is tried again: %r", taken.job.name, why)
            later = _PATIENCE * 2 ** (taken.tries - 1)
            await self._queue.try_again(taken.id, later)
            asyncio.get_running_loop().call_later(later + _A_MOMENT, self.wake)

    async def _fail(self, taken: TakenJob, why: str) -> None:
        log.error("job %s has failed %s times and is not tried again: %s", taken.job.name, MOST_TRIES, why)
        await self._queue.fail(taken.id, why)

    def _tell(self, job: Job, error: BaseException | None) -> None:
        for waiting in self._asking.get(job.name, ()):
            if waiting.done():
                continue
            if error is None:
                waiting.set_result(None)
            else:
                waiting.set_exception(error)
        # Other processes may be waiting for it.
        self._hints.tell(Hint(Topic.JOBS))
