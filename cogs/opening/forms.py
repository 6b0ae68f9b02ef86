"""The form of a table's house rules, and how its answers are read."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.rules.catalogue import ENGLISH, Catalogue
from bot.rules.options import Offer
from bot.tables.state.snapshot import TableSnapshot
from cogs.opening.house_rules import CLOCK, Question, questions
from cogs.ui.actions import TABLE
from cogs.ui.arguments import reading
from cogs.ui.glyphs import as_text, fitted
from cogs.ui.layout import LONGEST_ANSWER, LONGEST_DESCRIPTION, LONGEST_TITLE, labelled, menu

BESIDES: Final = "besides"  # the field with all yes-or-no questions


class RulesForm(ui.Modal):
    """A table's house rules and settings; with `more` the less common house rules."""

    def __init__(self, snapshot: TableSnapshot, words: Catalogue, *, more: bool) -> None:
        gettext, table_id = words.gettext, snapshot.table.id
        if more:
            title = gettext("More house rules · table {table}", table=table_id)
        else:
            title = gettext("House rules · table {table}", table=table_id)
        custom_id = TABLE.form_id("set-rules", table=table_id, more=more)
        super().__init__(title=fitted(title, LONGEST_TITLE), custom_id=custom_id)
        asked = questions(snapshot, words, Offer.MORE if more else Offer.RULES)
        for question in asked:
            if not question.yes:
                self.add_item(labelled(question.title, _one_of(question), question.text))
        if besides := [question for question in asked if question.yes]:
            self.add_item(labelled(gettext("And besides"), _ticks(besides)))


def _one_of(question: Question) -> ui.Item[Any]:
    if question.key == CLOCK:
        return menu(question.key, question.answers)
    options = [
        discord.RadioGroupOption(
            value=answer.value, label=fitted(as_text(answer.label), LONGEST_ANSWER), default=answer.chosen
        )
        for answer in question.answers
    ]
    return ui.RadioGroup(custom_id=question.key, options=options)


def _ticks(asked: Sequence[Question]) -> ui.Item[Any]:
    options = [
        discord.CheckboxGroupOption(
            value=question.key,
            label=fitted(question.title, LONGEST_ANSWER),
            description=fitted(as_text(question.text), LONGEST_DESCRIPTION),
            default=question.chosen.value == question.yes,
        )
        for question in asked
    ]
    return ui.CheckboxGroup(
        custom_id=BESIDES, options=options, required=False, min_values=0, max_values=len(options)
    )


def rules_answers(snapshot: TableSnapshot, answers: Mapping[str, Any], *, more: bool) -> dict[str, str]:
    """The answers on a form of house rules, by question. Raises TableError."""
    with reading():
        return _rules_answers(snapshot, answers, more=more)


def _rules_answers(snapshot: TableSnapshot, answers: Mapping[str, Any], *, more: bool) -> dict[str, str]:
    given = {key: one[0] if isinstance(one, list) else one for key, one in answers.items() if key != BESIDES}
    ticked = set(answers.get(BESIDES, ()))
    for question in questions(snapshot, ENGLISH, Offer.MORE if more else Offer.RULES):
        if question.yes:
            no = next(answer.value for answer in question.answers if answer.value != question.yes)
            given[question.key] = question.yes if question.key in ticked else no
    if not all(isinstance(one, str) for one in given.values()) or not ticked <= given.keys():
        raise ValueError(answers)
    return given
