"""The two forms of `/server`. `SettingsCog` reads what was sent, after a restart, too.

Discord sends a form's answers with its custom_id alone, so that nothing need be kept of who has one open.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

import discord
from discord import ui

from bot.rules.catalogue import Catalogue
from bot.tables.model import Posting, ServerSettings
from cogs.glyphs import fitted
from cogs.menus import LONGEST_ANSWER, Answer, options_of
from cogs.views.choices import POSTINGS, RATES
from cogs.views.options import CLOCKS, clock_in_words

TABLES: Final = "s:tables"
LIMITS: Final = "s:limits"

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


def answers_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """What was answered, by the custom_id of what asked: a list of what was chosen, or one value."""
    answers: dict[str, Any] = {}
    for label in data["components"]:
        asked = label["component"]
        answers[asked["custom_id"]] = asked["values"] if "values" in asked else asked.get("value")
    return answers


def tables_answers(answers: Mapping[str, Any]) -> dict[str, Any]:
    """What `Servers.set_tables` is to be told."""
    clock = answers["clock"][0]
    return {
        "channels": [int(channel) for channel in answers["channels"]],
        "posting": Posting(answers["posting"]),
        "turn_seconds": None if clock == USUAL_CLOCK else int(clock),
        "hints": bool(answers["hints"]),
        "roles": [int(role) for role in answers["roles"]],
    }


def limits_answers(answers: Mapping[str, Any]) -> dict[str, int]:
    """What `Servers.set_limits` is to be told."""
    names = {"each": "tables_each", "here": "tables_here", "rate": "rate"}
    return {told: int(answers[name][0]) for name, told in names.items()}


def _numbers(offered: Iterable[int], now: int) -> list[Answer]:
    return [Answer(str(number), str(number), number == now) for number in sorted({*offered, now})]


def _menu(name: str, answers: Iterable[Answer]) -> ui.Select[Any]:
    return ui.Select(custom_id=name, options=options_of(answers))


def _chosen(ids: Iterable[int], kind: discord.SelectDefaultValueType) -> list[discord.SelectDefaultValue]:
    return [discord.SelectDefaultValue(id=one, type=kind) for one in ids]
