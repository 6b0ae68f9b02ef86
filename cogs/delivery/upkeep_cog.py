"""What must be looked after regularly: deadlines, owed posts, ageing table messages."""

import logging

from discord.ext import commands, tasks

from bot.cluster.alone import Alone
from bot.cluster.leases import UPKEEP
from bot.cluster.member import Changed, ClusterMember
from bot.duplicate.progress import Progress
from bot.tables.service import Tables
from bot.tables.state.errors import TableError
from bot.tables.store.archive import Archive
from bot.tables.store.background import Tasks
from bot.tables.store.ports import Clock
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
    """Runs while the bot is connected; the first round picks up whatever a restart left behind."""

    def __init__(
        self,
        tables: Tables,
        publisher: DiscordPublisher,
        clock: Clock,
        progress: Progress,
        sessions: SessionPublisher,
        archive: Archive,
        cluster: ClusterMember | Alone,
        budget: CallBudget,
    ) -> None:
        self._tables = tables
        self._publisher = publisher
        self._clock = clock
        self._progress = progress
        self._sessions = sessions
        self._archive = archive
        self._cluster = cluster
        self._budget = budget
        self._tasks = Tasks()
        self._first = True
        cluster.subscribe(self._leases_changed)

    async def cog_load(self) -> None:
        """Start the rounds."""
        if self._cluster.holds(UPKEEP):
            await self._take_up()
        await self._tables.house_turns.resume()
        await self._progress.resume()
        self._tables.jobs.start()
        if isinstance(self._cluster, ClusterMember):
            self.count_calls.start()
        self.count_refused.start()
        self.tick_clocks.start()
        self.show_owed.start()
        self.tidy.start()
        self.try_again.start()

    async def cog_unload(self) -> None:
        """Stop the rounds."""
        rounds = (self.tick_clocks, self.show_owed, self.try_again, self.tidy)
        for task in (*rounds, self.count_calls, self.count_refused):
            task.cancel()
        await self._tasks.stop()
        await self._count_refused()

    def _leases_changed(self, changed: Changed) -> None:
        if UPKEEP in changed.taken:
            self._tasks.start(self._take_up())

    async def _take_up(self) -> None:
        """Finish what somebody who had this to do did not: erasing people, replaying hands."""
        try:
            await self._tables.skills.resume()
        except Exception:
            log.exception("hands that are still to be replayed could not be looked up")
        try:
            await self._tables.privacy.resume()
        except Exception:
            log.exception("people could not be erased who asked for it")

    @tasks.loop(seconds=_CALLS_SECONDS)
    async def count_calls(self) -> None:
        """See how many calls other processes make."""
        await self._budget.refresh()

    @tasks.loop(seconds=_REFUSED_SECONDS)
    async def count_refused(self) -> None:
        """Store how many requests Discord has refused."""
        await self._count_refused()

    async def _count_refused(self) -> None:
        try:
            await self._budget.invalid.refresh(now=isinstance(self._cluster, ClusterMember))
        except Exception:
            log.exception("refused requests could not be counted")

    @tasks.loop(hours=_TIDY_HOURS)
    async def tidy(self) -> None:
        """Delete what has served, and lay away old logs."""
        if not self._cluster.holds(UPKEEP):
            return
        try:
            await self._tables.privacy.tidy()
            await self._tables.jobs.tidy()
            await self._archive.run()
        except Exception:
            log.exception("what has served could not be deleted or laid away")

    @tasks.loop(seconds=_CLOCK_SECONDS)
    async def tick_clocks(self) -> None:
        """Let every table whose deadline has passed act."""
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
            log.exception("the clocks could not be looked at")

    @tasks.loop(seconds=_RETRY_SECONDS)
    async def try_again(self) -> None:
        """Show what failed and is due again."""
        self._publisher.try_again()
        self._sessions.try_again()

    @tasks.loop(seconds=_SHOW_SECONDS)
    async def show_owed(self) -> None:
        """Publish what is still owed."""
        try:
            await self._sessions.publish_owed()
            if self._first:
                await self._publisher.take_up()
                self._first = False
            else:
                await self._publisher.publish_owed()
        except Exception:
            log.exception("what is owed could not be looked up")
