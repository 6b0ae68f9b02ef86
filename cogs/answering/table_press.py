"""A press at a table: checks access, and redraws what was pressed."""

import re
from collections.abc import Awaitable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import discord

from bot.rules.errors import RuleError
from bot.tables.people.access import Action, Actor, require, visible_seat
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.store.editable import TABLE_MESSAGE
from cogs.answering.press import Press
from cogs.answering.reply import is_too_late
from cogs.transport.backoff import UNREACHED
from cogs.words.news import since
from cogs.words.trouble import trouble_text

LARGEST_NUMBER = 2**63 - 1  # the largest id a database column can hold


@dataclass(frozen=True, slots=True)
class TablePress(Press):
    """A press by somebody who has access, with the table's state when the press arrived. `step` is the number
    of moves the pressed message showed."""

    snapshot: TableSnapshot
    actor: Actor
    step: int = 0

    @classmethod
    def of(cls, press: Press, snapshot: TableSnapshot, actor: Actor, step: int = 0) -> "TablePress":
        at = TablePress(press.interaction, press.words, press.reply, press.progress, snapshot, actor, step)
        press.progress.reached.append(at)
        return at

    @classmethod
    async def reach(cls, press: Press, ids: Mapping[str, int], needs: Any) -> "TablePress":
        return await at_table(press, ids["table"], needs, ids["step"])

    @property
    def table_id(self) -> int:
        return self.snapshot.table.id

    async def look(self) -> TableSnapshot:
        return await self.services.tables.repository.look(self.table_id)

    async def refuse(self, error: TableError | RuleError) -> None:
        await self.tell(self.refusal(error))

    async def warn(self) -> bool:
        table = (await self.look()).table
        for place in dict.fromkeys((table.telling.place, table.telling.channel_id)):
            trouble = self.services.publisher.trouble(place)
            if trouble is not None:
                await self.tell(trouble_text(trouble, self.words))
                return True
        return False

    async def tell(self, text: str) -> None:
        """Answer in words: on the person's panel if they pressed it and see edits, else in an ephemeral
        message."""
        edits = self._is_panel and not await self.reads()
        if edits and await self._redraw_panel(await self.look(), text):
            return
        await self.reply.say(text)

    async def reads(self) -> bool:
        return self.is_own and (await self.settings()).reading

    async def redraw_after(self, use_case: Awaitable[TableSnapshot]) -> None:
        """Run the use case and redraw the message. A refusal is shown on the person's own panel, or in an
        ephemeral message if a public message was pressed."""
        try:
            snapshot = await use_case
        except (TableError, RuleError) as error:
            refusal = self.refusal(error)
            if self._is_panel:
                await self.tell(refusal)
                return
            if not await self.reads():
                await self.redraw(await self.look())
            await self.reply.say(refusal)
            return
        if not await self.redraw(snapshot):
            await self.reply.say(await self._done(snapshot))

    async def redraw(self, snapshot: TableSnapshot) -> bool:
        """Redraw the pressed message if it is the table message or the person's panel. Returns whether it
        was; an older message stays as it is."""
        message, drawn = self.message, False
        if message is None:
            return False
        if self.is_own:
            drawn = await self._redraw_panel(snapshot)
        elif await self.services.messages.is_table_message(self.table_id, message):
            drawn = await self._redraw_table_message(snapshot, message)
        # The table may have changed while its message was being drawn.
        now = await self.look()
        if now.table.version > snapshot.table.version:
            self.services.publisher.changed(self.table_id)
        return drawn

    async def show_hand(self, *, stays: bool = False) -> None:
        """Show the person their panel; in a DM the panel `stays` and replaces the one they were sent. Raises
        TableError if they have none."""
        await self.services.tables.house_turns.looked_in(self.table_id, self.user_id)
        if (await self.settings()).reading:
            await self.show_read_panel(self.snapshot)
            return
        drawing = await self.services.renderer.hand_panel(self.snapshot, await self.settings())
        message_id, original = await self.reply.show(drawing, ephemeral=not stays)
        self.keep_panel(self.snapshot, message_id, original=original, dm=stays)

    async def show_read_panel(self, snapshot: TableSnapshot, lead: str = "") -> None:
        """Send a reader's panel in a new message. Raises TableError if they have none."""
        services = self.services
        dm = self.guild_id is None
        news = since(snapshot, services.messages.told(self.table_id, self.user_id), lead)
        drawing = await services.renderer.hand_panel(snapshot, await self.settings(), news=news)
        # Keep the publisher from sending a second one meanwhile.
        services.messages.note_told(snapshot, self.user_id)
        try:
            message_id, original = await self.reply.show(drawing, ephemeral=not dm)
        except Exception:
            services.messages.forget_told(self.table_id, self.user_id)
            services.publisher.changed(self.table_id)
            raise
        self.keep_read(snapshot, message_id, original=original)

    def keep_panel(self, snapshot: TableSnapshot, message_id: int, *, original: bool, dm: bool) -> None:
        """Make that message the person's panel and lay the others aside."""
        messages = self.services.messages
        if messages.keep_panel(self.interaction, snapshot, message_id, original=original, dm=dm):
            self.services.publisher.changed(self.table_id)

    def keep_read(self, snapshot: TableSnapshot, message_id: int, *, original: bool) -> None:
        """Make that message the latest one of somebody in the reading mode."""
        dm = self.guild_id is None
        self.services.messages.keep_read(self.interaction, snapshot, message_id, original=original, dm=dm)
        self.services.publisher.changed(self.table_id)

    def has_control(self, pattern: str) -> bool:
        """Whether the pressed message has a button or menu with such a custom_id."""
        parts = () if self.message is None else _parts(self.message.components)
        return any(re.fullmatch(pattern, getattr(part, "custom_id", None) or "") for part in parts)

    @property
    def _is_panel(self) -> bool:
        # Whether a hand panel of the table was pressed. It is the only ephemeral message that we can refresh.
        if self.message is None or not self.is_own:
            return False
        return self.has_control(rf"c:{self.table_id}:\d+:!refresh:")

    async def _redraw_panel(self, snapshot: TableSnapshot, answer: str = "") -> bool:
        # Whichever panel it is, it becomes the person's current one; other answers are deleted.
        message = self.message
        if message is None or visible_seat(snapshot.table, self.user_id) is None:
            return False
        settings = await self.settings()
        if settings.reading:
            await self.show_read_panel(snapshot)
            return True
        dm = not message.flags.ephemeral
        drawing = await self.services.renderer.hand_panel(snapshot, settings, answer=answer)
        try:
            drawn = await self.reply.refresh(drawing)
        except UNREACHED as error:
            if accepted := await self.reply.is_accepted():
                self.keep_panel(snapshot, message.id, original=True, dm=dm)
            await self._doubt(self.user_id, message.id, error)
            if accepted:
                return True
            raise
        if drawn:
            self.keep_panel(snapshot, message.id, original=True, dm=dm)
            await self.services.answers.clear(self.interaction)
        return drawn

    async def _redraw_table_message(self, snapshot: TableSnapshot, message: discord.Message) -> bool:
        messages = self.services.messages
        drawing = await self.services.renderer.table_message(snapshot)
        try:
            drawn = await self.reply.refresh(drawing)
        except UNREACHED as error:
            if accepted := await self.reply.is_accepted():
                messages.keep_table_message(self.interaction, snapshot, message.id)
            await self._doubt(TABLE_MESSAGE, message.id, error)
            if accepted:
                return True
            raise
        if drawn:
            messages.keep_table_message(self.interaction, snapshot, message.id)
        return drawn

    async def _doubt(self, user_id: int, message_id: int, error: Exception) -> None:
        # Unless Discord has refused it, we do not know whether the answer was drawn.
        if not is_too_late(error):
            await self.services.messages.distrust(self.snapshot.table, user_id, message_id)
        self.services.publisher.changed(self.table_id)

    async def _done(self, snapshot: TableSnapshot) -> str:
        # The answer if there is nothing to redraw.
        gettext, pgettext = self.words.gettext, self.words.pgettext
        link = await self.services.messages.link_to(snapshot.table)
        if link is None:
            return pgettext("reply", "Done.")
        return gettext(
            "Done. Table {table} now stands [further down]({link}).", table=self.table_id, link=link
        )


async def at_table(press: Press, table_id: int, action: Action, step: int = 0) -> TablePress:
    """The press at that table in its current state, if the person may do that. Every press and command passes
    through here. Raises TableError."""
    services = press.services
    if not 0 < table_id <= LARGEST_NUMBER:
        raise TableError("no-table")
    snapshot = await services.tables.repository.fresh(table_id)
    table = snapshot.table
    actor = await services.actors.of_table(press.interaction, table)
    if actor.direct and not actor.sees and table.chairs.belongs(actor.user_id):
        # They may have left the server without the bot receiving an event.
        services.tables.absence.suspect(table_id, [actor.person])
    require(actor, action, table)
    await spend(press, actor, action, table.guild_id)
    return TablePress.of(press, snapshot, actor, step)


async def spend(press: Press, actor: Actor, action: Action, guild_id: int) -> None:
    """Count the action against the person's rate limit on that server. Raises TableError."""
    tables = press.services.tables
    if tables.rates.limited(action):
        tables.rates.spend(actor.user_id, action, (await tables.servers.settings(guild_id)).rate)


def _parts(components: Iterable[Any]) -> Iterator[Any]:
    for part in components:
        yield part
        yield from _parts(getattr(part, "children", ()))
