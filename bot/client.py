"""The bot: the parts wired together."""

import asyncio
import signal

import discord
from discord import app_commands
from discord.ext import commands

from bot.house.jobs import warm_up
from bot.house.workers import Workers
from bot.room import HouseRoom
from bot.settings import Settings
from bot.tables.analysis import Analyses
from bot.tables.chance import SystemDealer
from bot.tables.floor import Floor
from bot.tables.ports import Clock, Dealer
from bot.tables.service import Tables
from cogs.answers import answering
from cogs.board_cog import BoardCog
from cogs.desk import Desk
from cogs.help_cog import HelpCog
from cogs.items import DYNAMIC_ITEMS, Interaction
from cogs.names import write_name
from cogs.play_cog import PlayCog
from cogs.publisher import DiscordPublisher
from cogs.table_cog import TableCog
from cogs.upkeep_cog import UpkeepCog
from storage.analyses import SqlAnalysisStore
from storage.database import Database, open_database
from storage.people import SqlPeopleStore
from storage.posts import SqlPostStore
from storage.tables import SqlTableStore


class DiscordClock:
    """Discord's own idea of the time, which the offline Discord can move."""

    def now(self) -> float:
        """Seconds since the epoch, UTC."""
        return discord.utils.utcnow().timestamp()

    async def pause(self, seconds: float) -> None:
        """Wait that many seconds."""
        await asyncio.sleep(seconds)


class CommandTree(app_commands.CommandTree["Cardinal"]):
    """Slash commands under the same error surface as buttons."""

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """Answer the refusal or the fault that a command ended in."""
        async with answering(interaction):
            raise getattr(error, "original", error)


class Cardinal(commands.Bot):
    """The Discord client. `desk` answers presses; the store opens at start."""

    desk: Desk

    def __init__(self, settings: Settings, clock: Clock, dealer: Dealer) -> None:
        super().__init__(
            commands.when_mentioned,
            tree_cls=CommandTree,
            help_command=None,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self._settings = settings
        self._clock = clock
        self._dealer = dealer
        self._database: Database | None = None
        self._tables: Tables | None = None
        self._publisher: DiscordPublisher | None = None
        self._workers: Workers | None = None
        self._analyses: Analyses | None = None

    async def setup_hook(self) -> None:
        """Open the store, wire the parts, register items and commands. Raises DatabaseError."""
        settings, clock = self._settings, self._clock
        self._database = database = await open_database(settings.database_url)
        people, posts = SqlPeopleStore(database), SqlPostStore(database)
        publisher = DiscordPublisher(
            self, posts, people, clock, interval=settings.render_interval, with_pictures=settings.pictures
        )
        floor = Floor(
            SqlTableStore(database), clock, self._dealer, publisher, write_name, settings.cache_tables
        )
        publisher.floor = floor
        self._workers = workers = Workers(settings.house_workers, warm_up)
        workers.start()
        room = HouseRoom(workers)
        tables = Tables(floor, room, people, settings.house_pause)
        analyses = Analyses(floor, room, SqlAnalysisStore(database), unasked=settings.analyse)
        publisher.counts_out = analyses.offered
        self._tables, self._publisher, self._analyses = tables, publisher, analyses
        self.desk = Desk(tables, analyses, publisher, posts, people, clock)
        self.add_dynamic_items(*DYNAMIC_ITEMS)
        await self.add_cog(TableCog(self.desk, settings.turn_seconds))
        await self.add_cog(PlayCog(self.desk))
        await self.add_cog(BoardCog(people, SqlAnalysisStore(database), clock))
        await self.add_cog(HelpCog(people, tables.play))
        await self.add_cog(UpkeepCog(tables, publisher, posts, clock))
        await self._register_commands()

    async def _register_commands(self) -> None:
        if self._settings.dev_guild is None:
            await self.tree.sync()
        else:
            guild = discord.Object(self._settings.dev_guild)
            self.tree.copy_global_to(guild=guild)
            await self.tree.sync(guild=guild)

    async def close(self) -> None:
        """Stop intake, let what is stored be shown, and close the store."""
        for name in tuple(self.cogs):
            await self.remove_cog(name)
        if self._tables is not None:
            await self._tables.play.settle()
        if self._analyses is not None:
            await self._analyses.settle()
        if self._workers is not None:
            await self._workers.close()
        if self._publisher is not None:
            await self._publisher.settle()
        await super().close()
        if self._database is not None:
            await self._database.close()
            self._database = None

    def close_on(self, *signals: signal.Signals) -> None:
        """Close in good order when the process is told to stop."""
        loop = asyncio.get_running_loop()
        for number in signals:
            loop.add_signal_handler(number, lambda: asyncio.ensure_future(self.close()))


def create_bot(settings: Settings, clock: Clock | None = None, dealer: Dealer | None = None) -> Cardinal:
    """The bot under these settings; not yet connected, and nothing opened."""
    return Cardinal(settings, clock or DiscordClock(), dealer or SystemDealer())
