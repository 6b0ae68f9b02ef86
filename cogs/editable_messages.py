"""Messages that can be edited with an interaction's token, free of the bot's request budget.

For 15 minutes after a click the message it came from, or was answered with, can be edited
through the interaction's own webhook. The tokens are only in memory; after a restart the bot's own
serves until somebody clicks again.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import discord

from bot.tables.model import Table, TableMessage
from bot.tables.ports import Clock, PostStore
from bot.tables.snapshot import TableSnapshot
from cogs.backoff import fleeting
from cogs.channels import NOBODY
from cogs.drawing import Drawing

TOKEN_SECONDS = 14 * 60
"""How long a token is used; Discord keeps it for 15 minutes."""

PANEL_SECONDS = 13 * 60
"""How long after the last press a panel shows the hand that nothing but its token can edit; then it is laid
aside while the token serves."""

_UNKNOWN = 0


@dataclass(slots=True)
class EditableMessage:
    """A message within reach of an interaction's token.

    `original` says that it is the interaction's `@original`; `dm` that it is a DM, which the bot's own token
    edits as well, and not for one person alone in the channel. `channel_id` is where it stands, None if that
    is in a DM. `expires` is in seconds since the epoch; `shown` is the table version the message shows.
    """

    interaction: discord.Interaction[Any]
    message_id: int
    original: bool
    dm: bool
    channel_id: int | None
    expires: float
    shown: int

    @property
    def serves_until(self) -> float:
        """When it is to be laid aside, in seconds since the epoch; a DM is not."""
        return self.expires if self.dm else self.expires - (TOKEN_SECONDS - PANEL_SECONDS)

    async def edit(self, drawing: Drawing) -> None:
        """Draw the message anew. Raises discord.HTTPException, or what kept the request from Discord."""
        if self.original:
            await self.interaction.edit_original_response(
                view=drawing.view, attachments=drawing.files(), allowed_mentions=NOBODY
            )
        else:
            await self.interaction.followup.edit_message(
                self.message_id, view=drawing.view, attachments=drawing.files(), allowed_mentions=NOBODY
            )

    async def edited(self, drawing: Drawing) -> bool:
        """Draw the message anew; False if the token does not serve. Raises what may pass."""
        try:
            await self.edit(drawing)
        except discord.HTTPException as error:
            if fleeting(error):
                raise
            return False
        return True

    async def followed(self, drawing: Drawing) -> int | None:
        """Send a message after it by the same token; its id, or None if the token does not serve. Raises
        what may pass."""
        try:
            message = await self.interaction.followup.send(
                view=drawing.view,
                files=drawing.files(),
                ephemeral=not self.dm,
                allowed_mentions=NOBODY,
                wait=True,
            )
        except discord.HTTPException as error:
            if fleeting(error):
                raise
            return None
        return message.id


class EditableMessages:
    """The messages of all tables: which they are, and those within reach of a token.

    Of each table that is the table message, and the hand panels of each person; that which they used last is
    their current one, and the others are to be laid aside.
    """

    def __init__(self, posts: PostStore, clock: Clock) -> None:
        self._posts = posts
        self._clock = clock
        self._table_messages: dict[int, EditableMessage] = {}
        self._panels: dict[tuple[int, int], dict[int, EditableMessage]] = {}
        self._told: dict[tuple[int, int], TableSnapshot] = {}
        self._answered: Counter[int] = Counter()

    @contextmanager
    def answering(self, user_id: int) -> Iterator[None]:
        """Within, that person is about to be shown a hand in answer to what they have asked, so that none is
        to be sent them by DM."""
        self._answered[user_id] += 1
        try:
            yield
        finally:
            self._answered[user_id] -= 1
            if not self._answered[user_id]:
                del self._answered[user_id]

    def is_answered(self, user_id: int) -> bool:
        """Whether that person is about to be shown a hand."""
        return user_id in self._answered

    def take_over(self, user_id: int, message_id: int) -> None:
        """That message of theirs, a panel until now, shows something else from now on."""
        for table_id, whose in list(self._panels):
            if whose == user_id:
                self.drop_panel(table_id, user_id, message_id)

    async def is_table_message(self, table_id: int, message: discord.Message | None) -> bool:
        """Whether that message is the one that shows the table now."""
        shown = await self._posts.table_message(table_id)
        return shown is not None and message is not None and message.id == shown.message_id

    async def link_to(self, table: Table) -> str | None:
        """Where the message stands that shows the table now."""
        shown = await self._posts.table_message(table.id)
        if shown is None:
            return None
        return f"https://discord.com/channels/{table.guild_id}/{shown.channel_id}/{shown.message_id}"

    async def table_message_sent(self, snapshot: TableSnapshot, channel_id: int, message_id: int) -> None:
        """That message shows the table from now on, as the snapshot has it."""
        table, now = snapshot.table, self._clock.now()
        await self._posts.save_table_message(
            TableMessage(table.id, channel_id, message_id, now, table.version, table.deals)
        )

    def keep_table_message(
        self, interaction: discord.Interaction[Any], snapshot: TableSnapshot, message_id: int = 0
    ) -> None:
        """That message, or (0) the interaction's `@original`, is the table message, as the snapshot has it.

        That of a closed table is kept only if it was before.
        """
        if not snapshot.table.open and snapshot.table.id not in self._table_messages:
            return
        self._table_messages[snapshot.table.id] = self._editable(
            interaction, snapshot, message_id, original=not message_id, dm=False
        )

    def table_message(self, table_id: int) -> EditableMessage | None:
        """The table message, if a token for it still lives."""
        message = self._table_messages.get(table_id)
        if message is not None and message.expires <= self._clock.now():
            del self._table_messages[table_id]
            return None
        return message

    def table_message_drawn(self, table_id: int, before: EditableMessage | None, version: int) -> bool:
        """The table message has been edited to show that version; whether it shows it for certain.

        `before` is what `table_message` gave before the edit. If an interaction has drawn the message
        meanwhile, nobody knows which of the two came last: it is then to be drawn once more.
        """
        return _drawn(before, self._table_messages.get(table_id), version)

    def distrust_table_message(self, table_id: int) -> None:
        """What the table message shows is not known; it is to be drawn anew."""
        _distrust(self._table_messages.get(table_id))

    def drop_table_message(self, table_id: int) -> None:
        """The table message is another now, or cannot be edited."""
        self._table_messages.pop(table_id, None)

    def keep_panel(
        self,
        interaction: discord.Interaction[Any],
        snapshot: TableSnapshot,
        message_id: int,
        *,
        original: bool,
        dm: bool,
    ) -> bool:
        """That message is the hand panel which the person who clicked used last, as the snapshot has it.

        Whether it was not before: the table is then to be looked at, for another may have to be laid aside.
        Those of a closed table are kept only if some were before.
        """
        key = (snapshot.table.id, interaction.user.id)
        if not snapshot.table.open and key not in self._panels:
            return False
        panels = self._panels.setdefault(key, {})
        latest = next(reversed(panels), None)
        panels.pop(message_id, None)
        panels[message_id] = self._editable(interaction, snapshot, message_id, original=original, dm=dm)
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
        """The same in the reading mode, where nothing is edited: what came before it stays as it is."""
        read = self._editable(interaction, snapshot, message_id, original=original, dm=dm)
        self._panels[snapshot.table.id, interaction.user.id] = {message_id: read}

    def keep_followed(
        self, snapshot: TableSnapshot, user_id: int, before: EditableMessage, message_id: int
    ) -> None:
        """That message has followed the one before it, by the same token."""
        panels = self._panels.get((snapshot.table.id, user_id), {})
        if panels.get(before.message_id) is before:
            del panels[before.message_id]
            after = replace(before, message_id=message_id, original=False, shown=snapshot.table.version)
            panels[message_id] = after

    def told(self, table_id: int, user_id: int) -> TableSnapshot | None:
        """The table as that person was told of it last in the reading mode; None if that is not known."""
        return self._told.get((table_id, user_id))

    def note_told(self, snapshot: TableSnapshot, user_id: int) -> None:
        """That person has been told how the table stands."""
        key = (snapshot.table.id, user_id)
        before = self._told.get(key)
        if before is None or before.table.version <= snapshot.table.version:
            self._told[key] = snapshot

    def forget_told(self, table_id: int, user_id: int) -> None:
        """What that person has been told is not known."""
        self._told.pop((table_id, user_id), None)

    def panels(self, table_id: int, user_id: int) -> list[EditableMessage]:
        """That person's panels at the table whose tokens are still valid, that used last at the end."""
        panels, now = self._panels.get((table_id, user_id), {}), self._clock.now()
        for message_id in [key for key, message in panels.items() if message.expires <= now]:
            self.drop_panel(table_id, user_id, message_id)
        return list(panels.values())

    def panel(self, table_id: int, user_id: int, message_id: int) -> EditableMessage | None:
        """That panel, if a token for it still lives."""
        panels = self.panels(table_id, user_id)
        return next((panel for panel in panels if panel.message_id == message_id), None)

    def current_panel(self, table_id: int, user_id: int) -> EditableMessage | None:
        """The panel that person used last, if a token for it lives and it is not to be laid aside."""
        panels = self.panels(table_id, user_id)
        if not panels or panels[-1].serves_until <= self._clock.now():
            return None
        return panels[-1]

    def people_at(self, table_id: int) -> list[int]:
        """Who has panels at the table that were within reach of a token when last looked at."""
        return [user_id for table, user_id in self._panels if table == table_id]

    def panel_drawn(
        self, table_id: int, user_id: int, message_id: int, before: EditableMessage | None, version: int
    ) -> bool:
        """That panel has been edited to show that version; see `table_message_drawn`."""
        return _drawn(before, self._panels.get((table_id, user_id), {}).get(message_id), version)

    def panel_laid_aside(
        self, table_id: int, user_id: int, message_id: int, before: EditableMessage | None
    ) -> bool:
        """That panel has been edited to say where the hand is; whether it says so for certain.

        `before` is what `panel` gave before the edit. If its owner has used it meanwhile, it is their current
        one again, and to be drawn anew.
        """
        if self._panels.get((table_id, user_id), {}).get(message_id) is before:
            self.drop_panel(table_id, user_id, message_id)
            return True
        self.distrust_panel(table_id, user_id, message_id)
        return False

    def distrust_panel(self, table_id: int, user_id: int, message_id: int) -> None:
        """What that panel shows is not known; it is to be drawn anew."""
        _distrust(self._panels.get((table_id, user_id), {}).get(message_id))

    def drop_panel(self, table_id: int, user_id: int, message_id: int) -> None:
        """That panel cannot be edited any more."""
        panels = self._panels.get((table_id, user_id), {})
        panels.pop(message_id, None)
        if not panels:
            self._panels.pop((table_id, user_id), None)

    def outdate(self, user_id: int) -> None:
        """That person's panels are to be drawn anew, for they want them otherwise."""
        for (_, whose), panels in self._panels.items():
            for message_id in panels if whose == user_id else ():
                # Another object, so that an edit that is on its way does not count.
                panels[message_id] = replace(panels[message_id], shown=_UNKNOWN)
        for key in [key for key in self._told if key[1] == user_id]:
            del self._told[key]

    def forget_person(self, user_id: int) -> None:
        """Remember nothing of that person."""
        for key in [key for key in self._panels if key[1] == user_id]:
            del self._panels[key]
        for key in [key for key in self._told if key[1] == user_id]:
            del self._told[key]

    def forget(self, table_id: int) -> None:
        """The table is over."""
        self.drop_table_message(table_id)
        for key in [key for key in self._panels if key[0] == table_id]:
            del self._panels[key]
        for key in [key for key in self._told if key[0] == table_id]:
            del self._told[key]

    def _editable(
        self,
        interaction: discord.Interaction[Any],
        snapshot: TableSnapshot,
        message_id: int,
        *,
        original: bool,
        dm: bool,
    ) -> EditableMessage:
        return EditableMessage(
            interaction,
            message_id,
            original=original,
            dm=dm,
            channel_id=None if interaction.guild_id is None else interaction.channel_id,
            expires=self._clock.now() + TOKEN_SECONDS,
            shown=snapshot.table.version,
        )


def _drawn(before: EditableMessage | None, now: EditableMessage | None, version: int) -> bool:
    if now is None:
        return True
    now.shown = version if now is before else _UNKNOWN
    return now is before


def _distrust(message: EditableMessage | None) -> None:
    if message is not None:
        message.shown = _UNKNOWN
