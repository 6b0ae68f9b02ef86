"""What a button and the command of the same name both do, and how a click redraws its message."""

import re
from collections.abc import Awaitable, Iterable, Iterator
from typing import Any, Final

import discord

from bot.rules.errors import RuleError
from bot.rules.registry import GAMES
from bot.tables.people.access import Action, Actor, may, visible_seat
from bot.tables.play.play import moved_on
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from bot.tables.store.editable import TABLE_MESSAGE
from cogs.answering.interactions import is_accepted, is_too_late, open_form, refresh, say, show, words_of
from cogs.answering.services import Interaction
from cogs.ui.news import since

_STAKING: Final = frozenset(
    verb for game in GAMES.values() for verb, move in game.verbs.items() if move.stakes_game
)
"""The verbs of moves that stake the game, in any game."""


async def redraw_after(interaction: Interaction, table_id: int, use_case: Awaitable[TableSnapshot]) -> None:
    """Do what was clicked and draw the message anew on which it was; a refusal stands on one's panel, and is
    said beside a message that is everybody's."""
    services = interaction.client.services
    try:
        snapshot = await use_case
    except (TableError, RuleError) as error:
        refusal = services.renderer.refusal(error, words_of(interaction))
        if _of_panel(interaction, table_id):
            await tell(interaction, refusal, table_id)
            return
        if not await _reads(interaction):
            await redraw(interaction, await services.tables.repository.look(table_id))
        await say(interaction, refusal)
        return
    if not await redraw(interaction, snapshot):
        await say(interaction, await _done(interaction, snapshot))


async def tell(interaction: Interaction, text: str, table_id: int) -> None:
    """Answer a press in words: on the person's own panel at that table, if it was pressed there and they see
    edits, where the answer stands until the panel is next drawn; else in a message for them alone.

    Whoever was not let through to the table (`at_table`) is shown nothing of it.
    """
    services, message = interaction.client.services, interaction.message
    allowed = interaction.extras.get("table") == table_id
    if allowed and message is not None and _of_panel(interaction, table_id) and not await _reads(interaction):
        snapshot = await services.tables.repository.look(table_id)
        if await _redraw_panel(interaction, snapshot, message, text):
            return
    await say(interaction, text)


async def make_move(
    interaction: Interaction, actor: Actor, table_id: int, move: str, step: int, *, sure: bool = False
) -> None:
    """Make a move that was on a message; `step` is how many moves the message had seen.

    On their own panel people are asked first, unless they are `sure`, where the move stakes the game or they
    want that for every move.
    """
    if not sure and await _asked_first(interaction, table_id, move, step):
        return
    use_case = interaction.client.services.tables.play.act(table_id, actor, move, step)
    if await _reads(interaction):
        await _told_after(interaction, table_id, move, use_case)
    else:
        await redraw_after(interaction, table_id, use_case)


async def _reads(interaction: Interaction) -> bool:
    # Whether a panel of somebody's own was used in the reading mode.
    if interaction.message is None or not _is_own(interaction, interaction.message):
        return False
    return await interaction.client.services.tables.users.reads(interaction.user.id)


async def _told_after(
    interaction: Interaction, table_id: int, move: str, use_case: Awaitable[TableSnapshot]
) -> None:
    """Make the move and say in a new message that it is made; if it is refused, or it is still their turn, or
    the hand is over, that message is their panel."""
    services, words = interaction.client.services, words_of(interaction)
    before = await services.tables.repository.look(table_id)
    try:
        snapshot = await use_case
    except (TableError, RuleError) as error:
        now = await services.tables.repository.look(table_id)
        refusal = services.renderer.refusal(error, words)
        if visible_seat(now.table, interaction.user.id) is None:
            await say(interaction, refusal)
        else:
            await _tell(interaction, now, refusal)
        return
    seat = snapshot.table.chairs.seat_of(interaction.user.id)
    done = "" if seat is None else services.renderer.done(before, snapshot, seat, move, words)
    waits = snapshot.table.status is Status.PLAYING and not snapshot.between_hands
    if not waits or seat in snapshot.players_awaited():
        await _tell(interaction, snapshot, done.partition("\n")[0])
        return
    dm = interaction.guild_id is None
    message_id, original = await show(interaction, services.renderer.line(done), ephemeral=not dm)
    services.messages.keep_read(interaction, snapshot, message_id, original=original, dm=dm)
    services.publisher.changed(table_id)


async def _tell(interaction: Interaction, snapshot: TableSnapshot, lead: str = "") -> None:
    """The panel of somebody who reads, in a new message. Raises TableError if they are shown no hand."""
    services, user_id, table_id = interaction.client.services, interaction.user.id, snapshot.table.id
    dm = interaction.guild_id is None
    news = since(snapshot, services.messages.told(table_id, user_id), lead)
    drawing = await services.renderer.hand_panel(snapshot, user_id, news=news)
    # So that it is not sent a second time meanwhile.
    services.messages.note_told(snapshot, user_id)
    try:
        message_id, original = await show(interaction, drawing, ephemeral=not dm)
    except Exception:
        services.messages.forget_told(table_id, user_id)
        services.publisher.changed(table_id)
        raise
    services.messages.keep_read(interaction, snapshot, message_id, original=original, dm=dm)
    services.publisher.changed(table_id)


def _is_own(interaction: Interaction, message: discord.Message) -> bool:
    # What one person alone can see.
    return message.flags.ephemeral or interaction.guild_id is None


def _of_panel(interaction: Interaction, table_id: int) -> bool:
    # Whether a hand panel at that table was pressed, the only private message that can be refreshed.
    message = interaction.message
    if message is None or not _is_own(interaction, message):
        return False
    return any(_refreshes(part, table_id) for part in _parts(message.components))


def _parts(components: Iterable[Any]) -> Iterator[Any]:
    for part in components:
        yield part
        yield from _parts(getattr(part, "children", ()))


def _refreshes(part: Any, table_id: int) -> bool:
    found = re.fullmatch(r"c:(\d+):\d+:!refresh:", getattr(part, "custom_id", None) or "")
    return found is not None and int(found[1]) == table_id


async def _asked_first(interaction: Interaction, table_id: int, move: str, step: int) -> bool:
    services, message, user_id = interaction.client.services, interaction.message, interaction.user.id
    if message is None or not _is_own(interaction, message):
        return False  # on a message that is everybody's
    wanted = (await services.tables.users.settings(user_id)).confirm
    if not wanted and move.partition(" ")[0] not in _STAKING:
        return False
    snapshot = await services.tables.repository.look(table_id)
    seat = snapshot.table.chairs.seat_of(user_id)
    if seat is None or snapshot.table.status is not Status.PLAYING or moved_on(snapshot, seat, step):
        return False  # what is wrong with it is said
    legal = [legal for at in snapshot.seats_to_move(seat) for legal in snapshot.view(at).legal]
    besides = snapshot.seat_besides(seat, move) is not None
    if not (wanted and besides) and not any(
        move == str(other) and (wanted or other.stakes_game) for other in legal
    ):
        return False
    drawing = await services.renderer.hand_panel(snapshot, user_id, move)
    if await _reads(interaction):
        await show(interaction, drawing, ephemeral=interaction.guild_id is not None)
    elif await refresh(interaction, drawing):
        _keep_panel(interaction, snapshot, message.id, original=True, dm=not message.flags.ephemeral)
    return True


async def redraw(interaction: Interaction, snapshot: TableSnapshot) -> bool:
    """Draw the message anew that was clicked: the table message, or the person's own panel.

    Whether it was one of these; an older message stays as it is.
    """
    services, message = interaction.client.services, interaction.message
    if message is None:
        return False
    table_id, drawn = snapshot.table.id, True
    if _is_own(interaction, message):
        drawn = await _redraw_panel(interaction, snapshot, message)
    elif await services.messages.is_table_message(table_id, message):
        drawing = await services.renderer.table_message(snapshot)
        try:
            drawn = await refresh(interaction, drawing)
        except Exception as error:
            if is_accepted(interaction, error):
                services.messages.keep_table_message(interaction, snapshot, message.id)
            await _doubt(interaction, snapshot, TABLE_MESSAGE, message.id, error)
            raise
        if drawn:
            services.messages.keep_table_message(interaction, snapshot, message.id)
    else:
        drawn = False
    # The table may have moved on while its message was being drawn.
    now = await services.tables.repository.look(table_id)
    if now.table.version > snapshot.table.version:
        services.publisher.changed(table_id)
    return drawn


async def _done(interaction: Interaction, snapshot: TableSnapshot) -> str:
    # What is said where there is nothing to draw anew.
    table, gettext = snapshot.table, words_of(interaction).gettext
    link = await interaction.client.services.messages.link_to(table)
    if link is None:
        return gettext("Done.")
    return gettext("Done. Table {table} now stands [further down]({link}).", table=table.id, link=link)


async def _redraw_panel(
    interaction: Interaction, snapshot: TableSnapshot, message: discord.Message, answer: str = ""
) -> bool:
    # Whichever panel it is, it is the person's current one now; other answers go.
    services, user_id = interaction.client.services, interaction.user.id
    dm = not message.flags.ephemeral
    if visible_seat(snapshot.table, user_id) is None:
        return False
    if await _reads(interaction):
        await _tell(interaction, snapshot)
        return True
    drawing = await services.renderer.hand_panel(snapshot, user_id, answer=answer)
    try:
        drawn = await refresh(interaction, drawing)
    except Exception as error:
        if is_accepted(interaction, error):
            _keep_panel(interaction, snapshot, message.id, original=True, dm=dm)
        await _doubt(interaction, snapshot, user_id, message.id, error)
        raise
    if drawn:
        _keep_panel(interaction, snapshot, message.id, original=True, dm=dm)
        await services.answers.clear(interaction)
    return drawn


async def _doubt(
    interaction: Interaction, snapshot: TableSnapshot, user_id: int, message_id: int, error: Exception
) -> None:
    # Unless Discord has refused it, the answer may have drawn the message or not.
    services, table = interaction.client.services, snapshot.table
    if not is_too_late(error):
        await services.messages.distrust(table, user_id, message_id)
    services.publisher.changed(table.id)


def _keep_panel(
    interaction: Interaction, snapshot: TableSnapshot, message_id: int, *, original: bool, dm: bool
) -> None:
    services = interaction.client.services
    if services.messages.keep_panel(interaction, snapshot, message_id, original=original, dm=dm):
        services.publisher.changed(snapshot.table.id)


async def show_hand(interaction: Interaction, snapshot: TableSnapshot, *, stays: bool = False) -> None:
    """The person's own panel, for their eyes alone; one that `stays`, in a DM, is the one they are sent.
    Raises TableError if they are shown no hand."""
    services, user_id = interaction.client.services, interaction.user.id
    await services.tables.house_turns.looked_in(snapshot.table.id, user_id)
    if await services.tables.users.reads(user_id):
        await _tell(interaction, snapshot)
        return
    drawing = await services.renderer.hand_panel(snapshot, user_id)
    message_id, original = await show(interaction, drawing, ephemeral=not stays)
    _keep_panel(interaction, snapshot, message_id, original=original, dm=stays)


async def hint(interaction: Interaction, snapshot: TableSnapshot, actor: Actor) -> None:
    """What the house would do in the person's place, for their eyes alone. Raises TableError."""
    services, table = interaction.client.services, snapshot.table
    advised = await services.tables.advice.hint(table.id, actor)
    chair = table.chairs.seat_of(interaction.user.id)
    assert chair is not None
    seat = snapshot.seat_for(chair)
    text = services.renderer.hint(advised, snapshot, seat, words_of(interaction))
    await tell(interaction, text, table.id)


async def start(interaction: Interaction, table_id: int, actor: Actor) -> TableSnapshot:
    """Start the match, calling house players into the empty chairs. Raises TableError."""
    tables = interaction.client.services.tables
    table = (await tables.repository.look(table_id)).table
    if table.status is Status.LOBBY and any(seat.occupant is None for seat in table.chairs):
        await tables.lobby.seat_house(table_id, actor)
    return await tables.play.start(table_id, actor)


async def show_house_rules(
    interaction: Interaction, snapshot: TableSnapshot, actor: Actor, *, more: bool = False
) -> None:
    """The table's house rules; as a form for a person who may change them, with `more` the second one.
    Raises TableError."""
    renderer, words = interaction.client.services.renderer, words_of(interaction)
    if snapshot.table.status is not Status.LOBBY or not may(actor, Action.OPTIONS, snapshot.table):
        await show(interaction, renderer.house_rules(snapshot, words))
        return
    await open_form(interaction, renderer.rules_form(snapshot, words, more=more))


async def show_guide(interaction: Interaction, game: str) -> None:
    """How to play that game, from its first page."""
    renderer = interaction.client.services.renderer
    await show(interaction, await renderer.guide(game, 0, interaction.user.id, words_of(interaction)))


async def warn(interaction: Interaction) -> None:
    """Say what keeps the posts of the table in question from its channel, if anything does, and try again."""
    services, table_id = interaction.client.services, interaction.extras.get("table")
    if table_id is None:
        return
    snapshot = await services.tables.repository.look(table_id)
    for place in dict.fromkeys((snapshot.table.telling.place, snapshot.table.telling.channel_id)):
        trouble = services.publisher.trouble(place)
        if trouble is not None:
            await tell(interaction, services.renderer.trouble(trouble, words_of(interaction)), table_id)
            return
