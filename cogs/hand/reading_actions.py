"""The questions on a panel; see `cogs.table.actions` for custom_ids."""

import re
from typing import Any, Self

import discord

from bot.tables.people.access import Action, Actor, visible_seat
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot
from cogs.answering.answers import tell
from cogs.answering.interactions import say, show, words_of
from cogs.answering.services import Interaction
from cogs.table.actions import TableButton


class AskButton(TableButton, action="ask", needs=Action.HAND, argument=r"(?P<about>[a-z]+)"):
    """Answers one question of the person at the table, for them alone, in a line or a few: on their panel, or
    in the reading mode in a message."""

    def __init__(self, table: int, about: str, label: str = "…") -> None:
        super().__init__(table, 0, label, argument=about)
        self.about = about

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The button that was pressed."""
        return cls(int(match["table"]), match["about"])

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        services, seat = interaction.client.services, _seat_of(snapshot, actor)
        spoken = await services.tables.users.reads(actor.user_id)
        text = services.renderer.answer(snapshot, seat, self.about, words_of(interaction), spoken=spoken)
        await tell(interaction, text, self.table)


class GoneButton(TableButton, action="gone", needs=Action.HAND, argument=r"(?P<part>\w*)"):
    """Says what has gone of one suit; without one, asks of which."""

    def __init__(self, table: int, part: str = "", label: str = "…") -> None:
        super().__init__(table, 0, label, argument=part)
        self.part = part

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """The button that was pressed."""
        return cls(int(match["table"]), match["part"])

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        if not snapshot.table.open:
            raise TableError("closed")
        renderer, seat = interaction.client.services.renderer, _seat_of(snapshot, actor)
        if self.part:
            await say(interaction, renderer.gone(snapshot, seat, self.part, words_of(interaction)))
        else:
            await show(interaction, renderer.gone_of_what(snapshot, seat, words_of(interaction)))


def _seat_of(snapshot: TableSnapshot, actor: Actor) -> int:
    seat = visible_seat(snapshot.table, actor.user_id)
    if seat is None:
        raise TableError("no-hand")
    return seat


READING_ITEMS = (AskButton, GoneButton)
