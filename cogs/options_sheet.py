"""The house rules of a table as menus, for its host before the start."""

from discord import ui

from bot.tables.live import Live
from bot.tables.model import Status
from cogs.custom_ids import Press
from cogs.items import ChoiceMenu, PressButton
from cogs.sheet import Composer, Drawing
from cogs.table_sheet import BAIZE

CLOCKS = (
    (0, "No turn clock"),
    (60, "One minute a turn"),
    (180, "Three minutes a turn"),
    (600, "Ten minutes a turn"),
    (86400, "A day a turn"),
)
"""Turn clocks on offer, in seconds."""


def draw_offer(live: Live) -> Drawing:
    """The house rules as they stand, for the host of a new table, with a button to change them."""
    table, game = live.table, live.game
    options = game.options(table.options)
    lines = []
    for option in options.described():
        value = getattr(options, option.name)
        words = next(choice.words for choice in option.choices if choice.value == value)
        usual = " (usual)" if value == option.default else ""
        lines.append(f"-# {option.question} {words}{usual}")
    sheet = Composer(BAIZE)
    sheet.text(
        f"### House rules · table {table.id}\nSet for you; press **Start** on the table to play by them."
    )
    sheet.text("\n".join(lines))
    sheet.buttons([PressButton(Press(table.id, 0, "rules", ""), "Change the house rules")])
    return sheet.drawing()


def draw_options(live: Live, *, may_change: bool) -> Drawing:
    """Every house rule with its answer; as menus for whoever may change them."""
    table, game = live.table, live.game
    options = game.options(table.options)
    may_change = may_change and table.status is Status.LOBBY
    sheet = Composer(BAIZE)
    sheet.text(f"### House rules · table {table.id}")
    for option in options.described():
        value = getattr(options, option.name)
        if not may_change:
            words = next(choice.words for choice in option.choices if choice.value == value)
            sheet.text(f"{option.question}\n> {words}")
            continue
        sheet.text(option.question)
        answers = [
            (
                str(index),
                choice.words + (" (usual)" if choice.value == option.default else ""),
                choice.value == value,
            )
            for index, choice in enumerate(option.choices)
        ]
        sheet.item(ui.ActionRow(ChoiceMenu(Press(table.id, 0, "option", option.name), answers)))
    seconds = table.turn_seconds
    if may_change:
        known = dict(CLOCKS)
        clocks = [*CLOCKS] if seconds in known else [(seconds, f"{seconds} seconds a turn"), *CLOCKS]
        sheet.text("How long may a turn take before the house steps in?")
        answers = [(str(value), words, value == seconds) for value, words in clocks]
        sheet.item(ui.ActionRow(ChoiceMenu(Press(table.id, 0, "clock", ""), answers)))
        sheet.text("May players ask the house for a hint?")
        answers = [("1", "Yes", table.hints), ("0", "No", not table.hints)]
        sheet.item(ui.ActionRow(ChoiceMenu(Press(table.id, 0, "hints", ""), answers)))
    else:
        sheet.text(f"Turn clock\n> {dict(CLOCKS).get(seconds, f'{seconds} seconds a turn')}")
        sheet.text(f"Hints\n> {'Allowed' if table.hints else 'Switched off'}")
        sheet.text("-# Only the table's keeper can change these, and only before the start.")
    return sheet.drawing()
