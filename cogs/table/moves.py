"""The moves a person may make, as buttons and, where they are too many, as menus."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial

import discord

from bot.rules.catalogue import Catalogue
from bot.rules.presentation.scene import Choice, Sense
from bot.tables.state.snapshot import TableSnapshot
from cogs.transport.emojis import PLAIN_SIGNS, Signs
from cogs.ui.actions import MOVES, STYLE, TABLE
from cogs.ui.layout import Answer, Button, Layout, Menu

MOST_BUTTONS = 18  # of the 40 components of a message; the rest is for headings, texts and the last buttons
MENU_LENGTH = 25  # Discord's limit
MOST_MARKS = 5  # the most cards that may be marked by buttons; more of them would fill a phone


@dataclass(frozen=True, slots=True)
class MoveControls:
    """Makes the controls of moves: `button` takes a label, a style and the keywords `emoji`, `disabled` and
    `move`; `menu` a placeholder, answers and the keyword `number`."""

    button: Callable[..., Button]
    menu: Callable[..., Menu]


def draw_moves(
    layout: Layout,
    snapshot: TableSnapshot,
    choices: Sequence[Choice],
    words: Catalogue,
    signs: Signs = PLAIN_SIGNS,
    most: int = MOST_BUTTONS,
    first_menu: int = 0,
) -> None:
    """The choices by group; the largest groups become menus until the rest fits, `most` at a time. Menus are
    numbered from `first_menu`, since a message may have others.

    Moves that the bot makes itself, such as a cut, are not offered.
    """
    if snapshot.seat_cut_for is not None:
        choices = [choice for choice in choices if not snapshot.game.parse(choice.move).preliminary]
    verb = words.pgettext("button", "Play")
    draw_choices(layout, _controls(snapshot), choices, verb, signs, most=most, numbers=first_menu)


def draw_marks(
    layout: Layout,
    snapshot: TableSnapshot,
    choices: Sequence[Choice],
    marked: Collection[str],
    markable: Collection[str],
    words: Catalogue,
    signs: Signs = PLAIN_SIGNS,
) -> None:
    """The same while it is not the person's turn: cards they may mark to be played when it comes.

    `marked` are the marked moves, at most one per hand; `markable` are those that may be. Every label says
    what a press does, because not all screen readers announce disabled buttons. Many cards become a menu.
    """
    offered = [
        replace(choice, label=words.pgettext("button", "Mark {card}", card=choice.label), enabled=True)
        for choice in choices
        if choice.move in markable and choice.move not in marked
    ]
    verb = words.gettext("Mark what to play")
    draw_choices(layout, _controls(snapshot), offered, verb, signs, STYLE.secondary, MOST_MARKS)
    if marked:
        labels = [next((choice.label for choice in choices if choice.move == move), move) for move in marked]
        unmark = words.pgettext("button", "Unmark {card}", card=words.listed(labels))
        layout.buttons(
            [TABLE.button("unmark", unmark, STYLE.primary, table=snapshot.table.id, step=snapshot.step)]
        )


def draw_choices(
    layout: Layout,
    controls: MoveControls,
    choices: Sequence[Choice],
    verb: str,
    signs: Signs = PLAIN_SIGNS,
    style: discord.ButtonStyle | None = None,
    most: int = MOST_BUTTONS,
    numbers: int = 0,
) -> None:
    """The choices by group, as `draw_moves` draws them; `verb` names a menu of plays."""
    # Ordinary moves first, then the groups in the game's order, independent of the language.
    groups: dict[str, list[Choice]] = {}
    for choice in sorted(choices, key=lambda choice: bool(choice.group)):
        groups.setdefault(choice.group, []).append(choice)
    menus = {choice.group for choice in choices if choice.listed}
    while sum(len(members) for name, members in groups.items() if name not in menus) > most:
        menus.add(max(groups.keys() - menus, key=lambda name: (len(groups[name]), name)))
    # A menu contains only moves that can be chosen.
    groups = {
        name: members
        for name, members in groups.items()
        if name not in menus or any(choice.enabled for choice in members)
    }
    for name, members in groups.items():
        if name not in menus:
            if name and len(groups) > 1:
                # A heading separates groups; "Or" alone would follow nothing.
                layout.text(f"-# {name}")
            layout.buttons(_button(controls, choice, signs, style) for choice in members)
            continue
        enabled = [choice for choice in members if choice.enabled]
        for start in range(0, len(enabled), MENU_LENGTH):
            answers = [_answer(choice, signs) for choice in enabled[start : start + MENU_LENGTH]]
            placeholder = (name or verb) + " …"
            layout.menu(controls.menu(placeholder, answers, number=numbers))
            numbers += 1


def _controls(snapshot: TableSnapshot) -> MoveControls:
    table, step = snapshot.table.id, snapshot.step
    return MoveControls(
        partial(MOVES.button, "", table=table, step=step), partial(TABLE.menu, "move", table=table, step=step)
    )


def _button(
    controls: MoveControls, choice: Choice, signs: Signs, style: discord.ButtonStyle | None
) -> Button:
    sign = signs.on(choice)
    lit = style or sense_style(choice.sense, STYLE.primary if choice.group else sign.colour or STYLE.success)
    style = lit if choice.enabled else STYLE.secondary
    return controls.button(sign.label, style, emoji=sign.emoji, disabled=not choice.enabled, move=choice.move)


def sense_style(sense: Sense, usual: discord.ButtonStyle) -> discord.ButtonStyle:
    """The button style of a move of that sense; an ordinary one gets the `usual` style."""
    match sense:
        case Sense.ORDINARY:
            return usual
        case Sense.RISKY:
            return STYLE.danger
        case Sense.LAST_RESORT:
            return STYLE.secondary


def _answer(choice: Choice, signs: Signs) -> Answer:
    sign = signs.on(choice)
    return Answer(choice.move, sign.label, emoji=sign.emoji)
