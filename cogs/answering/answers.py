"""The functions of `TablePress` for handlers that take an interaction still."""

from collections.abc import Awaitable
from dataclasses import replace

from bot.tables.people.access import Actor
from bot.tables.state.snapshot import TableSnapshot
from cogs.answering.interactions import press_of
from cogs.answering.services import Interaction
from cogs.answering.table_press import TablePress
from cogs.ui.names import person_of


def table_press_of(interaction: Interaction, snapshot: TableSnapshot) -> TablePress:
    press = press_of(interaction)
    for at in reversed(press.progress.reached):
        if isinstance(at, TablePress) and at.table_id == snapshot.table.id:
            return replace(at, snapshot=snapshot)
    actor = Actor(person_of(interaction.user), sees=True, sends=True)
    return TablePress(press.interaction, press.words, press.reply, press.progress, snapshot, actor)


async def redraw_after(interaction: Interaction, table_id: int, use_case: Awaitable[TableSnapshot]) -> None:
    snapshot = await interaction.client.services.tables.repository.look(table_id)
    await table_press_of(interaction, snapshot).redraw_after(use_case)


async def tell(interaction: Interaction, text: str, table_id: int) -> None:
    snapshot = await interaction.client.services.tables.repository.look(table_id)
    await table_press_of(interaction, snapshot).tell(text)


async def redraw(interaction: Interaction, snapshot: TableSnapshot) -> bool:
    return await table_press_of(interaction, snapshot).redraw(snapshot)


async def show_hand(interaction: Interaction, snapshot: TableSnapshot, *, stays: bool = False) -> None:
    await table_press_of(interaction, snapshot).show_hand(stays=stays)


async def warn(interaction: Interaction) -> None:
    pass
