"""The Discord client: what it does with the events that arrive."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot.cluster.ports import Cluster, IdentifySlots
from bot.house.workers import Workers
from bot.operations.starting import Start
from bot.operations.watching import Health, measure_sessions, sessions_of
from bot.sharding import ShardedBot
from cogs.actions import answer_press
from cogs.answering.press import Press
from cogs.answering.services import Interaction, Services
from cogs.delivery.publisher import DiscordPublisher
from cogs.delivery.session_surfaces import SessionPublisher
from cogs.transport import discord_internals
from cogs.transport.call_budget import CallBudget
from cogs.transport.routing import Router
from storage.connection.database import Database


@dataclass(frozen=True, slots=True)
class Parts:
    """What the client works with, and what `bot.app` stops."""

    services: Services
    cogs: Sequence[commands.Cog]
    router: Router
    budget: CallBudget
    health: Health
    database: Database
    workers: Workers
    publisher: DiscordPublisher
    session_publisher: SessionPublisher


class CommandTree(discord_internals.CountedTree["Cardinal"]):
    """Slash commands with the same handling of errors as buttons."""

    async def on_error(
        self, interaction: discord.Interaction["Cardinal"], error: app_commands.AppCommandError
    ) -> None:
        """Answer with the refusal or the fault that a command ended in."""
        original = getattr(error, "original", error)
        async with (await Press.arrived(interaction)).answered():
            raise original


class Cardinal(ShardedBot):
    """The Discord client of an open bot (`bot.app`).

    `build` makes the parts, which make their calls through this client.
    """

    def __init__(
        self,
        cluster: Cluster,
        slots: IdentifySlots,
        shard_count: int | None,
        trace: aiohttp.TraceConfig,
        start: Start,
        build: Callable[["Cardinal"], Parts],
    ) -> None:
        super().__init__(
            cluster,
            slots,
            commands.when_mentioned,
            tree_cls=CommandTree,
            help_command=None,
            intents=discord.Intents(guilds=True, moderation=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            http_trace=trace,
            shard_count=shard_count,
        )
        self._start = start
        self._stopping = False
        self.parts = parts = build(self)
        self.services = parts.services

    async def login(self, token: str) -> None:
        """Log in, as soon as Discord answers."""
        discord_internals.wrap_requests(self, self._start.requests)
        await super().login(token)

    async def connect_first(self) -> None:
        """Begin the first session, as soon as Discord answers."""
        await self._start.answered_by_discord(super().connect_first)

    async def on_ready(self) -> None:
        """Make each request once from now on, and take leases."""
        self._start.connected()
        await super().on_ready()

    async def setup_hook(self) -> None:
        """Start the workers and the cogs, and let interactions in. Raises what a cog raises."""
        discord_internals.wrap_requests(self, self.parts.budget.limited)
        self.parts.workers.start()
        for cog in self.parts.cogs:
            await self.add_cog(cog)
        self.parts.router.attach(discord_internals.parsers_of(self))

    async def unload(self) -> None:
        """Remove the cogs, which stops what they do at intervals."""
        for name in tuple(self.cogs):
            await self.remove_cog(name)

    def stopping(self) -> None:
        """Say from now on that this process is not ready any more."""
        self._stopping = True

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer a press on a button or a menu, or a form."""
        if interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            await answer_press(interaction)

    async def on_member_ban(self, guild: discord.Guild, user: discord.abc.User) -> None:
        """Ask Discord anew about somebody who has just been banned."""
        self.services.actors.forget(user.id)

    @property
    def database(self) -> str:
        """Which database this is, without secrets."""
        return self.parts.health.database.name

    async def fault(self) -> str | None:
        """What is broken, so that this process cannot work; None if nothing is."""
        return await self.parts.health.database.fault()

    def unready(self) -> str | None:
        """Why this process does not play: not yet, or no more; None if it does."""
        if self._stopping:
            return "stopping"
        if not self.is_ready():
            return "starting"
        down = [shard for shard, (up, _) in sessions_of(self).items() if not up]
        if down:
            return f"no gateway session of shard {', '.join(map(str, down))}"
        return self.parts.health.unready()

    async def measure(self) -> None:
        """Update the metrics that are not counted as things happen."""
        measure_sessions(self)
        await self.parts.health.measure()
