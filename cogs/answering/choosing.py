"""The functions of `meant` and `table_press` for handlers that take an interaction still."""

from bot.tables.people.access import Action, Actor
from bot.tables.state.snapshot import TableSnapshot
from cogs.answering import meant, table_press
from cogs.answering.interactions import press_of
from cogs.answering.services import Interaction
from cogs.answering.table_press import LARGEST_NUMBER as LARGEST_NUMBER


async def at_table(interaction: Interaction, table_id: int, action: Action) -> tuple[TableSnapshot, Actor]:
    at = await table_press.at_table(press_of(interaction), table_id, action)
    return at.snapshot, at.actor


async def spend(interaction: Interaction, actor: Actor, action: Action, guild_id: int) -> None:
    await table_press.spend(press_of(interaction), actor, action, guild_id)


async def require_open_here(interaction: Interaction, guild_id: int, channel_id: int) -> None:
    await meant.require_open_here(press_of(interaction), guild_id, channel_id)


async def table_meant(
    interaction: Interaction, number: int | None, action: Action, *, seated: bool = True
) -> tuple[TableSnapshot, Actor]:
    at = await meant.table_meant(press_of(interaction), number, action, seated=seated)
    return at.snapshot, at.actor
