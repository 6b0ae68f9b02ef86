"""Calls a person when it is their turn, once a turn, since edits notify nobody."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from functools import partial

import discord

from bot.tables.people.users import Users
from bot.tables.play.play import moved_on
from bot.tables.state.messages import TurnCall
from bot.tables.state.preferences import Calls
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Posting, Status
from bot.tables.store.ports import CallStore, PostStore
from bot.tables.turns.deadlines import CALL_SECONDS, turn_since, waits_of
from bot.tables.turns.move_policy import seat_to_play
from cogs.answering.actors import Actors
from cogs.delivery.panel_states import whereabouts
from cogs.delivery.renderer import Renderer
from cogs.transport.channels import (
    NO_DMS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    channel_of,
    message_in,
    notifying,
    on_server,
)
from cogs.transport.editable_messages import EditableMessages
from cogs.transport.surfaces import Surface


@dataclass(eq=False)
class TurnCalls:
    """Sends a short DM to the players whose turn it is, or mentions those who take no DMs; deleted once they
    act.

    By default it is sent when they have not acted for a while; at once at a slow table or if they prefer
    that; never to those who do not want it. Nobody is called for a move that the bot makes.
    """

    client: discord.Client
    calls: CallStore
    posts: PostStore
    users: Users
    messages: EditableMessages
    renderer: Renderer
    actors: Actors

    async def owed(self, snapshot: TableSnapshot) -> Sequence[Surface]:
        table = snapshot.table
        there = {call.user_id: call for call in await self.calls.turn_calls(table.id)}
        owed = [
            Surface(
                table.id,
                _name(call.user_id),
                partial(self._delete, snapshot, call),
                partial(self.calls.call_ended, call),
                refreshes=True,
            )
            for call in there.values()
            if not _holds(snapshot, call)
        ]
        async for user_id, due in self._to_be_called(snapshot):
            if user_id not in there:
                send = partial(self._send, snapshot, user_id)
                owed.append(Surface(table.id, _name(user_id), send, _nothing, due=due))
        return owed

    async def _to_be_called(self, snapshot: TableSnapshot) -> AsyncIterator[tuple[int, float]]:
        table = snapshot.table
        if table.held or table.telling.private or not on_server(self.client, table):
            return
        chairs = dict.fromkeys(snapshot.players_awaited())
        if not chairs or seat_to_play(snapshot, self.users) is not None:
            return
        since, waits = turn_since(snapshot), waits_of(table.clock)
        for chair in chairs:
            user_id = table.chairs[chair].user_id
            if user_id is None or table.chairs[chair].away:
                continue
            wish = (await self.users.settings(user_id)).calls
            if wish is Calls.NEVER:
                continue
            if wish is Calls.ALWAYS or table.clock.slow:
                yield user_id, 0.0
                continue
            pressed = self.messages.last_pressed(table.id, user_id)
            due = max(since, pressed, self.actors.last_acted(table.id, user_id)) + CALL_SECONDS
            reminder = since + waits.reminder
            if table.telling.posting is Posting.PANELS and waits.reminder:
                # Such a table posts no reminder; the call takes its place.
                yield user_id, min(due, reminder)
            # From then on the reminder calls them.
            elif not table.clock.reminded and not (waits.reminder and due >= reminder):
                yield user_id, due

    async def _send(self, snapshot: TableSnapshot, user_id: int) -> bool:
        table, settings = snapshot.table, await self.users.settings(user_id)
        nonce = f"{table.id}c{snapshot.step}-{table.chairs.seat_of(user_id)}"
        message: discord.Message | None = None
        if settings.dm and not settings.dm_closed:
            message = await self._send_dm(snapshot, user_id, f"{nonce}d"[:25])
        if message is None:
            link = await self.messages.link_to(table)
            message = await channel_of(self.client, table).send(
                await self.renderer.turn_call(snapshot, user_id, link, by_dm=False),
                nonce=nonce[:25],
                allowed_mentions=notifying([user_id]),
            )
        await self.calls.save_turn_call(
            TurnCall(table.id, user_id, snapshot.step, message.channel.id, message.id)
        )
        # They may have acted in the meantime.
        return False

    async def _send_dm(self, snapshot: TableSnapshot, user_id: int, nonce: str) -> discord.Message | None:
        panels = await self.posts.hand_panels(snapshot.table.id)
        panel = next((panel for panel in panels if panel.user_id == user_id and panel.message_id), None)
        try:
            if panel is None:
                channel: discord.abc.Messageable = await self.client.create_dm(discord.Object(user_id))
            else:
                channel = self.client.get_partial_messageable(panel.channel_id)
            link = await self._link(snapshot, user_id)
            return await channel.send(
                await self.renderer.turn_call(snapshot, user_id, link, by_dm=True), nonce=nonce
            )
        except discord.HTTPException as error:
            if error.code not in NO_DMS:
                raise
            return None

    async def _link(self, snapshot: TableSnapshot, user_id: int) -> str | None:
        """The link to the person's panel: the DM that shows it, unless they use My hand."""
        table = snapshot.table
        current = self.messages.current_panel(table.id, user_id)
        for panel in await self.posts.hand_panels(table.id):
            if panel.user_id == user_id and (current is None or current.dm):
                return whereabouts(panel).link or await self.messages.link_to(table)
        return await self.messages.link_to(table)

    async def _delete(self, snapshot: TableSnapshot, call: TurnCall) -> bool:
        guild_id = snapshot.table.guild_id if call.channel_id == snapshot.table.telling.channel_id else None
        try:
            await message_in(self.client, call.channel_id, call.message_id, guild_id).delete()
        except discord.NotFound as error:
            if error.code not in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL):
                raise
        await self.calls.call_ended(call)
        return False


def _name(user_id: int) -> str:
    return f"call {user_id}"


async def _nothing() -> None:
    """Stands for a failed call, so that it is dropped once the turn is over."""


def _holds(snapshot: TableSnapshot, call: TurnCall) -> bool:
    table, chair = snapshot.table, snapshot.table.chairs.seat_of(call.user_id)
    if table.status is not Status.PLAYING or table.clock.paused or chair is None or table.chairs[chair].away:
        return False
    return chair in snapshot.players_awaited() and not moved_on(snapshot, chair, call.step)
