"""A cache of what tables owe and show, so that publishing a table in play reads nothing from the store."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.tables.state.messages import HandPanel, Removal, TableMessage, TurnCall
from bot.tables.state.posts import Post
from bot.tables.store.ports import CallStore, PostStore
from bot.tables.store.recent import Recent
from bot.tables.store.repository import Committed, TableRepository

_TABLES: Final = 2000


@dataclass(frozen=True, slots=True)
class _Rows:
    version: int
    owed: tuple[Post, ...]
    message: TableMessage | None
    panels: tuple[HandPanel, ...]
    removals: tuple[Removal, ...]
    calls: tuple[TurnCall, ...]


class CachedPosts(PostStore, CallStore):
    """Reads the rows of a table once, and updates them with what it writes.

    Rows are used only while this process owns the table and the table has the version at which they were
    read. Writes of other processes that leave the version as it is are told to `outdated`, or `clear` for all
    tables. Subscribes to transactions.
    """

    def __init__(self, posts: PostStore, calls: CallStore, repository: TableRepository) -> None:
        self._posts = posts
        self._calls = calls
        self.repository = repository
        self._rows: Recent[int, _Rows] = Recent(_TABLES)
        # By table: how often its rows have changed; rows read meanwhile may be old.
        self._changes: Recent[int, int] = Recent(_TABLES)
        self._cleared = 0

    def committed(self, committed: Committed) -> None:
        """Keep the rows of a table that made a move and owes no more than before."""
        table, change = committed.snapshot.table, committed.change
        rows = self._rows.get(table.id)
        if rows is None:
            return
        if rows.version == change.before.version and not change.posts and not change.ends_calls:
            self._rows[table.id] = replace(rows, version=table.version)
        else:
            self.outdated(table.id)

    def outdated(self, table_id: int) -> None:
        """Read the rows of that table again."""
        self._changes[table_id] = self._changes.get(table_id, 0) + 1
        self._rows.pop(table_id, None)

    def clear(self) -> None:
        """Read everything again: people were erased, or other processes owned tables in the meantime."""
        self._cleared += 1
        self._rows.clear()

    async def owed(self, table_id: int) -> Sequence[Post]:
        return (await self._of(table_id)).owed

    async def table_message(self, table_id: int) -> TableMessage | None:
        return (await self._of(table_id)).message

    async def hand_panels(self, table_id: int) -> Sequence[HandPanel]:
        return (await self._of(table_id)).panels

    async def removals(self, table_id: int) -> Sequence[Removal]:
        return (await self._of(table_id)).removals

    async def turn_calls(self, table_id: int) -> Sequence[TurnCall]:
        return (await self._of(table_id)).calls

    async def delivered(self, post: Post, message_id: int) -> None:
        def without(rows: _Rows) -> _Rows:
            return replace(rows, owed=tuple(one for one in rows.owed if one.number != post.number))

        await self._write(post.table_id, self._posts.delivered(post, message_id), without)

    async def save_table_message(self, message: TableMessage) -> None:
        def drawn(rows: _Rows) -> _Rows | None:
            same = rows.message is not None and rows.message.message_id == message.message_id
            return replace(rows, message=message) if same else None

        await self._write(message.table_id, self._posts.save_table_message(message), drawn)

    async def save_hand_panel(self, panel: HandPanel) -> None:
        def drawn(rows: _Rows) -> _Rows | None:
            key = panel.user_id, panel.message_id
            if key not in {(one.user_id, one.message_id) for one in rows.panels}:
                return None
            panels = (panel if one.user_id == panel.user_id else one for one in rows.panels)
            return replace(rows, panels=tuple(panels))

        await self._write(panel.table_id, self._posts.save_hand_panel(panel), drawn)

    async def removed(self, removal: Removal) -> None:
        await self._write(removal.table_id, self._posts.removed(removal))

    async def save_turn_call(self, call: TurnCall) -> None:
        await self._write(call.table_id, self._calls.save_turn_call(call))

    async def call_ended(self, call: TurnCall) -> None:
        await self._write(call.table_id, self._calls.call_ended(call))

    async def doubt(self, table_id: int) -> None:
        await self._write(table_id, self._posts.doubt(table_id))

    async def give_up(self, table_id: int) -> None:
        await self._write(table_id, self._posts.give_up(table_id))

    async def behind(self) -> Sequence[int]:
        return await self._posts.behind()

    async def unsettled(self, after: int = 0) -> Sequence[int]:
        return await self._posts.unsettled(after)

    async def settled(self, table_id: int, version: int) -> None:
        await self._posts.settled(table_id, version)

    async def ageing_table_messages(self, posted_before: float) -> Sequence[int]:
        return await self._posts.ageing_table_messages(posted_before)

    async def _of(self, table_id: int) -> _Rows:
        table = (await self.repository.look(table_id)).table
        rows = self._rows.get(table_id)
        if rows is not None and rows.version == table.version and self.repository.owns(table):
            return rows
        before = self._state_of(table_id)
        owed, message, panels, removals, calls = await asyncio.gather(
            self._posts.owed(table_id),
            self._posts.table_message(table_id),
            self._posts.hand_panels(table_id),
            self._posts.removals(table_id),
            self._calls.turn_calls(table_id),
        )
        rows = _Rows(table.version, tuple(owed), message, tuple(panels), tuple(removals), tuple(calls))
        if before == self._state_of(table_id) and self.repository.owns(table):
            self._rows[table_id] = rows
        return rows

    def _state_of(self, table_id: int) -> tuple[int, int]:
        return self._cleared, self._changes.get(table_id, 0)

    async def _write(
        self, table_id: int, write: Awaitable[None], change: Callable[[_Rows], _Rows | None] = lambda _: None
    ) -> None:
        """Write, then replace the rows by what `change` makes of them; None: read them again."""
        try:
            await write
        except BaseException:
            self.outdated(table_id)
            raise
        rows = self._rows.get(table_id)
        self.outdated(table_id)
        if rows is not None and (changed := change(rows)) is not None:
            self._rows[table_id] = changed
