"""One table of a trial: opened, played by the house for everybody who sits there, and closed."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from bot.rules.errors import RuleError
from bot.tables.people.access import Actor
from bot.tables.service import Tables
from bot.tables.state.chairs import Person
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from cogs.delivery.publisher import DiscordPublisher
from cogs.transport.editable_messages import EditableMessages

HAND_SECONDS: Final = 120.0  # how long the hand may take
SHOW_SECONDS: Final = 30.0  # how long Discord may take to be shown what is stored

_LOOK_SECONDS: Final = 0.02


@dataclass
class TrialTable:
    """An open table. `pause` is what a person waits before a card, in seconds."""

    tables: Tables
    publisher: DiscordPublisher
    messages: EditableMessages
    number: int
    host: Actor
    pause: float

    async def start(self) -> None:
        """Start the match, unless somebody has, with the house in the empty chairs."""
        if await self.begun():
            return
        if any(seat.occupant is None for seat in (await self._look()).table.chairs):
            await self.tables.lobby.seat_house(self.number, self.host)
        await self.tables.play.start(self.number, self.host)

    async def begun(self) -> bool:
        """Whether the match has begun."""
        return (await self._look()).table.status is not Status.LOBBY

    async def hand_asked(self) -> bool:
        """Whether somebody at the table has pressed My hand."""
        people = (await self._look()).table.chairs.people
        panels = [self.messages.current_panel(self.number, person.user_id) for person in people]
        return any(panel is not None and not panel.dm for panel in panels)

    async def play(self) -> bool:
        """Play one hand; whether it ended in time."""
        return await until(self._play_a_card, HAND_SECONDS, self.pause)

    async def close(self) -> None:
        """Close the table, in the middle of its match or not."""
        if (await self._look()).table.open:
            await self.tables.lobby.close(self.number, self.host)

    async def shown(self) -> bool:
        """Wait until Discord has been shown what is stored, or has refused it; whether it was in time."""
        return await until(self._is_shown, SHOW_SECONDS)

    async def _is_shown(self) -> bool:
        # A call is not cut: nobody would know what it has posted.
        await asyncio.shield(self.publisher.settled())
        counts = self.publisher.counts()
        return bool(counts["refused"]) or not (counts["overdue"] or counts["now"])

    async def _play_a_card(self) -> bool:
        snapshot = await self._look()
        if not snapshot.table.open or (snapshot.history is not None and snapshot.history.position.hands):
            return True
        for player in snapshot.players_awaited():
            occupant, seat = snapshot.table.chairs[player].occupant, snapshot.seat_for(player)
            if isinstance(occupant, Person):
                actor = Actor(occupant, sees=True, sends=True)
                move = str(snapshot.game.legal(snapshot.state, seat)[0])
                # They may just have pressed a card themselves.
                with suppress(TableError, RuleError):
                    await self.tables.play.act(self.number, actor, move, snapshot.step)
        return False

    async def _look(self) -> TableSnapshot:
        return await self.tables.repository.look(self.number)


async def until(over: Callable[[], Awaitable[bool]], seconds: float, pause: float = _LOOK_SECONDS) -> bool:
    """Wait until that is so; whether it was within so many seconds."""
    try:
        async with asyncio.timeout(seconds):
            while not await over():  # noqa: ASYNC110 - only a look tells
                await asyncio.sleep(pause)
    except TimeoutError:
        return False
    return True
