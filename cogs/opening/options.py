"""A table's house rules, read-only."""

from bot.rules.catalogue import Catalogue
from bot.rules.options import Offer, Option, Options
from bot.tables.state.snapshot import TableSnapshot
from cogs.opening.house_rules import questions
from cogs.ui.layout import BAIZE, Drawing, Layout


def draw_options(snapshot: TableSnapshot, words: Catalogue) -> Drawing:
    """Every house rule and setting with its answer."""
    layout = Layout(BAIZE)
    layout.text("### " + words.gettext("House rules · table {table}", table=snapshot.table.id))
    asked = questions(snapshot, words)
    layout.text("\n".join(f"{question.text}\n> {question.chosen.label}" for question in asked))
    layout.text("-# " + words.gettext("Only the table's keeper can change these, and only before the start."))
    return layout.drawing()


def rules_line(options: Options, words: Catalogue) -> str:
    """The house rules in a line: those with a button, and any unusual ones."""
    said = []
    for option in options.described():
        answer = chosen_answer(option, options, words)
        if option.offer is Offer.LOBBY:
            said.append(answer)
        elif getattr(options, option.name) != option.usual:
            said.append(f"{words.gettext(option.title)}: {answer}")
    return " · ".join(said)


def chosen_answer(option: Option, options: Options, words: Catalogue) -> str:
    """The present answer to that option's question."""
    value = getattr(options, option.name)
    return words.gettext(next(choice.words for choice in option.choices if choice.value == value))
