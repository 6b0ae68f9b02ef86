"""Worker processes for work that would block the event loop: native code that holds the GIL.

Each is a process of low priority. It is killed and replaced when it fails or takes too long, and ends with
the bot. It knows neither the token nor the database URL.
"""

import asyncio
import heapq
import itertools
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from enum import IntEnum
from multiprocessing.connection import wait
from typing import Any, Final, TypeVar

from bot.house.processes import CleanContext

log = logging.getLogger(__name__)

T = TypeVar("T")

WARM_UP_SECONDS: Final = 15 * 60  # how long a new worker may take; the very first compiles everything

_NICE: Final = 10
_MOST_PATIENCE: Final = 60.0


class Urgency(IntEnum):
    """Who waits for a job. The most urgent job runs first."""

    MOVE = 0
    ASKED = 1
    IDLE = 2


class WorkersAway(Exception):
    """The job was not done: no worker is ready, or it failed or took too long. The text is one line."""


@dataclass(order=True, slots=True)
class _Job:
    urgency: Urgency
    number: int
    call: tuple[Callable[..., Any], tuple[Any, ...]] = field(compare=False)
    done: asyncio.Future[Any] = field(compare=False)


class Workers:
    """`count` processes, each of which calls `warm_up` before it takes a job.

    Of two or more the first does moves only, so that nothing else can keep all of them busy. With a
    count of 0, or where `warm_up` raises ImportError, there are none. Jobs, `warm_up` and whatever
    goes to and fro must pickle: jobs are functions of a module.
    """

    def __init__(self, count: int, warm_up: Callable[[], None]) -> None:
        self._count = count
        self._warm_up = warm_up
        self._keepers: list[asyncio.Task[None]] = []
        self._waiting: list[_Job] = []
        self._numbers = itertools.count()
        self._came = asyncio.Event()
        self._warm = 0
        self._complained = False

    @property
    def on(self) -> bool:
        """Whether there are workers, ready or yet to be."""
        return self._count > 0

    @property
    def spare(self) -> bool:
        """Whether there are workers besides the one reserved for moves."""
        return self._count > 1

    @property
    def ready(self) -> int:
        """How many workers are ready or busy."""
        return self._warm

    @property
    def waiting(self) -> int:
        """How many jobs are queued."""
        return sum(not job.done.done() for job in self._waiting)

    def start(self) -> None:
        """Start the processes in the background, one after the other. Returns at once."""
        if not self._count:
            log.info("the house plays without worker processes")
        elif not self._keepers:
            first = asyncio.Event()
            self._keepers = [
                asyncio.create_task(self._keep(number, first), name=f"house-worker-{number}")
                for number in range(self._count)
            ]

    async def run(
        self, job: Callable[..., T], *arguments: Any, limit: float, urgency: Urgency = Urgency.MOVE
    ) -> T:
        """What `job(*arguments)` returns, done by a worker within `limit` seconds.

        A move is not kept waiting for workers to get ready. Raises WorkersAway, or what the job raises.
        """
        if not self._keepers or (urgency is Urgency.MOVE and not self._warm):
            raise WorkersAway("the house's worker processes are not ready")
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, _Job(urgency, next(self._numbers), (job, arguments), done))
        self._came.set()
        try:
            return await asyncio.wait_for(done, limit)
        except TimeoutError:
            raise WorkersAway(f"{job.__name__} took more than {limit:g} seconds") from None

    async def close(self) -> None:
        """Kill the processes, whatever they do, and wait for them to end."""
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)
        self._turn_off()

    def _turn_off(self) -> None:
        self._count = 0
        self._keepers = []
        for job in self._waiting:
            if not job.done.done():
                job.done.set_exception(WorkersAway("the house's worker processes are switched off"))
        self._waiting.clear()

    async def _keep(self, number: int, first: asyncio.Event) -> None:
        # Keeps one process going. The others wait for the first, which compiles for all of them.
        if number:
            await first.wait()
        reach = Urgency.MOVE if number == 0 and self._count > 1 else Urgency.IDLE
        patience, began = 1.0, time.monotonic()
        while True:
            process = _Process()
            try:
                await process.start(self._warm_up)
                patience = 1.0
                self._warm += 1
                if not first.is_set():
                    took = time.monotonic() - began
                    log.info(
                        "the house's first worker process is ready; loading or compiling took %.0f s", took
                    )
                first.set()
                try:
                    await self._serve(process, reach)
                finally:
                    self._warm -= 1
            except (ImportError, NotImplementedError) as missing:
                log.warning("the house plays without worker processes: %s", missing)
                self._turn_off()
                return
            except (BrokenExecutor, OSError, TimeoutError) as error:
                if not self._complained:
                    self._complained = True
                    log.warning("a worker process of the house is replaced: %r", error)
            finally:
                await process.close()
            first.set()
            await asyncio.sleep(patience)
            patience = min(2 * patience, _MOST_PATIENCE)

    async def _serve(self, process: "_Process", reach: Urgency) -> None:
        while True:
            job = await self._next(reach)
            try:
                await _do(process, job)
            finally:
                if not job.done.done():
                    job.done.set_exception(WorkersAway("the worker process ended"))
            self._complained = False

    async def _next(self, reach: Urgency) -> _Job:
        while True:
            while self._waiting and self._waiting[0].done.done():
                heapq.heappop(self._waiting)
            if self._waiting and self._waiting[0].urgency <= reach:
                return heapq.heappop(self._waiting)
            self._came.clear()
            await self._came.wait()


async def _do(process: "_Process", job: _Job) -> None:
    call, arguments = job.call
    answer = process.submit(call, *arguments)
    await asyncio.wait({answer, job.done}, return_when=asyncio.FIRST_COMPLETED)
    if not answer.done():
        raise TimeoutError
    error = answer.exception()
    if isinstance(error, BrokenExecutor):
        raise error
    if job.done.done():
        return
    if error is None:
        job.done.set_result(answer.result())
    else:
        job.done.set_exception(error)


class _Process:
    # A pool of one, so that each can be killed and replaced without touching the others.

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._opening: asyncio.Task[Future[int]] | None = None
        self._pid: int | None = None

    async def start(self, warm_up: Callable[[], None]) -> None:
        # Starting a process takes some milliseconds; the event loop does not wait.
        self._opening = asyncio.create_task(asyncio.to_thread(self._open))
        self._pid = await asyncio.wrap_future(await asyncio.shield(self._opening))
        await asyncio.wait_for(self.submit(warm_up), WARM_UP_SECONDS)

    def _open(self) -> Future[int]:
        self._pool = ProcessPoolExecutor(1, CleanContext(), initializer=_begin)
        return self._pool.submit(os.getpid)

    def submit(self, call: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
        if self._pool is None:
            raise BrokenExecutor("the worker process has not been started")
        return asyncio.wrap_future(self._pool.submit(call, *arguments))

    async def close(self) -> None:
        if self._opening is not None:
            # The process may still be starting.
            await asyncio.gather(self._opening, return_exceptions=True)
        if self._pool is None:
            return
        if self._pid is not None:
            try:
                os.kill(self._pid, signal.SIGTERM)
            except (ProcessLookupError, PermissionError):
                log.debug("worker process %s has ended already", self._pid)
        await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)


def _begin() -> None:
    # Ctrl-C goes to every process of the terminal; the bot's own ends the workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(os, "nice"):
        os.nice(_NICE)
    threading.Thread(target=_end_with_the_bot, daemon=True).start()


def _end_with_the_bot() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
    os._exit(1)
