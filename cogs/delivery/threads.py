"""A table's own thread, created from its opening message when the match begins."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import discord

from bot.rules.registry import text_for
from bot.tables.state.messages import TableMessage
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.store.ports import PostStore
from bot.tables.upkeep.threads import Threads
from cogs.transport.backoff import fleeting
from cogs.transport.channels import THREAD_THERE, UNKNOWN_CHANNEL, message_in, on_server
from cogs.transport.surfaces import Surface
from cogs.words.languages import Languages

THREAD = "thread"
_ARCHIVED_AFTER: Final = 10080
"""Minutes until auto-archive, the most Discord allows: a slow table is quiet for days."""


@dataclass(eq=False)
class TableThreads:
    """Creates the threads. If Discord refuses one, the hands are played in the channel."""

    client: discord.Client
    posts: PostStore
    threads: Threads
    languages: Languages

    async def owed(self, snapshot: TableSnapshot) -> Sequence[Surface]:
        table = snapshot.table
        if not table.awaits_thread or not on_server(self.client, table):
            return []
        opening = await self.posts.table_message(table.id)
        if opening is None:
            return []
        create, give_up = partial(self._create, snapshot, opening), partial(self.threads.refused, table.id)
        return [Surface(table.id, THREAD, create, give_up, channel_id=table.telling.channel_id)]

    async def _create(self, snapshot: TableSnapshot, opening: TableMessage) -> bool:
        table = snapshot.table
        words = self.languages.of_server(table.guild_id)
        name = words.gettext("{game} · table {table}", game=text_for(table.game, words).name, table=table.id)
        message = message_in(self.client, opening.channel_id, opening.message_id, table.guild_id)
        try:
            await message.create_thread(name=name, auto_archive_duration=_ARCHIVED_AFTER)
        except discord.HTTPException as error:
            if fleeting(error) or error.code == UNKNOWN_CHANNEL:
                raise
            if error.code != THREAD_THERE:
                await self.threads.refused(table.id)
                return True
        # A thread created from a message has its id.
        await self.threads.opened(table.id, opening.message_id)
        return True
