"""Actions of a player: moves, the panel, hints, questions about the hand."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated

from bot.rules.errors import RuleError
from bot.tables.people.access import Action, visible_seat
from bot.tables.play.play import moved_on
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from cogs.answering.table_press import TablePress
from cogs.hand.hints import hint_text
from cogs.hand.read_panel import answer_line, done_text, draw_gone
from cogs.hand.reading import Question, gone_parts
from cogs.ui.actions import MOVES, TABLE
from cogs.ui.arguments import Text, Word, Written
from cogs.ui.layout import note

_Move = Annotated[str, Written(r"[^!].*")]


@MOVES.action("", needs=Action.MOVE)
async def move(press: TablePress, move: _Move) -> None:
    """Makes a move, given in the notation."""
    await make_move(press, move)


@TABLE.menu_action("move", needs=Action.MOVE)
async def chosen_move(press: TablePress, number: int, move: Text) -> None:
    """Makes one of many moves; `number` keeps the custom_ids of several menus distinct."""
    await make_move(press, move)


@TABLE.action("yes", needs=Action.MOVE)
async def yes(press: TablePress, move: Text) -> None:
    """Makes a move after confirmation."""
    await make_move(press, move, sure=True)


@TABLE.action("unmark", needs=Action.MOVE)
async def unmark(press: TablePress) -> None:
    """Unmarks a card. It never plays it, even if the turn has just come."""
    await press.redraw_after(press.services.tables.play.unmark(press.table_id, press.actor))


@TABLE.action("hand", needs=Action.HAND)
async def my_hand(press: TablePress) -> None:
    """Shows the person their own hand."""
    # Answering with the redrawn table message costs nothing and provides its token.
    if await press.services.messages.is_table_message(press.table_id, press.message):
        await press.redraw(press.snapshot)
    await press.show_hand()


@TABLE.action("refresh", needs=Action.HAND)
async def refresh(press: TablePress) -> None:
    """Draws a panel anew."""
    tables = press.services.tables
    await tables.house_turns.looked_in(press.table_id, press.user_id)
    await press.redraw_after(tables.repository.fresh(press.table_id))


@TABLE.action("hint", needs=Action.HINT)
async def hint(press: TablePress) -> None:
    """Shows what the house would play in the person's place. Raises TableError."""
    advised = await press.services.tables.advice.hint(press.table_id, press.actor)
    chair = press.snapshot.table.chairs.seat_of(press.user_id)
    assert chair is not None
    seat = press.snapshot.seat_for(chair)
    await press.tell(hint_text(advised, press.snapshot, seat, press.words))


@TABLE.action("back", needs=Action.COME_BACK)
async def back(press: TablePress) -> None:
    """Takes one's seat again after having been away."""
    await press.redraw_after(press.services.tables.play.come_back(press.table_id, press.actor))


@TABLE.action("ask", needs=Action.HAND)
async def ask(press: TablePress, about: Word) -> None:
    """Answers one question about the table: on the panel, or in the reading mode in a message."""
    seat = _visible_seat(press)
    try:
        question = Question(about)
    except ValueError:
        raise TableError("old-button") from None
    spoken = (await press.settings()).reading
    await press.tell(answer_line(press.snapshot, seat, question, press.words, spoken=spoken))


@TABLE.action("gone", needs=Action.HAND)
async def gone(press: TablePress, part: Annotated[str, Written(r"\w*")]) -> None:
    """Shows what has been played of a suit; without one, asks which."""
    if not press.snapshot.table.open:
        raise TableError("closed")
    seat = _visible_seat(press)
    if not part:
        await press.reply.show(draw_gone(press.snapshot, seat, press.words))
        return
    lines = {gone.key: gone.words for gone in gone_parts(press.snapshot, seat, press.words)}
    nothing = press.words.gettext("Nothing has been played in this hand yet.")
    await press.reply.say(lines.get(part) or nothing)


async def make_move(press: TablePress, move: str, *, sure: bool = False) -> None:
    """Make a move that was offered on a message. On a person's own panel it asks for confirmation, unless
    they are `sure`, if the move stakes the game or they want that for every move."""
    if not sure and await _asked_first(press, move):
        return
    act = partial(press.services.tables.play.act, press.table_id, press.actor, move, press.step)
    if await press.reads():
        await _tell_after(press, move, act)
    else:
        await press.redraw_after(act())


async def _tell_after(press: TablePress, move: str, act: Callable[[], Awaitable[TableSnapshot]]) -> None:
    # In the reading mode a new message confirms the move. If the move is refused, or it is still the person's
    # turn, or the hand is over, that message is their panel.
    before = await press.look()
    try:
        snapshot = await act()
    except (TableError, RuleError) as error:
        now, refusal = await press.look(), press.refusal(error)
        if visible_seat(now.table, press.user_id) is None:
            await press.reply.say(refusal)
        else:
            await press.show_read_panel(now, refusal)
        return
    seat = snapshot.table.chairs.seat_of(press.user_id)
    done = "" if seat is None else done_text(before, snapshot, seat, move, press.words)
    waits = snapshot.table.status is Status.PLAYING and not snapshot.between_hands
    if not waits or seat in snapshot.players_awaited():
        await press.show_read_panel(snapshot, done.partition("\n")[0])
        return
    message_id, original = await press.reply.show(note(done), ephemeral=press.guild_id is not None)
    press.keep_read(snapshot, message_id, original=original)


async def _asked_first(press: TablePress, move: str) -> bool:
    message = press.message
    if message is None or not press.is_own:
        return False  # on a public message
    settings = await press.settings()
    wanted, kind = settings.confirm, press.snapshot.game.verbs.get(move.partition(" ")[0])
    if not wanted and not (kind and kind.stakes_game):
        return False
    snapshot = await press.look()
    seat = snapshot.table.chairs.seat_of(press.user_id)
    if seat is None or snapshot.table.status is not Status.PLAYING or moved_on(snapshot, seat, press.step):
        return False  # the answer says what is wrong with it
    legal = [legal for at in snapshot.seats_to_move(seat) for legal in snapshot.view(at).legal]
    besides = snapshot.seat_besides(seat, move) is not None
    if not (wanted and besides) and not any(
        move == str(other) and (wanted or other.stakes_game) for other in legal
    ):
        return False
    drawing = await press.services.renderer.hand_panel(snapshot, settings, move)
    if settings.reading:
        await press.reply.show(drawing, ephemeral=press.guild_id is not None)
    elif await press.reply.refresh(drawing):
        press.keep_panel(snapshot, message.id, original=True, dm=not message.flags.ephemeral)
    return True


def _visible_seat(press: TablePress) -> int:
    seat = visible_seat(press.snapshot.table, press.user_id)
    if seat is None:
        raise TableError("no-hand")
    return seat
