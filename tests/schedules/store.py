"""One store in memory for several processes, each with a connection that is slow, is cut, or dies."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

from sqlalchemy import Connection as SqlConnection
from sqlalchemy import RowMapping, Select

from bot.cluster.hints import Hint
from storage.connection.batches import Worker
from storage.connection.database import Database
from storage.connection.engines import Engines
from tests.cluster.fakes import Wire
from tests.databases import Connection, in_memory
from tests.rare import Rare

_SLOW: Final = 0.15  # how likely a transaction is slow
_LONGEST: Final = 0.2  # how long one takes at most if it is not, in seconds
_LOST_HINT: Final = 0.1


class Line:
    """What is between a process and everything outside it: the store, Discord, other processes.

    While it is `stalled`, nothing gets through; once `dead`, nothing ever does.
    """

    def __init__(self, rng: random.Random, reached: Counter[Rare]) -> None:
        self.reached = reached
        self.dead = False
        self.lossy = 0.0
        self._random = rng
        self._stalled = 0.0

    def stall(self, seconds: float) -> None:
        """Let nothing through for so long."""
        self._stalled = asyncio.get_running_loop().time() + seconds

    async def pass_through(self, *, stored: bool = False) -> None:
        """Takes as long as what is sent takes: with `stored`, the answer to a commit. Raises
        ConnectionResetError if it is lost."""
        slow = self._random.random() < _SLOW
        await asyncio.sleep(self._random.random() * _LONGEST * (10 if slow else 1))
        now = asyncio.get_running_loop().time()
        await asyncio.sleep(max(0.0, self._stalled - now))
        if self.dead:
            self.reached[Rare.KILLED_AFTER_COMMIT] += stored
            await asyncio.get_running_loop().create_future()
        if self._random.random() < self.lossy:
            self.reached[Rare.COMMIT_UNKNOWN] += stored
            raise ConnectionResetError("lost on the line")


class _Engine:
    """As much of an `AsyncEngine` as `storage` uses. A transaction is done at once, between two passages."""

    def __init__(self, connection: SqlConnection, line: Line, *, writes: bool) -> None:
        self.dialect = connection.dialect
        self._writes = writes
        self._connection = connection
        self._line = line

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[Connection]:
        await self._line.pass_through()
        with self._connection.begin():
            yield Connection(self._connection)
        await self._line.pass_through(stored=self._writes)

    def execution_options(self, **_: Any) -> "_Engine":
        return self


class SharedDatabase(Database):
    """The database of one process of several."""

    shared = True

    def __init__(self, store: "Store", line: Line, owns: Callable[[], bool]) -> None:
        reading: Any = _Engine(store.connection, line, writes=False)
        writing: Any = _Engine(store.connection, line, writes=True)
        super().__init__("one of several", Engines(reading, writing, writing), store.database.revision, None)
        self._line = line
        self._owns = owns

    async def write(self, worker: Worker[Any, Any], item: Any) -> Any:
        owned = self._owns()
        result = await super().write(worker, item)
        self._line.reached[Rare.LEASE_LOST] += owned and not self._owns()
        return result


class Store:
    """The store itself, as nobody's process."""

    def __init__(self) -> None:
        self.database = in_memory()
        self.connection: SqlConnection = self.database._engines.writing.sync_engine.connect()

    def rows(self, query: Select[Any]) -> list[RowMapping]:
        """What a query finds, at once."""
        with self.connection.begin():
            return [row._mapping for row in self.connection.execute(query)]


class SlowWire(Wire):
    """Hints to other processes, which take a while or get lost."""

    def __init__(self, everybody: list[Wire], line: Line, rng: random.Random) -> None:
        super().__init__(everybody)
        self._line = line
        self._random = rng

    def tell(self, hint: Hint) -> None:
        if self._line.dead or self._random.random() < _LOST_HINT:
            return
        asyncio.get_running_loop().call_later(self._random.random(), super().tell, hint)
