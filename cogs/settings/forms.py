"""The forms of `/server settings`, and how their answers are read."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeVar

import discord
from discord import ui

from bot.rules.catalogue import Catalogue
from bot.tables.state.preferences import ServerSettings
from bot.tables.state.table import Posting
from cogs.opening.house_rules import CLOCKS, clock_in_words
from cogs.ui.actions import SETTINGS
from cogs.ui.arguments import read_snowflake, reading
from cogs.ui.glyphs import fitted
from cogs.ui.layout import LONGEST_ANSWER, LONGEST_TITLE, Answer, labelled, menu
from cogs.words.choices import POSTINGS, RATES

_T = TypeVar("_T")

TABLES_EACH: Final = (1, 2, 3, 5, 10, 20)
TABLES_HERE: Final = (1, 2, 3, 5, 10, 20, 50)
USUAL_CLOCK: Final = "usual"
_MOST_CHANNELS, _MOST_ROLES = 25, 5

_PLACES = [
    discord.ChannelType.text,
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.voice,
    discord.ChannelType.forum,
]


class TablesForm(ui.Modal):
    """Where tables may open, what is posted, the clock, who is mentioned, hints."""

    def __init__(self, settings: ServerSettings, turn_seconds: int, words: Catalogue) -> None:
        gettext = words.gettext
        title = fitted(gettext("Tables and posts"), LONGEST_TITLE)
        super().__init__(title=title, custom_id=SETTINGS.form_id("tables"))
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
        hints: ui.Checkbox[Any] = ui.Checkbox(custom_id="hints", default=settings.hints)
        everywhere, nobody = gettext("Everywhere, if nothing is chosen."), gettext("Roles; nobody, if none.")
        self.add_item(labelled(gettext("Where may tables open?"), channels, everywhere))
        self.add_item(labelled(gettext("What is posted?"), posting))
        self.add_item(labelled(gettext("Turn clock of new tables"), menu("clock", clocks)))
        self.add_item(labelled(gettext("Whom to call when players are wanted"), roles, nobody))
        self.add_item(labelled(gettext("Players may ask the house for hints"), hints))


class LimitsForm(ui.Modal):
    """How many tables may be open, and the limits on actions that cost others something."""

    def __init__(self, settings: ServerSettings, words: Catalogue) -> None:
        gettext = words.gettext
        super().__init__(title=fitted(gettext("Limits"), LONGEST_TITLE), custom_id=SETTINGS.form_id("limits"))
        rates = [Answer(str(rate), gettext(said), rate == settings.rate) for rate, said in RATES.items()]
        for name, text, answers in (
            ("each", gettext("Open tables a person may keep"), _numbers(TABLES_EACH, settings.tables_each)),
            ("here", gettext("Open tables in one channel"), _numbers(TABLES_HERE, settings.tables_here)),
            ("rate", gettext("Opening, inviting, hints, analyses"), rates),
        ):
            self.add_item(labelled(text, menu(name, answers)))


def tables_answers(answers: Mapping[str, Any], now: ServerSettings) -> dict[str, Any]:
    """The arguments of `Servers.set_tables`, given the present settings `now`. Raises TableError."""
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
    """The arguments of `Servers.set_limits`, given the present settings `now`. Raises TableError."""
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


def _chosen(ids: Iterable[int], kind: discord.SelectDefaultValueType) -> list[discord.SelectDefaultValue]:
    return [discord.SelectDefaultValue(id=one, type=kind) for one in ids]
