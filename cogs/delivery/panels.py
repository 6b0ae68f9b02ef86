"""Each person's current hand panel at a table: a DM, or the answer to My hand."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

import discord

from bot.tables.people.access import visible_seat
from bot.tables.people.users import Users
from bot.tables.state.chairs import Person
from bot.tables.state.messages import HandPanel, PanelState
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.store.editable import EditableMessage
from bot.tables.store.ports import Clock, PostStore
from cogs.delivery.panel_states import (
    adoptable,
    cards_of,
    due_at,
    out_of_reach,
    panel_state,
    to_be_told,
    whereabouts,
)
from cogs.delivery.renderer import Renderer
from cogs.hand.panel import Whereabouts
from cogs.hand.status import has_hand
from cogs.transport.attachments import Attachments
from cogs.transport.backoff import fleeting, forbidden, malformed
from cogs.transport.channels import (
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    channel_of,
    message_in,
    notifying,
    sent_before,
)
from cogs.transport.editable_messages import EditableMessages
from cogs.transport.surfaces import Surface
from cogs.transport.webhooks import edited, followed
from cogs.ui.layout import Drawing
from cogs.words.news import since

_DMS_CLOSED = 50007
_OUT_OF_REACH = (10013, 50278)
"""Unknown user; no mutual server."""

_TOO_OLD = 30046  # too many edits of messages over an hour old
_LOST = -1  # marks a panel that its owner has deleted: a new one must be sent

_FINAL = (PanelState.OVER, PanelState.LEFT)


@dataclass(eq=False)
class HandPanels:
    """Keeps each person's current panel up to date, and lays the others aside.

    The current panel is the one they used last. We edit it with an interaction's token while that is valid,
    also in the next hand; at a deal only people without such a panel get a DM. The bot's own token allows few
    requests, so with it we edit a DM only when it would be wrong: about whose turn it is, or which cards its
    owner has. A panel under My hand is laid aside before its token expires, and a DM is sent. Somebody whom
    no DM reaches may have left the server: `suspect` checks that.

    Advisers at a chouette get no DM: a panel they asked for follows the game while a token is valid.

    In the reading mode nothing is edited. At the person's turn and at a result, one message follows the last
    one, by the token if it is valid, else as a DM.
    """

    client: discord.Client
    attachments: Attachments
    posts: PostStore
    users: Users
    messages: EditableMessages
    renderer: Renderer
    clock: Clock
    suspect: Callable[[int, Iterable[Person]], None]

    async def sought_in_channel(self, snapshot: TableSnapshot) -> bool:
        """Whether cards are dealt and somebody looks for theirs in the channel. Posts push the table message
        up, so for those players each post has a My hand button."""
        table = snapshot.table
        if not any(has_hand(snapshot, seat) for seat in range(len(table.chairs))):
            return False
        for person in table.chairs.people:
            current = self.messages.current_panel(table.id, person.user_id)
            if not (current.dm if current is not None else await self._by_dm(person.user_id)):
                return True
        return False

    async def owed(self, snapshot: TableSnapshot) -> Sequence[Surface]:
        table = snapshot.table
        stored = {panel.user_id: panel for panel in await self.posts.hand_panels(table.id)}
        seated = (person.user_id for person in table.chairs.people)
        people = dict.fromkeys((*seated, *stored, *self.messages.people_at(table.id)))
        surfaces: list[Surface] = []
        for user_id in people:
            if await self.users.reads(user_id):
                surfaces += await self._owed_to_read(snapshot, user_id, stored.get(user_id))
                continue
            surfaces += await self._owed_by_dm(snapshot, user_id, stored.get(user_id))
            surfaces += await self._owed_by_token(snapshot, user_id, stored.get(user_id))
        return surfaces

    async def _owed_by_dm(
        self, snapshot: TableSnapshot, user_id: int, panel: HandPanel | None
    ) -> Sequence[Surface]:
        table, refreshes, due = snapshot.table, True, 0.0
        current = self.messages.current_panel(table.id, user_id)
        used = current if current is not None and current.dm else None
        if used is not None and adoptable(table, user_id, panel, used.message_id):
            show = partial(self._adopt, snapshot, user_id, used)
        elif current is None and await self._to_be_sent(snapshot, user_id, panel):
            show, refreshes = partial(self._send, snapshot, user_id, panel), False
            due = self.messages.answered_until(table) if table.telling.private else 0.0
        elif panel is None or not panel.message_id or (panel.state is PanelState.GONE and used is None):
            return ()
        elif (state := await self._state(snapshot, panel, current)) is not PanelState.ASIDE:
            if not self._behind(snapshot, panel, state):
                return ()
            show, refreshes = partial(self._edit, snapshot, panel, state), state is not PanelState.TURN
            due = max(due_at(snapshot, state), self.messages.left_until(table.id, panel.message_id))
        elif panel.state is not PanelState.ASIDE or self.messages.panel(table.id, user_id, panel.message_id):
            # After it was laid aside, its owner may have used it, and then another one.
            show = partial(self._lay_dm_aside, snapshot, panel)
        else:
            return ()
        give_up = partial(self._give_up, table.id, user_id)
        name, version = _name(user_id), table.version
        return [Surface(table.id, name, show, give_up, due=due, refreshes=refreshes, version=version)]

    async def _owed_by_token(
        self, snapshot: TableSnapshot, user_id: int, stored: HandPanel | None
    ) -> Sequence[Surface]:
        """The panels under My hand, and DMs that were used in between and never stored."""
        table, surfaces = snapshot.table, list[Surface]()
        current = self.messages.current_panel(table.id, user_id)
        for panel in self.messages.panels(table.id, user_id):
            if panel.dm and (panel is current or await self._known(table.id, stored, panel.message_id)):
                continue
            drop = partial(self._drop, table.id, user_id, panel.message_id)
            name, first = f"panel {panel.message_id}", _name(user_id)
            if panel is not current:
                show = partial(self._lay_aside, snapshot, user_id, panel)
                surfaces.append(Surface(table.id, name, show, drop, after=first))
                continue
            if panel.shown < table.version:
                redraw = partial(self._redraw, snapshot, user_id, panel)
                left_until = self.messages.left_until(table.id, panel.message_id)
                due = max(due_at(snapshot, panel_state(snapshot, user_id)), left_until)
                surfaces.append(Surface(table.id, name, redraw, drop, due=due, version=table.version))
            if table.open:
                # Look at the table again when it is time to lay the panel aside.
                end = f"end of {name}"
                surfaces.append(Surface(table.id, end, _look_again, drop, due=panel.serves_until))
        return surfaces

    async def _owed_to_read(
        self, snapshot: TableSnapshot, user_id: int, panel: HandPanel | None
    ) -> Sequence[Surface]:
        table, current = snapshot.table, self.messages.current_panel(snapshot.table.id, user_id)
        if current is not None and current.elsewhere and current.shown >= table.version:
            # Another process has told them, or this one before a restart.
            self.messages.note_told(snapshot, user_id)
        told = self.messages.told(table.id, user_id)
        if not to_be_told(snapshot, user_id, told, panel):
            return ()
        if current is not None:
            show, due = partial(self._follow, snapshot, user_id, current, panel), 0.0
        elif table.chairs.seat_of(user_id) is None and table.chairs.waits(user_id):
            return ()
        elif await self._by_dm(user_id) and not out_of_reach(snapshot, panel):
            show = partial(self._send, snapshot, user_id, panel)
            due = self.messages.answered_until(table) if table.telling.private else 0.0
        else:
            return ()
        give_up = partial(self._give_up, table.id, user_id)
        return [Surface(table.id, _name(user_id), show, give_up, due=due)]

    async def _follow(
        self,
        snapshot: TableSnapshot,
        user_id: int,
        current: EditableMessage,
        panel: HandPanel | None,
    ) -> bool:
        drawing = await self._drawing(snapshot, user_id)
        message_id = await followed(self.client, current, drawing)
        if message_id is None:
            await self._drop(snapshot.table.id, user_id, current.message_id)
            return False
        self.messages.keep_followed(snapshot, user_id, current, message_id)
        self.messages.note_told(snapshot, user_id)
        if panel is not None:
            told = replace(panel, version=snapshot.table.version, state=panel_state(snapshot, user_id))
            await self.posts.save_hand_panel(told)
        return True

    async def _known(self, table_id: int, stored: HandPanel | None, message_id: int) -> bool:
        if stored is not None and stored.message_id == message_id:
            return True
        return message_id in [removal.message_id for removal in await self.posts.removals(table_id)]

    async def _by_dm(self, user_id: int) -> bool:
        settings = await self.users.settings(user_id)
        return settings.dm and not settings.dm_closed

    async def _to_be_sent(self, snapshot: TableSnapshot, user_id: int, panel: HandPanel | None) -> bool:
        table, seat = snapshot.table, snapshot.table.chairs.seat_of(user_id)
        if seat is None or not table.dealt.deals or table.clock.paused:
            return False
        if table.telling.private and self.messages.is_answered(user_id):
            return False
        if panel is not None and panel.deal >= table.dealt.deals and panel.state is not PanelState.ASIDE:
            return False
        return await self._by_dm(user_id) and has_hand(snapshot, seat)

    async def _state(
        self, snapshot: TableSnapshot, panel: HandPanel, current: EditableMessage | None
    ) -> PanelState:
        state, aside = panel_state(snapshot, panel.user_id), panel.state is PanelState.ASIDE
        if current is not None and current.dm:
            return state
        if state in _FINAL:
            return PanelState.ASIDE if aside else state
        elsewhere = aside or current is not None or not await self._by_dm(panel.user_id)
        return PanelState.ASIDE if elsewhere else state

    def _behind(self, snapshot: TableSnapshot, panel: HandPanel, state: PanelState) -> bool:
        table = snapshot.table
        within_reach = self.messages.panel(table.id, panel.user_id, panel.message_id)
        if panel.state is not state:
            return True
        if within_reach is not None:
            dealt = panel.deal < table.dealt.deals and cards_of(snapshot, panel.user_id)
            return within_reach.shown < table.version or bool(dealt)
        if state in _FINAL or panel.version >= table.version:
            return False
        if state is PanelState.TURN or panel.cards != cards_of(snapshot, panel.user_id):
            return True
        seat = visible_seat(table, panel.user_id)
        return seat is not None and any(move.passes for move in snapshot.optional_moves(seat))

    async def _drawing(self, snapshot: TableSnapshot, user_id: int) -> Drawing:
        if visible_seat(snapshot.table, user_id) is None:
            return await self.renderer.without_chair(snapshot, user_id)
        table_id = snapshot.table.id
        news = since(snapshot, self.messages.told(table_id, user_id))
        pressed = self.messages.last_pressed(table_id, user_id)
        settings = await self.users.settings(user_id)
        return await self.renderer.hand_panel(snapshot, settings, news=news, pressed=pressed)

    async def _adopt(self, snapshot: TableSnapshot, user_id: int, current: EditableMessage) -> bool:
        await self.posts.save_hand_panel(
            HandPanel(
                snapshot.table.id,
                user_id,
                current.channel_id,
                current.message_id,
                snapshot.table.dealt.deals,
                current.shown,
            )
        )
        return False

    async def _edit(self, snapshot: TableSnapshot, panel: HandPanel, state: PanelState) -> bool:
        table, user_id, message_id = snapshot.table, panel.user_id, panel.message_id
        within_reach = self.messages.panel(table.id, user_id, message_id)
        if within_reach is not None and within_reach.shown >= table.version:
            # An interaction was answered with it.
            await self._note_drawn(snapshot, panel, state)
            return True
        drawing = await self._drawing(snapshot, user_id)
        if not await self._edit_dm(snapshot, panel, within_reach, drawing, state):
            return False
        up_to_date = self.messages.drawn(table.id, user_id, message_id, within_reach, table.version)
        await self._note_drawn(snapshot, panel, state)
        return up_to_date

    async def _lay_dm_aside(self, snapshot: TableSnapshot, panel: HandPanel) -> bool:
        table_id, user_id, message_id = panel.table_id, panel.user_id, panel.message_id
        within_reach = self.messages.panel(table_id, user_id, message_id)
        drawing = await self.renderer.laid_aside(snapshot, user_id, await self._where(table_id, user_id))
        if not await self._edit_dm(snapshot, panel, within_reach, drawing, PanelState.ASIDE):
            return False
        if not self.messages.panel_laid_aside(table_id, user_id, message_id, within_reach):
            return False
        aside = replace(panel, version=snapshot.table.version, state=PanelState.ASIDE, cards=0)
        await self.posts.save_hand_panel(aside)
        return True

    async def _edit_dm(
        self,
        snapshot: TableSnapshot,
        panel: HandPanel,
        within_reach: EditableMessage | None,
        drawing: Drawing,
        state: PanelState,
    ) -> bool:
        """Edit the DM, by an interaction's token if it is valid. Returns False if a new DM is needed: the old
        one is deleted, or its owner is to act and Discord refuses to edit it."""
        if within_reach is not None:
            if await edited(self.client, self.attachments, within_reach, drawing):
                return True
            await self._drop(panel.table_id, panel.user_id, panel.message_id)
        message = message_in(self.client, panel.channel_id, panel.message_id)
        try:
            await self.attachments.edit(message.id, drawing, message.edit)
        except discord.HTTPException as error:
            refused = error.code == _TOO_OLD or not fleeting(error)
            if error.code != UNKNOWN_MESSAGE and not (refused and state is PanelState.TURN):
                raise
            lost = replace(panel, deal=_LOST, version=snapshot.table.version, state=state)
            await self.posts.save_hand_panel(lost)
            return False
        return True

    async def _note_drawn(self, snapshot: TableSnapshot, panel: HandPanel, state: PanelState) -> None:
        table, cards = snapshot.table, cards_of(snapshot, panel.user_id)
        drawn = replace(panel, deal=table.dealt.deals if cards else panel.deal, state=state, cards=cards)
        if drawn != panel or state is PanelState.TURN:
            await self.posts.save_hand_panel(replace(drawn, version=table.version))

    async def _redraw(self, snapshot: TableSnapshot, user_id: int, panel: EditableMessage) -> bool:
        table, message_id = snapshot.table, panel.message_id
        if not await edited(self.client, self.attachments, panel, await self._drawing(snapshot, user_id)):
            await self._drop(table.id, user_id, message_id)
            return False
        return self.messages.drawn(table.id, user_id, message_id, panel, table.version)

    async def _lay_aside(self, snapshot: TableSnapshot, user_id: int, panel: EditableMessage) -> bool:
        table_id, message_id = snapshot.table.id, panel.message_id
        where = await self._where(table_id, user_id)
        drawing = await self.renderer.laid_aside(snapshot, user_id, where)
        if not await edited(self.client, self.attachments, panel, drawing):
            if panel.dm:
                message = message_in(self.client, panel.channel_id, message_id)
                with suppress(discord.NotFound):
                    await self.attachments.edit(message.id, drawing, message.edit)
            await self._drop(table_id, user_id, message_id)
            return True
        return self.messages.panel_laid_aside(table_id, user_id, message_id, panel)

    async def _where(self, table_id: int, user_id: int) -> Whereabouts:
        current = self.messages.current_panel(table_id, user_id)
        if current is not None and not current.dm:
            return Whereabouts(
                under_my_hand=True, channel_id=current.channel_id if current.on_server else None
            )
        for panel in await self.posts.hand_panels(table_id):
            if panel.user_id == user_id:
                return whereabouts(panel)
        return Whereabouts()

    async def _send(self, snapshot: TableSnapshot, user_id: int, old: HandPanel | None) -> bool:
        table, seat, began = snapshot.table, snapshot.table.chairs.seat_of(user_id), self.clock.now()
        if self.messages.current_panel(table.id, user_id) is not None:
            return False  # they have just asked for one themselves
        drawing = await self._drawing(snapshot, user_id)
        # Derived from the panel it replaces: equal at every try, different for every panel.
        named = f"{table.id}h{table.dealt.deals}-{seat}-{old.message_id % 10**6 if old is not None else 0}"
        try:
            channel = await self._dm_channel(user_id, old)
            message = await channel.send(
                view=drawing.view,
                files=drawing.files(),
                nonce=named[:25],
            )
        except discord.HTTPException as error:
            if error.code in (_DMS_CLOSED, *_OUT_OF_REACH):
                self.suspect(
                    table.id, [person for person in table.chairs.people if person.user_id == user_id]
                )
            if error.code == _DMS_CLOSED:
                await self._note_closed(snapshot, user_id)
            elif error.code == UNKNOWN_CHANNEL and old is not None and old.channel_id:
                # The stored row keeps its channel: the message there is laid aside if it can be reached.
                return await self._send(snapshot, user_id, replace(old, channel_id=0))
            elif error.code in _OUT_OF_REACH:
                none = old or HandPanel(table.id, user_id, 0, 0, 0, 0)
                await self.posts.save_hand_panel(replace(none, deal=table.dealt.deals, state=PanelState.GONE))
            else:
                raise
            return True
        self.attachments.note(message)
        repeated = sent_before(message.id, began)
        state = PanelState.UNKNOWN if repeated else panel_state(snapshot, user_id)
        cards = cards_of(snapshot, user_id)
        await self.posts.save_hand_panel(
            HandPanel(
                table.id, user_id, channel.id, message.id, table.dealt.deals, table.version, state, cards
            )
        )
        if await self.users.reads(user_id):
            self.messages.note_told(snapshot, user_id)
            return True
        return old is None and not repeated

    async def _dm_channel(
        self, user_id: int, known: HandPanel | None
    ) -> discord.DMChannel | discord.PartialMessageable:
        if known is not None and known.channel_id:
            return self.client.get_partial_messageable(known.channel_id)
        return await self.client.create_dm(discord.Object(user_id))

    async def _note_closed(self, snapshot: TableSnapshot, user_id: int) -> None:
        """Announce it once in the channel, if there is one, and remember it until they ask for DMs again."""
        settings = replace(await self.users.settings(user_id), dm_closed=True)
        if snapshot.table.telling.private:
            await self.users.save(settings)
            return
        try:
            await channel_of(self.client, snapshot.table).send(
                self.renderer.closed_dms(snapshot, user_id),
                nonce=f"{snapshot.table.id}d{user_id}"[:25],
                allowed_mentions=notifying([user_id]),
            )
        except discord.HTTPException as error:
            if not forbidden(error) and not malformed(error):
                raise
        await self.users.save(settings)

    async def _give_up(self, table_id: int, user_id: int) -> None:
        for panel in await self.posts.hand_panels(table_id):
            if panel.user_id == user_id:
                await self.posts.save_hand_panel(replace(panel, state=PanelState.GONE))

    async def _drop(self, table_id: int, user_id: int, message_id: int) -> None:
        self.messages.drop_panel(table_id, user_id, message_id)


def _name(user_id: int) -> str:
    return f"hand {user_id}"


async def _look_again() -> bool:
    return False
