"""The health of a process's database, and the metrics of what it holds."""

import asyncio
import logging
import math
import time
from typing import Final

from bot import metrics
from bot.jobs.service import Jobs
from bot.tables.store.ports import Clock
from storage.cluster.health import ask_anything, count, try_write
from storage.connection.database import Database

log = logging.getLogger(__name__)

ANSWER_SECONDS: Final = 2.5  # timeout for reading and writing, in seconds
COUNT_SECONDS: Final = 30.0  # the minimum time between two counts, in seconds
OVERDUE_SECONDS: Final = 30.0  # after so long a turn clock that has run out without effect is overdue


class DatabaseHealth:
    """The health of an open database and of the jobs that wait in it."""

    def __init__(self, database: Database, jobs: Jobs, clock: Clock) -> None:
        self.name = database.name
        self._database = database
        self._jobs = jobs
        self._clock = clock
        self._counted = -math.inf

    async def fault(self) -> str | None:
        """What is wrong with the database; None if it can be read and a row written."""
        wrong = "does not answer"
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await ask_anything(self._database)
                wrong = "answers, but takes no writes"
                await try_write(self._database)
        except Exception as error:
            log.warning("the database %s: %s", wrong, str(error) or type(error).__name__)
            return f"the database {wrong} ({type(error).__name__})"
        return None

    async def measure(self) -> None:
        """Update the metrics, at most every `COUNT_SECONDS`. Raises what the database raises."""
        now = time.monotonic()
        if now - self._counted < COUNT_SECONDS:
            return
        figures = await count(self._database, self._clock.now() - OVERDUE_SECONDS)
        jobs = await self._jobs.counts()
        metrics.TABLES_OPEN.set(figures.open_tables)
        metrics.TURNS_OVERDUE.set(figures.turns_overdue)
        metrics.LAST_BACKUP.set(figures.last_backup)
        metrics.JOBS.clear()
        for (kind, state), number in jobs.items():
            metrics.JOBS.labels(kind, state.value).set(number)
        self._counted = now
