"""Showing what has been stored: owed posts, the table message, hand panels.

Nothing here can lose a move: it was stored before this ran. Whatever cannot be shown now is
still owed, and shown when it can be.
"""

import asyncio
import logging
from dataclasses import replace

import discord

from bot.tables.errors import TableError
from bot.tables.model import Status, TableMessage
from bot.tables.ports import Clock, PostStore
from bot.tables.repository import Committed, TableRepository
from bot.tables.snapshot import TableSnapshot
from cogs.channels import NOBODY, channel_of, notifying
from cogs.editable_messages import EditableMessages
from cogs.interactions import UNKNOWN_MESSAGE
from cogs.panels import HandPanels
from cogs.renderer import Renderer
from cogs.services import Trouble

log = logging.getLogger(__name__)

REPOST_SECONDS = 50 * 60
"""Discord often refuses edits of messages over an hour old."""


class DiscordPublisher:
    """Publishes tables one at a time each, the latest state winning. Subscribes to committed transactions.

    `interval` is the least time between two publications of one table, in seconds.
    """

    def __init__(
        self,
        client: discord.Client,
        repository: TableRepository,
        posts: PostStore,
        messages: EditableMessages,
        panels: HandPanels,
        renderer: Renderer,
        clock: Clock,
        *,
        interval: float,
    ) -> None:
        self._client = client
        self._repository = repository
        self._posts = posts
        self._messages = messages
        self._renderer = renderer
        self._clock = clock
        self._interval = interval
        self._panels = panels
        self._dirty: set[int] = set()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._last: dict[int, float] = {}
        self._troubles: dict[int, Trouble] = {}

    def committed(self, committed: Committed) -> None:
        """Publish the table soon. Returns at once."""
        self.changed(committed.snapshot.table.id)

    def changed(self, table_id: int) -> None:
        """Publish the table soon. Returns at once."""
        self._dirty.add(table_id)
        if table_id not in self._tasks:
            self._tasks[table_id] = asyncio.create_task(self._run(table_id))

    def trouble(self, channel_id: int) -> Trouble | None:
        """What is wrong with posting in that channel; asking allows a new try."""
        return self._troubles.pop(channel_id, None)

    async def publish_overdue(self) -> None:
        """Publish the tables that owe posts, or whose message is behind or grows old."""
        ageing = await self._posts.ageing_table_messages(self._clock.now() - REPOST_SECONDS)
        for table_id in {*await self._posts.behind(), *ageing}:
            self.changed(table_id)

    async def settled(self) -> None:
        """Wait until everything pending has been published."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _run(self, table_id: int) -> None:
        try:
            while table_id in self._dirty:
                wait = self._last.get(table_id, 0.0) + self._interval - self._clock.now()
                if 0 < wait <= self._interval:
                    await self._clock.pause(wait)
                self._dirty.discard(table_id)
                self._last[table_id] = self._clock.now()
                await self._publish(table_id)
        except (discord.HTTPException, OSError) as error:
            log.warning("table %s is not shown yet: %s", table_id, error)
        except TableError:
            log.warning("table %s is gone", table_id)
        except Exception:
            log.exception("table %s could not be shown", table_id)
        finally:
            self._tasks.pop(table_id, None)
            self._dirty.discard(table_id)

    async def _publish(self, table_id: int) -> None:
        snapshot = await self._repository.look(table_id)
        channel_id = snapshot.table.channel_id
        if channel_id not in self._troubles:
            try:
                await self._deliver(snapshot)
                await self._show_table_message(snapshot)
            except (discord.Forbidden, discord.NotFound) as error:
                log.warning("table %s: channel %s: %s", table_id, channel_id, error)
                gone = isinstance(error, discord.NotFound)
                self._troubles[channel_id] = Trouble(table_id, channel_id, gone)
        await self._panels.show(snapshot)
        if not snapshot.table.open:
            self._messages.forget(table_id)
            self._last.pop(table_id, None)

    async def _deliver(self, snapshot: TableSnapshot) -> None:
        owed = await self._posts.owed(snapshot.table.id)
        hand_button = bool(owed) and await self._panels.sought_in_channel(snapshot)
        for post in owed:
            drawing = await self._renderer.post(post, snapshot, hand_button=hand_button)
            if drawing is None:
                await self._posts.delivered(post, 0)
                continue
            message = await channel_of(self._client, snapshot.table).send(
                view=drawing.view, nonce=post.nonce, allowed_mentions=notifying(post.mentions)
            )
            await self._posts.delivered(post, message.id)

    async def _show_table_message(self, snapshot: TableSnapshot) -> None:
        table = snapshot.table
        shown = await self._posts.table_message(table.id)
        if shown is None and not table.open:
            return
        aged = shown is not None and table.open and self._clock.now() - shown.posted_at > REPOST_SECONDS
        dealt = shown is not None and table.status is Status.PLAYING and shown.deal < table.deals
        if shown is None or aged or dealt:
            await self._post_table_message(snapshot, shown)
        elif shown.version < table.version:
            editable = self._messages.table_message(table.id)
            if editable is None or editable.shown < table.version:
                await self._edit_table_message(snapshot, shown)
            else:
                await self._posts.save_table_message(replace(shown, version=editable.shown))

    async def _edit_table_message(self, snapshot: TableSnapshot, shown: TableMessage) -> None:
        table = snapshot.table
        drawing = await self._renderer.table_message(snapshot)
        editable = self._messages.table_message(table.id)
        if editable is not None:
            try:
                await editable.edit(drawing)
                editable.shown = table.version
                await self._posts.save_table_message(replace(shown, version=table.version))
                return
            except discord.HTTPException as error:
                log.info("table %s: token of the table message: %s", table.id, error)
                self._messages.drop_table_message(table.id)
        try:
            await self._partial(snapshot, shown).edit(
                view=drawing.view, attachments=drawing.files(), allowed_mentions=NOBODY
            )
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            await self._post_table_message(snapshot, None)
            return
        await self._posts.save_table_message(replace(shown, version=table.version))

    async def _post_table_message(self, snapshot: TableSnapshot, old: TableMessage | None) -> None:
        table = snapshot.table
        drawing = await self._renderer.table_message(snapshot)
        awaited = [table.seats[seat].user_id for seat in snapshot.players_awaited()]
        message = await channel_of(self._client, snapshot.table).send(
            view=drawing.view,
            files=drawing.files(),
            nonce=f"{table.id}p{table.version}",
            allowed_mentions=notifying(user for user in awaited if user),
        )
        self._messages.drop_table_message(table.id)
        await self._messages.table_message_sent(snapshot, table.channel_id, message.id)
        if old is not None:
            try:
                await self._partial(snapshot, old).delete()
            except discord.HTTPException as error:
                log.info("table %s: old table message: %s", table.id, error)

    def _partial(self, snapshot: TableSnapshot, shown: TableMessage) -> discord.PartialMessage:
        channel = self._client.get_partial_messageable(shown.channel_id, guild_id=snapshot.table.guild_id)
        return channel.get_partial_message(shown.message_id)
