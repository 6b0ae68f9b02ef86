"""What if: a hand that is over, played on from one of its positions."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

import discord

from bot.rules.catalogue import pgettext_noop
from bot.rules.events import Event, Scored
from bot.rules.presentation.scene import Choice
from bot.rules.records.pages import HandPages
from bot.tables.play.continuations import Continuation
from bot.tables.state.snapshot import TableSnapshot
from cogs.hand.reading import read_aloud
from cogs.replay.position import Position, Seen, Viewer, lay_position
from cogs.result.replay_button import Page, Way
from cogs.result.result import result_text
from cogs.table.moves import MoveControls, draw_choices
from cogs.ui.actions import LONGEST_ID, TABLE, Namespace
from cogs.ui.layout import TURN, Button, Drawing, Layout
from cogs.ui.names import plain_name, safe_name
from cogs.words.aloud import aloud

_MOST_BUTTONS: Final = 13  # how many moves are buttons: a hand of whist
_LATEST: Final = 8  # how many lines say what has happened since


def room_for_line(snapshot: TableSnapshot, page: Page) -> int:
    """The number of characters in which a line from that page may be written in a custom_id."""
    at = {"table": snapshot.table.id, "page": page, "plays": 0, "line": "", "number": 0}
    return LONGEST_ID - len(TABLE.menu("if-move", "", (), **at).custom_id)


async def draw_what_if(
    snapshot: TableSnapshot,
    pages: HandPages,
    page: Page,
    plays: int | None,
    line: Continuation,
    viewer: Viewer,
) -> Drawing:
    """The hand as it goes on: the moves of the seat to play for, or where it ends, beside how it was played.
    `plays` is the seat that the person plays, None for all."""
    gettext, layout = viewer.words.gettext, Layout(TURN)
    # Somebody who sees one hand sees it from dummy's side when dummy is to play, as on a panel.
    seen = page if page.seat is None or line.seat is None else replace(page, seat=line.seat)
    position = Position(snapshot, seen, line.state, viewer)
    started = gettext("played on after move {move}", move=page.made)
    layout.text(position.head(pgettext_noop("heading", "{hand}: what if…"), started))
    who = gettext("You play all hands.")
    if plays is not None:
        name = position.names()[plays]
        who = gettext("You play for {name}, the house for the others.", name=name)
    layout.small(who)
    told = position.told([event for event in line.told if not isinstance(event, Scored)])
    layout.text("\n".join(told.splitlines()[-_LATEST:]))
    at = {"table": snapshot.table.id, "page": page, "plays": plays}
    if line.seat is None:
        layout.text(_end(position, pages, line))
    else:
        await lay_position(layout, position)
        name = position.names(safe_name)[line.seat]
        layout.text(gettext("**{name}** is to move.", name=name))
        lay_moves(layout, position, line, line.seat, (TABLE, "if", "if-move"), at)
    layout.buttons(_buttons(position, line, at))
    return layout.drawing()


def lay_moves(
    layout: Layout,
    position: Seen,
    line: Continuation,
    seat: int,
    action: tuple[Namespace, str, str],
    at: dict[str, Any],
) -> None:
    """Add the moves of that seat. `action` is a namespace with the names of the action that plays the hand on
    and of its menu, and `at` their arguments but the line."""
    (space, button_name, menu_name), words, game = action, position.words, line.game
    view, names = game.view(line.state, seat), position.names(plain_name)
    choices: Sequence[Choice] = position.text.choices(view, line.legal, names)
    if position.viewer.reads:
        choices = read_aloud(choices, words)

    def button(label: str, style: discord.ButtonStyle, *, emoji: Any, disabled: bool, move: str) -> Button:
        after = line.written_with(game.parse(move))
        return space.button(button_name, label, style, emoji=emoji, disabled=disabled, **at, line=after)

    controls = MoveControls(button, partial(space.menu, menu_name, **at, line=line.written))
    draw_choices(layout, controls, choices, words.pgettext("button", "Play"), most=_MOST_BUTTONS)


def _end(position: Position, pages: HandPages, line: Continuation) -> str:
    words, before = position.words, pages.course_until(position.page.made)
    lines = [words.gettext("So it ends:"), _result(position, line.results, [*before, *line.told])]
    if pages.results:
        played = _result(position, pages.results, pages.course_until(pages.last))
        lines += [words.gettext("As it was played:"), played]
    text = "\n".join(lines)
    return aloud(text, words) if position.viewer.reads else text


def _result(position: Position, results: Sequence[Scored], course: Sequence[Event]) -> str:
    sheet = position.text.result(results, position.names(), course)
    return "" if sheet is None else result_text(sheet, position.words)


def _buttons(position: Position, line: Continuation, at: dict[str, Any]) -> list[Button]:
    gettext, pgettext, buttons = position.words.gettext, position.words.pgettext, list[Button]()
    if line.seat is not None:
        buttons.append(TABLE.button("if-end", gettext("Let the house finish"), **at, line=line.written))
    if line.seat is not None and at["plays"] is not None and at["page"].seat is None:
        everybody = at | {"plays": None, "line": line.written}
        buttons.append(TABLE.button("if", gettext("Play all hands"), **everybody))
    if line.choices:
        buttons.append(TABLE.button("if", pgettext("button", "Start again"), **at, line=""))
    back = gettext("Back to the replay")
    return [*buttons, TABLE.button("replay", back, table=at["table"], page=at["page"], way=Way.HERE)]
