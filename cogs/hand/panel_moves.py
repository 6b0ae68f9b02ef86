"""The moves on a hand panel: those to make now, and the cards to mark for later."""

from collections.abc import Sequence
from dataclasses import replace

import discord

from bot.rules.catalogue import Catalogue
from bot.rules.presentation.scene import Choice
from bot.rules.registry import text_for
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.turns.move_policy import mark_fails, marks_of, not_asked
from cogs.table.moves import MOST_BUTTONS, draw_marks, draw_moves, sense_style
from cogs.transport.emojis import Signs
from cogs.ui.actions import buttons_at
from cogs.ui.layout import Layout
from cogs.ui.names import plain_name, safe_name
from cogs.ui.scenes import choices_of

_STYLE = discord.ButtonStyle
_AFTER_MARKS = 10
"""The number of the first menu after those of marks."""


def lay_plays(
    layout: Layout,
    snapshot: TableSnapshot,
    seat: int,
    choices: Sequence[Choice],
    words: Catalogue,
    signs: Signs,
) -> None:
    """Add the cards that seat may play to an adviser's panel, for display only."""
    if snapshot.seats_to_move(seat):
        plays = _to_choose(snapshot, seat, choices)
        draw_moves(layout, snapshot, [replace(play, enabled=False) for play in plays], words, signs)


def lay_moves(
    layout: Layout,
    snapshot: TableSnapshot,
    seat: int,
    choices: Sequence[Choice],
    words: Catalogue,
    signs: Signs,
    most: int = MOST_BUTTONS,
) -> None:
    """Add that seat's moves to its panel, `most` of them as buttons, or the cards it may mark."""
    markable = marks_of(snapshot, seat)
    if not markable:
        at = snapshot.seat_for(seat)
        if move := mark_fails(snapshot, at):
            view = snapshot.view(at)
            text = text_for(snapshot.table.game, words)
            marked = {"move": text.describe_move(view, move, snapshot.names(safe_name, words)).label}
            if move in view.legal:
                said = words.gettext("{move} was marked, but is not of the suit led; choose again.", **marked)
            else:
                said = words.gettext("{move} was marked, but cannot be played now; choose again.", **marked)
            layout.text(said)
        offered = _to_choose(snapshot, seat, _with_optional(snapshot, seat, choices, words))
        draw_moves(layout, snapshot, offered, words, signs, most)
        return
    layout.small(words.gettext("What you mark is played at your turn."))
    now = snapshot.table.dealt.marked
    marks = [now[one] for one in snapshot.played_by(seat) if one in now]
    dummys = _choices_of_dummy(snapshot, seat, words)
    own = words.gettext("Mark from your own hand")
    grouped = [replace(choice, group=own) for choice in choices] if dummys else choices
    draw_marks(layout, snapshot, [*grouped, *dummys], marks, markable, words, signs)
    besides = {str(move) for one in snapshot.played_by(seat) for move in snapshot.optional_moves(one)}
    if besides:
        others = [choice for choice in (*choices, *dummys) if choice.move in besides]
        draw_moves(layout, snapshot, others, words, signs, most, first_menu=_AFTER_MARKS)


def lay_question(
    layout: Layout, snapshot: TableSnapshot, seat: int, asked: str, words: Catalogue, *, spoken: bool = False
) -> None:
    """Ask on the panel whether the person means the move `asked`; `spoken` in words only."""
    at, button = snapshot.seat_for(seat), buttons_at(snapshot.table.id, snapshot.step)
    move = snapshot.game.parse(asked)
    text = text_for(snapshot.table.game, words)
    described = text.describe_move(snapshot.view(at), move, snapshot.names(safe_name, words))
    if described.group:
        question = words.gettext("Do you want to {move}?", move=described.words)
    else:
        card = described.words if spoken else described.label
        question = words.pgettext("button", "Play {card}?", card=card)
    layout.text(f"**{question}**")
    yes, no = words.pgettext("answer", "Yes"), words.pgettext("answer", "No")
    agreed = button("yes", yes, sense_style(described.sense, _STYLE.success), move=asked)
    layout.buttons([agreed, button("refresh", no)])


def _to_choose(snapshot: TableSnapshot, seat: int, choices: Sequence[Choice]) -> list[Choice]:
    left_out = not_asked(snapshot, seat)
    return [choice for choice in choices if choice.enabled and choice.move not in left_out]


def _with_optional(
    snapshot: TableSnapshot, seat: int, choices: Sequence[Choice], words: Catalogue
) -> list[Choice]:
    # Actions for the other of two hands that one person plays.
    text, names = text_for(snapshot.table.game, words), snapshot.names(plain_name, words)
    there = {choice.move for choice in choices}
    besides = [
        choice
        for one in snapshot.played_by(seat)
        for choice in text.choices(snapshot.view(one), snapshot.optional_moves(one), names)
        if choice.move not in there
    ]
    return [*choices, *besides]


def _choices_of_dummy(snapshot: TableSnapshot, seat: int, words: Catalogue) -> list[Choice]:
    # For a player who plays a dummy's cards, too.
    return [
        replace(choice, group=words.gettext("Mark from dummy's hand"))
        for one in snapshot.played_by(seat)
        if one != seat
        for choice in choices_of(snapshot, one, words)
    ]
