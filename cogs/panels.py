"""Keeping the hand panels of a table's people up to date: those in DMs, and those under My hand."""

import logging
from dataclasses import replace

import discord

from bot.tables.model import HandPanel, Person
from bot.tables.ports import PostStore
from bot.tables.snapshot import TableSnapshot
from bot.tables.users import Users
from cogs.channels import channel_of, notifying
from cogs.editable_messages import EditableMessages
from cogs.renderer import Renderer
from cogs.views.hand_panel import has_hand

log = logging.getLogger(__name__)


class HandPanels:
    """Sends each person's hand by DM at the deal, and edits what is within reach of a token besides."""

    def __init__(
        self,
        client: discord.Client,
        posts: PostStore,
        users: Users,
        messages: EditableMessages,
        renderer: Renderer,
    ) -> None:
        self._client = client
        self._posts = posts
        self._users = users
        self._messages = messages
        self._renderer = renderer

    async def sought_in_channel(self, snapshot: TableSnapshot) -> bool:
        """Whether cards are out and somebody looks for theirs in the channel.

        Posts push the table message up; those who play in the channel find their hand on each.
        """
        table = snapshot.table
        if not any(has_hand(snapshot, seat) for seat in range(len(table.seats))):
            return False
        for person in table.people:
            settings = await self._users.settings(person.user_id)
            within_reach = self._messages.panels(table.id, person.user_id)
            if not settings.dm or settings.dm_closed or not all(panel.dm for panel in within_reach):
                return True
        return False

    async def show(self, snapshot: TableSnapshot) -> None:
        """Bring every panel up to date. What fails for one person is logged and stops nobody else's."""
        stored = {panel.user_id: panel for panel in await self._posts.hand_panels(snapshot.table.id)}
        for seat, chair in enumerate(snapshot.table.seats):
            if isinstance(chair.occupant, Person):
                user_id = chair.occupant.user_id
                try:
                    await self._show(snapshot, seat, user_id, stored.get(user_id))
                except (discord.HTTPException, OSError) as error:
                    log.warning("table %s: panel of %s: %s", snapshot.table.id, user_id, error)

    async def _show(self, snapshot: TableSnapshot, seat: int, user_id: int, panel: HandPanel | None) -> None:
        table = snapshot.table
        due = has_hand(snapshot, seat) and (panel is None or panel.deal < table.deals)
        # Once a newer DM shows the hand, the older ones are laid aside, and are not what is within reach.
        newest = None if panel is None else panel.message_id
        within_reach = await self._edit_within_reach(snapshot, seat, user_id, due=due, newest=newest)
        if due:
            await self._send(snapshot, seat, user_id)
        elif (
            panel is not None
            and not within_reach
            and panel.version < table.version
            and seat in snapshot.players_awaited()
        ):
            await self._edit(snapshot, seat, panel)

    async def _edit_within_reach(
        self, snapshot: TableSnapshot, seat: int, user_id: int, *, due: bool, newest: int | None
    ) -> bool:
        table, within_reach = snapshot.table, False
        for panel in self._messages.panels(table.id, user_id):
            # A new DM may be on its way; the old one must not show the same hand beside it.
            aside = panel.dm and (due or (newest is not None and 0 < panel.message_id < newest))
            if aside or panel.shown < table.version:
                try:
                    drawing = (
                        self._renderer.laid_aside(snapshot, user_id)
                        if aside
                        else await self._renderer.hand_panel(snapshot, seat)
                    )
                    await panel.edit(drawing)
                    panel.shown = table.version
                except discord.HTTPException as error:
                    log.info("table %s: token of a panel: %s", table.id, error)
                    self._messages.drop_panel(table.id, user_id, panel.message_id)
                    continue
            if aside:
                self._messages.drop_panel(table.id, user_id, panel.message_id)
            else:
                within_reach = True
        return within_reach

    async def _send(self, snapshot: TableSnapshot, seat: int, user_id: int) -> None:
        settings = await self._users.settings(user_id)
        if not settings.dm or settings.dm_closed:
            return
        table = snapshot.table
        drawing = await self._renderer.hand_panel(snapshot, seat)
        try:
            channel = await self._client.create_dm(discord.Object(user_id))
            message = await channel.send(
                view=drawing.view, files=drawing.files(), nonce=f"{table.id}h{table.deals}-{seat}"
            )
        except discord.Forbidden:
            await self._users.save(replace(settings, dm_closed=True))
            await channel_of(self._client, snapshot.table).send(
                self._renderer.closed_dms(snapshot, user_id),
                nonce=f"{table.id}d{user_id}"[:25],
                allowed_mentions=notifying([user_id]),
            )
            return
        await self._posts.save_hand_panel(
            HandPanel(table.id, user_id, channel.id, message.id, table.deals, table.version)
        )

    async def _edit(self, snapshot: TableSnapshot, seat: int, panel: HandPanel) -> None:
        drawing = await self._renderer.hand_panel(snapshot, seat)
        channel = self._client.get_partial_messageable(panel.channel_id)
        await channel.get_partial_message(panel.message_id).edit(
            view=drawing.view, attachments=drawing.files()
        )
        await self._posts.save_hand_panel(replace(panel, version=snapshot.table.version))
