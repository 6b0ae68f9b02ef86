"""The questions about a new table: a game's house rules, and the table's own settings.

The forms, the typed command and the read-only text all use them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from bot.rules.catalogue import ENGLISH, Catalogue, gettext_noop, pgettext_noop
from bot.rules.game import AnyGame
from bot.rules.options import Offer, Option, Options
from bot.tables.seating.consulting import for_two
from bot.tables.state.chouette import Rotation
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Posting, Table
from cogs.ui.actions import TABLE
from cogs.ui.arguments import reading
from cogs.ui.glyphs import as_text, fitted, plainly
from cogs.ui.layout import (
    BAIZE,
    LONGEST_ANSWER,
    LONGEST_DESCRIPTION,
    LONGEST_TITLE,
    Answer,
    Drawing,
    Layout,
    labelled,
    menu,
)

POSTINGS: Final = {
    Posting.HAND: gettext_noop("One message a hand, and its result"),
    Posting.THREAD: gettext_noop("In a thread of each table; its results in the channel"),
    Posting.TRICKS: gettext_noop("Each trick in a message of its own"),
}

ROTATIONS: Final = {
    Rotation.NONE: pgettext_noop("answer", "No"),
    Rotation.VOLUNTEER: pgettext_noop("answer", "Yes; who volunteers plays alone, whoever wins"),
    Rotation.CUT_IN: pgettext_noop("answer", "Yes; places are cut for, and who loses makes place"),
}

RATES: Final = {
    50: gettext_noop("Half as often as usual"),
    100: gettext_noop("As often as usual"),
    200: gettext_noop("Twice as often as usual"),
    400: gettext_noop("Four times as often as usual"),
}
"""Rate limits for actions that cost others something, in per cent of the usual."""


CLOCKS: Final = (0, 60, 180, 600, 86400)  # turn clocks on offer, in seconds
LONGEST_CLOCK: Final = 7 * 86_400  # the longest turn clock on offer, in seconds

CLOCK: Final = "turn-clock"
HINTS: Final = "hints-allowed"
POSTING: Final = "posted-where"
CEREMONY: Final = "cut-ceremony"
CHOUETTE: Final = "chouette-rotation"
"""The keys of the settings; an option's key is its name, which has no hyphen."""

_YES, _NO = "1", "0"


@dataclass(frozen=True, slots=True)
class Question:
    """One thing to set: a short `title`, the whole question, and its answers, one of which is current.

    For a yes-or-no question `yes` is the value of the answer Yes; another answer is No.
    """

    key: str
    title: str
    text: str
    answers: tuple[Answer, ...]
    yes: str = ""

    @property
    def chosen(self) -> Answer:
        return next(answer for answer in self.answers if answer.chosen)

    def answer(self, value: str) -> Answer | None:
        return next((answer for answer in self.answers if answer.value == value), None)


def yes_or_no(option: Option) -> bool:
    """Whether an option is a yes-or-no question."""
    return {choice.value for choice in option.choices} == {True, False}


def questions(snapshot: TableSnapshot, words: Catalogue, *places: Offer) -> list[Question]:
    """The questions of those places; by default all questions about a table of this game."""
    table, game = snapshot.table, snapshot.game
    options = game.options(table.options)
    asked = [_of_option(option, getattr(options, option.name), words) for option in options.offered(*places)]
    return [*asked, *_settings(snapshot, words)] if not places or Offer.RULES in places else asked


def changes(game: AnyGame, answers: Mapping[str, str]) -> dict[str, Any]:
    """The arguments of `Lobby.set_up`, from the values of the answers given. Raises TableError for an unknown
    answer, as from a form older than the game's house rules."""
    told: dict[str, Any] = {}
    options: dict[str, str | int | bool] = {}
    described = {option.name: option for option in game.options_type.described()}
    for key, value in answers.items():
        match key:
            case "turn-clock" if value.isdecimal() and int(value) <= LONGEST_CLOCK:
                told["turn_seconds"] = int(value)
            case "hints-allowed" if value in (_YES, _NO):
                told["hints"] = value == _YES
            case "cut-ceremony" if value in (_YES, _NO):
                told["ceremony"] = value == _YES
            case "chouette-rotation" if value in [rotation.value for rotation in Rotation]:
                told["rotation"] = Rotation(value)
            case "posted-where" if value in [mode.value for mode in POSTINGS]:
                told["posting"] = Posting(value)
            case _ if key in described and value in _numbers(described[key]):
                options[key] = described[key].choices[int(value)].value
            case _:
                raise TableError("old-menu")
    return {**told, "options": options} if options else told


def changed(snapshot: TableSnapshot, told: Mapping[str, Any]) -> dict[str, Any]:
    """The changes that differ from the present values, so that an unchanged form changes nothing."""
    table = snapshot.table
    now = snapshot.game.options(table.options)
    set_now = {
        "turn_seconds": table.clock.turn_seconds,
        "hints": table.hints,
        "ceremony": table.ceremony,
        "rotation": table.rotation,
        "posting": table.telling.posting,
    }
    left = {name: told[name] for name, value in set_now.items() if told.get(name, value) != value}
    options = {name: value for name, value in told.get("options", {}).items() if getattr(now, name) != value}
    return {**left, "options": options} if options else left


def asked_by(snapshot: TableSnapshot, typed: str, words: Catalogue) -> Question:
    """The question that matches typed text, by its key or its title. Raises TableError."""
    wanted = plainly(typed).strip().casefold()
    for question in questions(snapshot, words):
        if wanted in (question.key, question.title.casefold(), question.text.casefold()):
            return question
    raise TableError("no-rule")


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


def _numbers(option: Option) -> list[str]:
    return [str(index) for index in range(len(option.choices))]


def _of_option(option: Option, now: object, words: Catalogue) -> Question:
    answers = tuple(
        Answer(
            str(index),
            _marked(choice.told(words), words, choice.value == option.usual),
            chosen,
        )
        for index, choice in enumerate(option.choices)
        for chosen in [choice.value == now]
    )
    yes = ""
    if yes_or_no(option):
        yes = next(str(index) for index, choice in enumerate(option.choices) if choice.value is True)
    return Question(
        option.name, words.pgettext("option", option.title), words.gettext(option.question), answers, yes
    )


def _settings(snapshot: TableSnapshot, words: Catalogue) -> list[Question]:
    table, gettext, pgettext = snapshot.table, words.gettext, words.pgettext
    yes, no, seconds = pgettext("answer", "Yes"), pgettext("answer", "No"), table.clock.turn_seconds
    clocks = CLOCKS if seconds in CLOCKS else (seconds, *CLOCKS)
    clock = Question(
        CLOCK,
        pgettext("option", "Turn clock"),
        gettext("How long may a turn take before the house steps in?"),
        tuple(Answer(str(clock), clock_in_words(clock, words), clock == seconds) for clock in clocks),
    )
    if table.board is not None:
        return [clock]  # the rest is fixed for a board
    return [
        Question(
            POSTING,
            gettext("Messages in the channel"),
            gettext("Where is told what happens?"),
            tuple(
                Answer(mode.value, gettext(said), mode is table.telling.posting)
                for mode, said in POSTINGS.items()
            ),
        ),
        clock,
        Question(
            HINTS,
            pgettext("option", "Hints"),
            gettext("May players ask the house for a hint?"),
            (Answer(_YES, yes, table.hints), Answer(_NO, no, not table.hints)),
            yes=_YES,
        ),
        Question(
            CEREMONY,
            pgettext("option", "Ceremony"),
            gettext("Do people cut for the deal, and cut what is shuffled, by themselves?"),
            (
                Answer(_YES, gettext("Yes, whoever has to presses a button"), table.ceremony),
                Answer(_NO, gettext("No, the bot cuts for everybody"), not table.ceremony),
            ),
            yes=_YES,
        ),
        *([_chouette(table, words)] if for_two(table) else []),
    ]


def _chouette(table: Table, words: Catalogue) -> Question:
    answers = tuple(
        Answer(rotation.value, words.pgettext("answer", said), rotation is table.rotation)
        for rotation, said in ROTATIONS.items()
    )
    # The first answer is No, so a form can show it as a yes-or-no question.
    question = words.gettext("Does one person play against the others, who consult?")
    yes = table.rotation if table.chouette else Rotation.VOLUNTEER
    return Question(CHOUETTE, words.pgettext("option", "Chouette"), question, answers, yes.value)


def _marked(answer: str, words: Catalogue, usual: bool) -> str:
    # A long answer is cut before the mark.
    room = LONGEST_ANSWER - len(words.pgettext("answer", "{answer} (usual)", answer=""))
    return words.pgettext("answer", "{answer} (usual)", answer=fitted(answer, room)) if usual else answer


def draw_options(snapshot: TableSnapshot, words: Catalogue) -> Drawing:
    """Every house rule and setting with its answer."""
    layout = Layout(BAIZE)
    layout.text("### " + words.gettext("House rules · table {table}", table=snapshot.table.id))
    asked = questions(snapshot, words)
    layout.text("\n".join(f"{question.text}\n> {question.chosen.label}" for question in asked))
    layout.small(words.gettext("Only the table's keeper can change these, and only before the start."))
    return layout.drawing()


def rules_line(options: Options, words: Catalogue) -> str:
    """The house rules in a line: those with a button, and any unusual ones."""
    said = []
    for option in options.described():
        answer = chosen_answer(option, options, words)
        if option.offer is Offer.LOBBY:
            said.append(answer)
        elif getattr(options, option.name) != option.usual:
            said.append(words.line(words.pgettext("option", option.title), answer))
    return " · ".join(said)


def chosen_answer(option: Option, options: Options, words: Catalogue) -> str:
    """The present answer to that option's question."""
    value = getattr(options, option.name)
    return next(one for one in option.choices if one.value == value).told(words)


BESIDES: Final = "besides"  # the field with all yes-or-no questions


class RulesForm(ui.Modal):
    """A table's house rules and settings; with `more` the less common house rules."""

    def __init__(self, snapshot: TableSnapshot, words: Catalogue, *, more: bool) -> None:
        gettext, pgettext, table_id = words.gettext, words.pgettext, snapshot.table.id
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
            self.add_item(labelled(pgettext("field", "And besides"), _ticks(besides)))


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
