"""Reacts to deleted channels, and to the bot's removal from a server and its return."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import discord
from discord.ext import commands

from bot.duplicate.service import Duplicate
from bot.tables.service import Tables
from bot.tables.state.errors import TableError
from bot.tables.state.posts import BotRemoved
from bot.tables.state.table import Table
from bot.tables.store.ports import PostStore
from bot.tables.upkeep.absence import Absence
from cogs.delivery.renderer import Renderer
from cogs.transport.backoff import UNREACHED
from cogs.transport.channels import is_there

log = logging.getLogger(__name__)


@dataclass(eq=False)
class ServerCog(commands.Cog):
    """Uses the `guilds` intent, which is not privileged. Events missed while disconnected are made up for
    after the reconnect."""

    client: discord.Client
    absence: Absence
    posts: PostStore
    renderer: Renderer
    changed: Callable[[int], None]
    channel_gone: Sequence[Callable[[int, int], Awaitable[None]]]

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._channel_gone(channel.guild.id, channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self._channel_gone(payload.guild_id, payload.thread_id)

    @commands.Cog.listener()
    async def on_thread_update(self, before: discord.Thread, after: discord.Thread) -> None:
        """A thread that was unlocked accepts posts again."""
        if (before.archived and before.locked) and not (after.archived and after.locked):
            for table in await self.absence.open_tables(after.guild.id):
                if after.id in (table.telling.channel_id, table.telling.thread_id):
                    self.changed(table.id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Pause the server's tables. Not called for servers that are merely unavailable."""
        await self._removed(await self.absence.open_tables(guild.id))

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._back(await self.absence.open_tables(guild.id))

    @commands.Cog.listener()
    async def on_shard_ready(self, shard_id: int) -> None:
        """The bot may have been removed or added while it was disconnected."""
        shards, here = self.client.shard_count or 1, {guild.id for guild in self.client.guilds}
        found = await self.absence.open_tables()
        tables = [table for table in found if (table.guild_id >> 22) % shards == shard_id]
        await self._removed([table for table in tables if table.guild_id not in here])
        await self._back([table for table in tables if table.guild_id in here and table.clock.paused])

    async def _channel_gone(self, guild_id: int, channel_id: int) -> None:
        try:
            # Clubs and sessions first, so that their boards are not dealt anew.
            for gone in self.channel_gone:
                await gone(guild_id, channel_id)
            await self.absence.channel_gone(guild_id, channel_id)
        except TableError as error:
            log.info("channel %s is gone: %s", channel_id, error)

    async def _removed(self, tables: Sequence[Table]) -> None:
        for table in tables:
            try:
                paused = await self.absence.bot_removed(table.id)
            except TableError as error:
                log.info("table %s: %s", table.id, error)
                continue
            if paused:
                await self._tell(table)

    async def _tell(self, table: Table) -> None:
        # Once, and only to people whom a DM still reaches: the bot shares another server with them.
        for person in table.chairs.members:
            try:
                channel = await self.client.create_dm(discord.Object(person.user_id))
                await channel.send(await self.renderer.bot_removed(table, person.user_id))
            except UNREACHED as error:
                log.info("user %s cannot be told that table %s pauses: %s", person.user_id, table.id, error)

    async def _back(self, tables: Sequence[Table]) -> None:
        for table in tables:
            try:
                if await self._paused_by_removal(table):
                    # If its channel no longer exists, the next post finds out.
                    await self.absence.bot_back(table.id)
            except TableError as error:
                log.info("table %s: %s", table.id, error)

    async def _paused_by_removal(self, table: Table) -> bool:
        # And not by agreement: a board has no proposals, and nothing about it is posted. Nothing is posted
        # while the bot is absent.
        if table.board is not None:
            return True
        owed = await self.posts.owed(table.id)
        return any(isinstance(item, BotRemoved) for post in owed for item in post.items)


@dataclass(eq=False)
class PlaceCheck:
    """Closes the tables and sessions whose channel is gone. This is final, so we ask Discord first."""

    client: discord.Client
    tables: Tables
    duplicate: Duplicate

    async def close_table_if_gone(self, table_id: int) -> bool:
        """Close the table if its channel is gone, and return whether it was. Forgets a missing thread."""
        table = (await self.tables.repository.look(table_id)).table
        if table.telling.thread_id is not None and not await is_there(self.client, table.telling.thread_id):
            await self.tables.threads.gone(table_id)
        if await is_there(self.client, table.telling.channel_id):
            return False
        await self.tables.absence.place_gone(table_id)
        return True

    async def close_session_if_gone(self, session_id: int) -> bool:
        """Call the session off if its channel is gone, and return whether it was."""
        session = await self.duplicate.repository.look(session_id)
        if await is_there(self.client, session.channel_id):
            return False
        await self.duplicate.sessions.channel_gone(session.guild_id, session.channel_id)
        return True
