"""The forms of `/server` and of a table's house rules. The cogs read what was sent, after a restart, too.

Discord sends a form's answers with its custom_id alone, so that nothing need be kept of who has one open.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

import discord
from discord import ui

from bot.rules.catalogue import ENGLISH, Catalogue
from bot.rules.options import Offer
from bot.tables.state.preferences import ServerSettings
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Posting
from cogs.opening.house_rules import CLOCK, CLOCKS, Question, clock_in_words, questions
from cogs.ui.arguments import NUMBER, read_snowflake, reading
from cogs.ui.choices import POSTINGS, RATES
from cogs.ui.glyphs import as_text, fitted
from cogs.ui.menus import LONGEST_ANSWER, Answer, options_of

_T = TypeVar("_T")

TABLES: Final = "s:tables"
LIMITS: Final = "s:limits"
RULES: Final = re.compile(rf"d:rules:(?P<table>{NUMBER}):(?P<more>[01])")
"""The custom_ids of the forms of a table's house rules."""

BESIDES: Final = "besides"
"""The field with all that is yes or no."""

TABLES_EACH: Final = (1, 2, 3, 5, 10, 20)
TABLES_HERE: Final = (1, 2, 3, 5, 10, 20, 50)
USUAL_CLOCK: Final = "usual"
_MOST_CHANNELS, _MOST_ROLES = 25, 5
_LONGEST_TITLE, _LONGEST_DESCRIPTION = 45, 100
"""Discord's limits, in characters; a label's text is as short as a title."""

_PLACES = [
    discord.ChannelType.text,
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.voice,
    discord.ChannelType.forum,
]


class TablesForm(ui.Modal):
    """Where tables may open, what is posted, the clock, who is called, hints."""

    def __init__(self, settings: ServerSettings, turn_seconds: int, words: Catalogue) -> None:
        gettext = words.gettext
        super().__init__(title=fitted(gettext("Tables and posts"), _LONGEST_TITLE), custom_id=TABLES)
        channels: ui.ChannelSelect[Any] = ui.ChannelSelect(
            custom_id="channels",
            channel_types=_PLACES,
            min_values=0,
            max_values=_MOST_CHANNELS,
            required=False,
            default_values=_chosen(settings.channels, discord.SelectDefaultValueType.channel),
        )
        roles: ui.RoleSelect[Any] = ui.RoleSelect(
            custom_id="roles",
            min_values=0,
            max_values=_MOST_ROLES,
            required=False,
            default_values=_chosen(settings.roles, discord.SelectDefaultValueType.role),
        )
        posting: ui.RadioGroup[Any] = ui.RadioGroup(
            custom_id="posting",
            options=[
                discord.RadioGroupOption(
                    value=mode.value,
                    label=fitted(gettext(said), LONGEST_ANSWER),
                    default=mode is settings.posting,
                )
                for mode, said in POSTINGS.items()
            ],
        )
        usual = gettext("The bot's own: {clock}", clock=clock_in_words(turn_seconds, words))
        clocks = [Answer(USUAL_CLOCK, usual, settings.turn_seconds is None)]
        known = (*CLOCKS, *({settings.turn_seconds} - {*CLOCKS, None}))
        clocks += [
            Answer(str(clock), clock_in_words(clock or 0, words), clock == settings.turn_seconds)
            for clock in known
        ]
        self._ask(gettext("Where may tables open?"), gettext("Everywhere, if nothing is chosen."), channels)
        self._ask(gettext("What is posted?"), "", posting)
        self._ask(gettext("Turn clock of new tables"), "", _menu("clock", clocks))
        self._ask(gettext("Whom to call when players are wanted"), gettext("Roles; nobody, if none."), roles)
        hints: ui.Checkbox[Any] = ui.Checkbox(custom_id="hints", default=settings.hints)
        self._ask(gettext("Players may ask the house for hints"), "", hints)

    def _ask(self, text: str, description: str, component: ui.Item[Any]) -> None:
        self.add_item(
            ui.Label(
                text=fitted(text, _LONGEST_TITLE),
                description=fitted(description, _LONGEST_DESCRIPTION) or None,
                component=component,
            )
        )


class LimitsForm(ui.Modal):
    """How many tables may be open, and how often one may ask for what costs others something."""

    def __init__(self, settings: ServerSettings, words: Catalogue) -> None:
        gettext = words.gettext
        super().__init__(title=fitted(gettext("Limits"), _LONGEST_TITLE), custom_id=LIMITS)
        rates = [Answer(str(rate), gettext(said), rate == settings.rate) for rate, said in RATES.items()]
        for name, text, answers in (
            ("each", gettext("Open tables a person may keep"), _numbers(TABLES_EACH, settings.tables_each)),
            ("here", gettext("Open tables in one channel"), _numbers(TABLES_HERE, settings.tables_here)),
            ("rate", gettext("Opening, inviting, hints, analyses"), rates),
        ):
            self.add_item(ui.Label(text=fitted(text, _LONGEST_TITLE), component=_menu(name, answers)))


class RulesForm(ui.Modal):
    """A table's house rules and settings; with `more` the house rules that are asked for less often."""

    def __init__(self, snapshot: TableSnapshot, words: Catalogue, *, more: bool) -> None:
        gettext, table_id = words.gettext, snapshot.table.id
        if more:
            title = gettext("More house rules · table {table}", table=table_id)
        else:
            title = gettext("House rules · table {table}", table=table_id)
        super().__init__(title=fitted(title, _LONGEST_TITLE), custom_id=f"d:rules:{table_id}:{int(more)}")
        asked = questions(snapshot, words, Offer.MORE if more else Offer.RULES)
        for question in asked:
            if not question.yes:
                self._ask(question.title, question.text, _one_of(question))
        if besides := [question for question in asked if question.yes]:
            self._ask(gettext("And besides"), "", _ticks(besides))

    def _ask(self, text: str, description: str, component: ui.Item[Any]) -> None:
        self.add_item(
            ui.Label(
                text=fitted(text, _LONGEST_TITLE),
                description=fitted(as_text(description), _LONGEST_DESCRIPTION) or None,
                component=component,
            )
        )


def _one_of(question: Question) -> ui.Item[Any]:
    if question.key == CLOCK:
        return _menu(question.key, question.answers)
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
            description=fitted(as_text(question.text), _LONGEST_DESCRIPTION),
            default=question.chosen.value == question.yes,
        )
        for question in asked
    ]
    return ui.CheckboxGroup(
        custom_id=BESIDES, options=options, required=False, min_values=0, max_values=len(options)
    )


def rules_answers(snapshot: TableSnapshot, answers: Mapping[str, Any], *, more: bool) -> dict[str, str]:
    """What was answered on a form of house rules, by question. Raises TableError."""
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


def answers_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """What was answered, by the custom_id of what asked: a list of what was chosen, or one value. Raises
    TableError."""
    answers: dict[str, Any] = {}
    with reading():
        for label in data["components"]:
            asked = label["component"]
            answers[asked["custom_id"]] = asked["values"] if "values" in asked else asked.get("value")
    return answers


def tables_answers(answers: Mapping[str, Any], now: ServerSettings) -> dict[str, Any]:
    """What `Servers.set_tables` is to be told, where it is so `now`. Raises TableError."""
    with reading():
        (clock,) = answers["clock"]
        usual = clock == USUAL_CLOCK
        return {
            "channels": [read_snowflake(channel) for channel in answers["channels"][:_MOST_CHANNELS]],
            "posting": _offered(Posting(answers["posting"]), POSTINGS),
            "turn_seconds": None if usual else _offered(read_snowflake(clock), (*CLOCKS, now.turn_seconds)),
            "hints": bool(answers["hints"]),
            "roles": [read_snowflake(role) for role in answers["roles"][:_MOST_ROLES]],
        }


def limits_answers(answers: Mapping[str, Any], now: ServerSettings) -> dict[str, int]:
    """What `Servers.set_limits` is to be told, where it is so `now`. Raises TableError."""
    with reading():
        (each,), (here,), (rate,) = answers["each"], answers["here"], answers["rate"]
        return {
            "tables_each": _offered(read_snowflake(each), (*TABLES_EACH, now.tables_each)),
            "tables_here": _offered(read_snowflake(here), (*TABLES_HERE, now.tables_here)),
            "rate": _offered(read_snowflake(rate), (*RATES, now.rate)),
        }


def _offered(value: _T, answers: Iterable[object]) -> _T:
    if value not in [*answers]:
        raise ValueError(value)
    return value


def _numbers(offered: Iterable[int], now: int) -> list[Answer]:
    return [Answer(str(number), str(number), number == now) for number in sorted({*offered, now})]


def _menu(name: str, answers: Iterable[Answer]) -> ui.Select[Any]:
    return ui.Select(custom_id=name, options=options_of(answers))


def _chosen(ids: Iterable[int], kind: discord.SelectDefaultValueType) -> list[discord.SelectDefaultValue]:
    return [discord.SelectDefaultValue(id=one, type=kind) for one in ids]
