"""Publishes the stored state of tables until people see it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from bot.tables.state.chairs import Person
from bot.tables.state.messages import PanelState
from bot.tables.state.table import Table
from bot.tables.store.cached_posts import CachedPosts
from bot.tables.store.repository import Committed, TableRepository
from cogs.delivery.channel_messages import REPOST_SECONDS
from cogs.delivery.retrying_publisher import Showing
from cogs.transport.editable_messages import EditableMessages
from cogs.transport.surfaces import Kind, Surface

_AT_ONCE = 20  # up-to-date tables to check per second; thousands at once would block the event loop


@dataclass(eq=False)
class DiscordPublisher(Showing):
    """Publishes every table; each of the `kinds` says what a table owes. Subscribes to transactions."""

    repository: TableRepository
    posts: CachedPosts
    messages: EditableMessages
    kinds: Sequence[Kind]
    _unseen: dict[int, None] = field(init=False, default_factory=dict)
    _seen_to: int = field(init=False, default=0)

    def committed(self, committed: Committed) -> None:
        table_id = committed.snapshot.table.id
        if not self.repository.owns(committed.snapshot.table):
            return
        if _only_secret(committed):
            # Others must not see it; the actor's panel is the answer.
            return
        if _by_a_person(committed):
            self._hasten(table_id)
        self.changed(table_id)

    async def settings_changed(self, user_id: int) -> None:
        self.messages.outdate(user_id)
        for table in await self.repository.open_tables(user_id=user_id):
            for panel in await self.posts.hand_panels(table.id):
                if panel.user_id == user_id and panel.state is PanelState.GONE:
                    await self.posts.save_hand_panel(replace(panel, deal=table.dealt.deals - 1))
                elif panel.user_id == user_id and panel.state is not PanelState.ASIDE:
                    await self.posts.save_hand_panel(replace(panel, state=PanelState.UNKNOWN))
            self._hasten(table.id)
            self.changed(table.id)
            self.messages.look_elsewhere(table)

    def wanted_otherwise(self, user_id: int) -> None:
        """Redraw a person's panels after another process has stored new settings."""
        for table_id in self.messages.outdate(user_id):
            self.changed(table_id)

    def answered_elsewhere(self, table_id: int) -> None:
        """Reload a table at which another process has answered a press or changed what is owed."""
        self.posts.outdated(table_id)
        self.messages.outdated(table_id)
        self._hasten(table_id)
        self.changed(table_id)

    def leave_others(self) -> None:
        """Forget the tables of other processes, after this one has lost them."""
        self.posts.clear()
        self.messages.leave_others()

    async def look_for_answers(self, since: float) -> None:
        """Reload all tables changed that way since then, in seconds since the epoch; hints may get lost."""
        found = await self.messages.answered_elsewhere(since)
        for table_id in await self.repository.owned(found):
            self.answered_elsewhere(table_id)

    async def take_up(self) -> None:
        """Publish what other processes, or this one before a restart, left undone; includes tables with a
        message in reach of a token, because it must be laid aside in time."""
        in_reach = await self.repository.owned(await self.messages.in_reach())
        self._unseen |= dict.fromkeys(in_reach)
        await self.publish_owed()

    async def publish_owed(self) -> None:
        """Publish the tables that owe something or whose message grows old, except those under way. A few per
        second of the other tables are checked, too. After a restart those are the ones that were being shown
        when the process ended."""
        ageing = await self.posts.ageing_table_messages(self.clock.now() - REPOST_SECONDS)
        behind = {*await self.posts.behind(), *ageing}
        backing_off = self._due.keys() & self._failing.keys()
        owed = await self.repository.owned(behind - backing_off)
        await self.repository.catch_up(owed)
        for table_id in owed:
            self.changed(table_id)
        looked_after = behind | self._due.keys() | self._rounds.keys()
        unsettled = await self.posts.unsettled(self._seen_to)
        self._seen_to = unsettled[-1] if unsettled else 0
        self._unseen |= dict.fromkeys(await self.repository.owned({*unsettled} - looked_after))

    def try_again(self) -> None:
        """Publish the tables that are due again, and check some others. Call it every second."""
        for table_id in list(islice(self._unseen, _AT_ONCE)):
            del self._unseen[table_id]
            self.changed(table_id)
        super().try_again()

    async def _owed(self, number: int) -> tuple[Sequence[Surface], bool]:
        snapshot = await self.repository.look(number)
        if not self.repository.owns(snapshot.table):
            return [], snapshot.table.open
        await self.messages.load(snapshot.table)
        surfaces = [surface for kind in self.kinds for surface in await kind.owed(snapshot)]
        if not surfaces:
            await self.posts.settled(number, snapshot.table.version)
        return surfaces, snapshot.table.open or _session_goes_on(snapshot.table)

    async def _has_shown(self, number: int) -> None:
        if not self.repository.owns((await self.repository.look(number)).table):
            # Another process owns the table by now; its drawing may be older or newer than this one.
            await self.messages.doubt(number)

    def _leave(self, number: int) -> None:
        self.messages.forget(number)
        super()._leave(number)


def _session_goes_on(table: Table) -> bool:
    """Whether the panels of its finished board are drawn once more, when the session is over."""
    return table.board is not None and table.board.session > 0 and table.secret


def _only_secret(committed: Committed) -> bool:
    """Whether only marked cards have changed, and the times at which the bot moves for players."""
    before, change = committed.before.table, committed.change
    now = change.table
    dealt = replace(before.dealt, marked=now.dealt.marked)
    clock = replace(before.clock, deferred=now.clock.deferred)
    same = replace(before, dealt=dealt, clock=clock, version=now.version)
    return same == change.table and not change.moves and not change.posts


def _by_a_person(committed: Committed) -> bool:
    """Whether a person caused the change, as far as we can tell; a house player's moves are not use."""
    seats = committed.snapshot.table.chairs
    moved = [seats[logged.seat].occupant for logged in committed.change.moves if logged.seat is not None]
    return not moved or any(isinstance(occupant, Person) for occupant in moved)
