"""What must be looked after regularly: deadlines, owed posts, ageing table messages."""

import logging

from discord.ext import commands, tasks

from bot.tables.errors import TableError
from bot.tables.ports import Clock, PostStore
from bot.tables.service import Tables
from cogs.publisher import REPOST_SECONDS, DiscordPublisher

log = logging.getLogger(__name__)

_CLOCK_SECONDS = 5.0
_SHOW_SECONDS = 30.0


class UpkeepCog(commands.Cog):
    """Runs while the bot is connected; the first round picks up whatever a restart left behind."""

    def __init__(self, tables: Tables, publisher: DiscordPublisher, posts: PostStore, clock: Clock) -> None:
        self._tables = tables
        self._publisher = publisher
        self._posts = posts
        self._clock = clock

    async def cog_load(self) -> None:
        """Start the rounds."""
        await self._tables.play.resume()
        self.wind_clocks.start()
        self.show_owed.start()

    async def cog_unload(self) -> None:
        """Stop the rounds."""
        self.wind_clocks.cancel()
        self.show_owed.cancel()

    @tasks.loop(seconds=_CLOCK_SECONDS)
    async def wind_clocks(self) -> None:
        """Let every table whose deadline has passed act."""
        try:
            for table_id in await self._tables.floor.store.due(self._clock.now()):
                try:
                    await self._tables.play.tick(table_id)
                except TableError as error:
                    log.info("table %s: %s", table_id, error)
        except Exception:
            log.exception("the clocks could not be wound")

    @tasks.loop(seconds=_SHOW_SECONDS)
    async def show_owed(self) -> None:
        """Publish tables that owe posts, or whose message is behind or grows old."""
        try:
            ageing = await self._posts.ageing_placards(self._clock.now() - REPOST_SECONDS)
            for table_id in {*await self._posts.behind(), *ageing}:
                self._publisher.changed(table_id)
        except Exception:
            log.exception("owed posts could not be looked up")
