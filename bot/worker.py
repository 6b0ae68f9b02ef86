"""A process without Discord that only does jobs: analyses, pars, replays, and the boards of the day."""

import asyncio
import logging

from bot import __version__
from bot.cluster.hints import Hint, Topic
from bot.duplicate.daily.daily import build_daily
from bot.house.jobs import warm_up
from bot.house.workers import Workers
from bot.house_service import HouseService
from bot.settings import Settings
from bot.stores import jobs_over, ports_over, tables_over
from bot.tables.store.repository import Committed
from bot.tables.store.system import SystemClock, SystemDealer
from storage.cluster.hints import PostgresHints
from storage.connection.database import Database, DatabaseError, open_database
from storage.connection.engines import is_shared
from storage.duplicate.daily import SqlDailyStore

log = logging.getLogger(__name__)


class _NoTables:
    # Only processes connected to Discord own tables.
    shard_count = 1

    def owns(self, guild_id: int, number: int) -> bool:
        return False


class _Unknown:
    async def present(self, guild_id: int, user_id: int) -> bool | None:
        return None


async def work(settings: Settings, stop: asyncio.Event) -> None:
    """Do jobs until `stop`, then give back the unfinished ones. Raises DatabaseError, also for a SQLite file,
    where the bot does the jobs itself."""
    if not is_shared(settings.database_url):
        raise DatabaseError(
            "a SQLite file belongs to one process: there the bot does its jobs itself, and only a "
            "PostgreSQL database has some for others"
        )
    database = await open_database(settings.database_url, playing=True)
    try:
        await _work(database, settings, stop)
    finally:
        await database.close()


async def _work(database: Database, settings: Settings, stop: asyncio.Event) -> None:
    hints, clock, dealer = PostgresHints(settings.database_url), SystemClock(), SystemDealer()
    workers = Workers(settings.house_workers, warm_up)
    house = HouseService(workers, elsewhere=True)
    jobs = jobs_over(database, hints, settings.house_workers)
    ports = ports_over(
        database, house, jobs, membership=_Unknown(), clock=clock, dealer=dealer, ownership=_NoTables()
    )
    tables = tables_over(ports, settings)
    daily = build_daily(tables, SqlDailyStore(database), house, tables.pars, clock, dealer)

    def committed(change: Committed) -> None:
        table = change.snapshot.table
        hints.tell(Hint(Topic.TABLE, table.id, table.version))

    def heard(hint: Hint) -> None:
        if hint.topic is Topic.TABLE:
            tables.repository.outdated(hint.number, hint.version)

    tables.repository.subscribe(committed)
    hints.listen(heard)
    try:
        workers.start()
        hints.start()
        jobs.start()
        log.info("Cardinal %s does jobs in %s processes", __version__, settings.house_workers)
        await stop.wait()
    finally:
        await daily.stop()
        await tables.stop()
        await workers.close()
        await hints.stop()
