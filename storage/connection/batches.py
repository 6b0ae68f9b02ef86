"""Batches work: requests that arrive while a transaction runs share the next one.

The first caller starts a task that does all waiting work and then ends. If a caller is cancelled before its
turn, nothing happens; after that, its part is done whole or not at all, like everybody's.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot import metrics
from storage.connection.engines import is_complaint
from storage.connection.failures import is_passing
from storage.connection.transactions import transact

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

Worker: TypeAlias = Callable[[AsyncConnection, Sequence[_Item]], Awaitable[Sequence[_Result]]]
"""Does a list of items in a transaction, and returns a result for each."""


def each(work: Callable[[AsyncConnection, _Item], Awaitable[_Result]]) -> Worker[_Item, _Result]:
    """A worker that does the items of a list one by one."""

    async def worker(connection: AsyncConnection, items: Sequence[_Item]) -> Sequence[_Result]:
        return [await work(connection, item) for item in items]

    return worker


# With more, the transaction would take too long for those at its end.
_LIMIT = 250


@dataclass(slots=True, eq=False)
class _Job:
    worker: Worker[Any, Any]
    item: Any
    done: asyncio.Future[Any]
    since: float = field(default_factory=time.perf_counter)


class Batches:
    """Runs work on one engine, one transaction at a time.

    `kind` labels it in the metrics. `verify` is called before and after each transaction, and raises if
    what is stored would be lost.
    """

    def __init__(
        self, engine: AsyncEngine, kind: str, verify: Callable[[], None] | None = None, *, writes: bool = True
    ) -> None:
        self._engine = engine
        self._kind = kind
        self._writes = writes
        self._waits = metrics.DATABASE_WAIT_SECONDS.labels(kind)
        self._times = metrics.DATABASE_SECONDS.labels(kind)
        self._verify = verify or _nothing
        self._waiting: list[_Job] = []
        self._leader: asyncio.Task[None] | None = None
        self._turn = asyncio.Lock()

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """Let submitted work wait until this block ends."""
        async with self._turn:
            yield

    async def submit(self, worker: Worker[_Item, _Result], item: _Item) -> _Result:
        """Let `worker` do `item`, and return its result once the transaction is committed.

        Raises what `worker` raises for this item; a fault in one item does not affect others.
        """
        job = _Job(worker, item, asyncio.get_running_loop().create_future())
        self._waiting.append(job)
        if self._leader is None or self._leader.done():
            self._leader = asyncio.create_task(self._drain(), name="storage-batches")
        result: _Result = await job.done
        return result

    async def settle(self) -> None:
        """Wait until no work is running."""
        while self._leader is not None and not self._leader.done():
            await asyncio.wait([self._leader])

    async def _drain(self) -> None:
        batch: list[_Job] = []
        try:
            while batch := self._take():
                await self._do(batch)
        finally:
            # There are any only if the event loop ends and this task was cancelled with it.
            for job in (*batch, *self._waiting):
                job.done.cancel()
            self._waiting.clear()

    def _take(self) -> list[_Job]:
        batch: list[_Job] = []
        while self._waiting and not batch:
            taken, self._waiting = self._waiting[:_LIMIT], self._waiting[_LIMIT:]
            batch = [job for job in taken if not job.done.done()]
        return batch

    async def _do(self, batch: list[_Job]) -> None:
        begun = False

        async def work(connection: AsyncConnection) -> list[Any]:
            nonlocal begun
            begun = True
            return await _work(connection, batch)

        try:
            self._verify()
            async with self._turn:
                started = time.perf_counter()
                results = await transact(self._engine, work, writes=self._writes)
            begun = False
            self._times.observe(time.perf_counter() - started)
            for job in batch:
                self._waits.observe(started - job.since)
            self._verify()
        except Exception as error:
            if begun and len(batch) > 1 and not is_passing(error):
                # One item is at fault: do each alone, so that the others succeed.
                for job in batch:
                    await self._do([job])
                return
            count_failure(self._kind, error)
            for job in batch:
                if not job.done.done():
                    job.done.set_exception(error)
            return
        for job, result in zip(batch, results, strict=True):
            if not job.done.done():
                job.done.set_result(result)


def count_failure(kind: str, error: Exception) -> None:
    """Count the error of a transaction, unless it is one that its worker raised."""
    if is_complaint(error) and not isinstance(error, IntegrityError):
        metrics.DATABASE_FAILURES.labels(kind).inc()


def _nothing() -> None: ...


async def _work(connection: AsyncConnection, batch: list[_Job]) -> list[Any]:
    groups: dict[Worker[Any, Any], list[int]] = {}
    for index, job in enumerate(batch):
        groups.setdefault(job.worker, []).append(index)
    results: list[Any] = [None] * len(batch)
    for worker, indices in groups.items():
        answers = await worker(connection, [batch[index].item for index in indices])
        for index, answer in zip(indices, answers, strict=True):
            results[index] = answer
    return results
