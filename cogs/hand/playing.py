"""Making a move that was on a message, with a question first where it is wanted; hints and questions."""

from collections.abc import Awaitable
from typing import Final

from bot.rules.errors import RuleError
from bot.rules.registry import GAMES
from bot.tables.people.access import visible_seat
from bot.tables.play.play import moved_on
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from cogs.answering.table_press import TablePress
from cogs.hand.hints import hint_text
from cogs.hand.read_panel import done_text
from cogs.ui.layout import note
from cogs.ui.refusals import refusal_text

_STAKING: Final = frozenset(
    verb for game in GAMES.values() for verb, move in game.verbs.items() if move.stakes_game
)
"""The verbs of moves that stake the game, in any game."""


async def make_move(press: TablePress, move: str, *, sure: bool = False) -> None:
    """Make a move that was on a message.

    On their own panel people are asked first, unless they are `sure`, where the move stakes the game or they
    want that for every move.
    """
    if not sure and await _asked_first(press, move):
        return
    use_case = press.services.tables.play.act(press.table_id, press.actor, move, press.step)
    if await press.reads():
        await _tell_after(press, move, use_case)
    else:
        await press.redraw_after(use_case)


async def hint(press: TablePress) -> None:
    """What the house would do in the person's place, for their eyes alone. Raises TableError."""
    advised = await press.services.tables.advice.hint(press.table_id, press.actor)
    chair = press.snapshot.table.chairs.seat_of(press.user_id)
    assert chair is not None
    seat = press.snapshot.seat_for(chair)
    await press.tell(hint_text(advised, press.snapshot, seat, press.words))


async def _tell_after(press: TablePress, move: str, use_case: Awaitable[TableSnapshot]) -> None:
    # For somebody who reads: a new message says that the move is made. If it is refused, or it is still their
    # turn, or the hand is over, that message is their panel.
    before = await press.look()
    try:
        snapshot = await use_case
    except (TableError, RuleError) as error:
        now, refusal = await press.look(), refusal_text(error, press.words)
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
        return False  # on a message that is everybody's
    settings = await press.settings()
    wanted = settings.confirm
    if not wanted and move.partition(" ")[0] not in _STAKING:
        return False
    snapshot = await press.look()
    seat = snapshot.table.chairs.seat_of(press.user_id)
    if seat is None or snapshot.table.status is not Status.PLAYING or moved_on(snapshot, seat, press.step):
        return False  # what is wrong with it is said
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
