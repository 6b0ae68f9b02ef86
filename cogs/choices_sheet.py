"""The moves a person may make, as buttons and, where they are too many, as menus."""

from collections.abc import Sequence
from itertools import groupby

import discord
from discord import ui

from bot.rules.scene import Choice
from bot.tables.live import Live
from cogs.custom_ids import Press
from cogs.items import ChoiceMenu, PressButton
from cogs.sheet import Composer

MOST_BUTTONS = 18
"""A sheet holds 40 components: with these go their rows and headings, the texts and the last buttons."""

MENU_LENGTH = 25
"""Discord's limit."""

_STYLE = discord.ButtonStyle


def draw_choices(sheet: Composer, live: Live, choices: Sequence[Choice]) -> None:
    """The choices, group by group; the largest groups shrink to menus until the rest have room."""
    ordered = sorted(choices, key=lambda choice: choice.group)
    groups = {name: tuple(members) for name, members in groupby(ordered, key=lambda choice: choice.group)}
    menus: set[str] = set()
    while sum(len(members) for name, members in groups.items() if name not in menus) > MOST_BUTTONS:
        menus.add(max(groups.keys() - menus, key=lambda name: (len(groups[name]), name)))
    for name, members in groups.items():
        if name in menus:
            _menu(sheet, live, name, [choice for choice in members if choice.enabled])
        else:
            if name:
                sheet.text(f"-# {name}")
            sheet.buttons(_button(live, choice) for choice in members)


def _button(live: Live, choice: Choice) -> PressButton:
    lit = _STYLE.primary if choice.group else _STYLE.success
    return PressButton(
        Press(live.table.id, live.step, None, choice.move),
        choice.label,
        lit if choice.enabled else _STYLE.secondary,
        disabled=not choice.enabled,
    )


def _menu(sheet: Composer, live: Live, name: str, choices: Sequence[Choice]) -> None:
    for number, start in enumerate(range(0, len(choices), MENU_LENGTH)):
        options = [(choice.move, choice.label, False) for choice in choices[start : start + MENU_LENGTH]]
        press = Press(live.table.id, live.step, "move", str(number))
        sheet.item(ui.ActionRow(ChoiceMenu(press, options, f"{name or 'Play'} …")))
