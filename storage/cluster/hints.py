"""Hints between the processes that share a PostgreSQL database, by NOTIFY on a connection of its own.

Never in the transaction of a change: NOTIFY would make all commits of the database wait for each other.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from bot.cluster.hints import Hint, Topic
from bot.subscribers import Subscribers
from storage.connection.urls import parsed

log = logging.getLogger(__name__)

_CHANNEL: Final = "cardinal"
_MOST_AT_ONCE: Final = 200
"""A notification holds 8,000 bytes."""

_MOST_WAITING: Final = 10_000
_RETRY_SECONDS: Final = 2.0


class PostgresHints:
    """The `HintChannel` of a PostgreSQL database. `url` is its SQLAlchemy URL."""

    def __init__(self, url: str) -> None:
        self._engine = create_async_engine(parsed(url), poolclass=NullPool, isolation_level="AUTOCOMMIT")
        self._sender = secrets.token_hex(4)
        self._subscribers: Subscribers[Hint] = Subscribers("hint of")
        self._waiting: dict[tuple[Topic, int], Hint] = {}
        self._came = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start to listen in the background."""
        self._task = asyncio.create_task(self._keep_on(), name="hints")

    def tell(self, hint: Hint) -> None:
        if len(self._waiting) < _MOST_WAITING:
            self._waiting[hint.topic, hint.number] = hint
            self._came.set()

    def listen(self, callback: Callable[[Hint], None]) -> None:
        self._subscribers.add(callback)

    async def stop(self) -> None:
        """Send the hints that wait, and stop."""
        if self._task is not None:
            for _ in range(10):
                if not self._waiting:
                    break
                await asyncio.sleep(0.05)
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._engine.dispose()

    async def _keep_on(self) -> None:
        while True:
            try:
                async with self._engine.connect() as connection:
                    await self._exchange(connection)
            except Exception as error:
                log.warning("hints cannot be sent or received: %s", error)
            await asyncio.sleep(_RETRY_SECONDS)

    async def _exchange(self, connection: AsyncConnection) -> None:
        driver: Any = (await connection.get_raw_connection()).driver_connection
        broken = asyncio.Event()

        def ended(*_: object) -> None:
            broken.set()
            self._came.set()

        driver.add_termination_listener(ended)
        await driver.add_listener(_CHANNEL, self._heard)
        while not broken.is_set():
            await self._came.wait()
            self._came.clear()
            while self._waiting:
                hints = list(self._waiting.values())[:_MOST_AT_ONCE]
                for hint in hints:
                    del self._waiting[hint.topic, hint.number]
                said = ";".join(f"{hint.topic.value} {hint.number} {hint.version}" for hint in hints)
                await connection.execute(
                    text("SELECT pg_notify(:channel, :said)"),
                    {"channel": _CHANNEL, "said": f"{self._sender};{said}"},
                )

    def _heard(self, _connection: object, _pid: int, _channel: str, said: object) -> None:
        sender, *hints = str(said).split(";")
        if sender == self._sender:
            return
        for told in hints:
            try:
                topic, number, version = told.split(" ")
                hint = Hint(Topic(topic), int(number), int(version))
            except ValueError:
                continue  # of another version, with other topics
            self._subscribers.notify(hint.number, hint)
