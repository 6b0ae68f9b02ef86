"""The button between two hands; see `cogs.table.actions` for custom_ids."""

from bot.tables.people.access import Action, Actor
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot
from cogs.answering.answers import redraw
from cogs.answering.interactions import say, words_of
from cogs.answering.services import Interaction
from cogs.table.actions import TableButton


async def deal_next(interaction: Interaction, actor: Actor, table_id: int) -> None:
    """Have the next hand dealt at once, and show it on the message that was clicked if that shows the table.
    Raises TableError."""
    tables, gettext = interaction.client.services.tables, words_of(interaction).gettext
    snapshot = await tables.play.next_hand(table_id, actor)
    if not await redraw(interaction, snapshot):
        await say(interaction, gettext("The next hand of table {table} is dealt.", table=table_id))


class NextHandButton(TableButton, action="next", needs=Action.NEXT_HAND):
    """Has the next hand dealt without waiting any longer. Where it has been dealt already, somebody else
    having been quicker, its message is drawn anew."""

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        try:
            await deal_next(interaction, actor, self.table)
        except TableError as error:
            now = await interaction.client.services.tables.repository.look(self.table)
            if not await redraw(interaction, now) or error.code != "dealt":
                raise


HAND_ITEMS = (NextHandButton,)
