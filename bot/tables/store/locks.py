"""One lock a thing, known by its id."""

import asyncio
from weakref import WeakValueDictionary


class Locks:
    """One `asyncio.Lock` a key. A lock lives as long as somebody holds it or waits for it."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def of(self, key: int) -> asyncio.Lock:
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        return lock
