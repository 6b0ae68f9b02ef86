"""Tasks that run beside the transactions: what they hold in common, and what breaks them off."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable, Iterable
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class Tasks:
    """Independent background tasks, which can be cancelled together."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def settled(self) -> None:
        """Wait until no task is left."""
        while tasks := tuple(self._tasks):
            await asyncio.gather(*tasks)

    async def stop(self) -> None:
        """Cancel all tasks."""
        await _broken_off(self._tasks)


class Background:
    """At most one background task at a time."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None

    def wake(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Start the work, unless it is running."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(work())

    async def settled(self) -> None:
        """Wait until it has finished."""
        while self._task is not None and not self._task.done():
            await asyncio.wait({self._task})

    async def stop(self) -> None:
        """Cancel it."""
        await _broken_off(() if self._task is None else (self._task,))


class Shared(Generic[K, T]):
    """Runs work once for all who ask while it is running."""

    def __init__(self) -> None:
        self._under_way: dict[K, asyncio.Task[T]] = {}

    async def do(self, key: K, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """The result of the work with that key, which is started unless it is running. It goes on if the
        caller is cancelled. Raises what the work raises."""
        task = self._under_way.get(key)
        if task is None:
            task = self._under_way[key] = asyncio.create_task(work())
            task.add_done_callback(lambda _: self._under_way.pop(key, None))
        return await asyncio.shield(task)

    async def stop(self) -> None:
        """Cancel all running work."""
        await _broken_off(self._under_way.values())


async def _broken_off(tasks: Iterable[asyncio.Task[Any]]) -> None:
    ending = tuple(tasks)
    for task in ending:
        task.cancel()
    await asyncio.gather(*ending, return_exceptions=True)
