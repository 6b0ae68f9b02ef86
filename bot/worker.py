"""A process without Discord that only does jobs: analyses, pars, replays, boards and problems of the day."""

import asyncio
import logging
from functools import partial

from bot import metrics
from bot.cluster.ports import Cluster
from bot.community.mornings.mornings import build_mornings
from bot.duplicate.contests.contests import build_contests
from bot.duplicate.contests.daily import Daily
from bot.house.jobs import warm_up
from bot.house.workers import Workers
from bot.house_service import HouseService
from bot.joining import Joined, join
from bot.loops import unless
from bot.operations.build import name_build
from bot.operations.database_health import DatabaseHealth
from bot.operations.measured_workers import MeasuredWorkers
from bot.operations.monitoring import monitored
from bot.operations.starting import Start
from bot.settings import Settings
from bot.stores import tables_without_discord
from bot.tables.store.system import SystemClock, SystemDealer
from storage.community.mornings import SqlMorningStore
from storage.connection.database import DatabaseError
from storage.connection.engines import is_shared
from storage.connection.urls import safe_name
from storage.duplicate.contests import SqlContestStore
from storage.duplicate.daily import SqlDailyStore

log = logging.getLogger(__name__)


class WorkerProcess:
    """The `Watched` of a process that runs jobs."""

    def __init__(
        self, database: DatabaseHealth, workers: Workers, wanted: int, cluster: Cluster, stop: asyncio.Event
    ) -> None:
        self.database = database.name
        self.fault = database.fault
        self._health = database
        self._workers = workers
        self._cluster = cluster
        self._stop = stop
        metrics.WORKERS.set(wanted)

    def unready(self) -> str | None:
        if self._stop.is_set():
            return "stopping"
        return None if self._workers.ready else "no worker process is ready"

    async def measure(self) -> None:
        metrics.PROCESSES.set(len(self._cluster.others))
        metrics.JOB_PROCESSES.set(self._cluster.workers)
        metrics.QUEUE.labels("house jobs").set(self._workers.waiting)
        metrics.WORKERS_READY.set(self._workers.ready)
        await self._health.measure()


async def work(settings: Settings, stop: asyncio.Event) -> None:
    """Run jobs until `stop`, then give back the unfinished ones. Waits while the database is away.

    Raises CannotListen and DatabaseError, also for a SQLite file, where the bot runs the jobs itself.
    """
    if not is_shared(settings.database_url):
        raise DatabaseError(
            "a SQLite file belongs to one process: there the bot does its jobs itself, and only a "
            "PostgreSQL database has some for others"
        )
    name_build()
    start = Start(safe_name(settings.database_url))
    async with monitored(settings, start):
        joining = start.connected_to_database(partial(join, settings.database_url, start, jobs_only=True))
        joined = await unless(stop, joining)
        if joined is None:
            return
        try:
            await _begin(joined, settings, start, stop)
            await stop.wait()
        finally:
            await joined.closing.close()


async def _begin(joined: Joined, settings: Settings, start: Start, stop: asyncio.Event) -> None:
    closing, database, hints = joined.closing, joined.database, joined.hints
    clock, dealer = SystemClock(), SystemDealer()
    workers = MeasuredWorkers(settings.house_workers, warm_up)
    closing.add("the workers", workers.close)
    house = HouseService(workers, elsewhere=True)
    tables = tables_without_discord(database, hints, house, settings)
    contests = build_contests(tables, SqlContestStore(database), house, tables.pars, clock)
    daily = Daily(contests, SqlDailyStore(database), dealer)
    build_mornings(tables, daily, SqlMorningStore(database), house, clock)
    for part in (tables, contests):
        closing.add("the jobs", part.stop)
    start.process = WorkerProcess(
        DatabaseHealth(database, tables.jobs, clock), workers, settings.house_workers, joined.cluster, stop
    )
    workers.start()
    tables.jobs.start()
    log.info("this process does jobs, in %s worker processes", settings.house_workers)
