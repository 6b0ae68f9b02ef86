"""Periodic work: deadlines, owed posts, ageing table messages, clean-up."""

import logging

from discord.ext import commands, tasks

from bot.cluster.leases import UPKEEP
from bot.cluster.ports import Cluster
from bot.duplicate.sessions.progress import Progress
from bot.tables.service import Tables
from bot.tables.state.errors import TableError
from bot.tables.store.ports import Clock
from bot.tables.upkeep.archive import Archive
from cogs.delivery.backlog import Backlog
from cogs.delivery.publisher import DiscordPublisher
from cogs.delivery.session_surfaces import SessionPublisher
from cogs.transport.call_budget import CallBudget

log = logging.getLogger(__name__)

_CLOCK_SECONDS = 5.0
_TIDY_HOURS = 1.0
_RETRY_SECONDS = 1.0
_SHOW_SECONDS = 30.0
_CALLS_SECONDS = 2.0
_REFUSED_SECONDS = 10.0


class UpkeepCog(commands.Cog):
    """Runs while the bot is connected. The first round works through the backlog."""

    def __init__(
        self,
        tables: Tables,
        publisher: DiscordPublisher,
        clock: Clock,
        progress: Progress,
        sessions: SessionPublisher,
        backlog: Backlog,
        archive: Archive,
        cluster: Cluster,
        budget: CallBudget,
    ) -> None:
        self._tables = tables
        self._publisher = publisher
        self._clock = clock
        self._progress = progress
        self._sessions = sessions
        self._backlog = backlog
        self._archive = archive
        self._cluster = cluster
        self._budget = budget
        self._rounds = [self.count_refused, self.tick_clocks, self.show_owed, self.tidy, self.try_again]
        if cluster.shared:
            self._rounds.append(self.count_calls)

    async def cog_load(self) -> None:
        self._tables.jobs.start()
        for task in self._rounds:
            task.start()

    async def cog_unload(self) -> None:
        for task in self._rounds:
            task.cancel()
        await self._backlog.stop()
        await self._count_refused()

    @tasks.loop(seconds=_CALLS_SECONDS)
    async def count_calls(self) -> None:
        await self._budget.refresh()

    @tasks.loop(seconds=_REFUSED_SECONDS)
    async def count_refused(self) -> None:
        await self._count_refused()

    async def _count_refused(self) -> None:
        try:
            await self._budget.invalid.refresh(now=self._cluster.shared)
        except Exception:
            log.exception("refused requests could not be counted")

    @tasks.loop(hours=_TIDY_HOURS)
    async def tidy(self) -> None:
        if not self._cluster.holds(UPKEEP):
            return
        try:
            await self._tables.privacy.tidy()
            await self._tables.jobs.tidy()
            await self._archive.run()
        except Exception:
            log.exception("old data could not be deleted or archived")

    @tasks.loop(seconds=_CLOCK_SECONDS)
    async def tick_clocks(self) -> None:
        try:
            self._tables.rates.tidy()
            repository = self._tables.repository
            for table_id in await repository.owned(await repository.due(self._clock.now())):
                try:
                    await self._tables.clocks.tick(table_id)
                except TableError as error:
                    log.info("table %s: %s", table_id, error)
            await self._progress.tick()
        except Exception:
            log.exception("the deadlines could not be looked up")

    @tasks.loop(seconds=_RETRY_SECONDS)
    async def try_again(self) -> None:
        self._publisher.try_again()
        self._sessions.try_again()

    @tasks.loop(seconds=_SHOW_SECONDS)
    async def show_owed(self) -> None:
        if self._backlog.unfinished:
            self._backlog.take_up()
            return
        try:
            await self._sessions.publish_owed()
            await self._publisher.publish_owed()
        except Exception:
            log.exception("owed posts could not be looked up")
