"""Periodic work: deadlines, owed posts, ageing table messages, clean-up."""

import logging
from dataclasses import dataclass
from typing import Any

from discord.ext import commands, tasks

from bot.cluster.leases import UPKEEP
from bot.cluster.ports import Cluster
from bot.duplicate.sessions.progress import Progress
from bot.tables.service import Tables
from bot.tables.state.errors import TableError
from bot.tables.store.ports import Clock
from bot.tables.upkeep.archive import Archive
from cogs.delivery.backlog import Backlog
from cogs.delivery.match_surfaces import MatchPublisher
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


@dataclass(eq=False)
class UpkeepCog(commands.Cog):
    """Runs while the bot is connected. The first round works through the backlog."""

    tables: Tables
    publisher: DiscordPublisher
    clock: Clock
    progress: Progress
    sessions: SessionPublisher
    matches: MatchPublisher
    backlog: Backlog
    archive: Archive
    cluster: Cluster
    budget: CallBudget

    @property
    def _rounds(self) -> "list[tasks.Loop[Any]]":
        rounds = [self.count_refused, self.tick_clocks, self.show_owed, self.tidy, self.try_again]
        return [*rounds, self.count_calls] if self.cluster.shared else rounds

    async def cog_load(self) -> None:
        self.tables.jobs.start()
        for task in self._rounds:
            task.start()

    async def cog_unload(self) -> None:
        for task in self._rounds:
            task.cancel()
        await self.backlog.stop()
        await self._count_refused()

    @tasks.loop(seconds=_CALLS_SECONDS)
    async def count_calls(self) -> None:
        await self.budget.refresh()

    @tasks.loop(seconds=_REFUSED_SECONDS)
    async def count_refused(self) -> None:
        await self._count_refused()

    async def _count_refused(self) -> None:
        try:
            await self.budget.invalid.refresh(now=self.cluster.shared)
        except Exception:
            log.exception("refused requests could not be counted")

    @tasks.loop(hours=_TIDY_HOURS)
    async def tidy(self) -> None:
        if not self.cluster.holds(UPKEEP):
            return
        try:
            await self.tables.privacy.tidy()
            await self.tables.jobs.tidy()
            await self.archive.run()
        except Exception:
            log.exception("old data could not be deleted or archived")

    @tasks.loop(seconds=_CLOCK_SECONDS)
    async def tick_clocks(self) -> None:
        try:
            self.tables.rates.tidy()
            repository = self.tables.repository
            for table_id in await repository.owned(await repository.due(self.clock.now())):
                try:
                    await self.tables.clocks.tick(table_id)
                except TableError as error:
                    log.info("table %s: %s", table_id, error)
            await self.progress.tick()
        except Exception:
            log.exception("the deadlines could not be looked up")

    @tasks.loop(seconds=_RETRY_SECONDS)
    async def try_again(self) -> None:
        self.publisher.try_again()
        self.sessions.try_again()
        self.matches.try_again()

    @tasks.loop(seconds=_SHOW_SECONDS)
    async def show_owed(self) -> None:
        if self.backlog.unfinished:
            self.backlog.take_up()
            return
        try:
            await self.sessions.publish_owed()
            await self.matches.publish_owed()
            await self.publisher.publish_owed()
        except Exception:
            log.exception("owed posts could not be looked up")
