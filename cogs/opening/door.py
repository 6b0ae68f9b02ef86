"""Opening a table, sitting down at one and asking people to it, whichever way that was asked for."""

import discord

from bot.rules.registry import GAMES
from bot.tables.people.access import Action, Actor, require
from bot.tables.seating.consulting import for_two
from bot.tables.seating.lobby import advises_next, free_chairs, most_waiting
from bot.tables.state.chairs import Person
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status, Table
from cogs.answering.choosing import at_table, require_open_here, spend
from cogs.answering.interactions import refresh, say, show, words_of
from cogs.answering.services import Interaction
from cogs.ui.names import mention, person_of
from cogs.ui.open_options import OpenOptions


async def place(interaction: Interaction) -> tuple[int, int]:
    """The server and the channel somebody is in. Raises TableError where no table can stand."""
    if interaction.guild_id is None or interaction.channel_id is None:
        raise TableError("servers-only")
    await require_open_here(interaction, interaction.guild_id, interaction.channel_id)
    return interaction.guild_id, interaction.channel_id


async def open_table(
    interaction: Interaction, game: str, wishes: OpenOptions, *, picked: bool = False
) -> None:
    """Open a table of that game and show it to the channel; `picked`: on the picker, which then says so.

    Raises TableError and RuleError.
    """
    if game not in GAMES:
        raise TableError("no-game")
    guild_id, channel_id = await place(interaction)
    services = interaction.client.services
    actor = await services.actors.at(interaction, guild_id, channel_id)
    await spend(interaction, actor, Action.OPEN, guild_id)
    usual = (await services.tables.servers.defaults(guild_id, game)).turn_seconds
    snapshot = await services.tables.lobby.open(
        actor, guild_id, channel_id, game, turn_seconds=wishes.turn_seconds(usual), level=wishes.level
    )
    if picked:
        await refresh(interaction, services.renderer.opened(snapshot, words_of(interaction)))
    message_id, original = await show(
        interaction, await services.renderer.table_message(snapshot), ephemeral=False
    )
    if original and not message_id:
        message_id = (await interaction.original_response()).id
    await services.messages.table_message_sent(snapshot, channel_id, message_id)
    services.messages.keep_table_message(interaction, snapshot, message_id, original=original)
    if wishes.guest:
        guest = await guest_of(interaction, wishes.guest)
        snapshot, actor = await at_table(interaction, snapshot.table.id, Action.INVITE)
        await ask(interaction, snapshot, actor, guest)


async def guest_of(interaction: Interaction, user_id: int) -> Person:
    """That member of the server. Raises TableError if they are none."""
    if interaction.guild is None:
        raise TableError("servers-only")
    try:
        return person_of(await interaction.guild.fetch_member(user_id))
    except discord.NotFound as error:
        raise TableError("guest-elsewhere") from error


async def ask(interaction: Interaction, snapshot: TableSnapshot, actor: Actor, guest: Person) -> None:
    """Ask somebody to sit down at that table. Raises TableError."""
    services, table = interaction.client.services, snapshot.table
    if not (await services.actors.rights_of(guest.user_id, table.guild_id, table.telling.channel_id)).sees:
        raise TableError("guest-elsewhere")
    await services.tables.lobby.invite(table.id, actor, guest)
    said = words_of(interaction).gettext(
        "{person} has been asked to table {table}.", person=mention(guest.user_id), table=table.id
    )
    await say(interaction, said)


async def call(interaction: Interaction, table_id: int, actor: Actor) -> None:
    """Tell the channel that players are wanted, and whom the server has called then. Raises TableError."""
    await interaction.client.services.tables.lobby.call(table_id, actor)
    words = words_of(interaction)
    await say(interaction, words.gettext("Players are called to table {table}.", table=table_id))


async def with_a_chair(interaction: Interaction) -> Table | None:
    """The table in this channel at which the person sits, the match not begun, with a chair to offer."""
    repository = interaction.client.services.tables.repository
    here = await repository.open_tables(channel_id=interaction.channel_id, user_id=interaction.user.id)
    inviting = (
        table
        for table in here
        if table.status is Status.LOBBY
        and table.chairs.seat_of(interaction.user.id) is not None
        and free_chairs(table)
    )
    return next(inviting, None)


async def join(
    interaction: Interaction, snapshot: TableSnapshot, actor: Actor, chair: int | None = None
) -> None:
    """Sit down in that chair, in the first free one, or in one's own; else wait for one, if so many may wait,
    or advise at a chouette. At a table of two with both chairs taken a chouette is offered.

    What came of it is said to the person. Raises TableError.
    """
    tables, gettext = interaction.client.services.tables, words_of(interaction).gettext
    table, number = snapshot.table, snapshot.table.id
    mine = table.chairs.seat_of(actor.user_id)
    if mine is not None and table.chairs[mine].away:
        await tables.play.come_back(number, actor)
        await say(interaction, gettext("Welcome back to table {table}.", table=number))
        return
    full = table.status is Status.LOBBY and all(seat.user_id for seat in table.chairs)
    if chair is None and table.chouette is not None and advises_next(table):
        snapshot = await tables.lobby.wait(number, actor)
        if snapshot.table.status is Status.LOBBY:
            said = gettext("You belong to table {table} and advise once its game begins.", table=number)
        else:
            said = gettext("You belong to table {table} and advise from its next game on.", table=number)
        await say(interaction, said)
        return
    if (
        chair is None
        and not free_chairs(table)
        and not table.chairs.belongs(actor.user_id)
        and for_two(table)
    ):
        require(actor, Action.SIT, table)
        if table.status is not Status.LOBBY:
            raise TableError("full-of-two")
        renderer = interaction.client.services.renderer
        await show(interaction, renderer.chouette_offer(snapshot, words_of(interaction)))
        return
    if chair is None and full and most_waiting(table):
        await tables.lobby.wait(number, actor)
        said = gettext("You wait for a chair at table {table}; who plays is cut for.", table=number)
        await say(interaction, said)
        return
    snapshot = await tables.lobby.sit(number, actor, chair)
    names = snapshot.game.seating(snapshot.game.options(snapshot.table.options)).names
    at = snapshot.table.chairs.seat_of(actor.user_id)
    if at is not None:
        said = gettext("You sit {chair} at table {table}.", chair=gettext(names[at]), table=number)
    else:
        coming = snapshot.table.chairs.incoming_at(actor.user_id) or 0
        said = gettext(
            "You come in at table {table} with the next deal and sit {chair}.",
            chair=gettext(names[coming]),
            table=number,
        )
    await say(interaction, said)
