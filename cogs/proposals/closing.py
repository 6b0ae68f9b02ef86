"""Clearing a table away, which asks first while a match is in play."""

import discord

from bot.tables.people.access import Action, Actor
from bot.tables.seating.lobby import require_closing
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from cogs.answering.interactions import refresh, say, show, words_of
from cogs.answering.services import Interaction
from cogs.table.actions import TableButton
from cogs.ui.layout import note


class CloseTableButton(TableButton, action="close", needs=Action.CLOSE):
    """Clears the table away, whoever presses it having been asked."""

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        await interaction.client.services.tables.lobby.close(self.table, actor)
        await refresh(interaction, note(_closed(interaction, self.table)))


async def close_table(interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
    """Clear the table away, or ask whether its match is to end. Raises TableError."""
    table, words = snapshot.table, words_of(interaction)
    if table.status is not Status.PLAYING:
        await interaction.client.services.tables.lobby.close(table.id, actor)
        await say(interaction, _closed(interaction, table.id))
        return
    require_closing(table, actor)
    label = words.gettext("Close table {table}", table=table.id)
    button = CloseTableButton(table.id, snapshot.step, label, discord.ButtonStyle.danger)
    question = words.gettext(
        "A match is being played at table {table}. It would end here for everybody; hands that are over "
        "stand.",
        table=table.id,
    )
    await show(interaction, note(question, button))


def _closed(interaction: Interaction, table: int) -> str:
    return words_of(interaction).gettext("Table {table} has been closed.", table=table)


CLOSING_ITEMS = (CloseTableButton,)
