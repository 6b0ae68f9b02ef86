"""What can be pressed below the hand that everybody sees, besides what is done with cards."""

from bot.tables.people.access import Action, Actor
from bot.tables.state.snapshot import TableSnapshot
from cogs.answering.interactions import say, words_of
from cogs.answering.services import Interaction
from cogs.table.actions import TableButton


class SealButton(TableButton, action="seal", needs=Action.LOOK):
    """Tells the person who presses it the seal of the pack."""

    async def act(self, interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
        """See `TableButton`."""
        await say(interaction, interaction.client.services.renderer.seals(snapshot, words_of(interaction)))


CHANNEL_ITEMS = (SealButton,)
