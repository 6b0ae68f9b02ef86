"""Opens tables, seats people and invites them, for buttons and commands."""

import discord

from bot.rules.registry import GAMES
from bot.tables.people.access import Action, may, require
from bot.tables.seating.chairs import advises_next, free_chairs, most_waiting
from bot.tables.seating.consulting import for_two
from bot.tables.state.chairs import Person
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status, Table
from cogs.answering.meant import channel_for_tables
from cogs.answering.press import Press
from cogs.answering.table_press import TablePress, at_table, spend
from cogs.opening.chouette import draw_offer
from cogs.opening.house_rules import RulesForm, draw_options
from cogs.ui.layout import note
from cogs.ui.names import mention, person_of
from cogs.ui.open_options import OpenOptions


async def open_table(press: Press, game: str, options: OpenOptions, *, picked: bool = False) -> None:
    """Open a table of that game and show it in the channel; `picked`: the game was chosen on the picker,
    which then confirms it. Raises TableError and RuleError."""
    if game not in GAMES:
        raise TableError("no-game")
    guild_id, channel_id = await channel_for_tables(press)
    services, words = press.services, press.words
    actor = await press.actor_at(guild_id, channel_id)
    await spend(press, actor, Action.OPEN, guild_id)
    usual = (await services.tables.servers.defaults(guild_id, game)).turn_seconds
    snapshot = await services.tables.lobby.open(
        actor,
        guild_id,
        channel_id,
        game,
        turn_seconds=options.turn_seconds(usual),
        level=options.level,
        language=(await services.languages.of_server(guild_id, words)).locale_name,
    )
    if picked:
        await press.reply.refresh(note(words.gettext("Table {table} is open.", table=snapshot.table.id)))
    drawing = await services.renderer.table_message(snapshot)
    message_id, original = await press.reply.show(drawing, ephemeral=False)
    if original and not message_id:
        message_id = (await press.interaction.original_response()).id
    await services.messages.table_message_sent(snapshot, channel_id, message_id)
    services.messages.keep_table_message(press.interaction, snapshot, message_id, original=original)
    if options.guest:
        guest = await guest_of(press, options.guest)
        await ask(await at_table(press, snapshot.table.id, Action.INVITE), guest)


async def guest_of(press: Press, user_id: int) -> Person:
    """That member of the server. Raises TableError if they are none."""
    guild = press.interaction.guild
    if guild is None:
        raise TableError("servers-only")
    try:
        return person_of(await guild.fetch_member(user_id))
    except discord.NotFound as error:
        raise TableError("guest-elsewhere") from error


async def ask(press: TablePress, guest: Person) -> None:
    """Invite a person to sit down at that table. Raises TableError."""
    services, table = press.services, press.snapshot.table
    if not (await services.actors.rights_of(guest.user_id, table.guild_id, table.telling.channel_id)).sees:
        raise TableError("guest-elsewhere")
    await services.tables.lobby.invite(table.id, press.actor, guest)
    said = press.words.gettext(
        "{person} has been asked to table {table}.", person=mention(guest.user_id), table=table.id
    )
    await press.reply.say(said)


async def call(press: TablePress) -> None:
    """Ask the channel for players, with the mentions that the server has chosen. Raises TableError."""
    await press.services.tables.lobby.call(press.table_id, press.actor)
    await press.reply.say(press.words.gettext("Players are called to table {table}.", table=press.table_id))


async def with_a_chair(press: Press) -> Table | None:
    """The person's table in this channel, before its match and with a free chair."""
    repository, channel_id = press.services.tables.repository, press.interaction.channel_id
    here = await repository.open_tables(channel_id=channel_id, user_id=press.user_id)
    inviting = (
        table
        for table in here
        if table.status is Status.LOBBY
        and table.chairs.seat_of(press.user_id) is not None
        and free_chairs(table)
    )
    return next(inviting, None)


async def start(press: TablePress) -> TableSnapshot:
    """Start the match, with house players in the empty chairs. Raises TableError."""
    tables, table = press.services.tables, press.snapshot.table
    if table.status is Status.LOBBY and any(seat.occupant is None for seat in table.chairs):
        await tables.lobby.seat_house(table.id, press.actor)
    return await tables.play.start(table.id, press.actor)


async def show_house_rules(press: TablePress, *, more: bool = False) -> None:
    """Show the table's house rules; as a form to a person who may change them, with `more` the second one.
    Raises TableError."""
    snapshot = press.snapshot
    if snapshot.table.status is not Status.LOBBY or not may(press.actor, Action.OPTIONS, snapshot.table):
        await press.reply.show(draw_options(snapshot, press.words))
        return
    await press.reply.open_form(RulesForm(snapshot, press.words, more=more))


async def join(press: TablePress, chair: int | None = None) -> None:
    """Sit down in that chair, in the first free one, or in one's own. Else wait for a chair, if the queue has
    room, or advise at a chouette; a full table of two offers a chouette.

    The answer says which. Raises TableError.
    """
    tables, gettext = press.services.tables, press.words.gettext
    table, number, actor = press.snapshot.table, press.table_id, press.actor
    mine = table.chairs.seat_of(actor.user_id)
    if mine is not None and table.chairs[mine].away:
        await tables.play.come_back(number, actor)
        await press.reply.say(gettext("Welcome back to table {table}.", table=number))
        return
    full = table.status is Status.LOBBY and all(seat.user_id for seat in table.chairs)
    if chair is None and table.chouette is not None and advises_next(table):
        snapshot = await tables.lobby.wait(number, actor)
        if snapshot.table.status is Status.LOBBY:
            said = gettext("You belong to table {table} and advise once its game begins.", table=number)
        else:
            said = gettext("You belong to table {table} and advise from its next game on.", table=number)
        await press.reply.say(said)
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
        await press.reply.show(draw_offer(press.snapshot, press.words))
        return
    if chair is None and full and most_waiting(table):
        await tables.lobby.wait(number, actor)
        said = gettext("You wait for a chair at table {table}; who plays is cut for.", table=number)
        await press.reply.say(said)
        return
    snapshot = await tables.lobby.sit(number, actor, chair)
    names = snapshot.seating.names
    at = snapshot.table.chairs.seat_of(actor.user_id)
    if at is not None:
        said = gettext(
            "You sit {chair} at table {table}.", chair=press.words.pgettext("seat", names[at]), table=number
        )
    else:
        coming = snapshot.table.chairs.incoming_at(actor.user_id) or 0
        said = gettext(
            "You come in at table {table} with the next deal and sit {chair}.",
            chair=press.words.pgettext("seat", names[coming]),
            table=number,
        )
    await press.reply.say(said)
