"""What must be looked after regularly: deadlines, owed posts, ageing table messages."""

import logging

from discord.ext import commands, tasks

from bot.duplicate.progress import Progress
from bot.tables.errors import TableError
from bot.tables.ports import Clock
from bot.tables.service import Tables
from cogs.publisher import DiscordPublisher
from cogs.session_surfaces import SessionPublisher

log = logging.getLogger(__name__)

_CLOCK_SECONDS = 5.0
_TIDY_HOURS = 1.0
_RETRY_SECONDS = 1.0
_SHOW_SECONDS = 30.0


class UpkeepCog(commands.Cog):
    """Runs while the bot is connected; the first round picks up whatever a restart left behind."""

    def __init__(
        self,
        tables: Tables,
        publisher: DiscordPublisher,
        clock: Clock,
        progress: Progress,
        sessions: SessionPublisher,
    ) -> None:
        self._tables = tables
        self._publisher = publisher
        self._clock = clock
        self._progress = progress
        self._sessions = sessions
        self._first = True

    async def cog_load(self) -> None:
        """Start the rounds."""
        await self._tables.house_turns.resume()
        await self._progress.resume()
        await self._tables.skills.resume()
        self._tables.jobs.start()
        self.tick_clocks.start()
        self.show_owed.start()
        self.tidy.start()
        self.try_again.start()

    async def cog_unload(self) -> None:
        """Stop the rounds."""
        self.tick_clocks.cancel()
        self.show_owed.cancel()
        self.try_again.cancel()
        self.tidy.cancel()

    @tasks.loop(hours=_TIDY_HOURS)
    async def tidy(self) -> None:
        """Delete what has served."""
        try:
            await self._tables.privacy.tidy()
            await self._tables.jobs.tidy()
        except Exception:
            log.exception("what has served could not be deleted")

    @tasks.loop(seconds=_CLOCK_SECONDS)
    async def tick_clocks(self) -> None:
        """Let every table whose deadline has passed act."""
        try:
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
            await self._publisher.publish_owed(first=self._first)
            self._first = False
        except Exception:
            log.exception("what is owed could not be looked up")
