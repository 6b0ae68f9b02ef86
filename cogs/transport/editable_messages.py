"""Messages that can be edited with an interaction's token, free of the bot's rate limit.

For 15 minutes after a click we can edit the message it came from, or was answered with. The tokens of the
tables this process owns are in memory; they are also stored for the next owner.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Final

import discord

from bot.cluster.hints import Hint, Topic
from bot.cluster.ports import Cluster
from bot.tables.state.messages import TableMessage
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Table
from bot.tables.store.editable import (
    NOTED,
    TABLE_MESSAGE,
    TOKEN_SECONDS,
    UNKNOWN,
    EditableMessage,
    EditableStore,
)
from bot.tables.store.locks import Locks
from bot.tables.store.ports import Clock, PostStore
from bot.tables.store.recent import Recent
from cogs.transport.stored_tokens import Key, StoredTokens, key_of

DOUBT_SECONDS: Final = 5.0
"""If this process draws a message within so many seconds of a press answered elsewhere, it redraws it, since
nobody knows which drawing came last. The processes' clocks differ by less."""

ANSWER_SECONDS: Final = 5.0  # the most seconds it takes to answer a press and send the hint

LEFT_SECONDS: Final = 2.0  # how long a pressed message is left to its answer, which is then only acknowledged

_MOST: Final = 10_000


@dataclass(eq=False, slots=True)
class _Pressed:
    until: float
    waiting: set[int] = field(default_factory=set)


@dataclass(eq=False)
class EditableMessages:
    """The editable messages of all tables.

    Of each table these are the table message, kept under TABLE_MESSAGE, and each person's hand
    panels. The panel somebody used last is their current one; the others are to be laid aside.

    `met` receives the locale of people whose press was answered elsewhere, and `tell` sends hints to other
    processes.
    """

    posts: PostStore
    store: EditableStore
    clock: Clock
    cluster: Cluster
    tell: Callable[[Hint], None]
    met: Callable[[int, str], object]
    _panels: dict[tuple[int, int], dict[int, EditableMessage]] = field(init=False, default_factory=dict)
    _told: dict[tuple[int, int], TableSnapshot] = field(init=False, default_factory=dict)
    _answered: Counter[int] = field(init=False, default_factory=Counter)
    _pressed: dict[int, list[_Pressed]] = field(init=False, default_factory=dict)
    _loaded: dict[int, int] = field(init=False, default_factory=dict)
    _locks: Locks = field(init=False, default_factory=Locks)
    _touched: dict[int, dict[Key, int]] = field(init=False, default_factory=dict)
    _outdated: set[int] = field(init=False, default_factory=set)
    _drawn_at: Recent[Key, float] = field(init=False, default_factory=lambda: Recent(_MOST))
    _answered_at: Recent[Key, tuple[int, float]] = field(init=False, default_factory=lambda: Recent(_MOST))

    def __post_init__(self) -> None:
        self._stored = StoredTokens(self.store, self.cluster, self.tell, self._written)

    @contextmanager
    def answering(self, user_id: int) -> Iterator[None]:
        """Within, that person is about to be answered with a hand, so they get none by DM."""
        self._answered[user_id] += 1
        try:
            yield
        finally:
            self._answered[user_id] -= 1
            if not self._answered[user_id]:
                del self._answered[user_id]

    def is_answered(self, user_id: int) -> bool:
        return user_id in self._answered

    @contextmanager
    def pressed(self, message: discord.Message | None) -> Iterator[Set[int]]:
        """Within, that message is left to the answer to a press on it, for LEFT_SECONDS at most. The set has
        the ids of the tables that wait for it."""
        message_id = 0 if message is None else message.id
        press, presses = _Pressed(self.clock.now() + LEFT_SECONDS), self._pressed.setdefault(message_id, [])
        presses.append(press)
        try:
            yield press.waiting
        finally:
            presses.remove(press)
            if not presses:
                del self._pressed[message_id]

    def left_until(self, table_id: int, message_id: int) -> float:
        """Until when that message of the table is left to the answer to a press, in seconds since the epoch;
        0 if it is not."""
        presses = self._pressed.get(message_id, [])
        for press in presses:
            press.waiting.add(table_id)
        return max((press.until for press in presses), default=0.0)

    @contextmanager
    def taking_over(self, interaction: discord.Interaction[Any], message_id: int) -> Iterator[None]:
        """Within, that message, a panel until now, is answered with something else. If that fails, it stays
        the panel it was."""
        user_id = interaction.user.id
        before = {
            key: dict(panels)
            for key, panels in self._panels.items()
            if key[1] == user_id and message_id in panels
        }
        for table_id, _ in before:
            self._remove(table_id, user_id, message_id)
        try:
            yield
        except BaseException:
            for key, panels in before.items():
                now = self._panels.get(key, {})
                there = {id: panel for id, panel in panels.items() if id == message_id or id in now}
                self._panels[key] = there | now
            raise
        self._stored.take_over(user_id, message_id, interaction.id)

    async def is_table_message(self, table_id: int, message: discord.Message | None) -> bool:
        shown = await self.posts.table_message(table_id)
        return shown is not None and message is not None and message.id == shown.message_id

    async def link_to(self, table: Table) -> str | None:
        shown = await self.posts.table_message(table.id)
        if shown is None:
            return None
        return f"https://discord.com/channels/{table.guild_id}/{shown.channel_id}/{shown.message_id}"

    async def table_message_sent(self, snapshot: TableSnapshot, channel_id: int, message_id: int) -> None:
        table, now = snapshot.table, self.clock.now()
        await self.posts.save_table_message(
            TableMessage(table.id, channel_id, message_id, now, table.version, table.dealt.deals)
        )

    async def load(self, table: Table) -> None:
        """Load the table's stored tokens, unless loaded. Its owner calls this before looking at the table."""
        if table.id in self._loaded:
            return
        async with self._locks.of(table.id):
            while table.id not in self._loaded:
                touched = self._touched[table.id] = dict(self._stored.pending(table.id))
                self._outdated.discard(table.id)
                try:
                    rows = await self.store.of_table(table.id)
                finally:
                    del self._touched[table.id]
                self._merge(table.id, rows, touched)
                if table.id not in self._outdated:
                    self._loaded[table.id] = table.guild_id

    def outdated(self, table_id: int) -> None:
        """Another process has answered something at the table, so its stored tokens must be read again."""
        self._loaded.pop(table_id, None)
        if table_id in self._touched:
            self._outdated.add(table_id)

    def leave_others(self) -> None:
        for table_id, guild_id in list(self._loaded.items()):
            if not self.cluster.owns(guild_id, table_id):
                self._forget(table_id)

    async def answered_elsewhere(self, since: float) -> Sequence[int]:
        """The ids of the tables at which another process has answered something since that time."""
        return await self.store.expiring_after(since + TOKEN_SECONDS, besides=self.cluster.process)

    async def in_reach(self) -> Sequence[int]:
        """The ids of the tables with a stored message in reach of a token."""
        return await self.store.expiring_after(self.clock.now())

    async def settled(self) -> None:
        await self._stored.settled()

    def keep_table_message(
        self,
        interaction: discord.Interaction[Any],
        snapshot: TableSnapshot,
        message_id: int,
        *,
        original: bool = True,
    ) -> None:
        """Make that message the table message, drawn from the snapshot. For a closed table only if it was the
        table message before."""
        key = (snapshot.table.id, TABLE_MESSAGE)
        before = self._panels.get(key, {})
        if not snapshot.table.open and not before:
            return
        for message in before.values():
            if message.message_id != message_id:
                self._drop(message)
        message = self._editable(
            interaction, snapshot, message_id, original=original, dm=False, user_id=TABLE_MESSAGE
        )
        self._panels[key] = {message_id: message}
        self._kept(message)

    def table_message(self, table_id: int) -> EditableMessage | None:
        """The table message, if a token for it is valid."""
        return next(iter(self.panels(table_id, TABLE_MESSAGE)), None)

    async def distrust(self, table: Table, user_id: int, message_id: int) -> None:
        """Mark that panel, or (TABLE_MESSAGE) the table message, as unknown, so that it is redrawn."""
        if not self.cluster.owns(table.guild_id, table.id):
            await self.doubt(table.id)
        else:
            self._distrust(self._panels.get((table.id, user_id), {}), message_id)

    def drop_table_message(self, table_id: int) -> None:
        for message in self._panels.pop((table_id, TABLE_MESSAGE), {}).values():
            self._drop(message)

    def keep_panel(
        self,
        interaction: discord.Interaction[Any],
        snapshot: TableSnapshot,
        message_id: int,
        *,
        original: bool,
        dm: bool,
    ) -> bool:
        """Make that message the current panel of the person who clicked, drawn from the snapshot.

        Returns whether it was not before: the publisher should then look at the table, for another panel may
        have to be laid aside. For a closed table panels are kept only if there were some before.
        """
        key = (snapshot.table.id, interaction.user.id)
        if not snapshot.table.open and key not in self._panels:
            return False
        panels = self._panels.setdefault(key, {})
        latest = next(reversed(panels), None)
        panels.pop(message_id, None)
        message = self._editable(interaction, snapshot, message_id, original=original, dm=dm)
        panels[message_id] = message
        self._kept(message)
        return latest != message_id

    def keep_read(
        self,
        interaction: discord.Interaction[Any],
        snapshot: TableSnapshot,
        message_id: int,
        *,
        original: bool,
        dm: bool,
    ) -> None:
        """The same in the reading mode, where nothing is edited and earlier messages stay."""
        read = self._editable(interaction, snapshot, message_id, original=original, dm=dm)
        key = (snapshot.table.id, interaction.user.id)
        for before in self._panels.get(key, {}).values():
            self._drop(before)
        self._panels[key] = {message_id: read}
        self._save(read)

    def keep_followed(
        self, snapshot: TableSnapshot, user_id: int, before: EditableMessage, message_id: int
    ) -> None:
        panels = self._panels.get((snapshot.table.id, user_id), {})
        if panels.get(before.message_id) is before:
            del panels[before.message_id]
            after = replace(before, message_id=message_id, original=False, shown=snapshot.table.version)
            panels[message_id] = after
            self._drop(before)
            self._save(after)

    def told(self, table_id: int, user_id: int) -> TableSnapshot | None:
        """The state of the table that person was last told in the reading mode; None if unknown."""
        return self._told.get((table_id, user_id))

    def note_told(self, snapshot: TableSnapshot, user_id: int) -> None:
        key = (snapshot.table.id, user_id)
        before = self._told.get(key)
        if before is None or before.table.version <= snapshot.table.version:
            self._told[key] = snapshot

    def forget_told(self, table_id: int, user_id: int) -> None:
        self._told.pop((table_id, user_id), None)

    def panels(self, table_id: int, user_id: int) -> list[EditableMessage]:
        """That person's panels at the table with valid tokens, the last used at the end."""
        panels, now = self._panels.get((table_id, user_id), {}), self.clock.now()
        for message_id in [key for key, message in panels.items() if message.expires <= now]:
            self._remove(table_id, user_id, message_id)
        return list(panels.values())

    def panel(self, table_id: int, user_id: int, message_id: int) -> EditableMessage | None:
        """That panel, if a token for it is valid."""
        panels = self.panels(table_id, user_id)
        return next((panel for panel in panels if panel.message_id == message_id), None)

    def current_panel(self, table_id: int, user_id: int) -> EditableMessage | None:
        """The panel that person used last, if a token for it is valid and it is not to be laid aside."""
        panels = self.panels(table_id, user_id)
        if not panels or panels[-1].serves_until <= self.clock.now():
            return None
        return panels[-1]

    def people_at(self, table_id: int) -> list[int]:
        """The people with panels at the table that were in reach of a token when last checked."""
        return [user_id for table, user_id in self._panels if table == table_id and user_id != TABLE_MESSAGE]

    def drawn(
        self, table_id: int, user_id: int, message_id: int, before: EditableMessage | None, version: int
    ) -> bool:
        """Record that the panel, or (TABLE_MESSAGE) the table message, was edited to that version. Returns
        whether it certainly shows it.

        `before` is the message as it was known before the edit. If an interaction has drawn it in the
        meantime, nobody knows which drawing came last, so it must be redrawn.
        """
        self._drawn_at[table_id, user_id, message_id] = self.clock.now()
        now = self._panels.get((table_id, user_id), {}).get(message_id)
        if now is None:
            return True
        now.shown = version if now is before else UNKNOWN
        return now is before

    def panel_laid_aside(
        self, table_id: int, user_id: int, message_id: int, before: EditableMessage | None
    ) -> bool:
        """Record that the panel was edited to say where the hand is. Returns whether it certainly says so.

        `before` is the result of `panel` before the edit. If its owner has used it in the meantime, it is
        their current one again and must be redrawn.
        """
        if self._panels.get((table_id, user_id), {}).get(message_id) is before:
            self.drop_panel(table_id, user_id, message_id)
            return True
        self._distrust(self._panels.get((table_id, user_id), {}), message_id)
        return False

    def drop_panel(self, table_id: int, user_id: int, message_id: int) -> None:
        if (panel := self._remove(table_id, user_id, message_id)) is not None:
            self._drop(panel)

    def answered_until(self, table: Table) -> float:
        """Until when another process may be answering the opener of a one-person table with a hand, in
        seconds since the epoch."""
        return table.created_at + ANSWER_SECONDS if self.cluster.others else 0.0

    async def doubt(self, table_id: int) -> None:
        """Mark the drawings at a table of another process as uncertain; that process redraws them."""
        await self.posts.doubt(table_id)
        await self.store.doubt(table_id)
        self.tell(Hint(Topic.SHOWN, table_id))

    def look_elsewhere(self, table: Table) -> None:
        if not self.cluster.owns(table.guild_id, table.id):
            self.tell(Hint(Topic.SHOWN, table.id))

    def outdate(self, user_id: int) -> Sequence[int]:
        """Mark that person's panels for redrawing with new settings. Returns the ids of the tables."""
        for (_, whose), panels in self._panels.items():
            for message_id in panels if whose == user_id else ():
                self._distrust(panels, message_id)
        _forget_keys(self._told, 1, user_id)
        return [table_id for table_id, whose in self._panels if whose == user_id]

    def last_pressed(self, table_id: int, user_id: int) -> float:
        """When that person last used a panel in reach, in seconds since the epoch; else 0."""
        return max(map(_pressed_at, self.panels(table_id, user_id)), default=0.0)

    def forget_person(self, user_id: int) -> None:
        self._stored.forget_person(user_id)
        _forget_keys(self._panels, 1, user_id)
        _forget_keys(self._told, 1, user_id)

    def forget(self, table_id: int) -> None:
        if table_id in self._loaded:
            self._stored.forget(table_id)
        self._forget(table_id)

    async def forget_expired(self) -> None:
        await self.store.forget_expired(self.clock.now())

    def _forget(self, table_id: int) -> None:
        self._loaded.pop(table_id, None)
        _forget_keys(self._panels, 0, table_id)
        _forget_keys(self._told, 0, table_id)

    def _distrust(self, panels: dict[int, EditableMessage], message_id: int) -> None:
        if message_id in panels:
            # A new object, so that an edit under way does not count.
            panels[message_id] = replace(panels[message_id], shown=UNKNOWN)
            self._save(panels[message_id])

    def _remove(self, table_id: int, user_id: int, message_id: int) -> EditableMessage | None:
        panels = self._panels.get((table_id, user_id), {})
        removed = panels.pop(message_id, None)
        if not panels:
            self._panels.pop((table_id, user_id), None)
        return removed

    def _kept(self, message: EditableMessage) -> None:
        key, now = key_of(message), self.clock.now()
        press, at = self._answered_at.get(key, (message.press, 0.0))
        if press != message.press and at > _pressed_at(message):
            # It was answered during another press on it; nobody knows which drawing came last.
            message.shown = UNKNOWN
        self._answered_at[key] = (message.press, now)
        self._save(message)

    def _save(self, message: EditableMessage) -> None:
        self._touch(message)
        self._stored.save(message)

    def _drop(self, message: EditableMessage) -> None:
        self._touch(message)
        self._stored.drop(message)

    def _touch(self, message: EditableMessage) -> None:
        if (touched := self._touched.get(message.table_id)) is not None:
            touched[key_of(message)] = message.press

    def _written(self, message: EditableMessage) -> None:
        # The table's owner reads it from the store.
        if not self.cluster.owns(message.guild_id, message.table_id) and self._known(message) is message:
            self._remove(message.table_id, message.user_id, message.message_id)

    def _known(self, message: EditableMessage) -> EditableMessage | None:
        return self._panels.get((message.table_id, message.user_id), {}).get(message.message_id)

    def _merge(self, table_id: int, rows: Sequence[EditableMessage], touched: Mapping[Key, int]) -> None:
        """Merge the table's stored rows with local changes they lack: the `touched` keys, by which press."""
        now = self.clock.now()
        stored = [self._judged(row) for row in rows if row.expires > now]
        kept = {key_of(row): row for row in stored if row.press > touched.get(key_of(row), 0)}
        for message in [m for key in self._panels if key[0] == table_id for m in self._panels[key].values()]:
            key = key_of(message)
            stands = kept.get(key)
            if (stands is None and key in touched) or (stands is not None and stands.press <= message.press):
                kept[key] = message
        _forget_keys(self._panels, 0, table_id)
        for message in sorted(kept.values(), key=lambda message: message.press):
            panels = self._panels.setdefault((table_id, message.user_id), {})
            if message.user_id == TABLE_MESSAGE:
                panels.clear()
            panels[message.message_id] = message

    def _judged(self, row: EditableMessage) -> EditableMessage:
        known = self._known(row)
        if known is not None and known.press >= row.press:
            if row.shown == UNKNOWN and known.press == row.press:
                known.shown = NOTED
                self._save(known)
            return row
        if row.user_id != TABLE_MESSAGE:
            self.met(row.user_id, row.locale)
        drawn_at = self._drawn_at.get(key_of(row), 0.0)
        doubtful = drawn_at > _pressed_at(row) - DOUBT_SECONDS
        return replace(row, shown=UNKNOWN) if doubtful else row

    def _editable(
        self,
        interaction: discord.Interaction[Any],
        snapshot: TableSnapshot,
        message_id: int,
        *,
        original: bool,
        dm: bool,
        user_id: int | None = None,
    ) -> EditableMessage:
        return EditableMessage(
            snapshot.table.id,
            snapshot.table.guild_id,
            interaction.user.id if user_id is None else user_id,
            message_id,
            interaction.id,
            interaction.application_id,
            interaction.token,
            original=original,
            dm=dm,
            on_server=interaction.guild_id is not None,
            channel_id=interaction.channel_id or 0,
            locale=interaction.locale.value,
            expires=self.clock.now() + TOKEN_SECONDS,
            shown=snapshot.table.version,
        )


def _pressed_at(message: EditableMessage) -> float:
    return discord.utils.snowflake_time(message.press).timestamp()


def _forget_keys(kept: dict[tuple[int, int], Any], place: int, number: int) -> None:
    for key in [key for key in kept if key[place] == number]:
        del kept[key]
