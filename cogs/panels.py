"""Keeping the hand panels of a table's people up to date: those in DMs, and those under My hand."""

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial

import discord

from bot.tables.model import HandPanel, PanelState, Person
from bot.tables.ports import Clock, PostStore
from bot.tables.snapshot import TableSnapshot
from bot.tables.users import Users
from cogs.backoff import fleeting, forbidden
from cogs.channels import UNKNOWN_MESSAGE, channel_of, message_in, notifying, sent_before
from cogs.drawing import Drawing
from cogs.editable_messages import EditableMessage, EditableMessages
from cogs.renderer import Renderer
from cogs.surfaces import Surface
from cogs.views.hand_panel import has_hand

_DMS_CLOSED = 50007
_OUT_OF_REACH = (10013, 50278)
"""Unknown user; no server in common."""

_QUIET_SECONDS = 30.0
"""How long a table must have been quiet before a DM is corrected whose owner plays on another panel."""

_LOST = -1
"""The deal of a panel that somebody has deleted: another must be sent."""


class HandPanels:
    """Sends each person's hand by DM at the deal, and keeps it true.

    With an interaction's token a panel is edited at each version. With the bot's own, of which few requests
    may be made, only the panels of those to act are, and such as say that it is somebody's turn
    when it is not, or the reverse. Somebody whom no DM reaches may have left the server: `suspect` finds out.
    """

    def __init__(
        self,
        client: discord.Client,
        posts: PostStore,
        users: Users,
        messages: EditableMessages,
        renderer: Renderer,
        clock: Clock,
        suspect: Callable[[int, Iterable[Person]], None],
    ) -> None:
        self._client = client
        self._posts = posts
        self._users = users
        self._messages = messages
        self._renderer = renderer
        self._clock = clock
        self._suspect = suspect

    async def sought_in_channel(self, snapshot: TableSnapshot) -> bool:
        """Whether cards are out and somebody looks for theirs in the channel.

        Posts push the table message up; those who play in the channel find their hand on each.
        """
        table = snapshot.table
        if not any(has_hand(snapshot, seat) for seat in range(len(table.seats))):
            return False
        for person in table.people:
            within_reach = self._messages.panels(table.id, person.user_id)
            if not await self._by_dm(person.user_id) or not all(panel.dm for panel in within_reach):
                return True
        return False

    async def owed(self, snapshot: TableSnapshot) -> Sequence[Surface]:
        """The panels that are behind, of those seated and of those who were."""
        table = snapshot.table
        stored = {panel.user_id: panel for panel in await self._posts.hand_panels(table.id)}
        seated = (person.user_id for person in table.people)
        people = dict.fromkeys((*seated, *stored, *self._messages.people_at(table.id)))
        return [
            surface
            for user_id in people
            async for surface in self._owed_to(snapshot, user_id, stored.get(user_id))
        ]

    async def _owed_to(
        self, snapshot: TableSnapshot, user_id: int, panel: HandPanel | None
    ) -> AsyncIterator[Surface]:
        table = snapshot.table
        to_be_sent = await self._to_be_sent(snapshot, user_id, panel)
        if to_be_sent:
            send = partial(self._send, snapshot, user_id, panel)
            yield Surface(table.id, f"hand {user_id}", send, partial(self._give_up, table.id, user_id))
        elif panel is not None and self._behind(snapshot, panel):
            edit, give_up = partial(self._edit, snapshot, panel), partial(self._give_up, table.id, user_id)
            # Whoever plays on another panel has no need of this one at every turn.
            elsewhere = any(
                p.message_id != panel.message_id for p in self._messages.panels(table.id, user_id)
            )
            quiet = _QUIET_SECONDS if elsewhere else 0.0
            yield Surface(table.id, f"hand {user_id}", edit, give_up, quiet=quiet)
        newest = 0 if panel is None else panel.message_id
        for within_reach in self._messages.panels(table.id, user_id):
            message_id = within_reach.message_id
            # Once a newer DM shows the hand, the older ones are laid aside; one may be on its way.
            old = within_reach.dm and message_id < newest
            awaiting = within_reach.dm and to_be_sent
            if message_id != newest and not awaiting and (old or within_reach.shown < table.version):
                redraw = partial(self._redraw, snapshot, user_id, within_reach, old=old)
                drop = partial(self._drop, table.id, user_id, message_id)
                yield Surface(table.id, f"panel {message_id}", redraw, drop)

    async def _by_dm(self, user_id: int) -> bool:
        settings = await self._users.settings(user_id)
        return settings.dm and not settings.dm_closed

    async def _to_be_sent(self, snapshot: TableSnapshot, user_id: int, panel: HandPanel | None) -> bool:
        table, seat = snapshot.table, snapshot.table.seat_of(user_id)
        if seat is None or not table.deals or (panel is not None and panel.deal >= table.deals):
            return False
        return await self._by_dm(user_id) and has_hand(snapshot, seat)

    def _behind(self, snapshot: TableSnapshot, panel: HandPanel) -> bool:
        if not panel.message_id:
            return False
        within_reach = self._messages.panel(panel.table_id, panel.user_id, panel.message_id)
        drawn = within_reach is None or within_reach.shown >= snapshot.table.version
        return not drawn or _stored_behind(snapshot, panel)

    async def _drawing(self, snapshot: TableSnapshot, user_id: int) -> Drawing:
        seat = snapshot.table.seat_of(user_id)
        if seat is None:
            return self._renderer.without_chair(snapshot, user_id)
        return await self._renderer.hand_panel(snapshot, seat)

    async def _edit(self, snapshot: TableSnapshot, panel: HandPanel) -> bool:
        table, user_id, message_id = snapshot.table, panel.user_id, panel.message_id
        within_reach = self._messages.panel(table.id, user_id, message_id)
        if within_reach is not None and within_reach.shown >= table.version:
            # An interaction was answered with it.
            await self._note_drawn(snapshot, panel)
            return True
        if within_reach is None or not await self._edit_by_token(snapshot, user_id, within_reach):
            drawing = await self._drawing(snapshot, user_id)
            try:
                await message_in(self._client, panel.channel_id, message_id).edit(
                    view=drawing.view, attachments=drawing.files()
                )
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE:
                    raise
                lost = replace(panel, deal=_LOST, version=table.version, state=panel_state(snapshot, user_id))
                await self._posts.save_hand_panel(lost)
                return False
        up_to_date = self._messages.panel_drawn(table.id, user_id, message_id, within_reach, table.version)
        await self._note_drawn(snapshot, panel)
        return up_to_date

    async def _note_drawn(self, snapshot: TableSnapshot, panel: HandPanel) -> None:
        if _stored_behind(snapshot, panel):
            state = panel_state(snapshot, panel.user_id)
            await self._posts.save_hand_panel(replace(panel, version=snapshot.table.version, state=state))

    async def _edit_by_token(
        self, snapshot: TableSnapshot, user_id: int, within_reach: EditableMessage
    ) -> bool:
        """Whether it could be edited; if the token does not serve, it is dropped."""
        try:
            await within_reach.edit(await self._drawing(snapshot, user_id))
        except discord.HTTPException as error:
            if fleeting(error):
                raise
            await self._drop(snapshot.table.id, user_id, within_reach.message_id)
            return False
        return True

    async def _redraw(
        self, snapshot: TableSnapshot, user_id: int, within_reach: EditableMessage, *, old: bool
    ) -> bool:
        table, message_id = snapshot.table, within_reach.message_id
        if old:
            drawing = self._renderer.laid_aside(snapshot, user_id)
        else:
            drawing = await self._drawing(snapshot, user_id)
        try:
            await within_reach.edit(drawing)
        except discord.HTTPException as error:
            if fleeting(error):
                raise
            old = True
        if old:
            await self._drop(table.id, user_id, message_id)
            return True
        return self._messages.panel_drawn(table.id, user_id, message_id, within_reach, table.version)

    async def _send(self, snapshot: TableSnapshot, user_id: int, old: HandPanel | None) -> bool:
        table, seat, began = snapshot.table, snapshot.table.seat_of(user_id), self._clock.now()
        drawing = await self._drawing(snapshot, user_id)
        # The same at every try, unless the panel so named has been deleted.
        again = f"-{old.message_id % 10**6}" if old is not None and old.deal == _LOST else ""
        try:
            channel = await self._client.create_dm(discord.Object(user_id))
            message = await channel.send(
                view=drawing.view, files=drawing.files(), nonce=f"{table.id}h{table.deals}-{seat}{again}"[:25]
            )
        except discord.HTTPException as error:
            if error.code in (_DMS_CLOSED, *_OUT_OF_REACH):
                self._suspect(table.id, [person for person in table.people if person.user_id == user_id])
            if error.code == _DMS_CLOSED:
                await self._note_closed(snapshot, user_id)
            elif error.code in _OUT_OF_REACH:
                none = old or HandPanel(table.id, user_id, 0, 0, 0, 0)
                await self._posts.save_hand_panel(replace(none, deal=table.deals, state=PanelState.GONE))
            else:
                raise
            return True
        repeated = sent_before(message.id, began)
        state = PanelState.UNKNOWN if repeated else panel_state(snapshot, user_id)
        await self._posts.save_hand_panel(
            HandPanel(table.id, user_id, channel.id, message.id, table.deals, table.version, state)
        )
        return old is None and not repeated

    async def _note_closed(self, snapshot: TableSnapshot, user_id: int) -> None:
        """Say it once in the channel, and remember it until the person asks for DMs again."""
        try:
            await channel_of(self._client, snapshot.table).send(
                self._renderer.closed_dms(snapshot, user_id),
                nonce=f"{snapshot.table.id}d{user_id}"[:25],
                allowed_mentions=notifying([user_id]),
            )
        except discord.HTTPException as error:
            if not forbidden(error):
                raise
        await self._users.save(replace(await self._users.settings(user_id), dm_closed=True))

    async def _give_up(self, table_id: int, user_id: int) -> None:
        for panel in await self._posts.hand_panels(table_id):
            if panel.user_id == user_id:
                await self._posts.save_hand_panel(replace(panel, state=PanelState.GONE))

    async def _drop(self, table_id: int, user_id: int, message_id: int) -> None:
        self._messages.drop_panel(table_id, user_id, message_id)


def panel_state(snapshot: TableSnapshot, user_id: int) -> PanelState:
    """What that person's panel says when it is drawn now."""
    table, seat = snapshot.table, snapshot.table.seat_of(user_id)
    if not table.open:
        return PanelState.OVER
    if seat is None:
        return PanelState.LEFT
    if table.seats[seat].away:
        return PanelState.AWAY
    return PanelState.TURN if seat in snapshot.players_awaited() else PanelState.HAND


def _stored_behind(snapshot: TableSnapshot, panel: HandPanel) -> bool:
    """Whether the panel, as it is stored, must be drawn anew."""
    if panel.state is PanelState.GONE:
        return False
    state = panel_state(snapshot, panel.user_id)
    return panel.state is not state or (state is PanelState.TURN and panel.version < snapshot.table.version)
