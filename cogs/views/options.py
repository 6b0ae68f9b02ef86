"""The house rules of a table: as they stand, and as menus for its host before the start."""

from bot.rules.catalogue import Catalogue
from bot.rules.options import Option, Options
from bot.tables.model import Status
from bot.tables.snapshot import TableSnapshot
from cogs.components import RulesButton
from cogs.drawing import Drawing
from cogs.menus import Answer, ClockMenu, HintsMenu, OptionMenu
from cogs.views.layout import BAIZE, Layout

CLOCKS = (0, 60, 180, 600, 86400)
"""Turn clocks on offer, in seconds."""


def draw_offer(snapshot: TableSnapshot, words: Catalogue) -> Drawing:
    """The house rules as they stand, for the host of a new table, with a button to change them."""
    table, game = snapshot.table, snapshot.game
    options = game.options(table.options)
    lines = []
    for option in options.described():
        usual = getattr(options, option.name) == option.usual
        answer = chosen_answer(option, options, words)
        lines.append(f"-# {words.gettext(option.question)} {_marked(answer, words, usual=usual)}")
    layout = Layout(BAIZE)
    head = words.gettext("House rules · table {table}", table=table.id)
    hint = words.gettext("Set for you; press **Start** on the table to play by them.")
    layout.text(f"### {head}\n{hint}")
    layout.text("\n".join(lines))
    layout.buttons([RulesButton(table.id, 0, words.gettext("Change the house rules"))])
    return layout.drawing()


def draw_options(snapshot: TableSnapshot, words: Catalogue, *, may_change: bool) -> Drawing:
    """Every house rule with its answer; as menus for a person who may change them."""
    table, game = snapshot.table, snapshot.game
    options = game.options(table.options)
    layout = Layout(BAIZE)
    layout.text("### " + words.gettext("House rules · table {table}", table=table.id))
    if may_change and table.status is Status.LOBBY:
        _menus(layout, snapshot, options, words)
        return layout.drawing()
    for option in options.described():
        layout.text(f"{words.gettext(option.question)}\n> {chosen_answer(option, options, words)}")
    clock = words.gettext("Turn clock")
    layout.text(f"{clock}\n> {clock_in_words(table.turn_seconds, words)}")
    hints = words.gettext("Hints")
    allowed = words.gettext("Allowed") if table.hints else words.gettext("Switched off")
    layout.text(f"{hints}\n> {allowed}")
    layout.text("-# " + words.gettext("Only the table's keeper can change these, and only before the start."))
    return layout.drawing()


def _menus(layout: Layout, snapshot: TableSnapshot, options: Options, words: Catalogue) -> None:
    table = snapshot.table
    for option in options.described():
        layout.text(words.gettext(option.question))
        now = getattr(options, option.name)
        answers = [
            Answer(
                str(index),
                _marked(words.gettext(choice.words), words, usual=choice.value == option.usual),
                choice.value == now,
            )
            for index, choice in enumerate(option.choices)
        ]
        layout.menu(OptionMenu(table.id, option.name, answers))
    seconds = table.turn_seconds
    clocks = CLOCKS if seconds in CLOCKS else (seconds, *CLOCKS)
    layout.text(words.gettext("How long may a turn take before the house steps in?"))
    layout.menu(
        ClockMenu(
            table.id,
            0,
            [Answer(str(clock), clock_in_words(clock, words), clock == seconds) for clock in clocks],
        )
    )
    layout.text(words.gettext("May players ask the house for a hint?"))
    layout.menu(
        HintsMenu(
            table.id,
            0,
            [
                Answer("1", words.gettext("Yes"), table.hints),
                Answer("0", words.gettext("No"), not table.hints),
            ],
        )
    )


def chosen_answer(option: Option, options: Options, words: Catalogue) -> str:
    """The answer to that option's question under these options."""
    value = getattr(options, option.name)
    return words.gettext(next(choice.words for choice in option.choices if choice.value == value))


def clock_in_words(seconds: int, words: Catalogue) -> str:
    """A turn clock: `Three minutes a turn`."""
    match seconds:
        case 0:
            return words.gettext("No turn clock")
        case 60:
            return words.gettext("One minute a turn")
        case 180:
            return words.gettext("Three minutes a turn")
        case 600:
            return words.gettext("Ten minutes a turn")
        case 86400:
            return words.gettext("A day a turn")
    return words.ngettext("{number} second a turn", "{number} seconds a turn", seconds)


def _marked(answer: str, words: Catalogue, *, usual: bool) -> str:
    return words.gettext("{answer} (usual)", answer=answer) if usual else answer
