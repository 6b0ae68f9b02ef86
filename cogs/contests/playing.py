"""Playing the boards of contests: a person's messages show them one after another."""

from collections.abc import Awaitable

from bot.tables.state.snapshot import TableSnapshot
from cogs.answering.press import Press
from cogs.answering.table_press import TablePress
from cogs.ui.layout import Drawing


async def show_dealt(press: Press, dealt: Awaitable[TableSnapshot | None]) -> bool:
    """Show the person the board that is `dealt` to them. Returns False if there is none left.

    It replaces a pressed message of their own; else it is a new message, ephemeral on a server. Raises
    TableError.
    """
    services = press.services
    with services.messages.answering(press.user_id):
        snapshot = await dealt
        if snapshot is None:
            return False
        try:
            await _show_panel(press, snapshot)
        finally:
            services.publisher.changed(snapshot.table.id)
    return True


async def turn_to(press: Press, drawing: Drawing) -> None:
    """Show it in the pressed message if that is private and no panel of a board in play; else in a new
    one."""
    message, on_server = press.message, press.guild_id is not None
    if not press.is_own or message is None:
        await press.reply.show(drawing, ephemeral=on_server)
        return
    with press.services.messages.taking_over(press.interaction, message.id):
        if (await press.settings()).reading or not await press.reply.refresh(drawing):
            await press.reply.show(drawing, ephemeral=on_server)


async def pictured(press: Press) -> bool:
    """Whether the person sees pictures."""
    settings = await press.settings()
    return press.services.pictures and settings.pictures and not settings.reading


async def _show_panel(press: Press, snapshot: TableSnapshot) -> None:
    actor = await press.services.actors.of_table(press.interaction, snapshot.table)
    table = TablePress.of(press, snapshot, actor)
    if press.is_own and press.message is not None:
        with press.services.messages.taking_over(press.interaction, press.message.id):
            if await table.redraw(snapshot):
                return
    await table.show_hand(stays=press.guild_id is None)
