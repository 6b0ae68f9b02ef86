"""A press at a table: whether the person may, and how what was pressed is drawn anew."""

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
from cogs.words.news import since
from cogs.words.refusals import refusal_text
from cogs.words.trouble import trouble_text

LARGEST_NUMBER = 2**63 - 1
"""What a database can look up."""


@dataclass(frozen=True, slots=True)
class TablePress(Press):
    """A press by somebody who may do that at the table, which was as in `snapshot` when the press arrived.

    `step` is how many moves the message showed that was pressed.
    """

    snapshot: TableSnapshot
    actor: Actor
    step: int = 0

    @classmethod
    def of(cls, press: Press, snapshot: TableSnapshot, actor: Actor, step: int = 0) -> "TablePress":
        """That press at that table, for somebody of whom it is known that they may."""
        at = TablePress(press.interaction, press.words, press.reply, press.progress, snapshot, actor, step)
        press.progress.reached.append(at)
        return at

    @classmethod
    async def reach(cls, press: Press, ids: Mapping[str, int], needs: Any) -> "TablePress":
        return await at_table(press, ids["table"], needs, ids["step"])

    @property
    def table_id(self) -> int:
        """The table's number."""
        return self.snapshot.table.id

    async def look(self) -> TableSnapshot:
        """The table as it is now."""
        return await self.services.tables.repository.look(self.table_id)

    async def refuse(self, error: TableError | RuleError) -> None:
        await self.tell(refusal_text(error, self.words))

    async def warn(self) -> bool:
        table = (await self.look()).table
        for place in dict.fromkeys((table.telling.place, table.telling.channel_id)):
            trouble = self.services.publisher.trouble(place)
            if trouble is not None:
                await self.tell(trouble_text(trouble, self.words))
                return True
        return False

    async def tell(self, text: str) -> None:
        """Answer in words: on the person's own panel at the table, if that was pressed and they see edits,
        where it stands until the panel is next drawn; else in a message for them alone."""
        edits = self._is_panel and not await self.reads()
        if edits and await self._redraw_panel(await self.look(), text):
            return
        await self.reply.say(text)

    async def reads(self) -> bool:
        """Whether a message of the person's own was pressed in the reading mode."""
        return self.is_own and (await self.settings()).reading

    async def redraw_after(self, use_case: Awaitable[TableSnapshot]) -> None:
        """Do what was pressed and draw the message anew; a refusal stands on one's own panel, and is said
        beside a message that is everybody's."""
        try:
            snapshot = await use_case
        except (TableError, RuleError) as error:
            refusal = refusal_text(error, self.words)
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
        """Draw the message anew that was pressed: the table message, or the person's own panel.

        Whether it was one of these; an older message stays as it is.
        """
        message, drawn = self.message, False
        if message is None:
            return False
        if self.is_own:
            drawn = await self._redraw_panel(snapshot)
        elif await self.services.messages.is_table_message(self.table_id, message):
            drawn = await self._redraw_table_message(snapshot, message)
        # The table may have moved on while its message was being drawn.
        now = await self.look()
        if now.table.version > snapshot.table.version:
            self.services.publisher.changed(self.table_id)
        return drawn

    async def show_hand(self, *, stays: bool = False) -> None:
        """The person's own panel, for their eyes alone; one that `stays`, in a DM, is the one they are sent.
        Raises TableError if they are shown no hand."""
        await self.services.tables.house_turns.looked_in(self.table_id, self.user_id)
        if (await self.settings()).reading:
            await self.show_read_panel(self.snapshot)
            return
        drawing = await self.services.renderer.hand_panel(self.snapshot, await self.settings())
        message_id, original = await self.reply.show(drawing, ephemeral=not stays)
        self.keep_panel(self.snapshot, message_id, original=original, dm=stays)

    async def show_read_panel(self, snapshot: TableSnapshot, lead: str = "") -> None:
        """The panel of somebody who reads, in a new message. Raises TableError if they are shown no hand."""
        services = self.services
        dm = self.guild_id is None
        news = since(snapshot, services.messages.told(self.table_id, self.user_id), lead)
        drawing = await services.renderer.hand_panel(snapshot, await self.settings(), news=news)
        # So that it is not sent a second time meanwhile.
        services.messages.note_told(snapshot, self.user_id)
        try:
            message_id, original = await self.reply.show(drawing, ephemeral=not dm)
        except Exception:
            services.messages.forget_told(self.table_id, self.user_id)
            services.publisher.changed(self.table_id)
            raise
        self.keep_read(snapshot, message_id, original=original)

    def keep_panel(self, snapshot: TableSnapshot, message_id: int, *, original: bool, dm: bool) -> None:
        """That message is the person's panel now, and others go."""
        messages = self.services.messages
        if messages.keep_panel(self.interaction, snapshot, message_id, original=original, dm=dm):
            self.services.publisher.changed(self.table_id)

    def keep_read(self, snapshot: TableSnapshot, message_id: int, *, original: bool) -> None:
        """That message is the latest that somebody who reads has been told."""
        dm = self.guild_id is None
        self.services.messages.keep_read(self.interaction, snapshot, message_id, original=original, dm=dm)
        self.services.publisher.changed(self.table_id)

    @property
    def _is_panel(self) -> bool:
        # Whether a hand panel of the table was pressed, the only private message that can be refreshed.
        if self.message is None or not self.is_own:
            return False
        refresh = re.compile(rf"c:{self.table_id}:\d+:!refresh:")
        ids = (getattr(part, "custom_id", None) or "" for part in _parts(self.message.components))
        return any(map(refresh.fullmatch, ids))

    async def _redraw_panel(self, snapshot: TableSnapshot, answer: str = "") -> bool:
        # Whichever panel it is, it is the person's current one now; other answers go.
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
        except Exception as error:
            if self.reply.is_accepted(error):
                self.keep_panel(snapshot, message.id, original=True, dm=dm)
            await self._doubt(self.user_id, message.id, error)
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
        except Exception as error:
            if self.reply.is_accepted(error):
                messages.keep_table_message(self.interaction, snapshot, message.id)
            await self._doubt(TABLE_MESSAGE, message.id, error)
            raise
        if drawn:
            messages.keep_table_message(self.interaction, snapshot, message.id)
        return drawn

    async def _doubt(self, user_id: int, message_id: int, error: Exception) -> None:
        # Unless Discord has refused it, the answer may have drawn the message or not.
        if not is_too_late(error):
            await self.services.messages.distrust(self.snapshot.table, user_id, message_id)
        self.services.publisher.changed(self.table_id)

    async def _done(self, snapshot: TableSnapshot) -> str:
        # What is said where there is nothing to draw anew.
        gettext = self.words.gettext
        link = await self.services.messages.link_to(snapshot.table)
        if link is None:
            return gettext("Done.")
        return gettext(
            "Done. Table {table} now stands [further down]({link}).", table=self.table_id, link=link
        )


async def at_table(press: Press, table_id: int, action: Action, step: int = 0) -> TablePress:
    """The press at that table as it is now, if the person may do that there. Every press and every command
    comes through here. Raises TableError."""
    services = press.services
    if not 0 < table_id <= LARGEST_NUMBER:
        raise TableError("no-table")
    snapshot = await services.tables.repository.fresh(table_id)
    table = snapshot.table
    actor = await services.actors.of_table(press.interaction, table)
    if actor.direct and not actor.sees and table.chairs.belongs(actor.user_id):
        # They may have left the server, of which nothing tells the bot.
        services.tables.absence.suspect(table_id, [actor.person])
    require(actor, action, table)
    await spend(press, actor, action, table.guild_id)
    return TablePress.of(press, snapshot, actor, step)


async def spend(press: Press, actor: Actor, action: Action, guild_id: int) -> None:
    """Count that against what a person may do a minute on that server. Raises TableError."""
    tables = press.services.tables
    if tables.rates.limited(action):
        tables.rates.spend(actor.user_id, action, (await tables.servers.settings(guild_id)).rate)


def _parts(components: Iterable[Any]) -> Iterator[Any]:
    for part in components:
        yield part
        yield from _parts(getattr(part, "children", ()))
