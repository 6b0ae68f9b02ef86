"""Showing what has been stored: whatever people see of a table, until it is what it must be.

Nothing here can lose a move: it was stored before this ran. What a table's surfaces must show is in the
store or follows from it, so what cannot be shown now is still owed, tried again with back-off, and found
again after a restart.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

import discord

from bot.tables.errors import TableError
from bot.tables.model import PanelState, Person
from bot.tables.ports import Clock, PostStore
from bot.tables.repository import Committed, TableRepository
from bot.tables.snapshot import TableSnapshot
from cogs.backoff import LATER, SOON, UNREACHED, Backoff, forbidden, unknown_channel
from cogs.call_budget import Priority, calls_of
from cogs.channel_surfaces import REPOST_SECONDS
from cogs.channels import THREAD_ARCHIVED
from cogs.editable_messages import EditableMessages
from cogs.services import Trouble
from cogs.surfaces import Kind, Surface

log = logging.getLogger(__name__)

TRY_SECONDS = 60.0
"""How long one surface may take; posts and edits that are under way twice count once."""

_SPACING = 5.0
"""What is refused is tried again when somebody uses the table, but not sooner than so many seconds after."""

_REFUSALS = 24
"""After so many, about a day, what a closed table owes is given up."""

_AT_ONCE = 20
"""How many tables are looked at in a second after a start: thousands at once would hold everybody up."""

_SOON_SECONDS = 15 * 60.0
"""At a start the tables at which a turn ends within so many seconds are looked at: a call may be due."""

_WHOLE = ""
"""The name under which a table fails as a whole."""


@dataclass(slots=True)
class _Refused:
    """Why a channel shows nothing, which surfaces that concerns, and whether somebody has been told."""

    trouble: Trouble
    keys: set[tuple[int, str]]
    told: bool = False


class DiscordPublisher:
    """Shows every table, each surface by itself, the latest state winning. Subscribes to transactions.

    `kinds` are asked what a table owes. `place_gone` closes a table if its channel is not there any more, and
    says whether. `interval` is the least time between two publications of one table, in seconds.
    """

    def __init__(
        self,
        repository: TableRepository,
        posts: PostStore,
        messages: EditableMessages,
        kinds: Sequence[Kind],
        clock: Clock,
        place_gone: Callable[[int], Awaitable[bool]],
        *,
        interval: float,
    ) -> None:
        self._repository = repository
        self._posts = posts
        self._messages = messages
        self._kinds = kinds
        self._clock = clock
        self._place_gone = place_gone
        self._interval = interval
        self._backoff = Backoff(clock)
        self._dirty: set[int] = set()
        self._rounds: dict[int, asyncio.Task[None]] = {}
        self._last: dict[int, float] = {}
        self._showing: dict[tuple[int, str], asyncio.Task[None]] = {}
        self._again: set[tuple[int, str]] = set()
        self._failing: dict[int, set[str]] = {}
        self._due: dict[int, float] = {}
        self._refused: dict[int, _Refused] = {}
        self._unseen: deque[int] = deque()

    def committed(self, committed: Committed) -> None:
        """Publish the table soon. Returns at once."""
        table_id = committed.snapshot.table.id
        if _only_marked(committed):
            # Nobody is to see that; whoever did it is answered with their panel.
            return
        if _by_a_person(committed):
            self._hasten(table_id)
        self.changed(table_id)

    def changed(self, table_id: int) -> None:
        """Publish the table soon. Returns at once."""
        self._dirty.add(table_id)
        if table_id not in self._rounds:
            self._rounds[table_id] = asyncio.create_task(self._publish(table_id))

    def trouble(self, channel_id: int) -> Trouble | None:
        """What is wrong with posting in that channel, unless somebody has been told since the last try.

        To be asked whenever somebody uses a table there, by a button or a command: what is owed to the
        channel is then tried again at once, or a few seconds after the last try.
        """
        refused = self._refused.get(channel_id)
        if refused is None:
            return None
        for table_id in {table_id for table_id, _ in refused.keys}:
            self._hasten(table_id)
            self.changed(table_id)
        if refused.told:
            return None
        refused.told = True
        return refused.trouble

    async def settings_changed(self, user_id: int) -> None:
        """Draw that person's hands anew as they want them now, and send those they now want by DM."""
        self._messages.outdate(user_id)
        for table in await self._repository.open_tables(user_id=user_id):
            for panel in await self._posts.hand_panels(table.id):
                if panel.user_id == user_id and panel.state is PanelState.GONE:
                    await self._posts.save_hand_panel(replace(panel, deal=table.deals - 1))
                elif panel.user_id == user_id and panel.state is not PanelState.ASIDE:
                    await self._posts.save_hand_panel(replace(panel, state=PanelState.UNKNOWN))
            self._hasten(table.id)
            self.changed(table.id)

    async def publish_owed(self, *, first: bool = False) -> None:
        """Publish the tables that owe something, or whose message grows old, except those already under
        way; the `first` time also, a few a second, those whose panels may be behind or that soon act."""
        ageing = await self._posts.ageing_table_messages(self._clock.now() - REPOST_SECONDS)
        if first:
            soon = await self._repository.due(self._clock.now() + _SOON_SECONDS)
            self._unseen.extend(dict.fromkeys((*await self._posts.panels_behind(), *soon)))
        backing_off = self._due.keys() & self._failing.keys()
        for table_id in {*await self._posts.behind(), *ageing} - backing_off:
            self.changed(table_id)

    def try_again(self) -> None:
        """Publish the tables of which something that waited, or has failed, is due, and some of those not
        looked at since the start. To be called every second."""
        for _ in range(min(_AT_ONCE, len(self._unseen))):
            self.changed(self._unseen.popleft())
        now = self._clock.now()
        for table_id in [table_id for table_id, due in self._due.items() if due <= now]:
            del self._due[table_id]
            self.changed(table_id)

    async def settled(self) -> None:
        """Wait until everything that can be shown now has been."""
        while under_way := [*self._rounds.values(), *self._showing.values()]:
            await asyncio.gather(*under_way, return_exceptions=True)

    async def _publish(self, table_id: int) -> None:
        try:
            while table_id in self._dirty:
                wait = self._last.get(table_id, 0.0) + self._interval - self._clock.now()
                if 0 < wait <= self._interval:
                    await self._clock.pause(wait)
                self._dirty.discard(table_id)
                self._last[table_id] = self._clock.now()
                await self._look_over(table_id)
        except TableError:
            log.warning("table %s is gone", table_id)
            self._leave(table_id)
        except Exception:
            log.exception("what table %s owes could not be looked up", table_id)
            self._failing.setdefault(table_id, set()).add(_WHOLE)
            self._due[table_id] = self._backoff.failed((table_id, _WHOLE), SOON)
        finally:
            self._rounds.pop(table_id, None)
            self._dirty.discard(table_id)

    async def _look_over(self, table_id: int) -> None:
        """Start showing every surface that is behind and due, and wake up for those that are not due."""
        under_way = set(self._showing)
        snapshot = await self._repository.look(table_id)
        owed = [surface for kind in self._kinds for surface in await kind.owed(snapshot)]
        for name in self._failing.get(table_id, set()) - {surface.name for surface in owed}:
            self._forget((table_id, name))
        now, waiting = self._clock.now(), []
        for surface in owed:
            due = max(self._backoff.due(surface.key), surface.due)
            if surface.key in self._showing:
                self._again.add(surface.key)
            elif surface.key in under_way:
                # It was shown while this looked, so what it owes is not known: sent again, Discord would take
                # it for a repetition and keep the older one.
                self._dirty.add(table_id)
            elif due > now:
                waiting.append(due)
            else:
                self._showing[surface.key] = asyncio.create_task(self._show(surface, snapshot))
        self._due.pop(table_id, None)
        if waiting:
            self._due[table_id] = min(waiting)
        if not owed and not snapshot.table.open:
            self._leave(table_id)

    async def _show(self, surface: Surface, snapshot: TableSnapshot) -> None:
        key, done = surface.key, False
        try:
            first = (surface.table_id, surface.after)
            if first in self._showing and not self._backoff.failures(first):
                await asyncio.wait({self._showing[first]})
            priority = Priority.REFRESH if surface.refreshes else Priority.WAITED_FOR
            async with asyncio.timeout(TRY_SECONDS):
                with calls_of(priority):
                    done = await surface.show()
            self._forget(key)
        except UNREACHED as error:
            await self._failed(surface, error, snapshot)
        except Exception:
            log.exception("table %s: %s could not be shown", *key)
            self._failing.setdefault(surface.table_id, set()).add(surface.name)
            self._backoff.failed(key, SOON)
        finally:
            del self._showing[key]
            if not done or key in self._again or not snapshot.table.open:
                self._again.discard(key)
                self.changed(surface.table_id)

    async def _failed(self, surface: Surface, error: Exception, snapshot: TableSnapshot) -> None:
        log.warning("table %s: %s is not shown yet: %s", *surface.key, str(error) or type(error).__name__)
        self._failing.setdefault(surface.table_id, set()).add(surface.name)
        refused = forbidden(error)
        if surface.channel_id is not None and unknown_channel(error):
            self._backoff.failed(surface.key, SOON)
            first = (surface.table_id, surface.after)
            gone = await self._place_gone(surface.table_id)
            if gone and not snapshot.table.open and not self._backoff.failures(first):
                await surface.give_up()
            return
        self._backoff.failed(surface.key, LATER if refused else SOON)
        if not refused:
            return
        if not snapshot.table.open and self._backoff.failures(surface.key) >= _REFUSALS:
            log.warning("table %s: %s is given up", *surface.key)
            await surface.give_up()
        elif surface.channel_id is not None:
            locked = isinstance(error, discord.HTTPException) and error.code == THREAD_ARCHIVED
            trouble = Trouble(surface.table_id, surface.channel_id, locked)
            known = self._refused.get(surface.channel_id)
            keys = {surface.key} | (known.keys if known else set())
            self._refused[surface.channel_id] = _Refused(trouble, keys)

    def _hasten(self, table_id: int) -> None:
        for name in self._failing.get(table_id, ()):
            self._backoff.hasten((table_id, name), _SPACING)

    def _forget(self, key: tuple[int, str]) -> None:
        """It has been shown, or is not owed any more."""
        table_id, name = key
        self._backoff.forget(key)
        failing = self._failing.get(table_id, set())
        if name not in failing:
            return
        failing.discard(name)
        if not failing:
            del self._failing[table_id]
        for channel_id, refused in list(self._refused.items()):
            refused.keys.discard(key)
            if not refused.keys:
                del self._refused[channel_id]

    def _leave(self, table_id: int) -> None:
        """The table is over, and nothing of it is owed."""
        self._messages.forget(table_id)
        self._last.pop(table_id, None)
        for name in list(self._failing.get(table_id, ())):
            self._forget((table_id, name))
        self._due.pop(table_id, None)


def _only_marked(committed: Committed) -> bool:
    """Whether nothing has changed but the cards that people have marked."""
    before, change = committed.before.table, committed.change
    same = replace(before, marked=change.table.marked, version=change.table.version)
    return same == change.table and not change.moves and not change.posts


def _by_a_person(committed: Committed) -> bool:
    """Whether a person did it, as far as can be seen: a house player's moves are not anybody's use."""
    seats = committed.snapshot.table.seats
    moved = [seats[logged.seat].occupant for logged in committed.change.moves if logged.seat is not None]
    return not moved or any(isinstance(occupant, Person) for occupant in moved)
