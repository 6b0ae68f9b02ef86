"""Which table or channel a command is about."""

from collections.abc import Iterable

import discord

from bot.tables.people.access import Action, Actor, may, may_mean
from bot.tables.state.errors import TableError
from bot.tables.state.table import Table
from cogs.answering.press import Press
from cogs.answering.table_press import TablePress, at_table


async def require_open_here(press: Press, guild_id: int, channel_id: int) -> None:
    """Raise TableError unless the server allows tables in this channel or the thread's parent."""
    channel = press.interaction.channel
    in_thread = isinstance(channel, discord.Thread) and channel.id == channel_id
    parent = channel.parent_id if isinstance(channel, discord.Thread) and in_thread else channel_id
    await press.services.tables.servers.require_channel(guild_id, channel_id, parent)


async def channel_for_tables(press: Press) -> tuple[int, int]:
    """The server and the channel of the press. Raises TableError where no table can be opened."""
    guild_id, channel_id = press.guild_id, press.interaction.channel_id
    if guild_id is None or channel_id is None:
        raise TableError("servers-only")
    await require_open_here(press, guild_id, channel_id)
    return guild_id, channel_id


async def table_meant(press: Press, number: int | None, action: Action, *, seated: bool = True) -> TablePress:
    """The press at the open table a command is about: the named table, else the person's table in this
    channel, else the person's only table, else (`seated` False) the channel's only table. Raises
    TableError."""
    if number is None:
        number = await _number_meant(press, action, seated=seated)
    return await at_table(press, number, action)


async def table_typed(press: Press, action: Action, *, seated: bool = True) -> TablePress:
    """The same for an autocompletion, while the command is being typed."""
    named = press.interaction.namespace.table
    return await table_meant(press, named if isinstance(named, int) else None, action, seated=seated)


async def _number_meant(press: Press, action: Action, *, seated: bool) -> int:
    repository, interaction = press.services.tables.repository, press.interaction
    user_id, channel_id, guild_id = press.user_id, interaction.channel_id, press.guild_id
    all_mine = await repository.open_tables(guild_id=guild_id, user_id=user_id)
    # If the person is only at a board, the refusal says why a board does not allow it.
    mine = _meant(all_mine, user_id, action) or list(all_mine)
    here = [table for table in mine if channel_id in (table.telling.channel_id, table.telling.thread_id)]
    candidates = here or mine
    if not seated and not here and channel_id is not None:
        candidates = _meant(await repository.open_tables(channel_id=channel_id), user_id, action) or mine
    if not candidates:
        raise TableError("nowhere-seated" if seated else "none-here")
    if len(candidates) > 1:
        numbers = ", ".join(str(table.id) for table in candidates)
        raise TableError("which", tables=numbers, choices=candidates)
    return candidates[0].id


def _meant(found: Iterable[Table], user_id: int, action: Action) -> list[Table]:
    return [table for table in found if may_mean(table, user_id, action)]


async def tables_in_sight(press: Press) -> list[Table]:
    """The open tables a person may see: their own in a DM, on a server those in channels they can see."""
    mine = press.user_id if press.guild_id is None else None
    seen: dict[int, Actor] = {}
    in_sight = []
    for table in await press.services.tables.repository.open_tables(guild_id=press.guild_id, user_id=mine):
        if table.telling.private:
            continue  # a board for one person: it has a panel only
        if table.telling.channel_id not in seen:
            seen[table.telling.channel_id] = await press.actor_at(table.guild_id, table.telling.channel_id)
        if may(seen[table.telling.channel_id], Action.LOOK, table):
            in_sight.append(table)
    return in_sight
