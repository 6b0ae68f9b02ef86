"""What can be pressed with cards in hand: moves, one's panel, hints, questions about the hand."""

from typing import Annotated

from bot.tables.people.access import Action, visible_seat
from bot.tables.state.errors import TableError
from cogs.answering.table_press import TablePress
from cogs.hand import playing
from cogs.hand.read_panel import answer_line, draw_gone
from cogs.hand.reading import Question, gone_parts
from cogs.ui.actions import MOVES, TABLE
from cogs.ui.arguments import Text, Word, Written

_Move = Annotated[str, Written(r"[^!].*")]


@MOVES.action("", needs=Action.MOVE)
async def move(press: TablePress, move: _Move) -> None:
    """Makes a move, written in the notation."""
    await playing.make_move(press, move)


@TABLE.menu_action("move", needs=Action.MOVE)
async def chosen_move(press: TablePress, number: int, move: Text) -> None:
    """Makes one of many moves; a message may have several such menus, told apart by `number`."""
    await playing.make_move(press, move)


@TABLE.action("yes", needs=Action.MOVE)
async def yes(press: TablePress, move: Text) -> None:
    """Makes a move that its player was asked to confirm."""
    await playing.make_move(press, move, sure=True)


@TABLE.action("unmark", needs=Action.MOVE)
async def unmark(press: TablePress) -> None:
    """Takes back the mark of a card. It never plays it, even if the turn has just come."""
    await press.redraw_after(press.services.tables.play.unmark(press.table_id, press.actor))


@TABLE.action("hand", needs=Action.HAND)
async def my_hand(press: TablePress) -> None:
    """Shows the person who presses it their own hand."""
    # Answering with the table message drawn anew costs nothing and lends its token.
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
    """Says what the house would do."""
    await playing.hint(press)


@TABLE.action("back", needs=Action.COME_BACK)
async def back(press: TablePress) -> None:
    """Takes one's seat again after having been away."""
    await press.redraw_after(press.services.tables.play.come_back(press.table_id, press.actor))


@TABLE.action("ask", needs=Action.HAND)
async def ask(press: TablePress, about: Word) -> None:
    """Answers one question of the person at the table, for them alone, in a line or a few: on their panel, or
    in the reading mode in a message."""
    seat = _visible_seat(press)
    try:
        question = Question(about)
    except ValueError:
        raise TableError("old-button") from None
    spoken = (await press.settings()).reading
    await press.tell(answer_line(press.snapshot, seat, question, press.words, spoken=spoken))


@TABLE.action("gone", needs=Action.HAND)
async def gone(press: TablePress, part: Annotated[str, Written(r"\w*")]) -> None:
    """Says what has gone of one suit; without one, asks of which."""
    if not press.snapshot.table.open:
        raise TableError("closed")
    seat = _visible_seat(press)
    if not part:
        await press.reply.show(draw_gone(press.snapshot, seat, press.words))
        return
    lines = {gone.key: gone.words for gone in gone_parts(press.snapshot, seat, press.words)}
    nothing = press.words.gettext("Nothing has been played in this hand yet.")
    await press.reply.say(lines.get(part) or nothing)


def _visible_seat(press: TablePress) -> int:
    seat = visible_seat(press.snapshot.table, press.user_id)
    if seat is None:
        raise TableError("no-hand")
    return seat
