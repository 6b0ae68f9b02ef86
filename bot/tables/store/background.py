"""Tasks that run beside the transactions: what they hold in common, and what breaks them off."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable, Iterable
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class Tasks:
    """Tasks of which each runs by itself, until it is done or all are broken off."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin it. Returns at once."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def settled(self) -> None:
        """Wait until none is left."""
        while tasks := tuple(self._tasks):
            await asyncio.gather(*tasks)

    async def stop(self) -> None:
        """Break them off."""
        await _broken_off(self._tasks)


class Background:
    """One task at a time, which runs as long as there is something to do."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None

    def wake(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Begin it, unless it is at work. Returns at once."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(work())

    async def settled(self) -> None:
        """Wait until it has nothing more to do."""
        while self._task is not None and not self._task.done():
            await asyncio.wait({self._task})

    async def stop(self) -> None:
        """Break it off."""
        await _broken_off(() if self._task is None else (self._task,))


class Shared(Generic[K, T]):
    """Work that is done once, however many ask for it meanwhile."""

    def __init__(self) -> None:
        self._under_way: dict[K, asyncio.Task[T]] = {}

    async def do(self, key: K, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What comes of the work known by that key, begun now unless it is under way. It goes on if whoever
        asked is cancelled. Raises what it raises."""
        task = self._under_way.get(key)
        if task is None:
            task = self._under_way[key] = asyncio.create_task(work())
            task.add_done_callback(lambda _: self._under_way.pop(key, None))
        return await asyncio.shield(task)

    async def stop(self) -> None:
        """Break off whatever is under way."""
        await _broken_off(self._under_way.values())


async def _broken_off(tasks: Iterable[asyncio.Task[Any]]) -> None:
    ending = tuple(tasks)
    for task in ending:
        task.cancel()
    await asyncio.gather(*ending, return_exceptions=True)
