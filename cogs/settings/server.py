"""A server's settings, with their controls."""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, Final, TypeVar

import discord
from discord import ui

from bot.rules.catalogue import Catalogue
from bot.rules.registry import GAMES, game_named, text_for
from bot.tables.people.servers import Defaults
from bot.tables.state.chairs import Level
from bot.tables.state.preferences import ServerSettings
from bot.tables.state.table import Posting
from cogs.opening.house_rules import CLOCKS, POSTINGS, RATES, chosen_answer, clock_in_words
from cogs.settings.usual import with_usual
from cogs.ui.actions import SETTINGS, STYLE
from cogs.ui.arguments import read_snowflake, reading
from cogs.ui.glyphs import fitted
from cogs.ui.layout import (
    BAIZE,
    LONGEST_ANSWER,
    LONGEST_TITLE,
    Answer,
    Drawing,
    Layout,
    labelled,
    menu,
    shared_out,
)
from cogs.ui.names import mention_role
from cogs.words.games import by_family
from cogs.words.periods import moment

RULES_A_PAGE: Final = 9  # house rules on a page: each takes three of a message's forty components


class Form(Enum):
    """The forms of a server's settings."""

    TABLES = "tables"
    LIMITS = "limits"
    MORNINGS = "mornings"


def rule_pages(game: str) -> int:
    """The number of pages of a game's default house rules."""
    return -(-len(game_named(game).options_type.offered()) // RULES_A_PAGE)


def page_of(game: str, option: str) -> int:
    """The page of a house rule, from 0."""
    offered = [each.name for each in game_named(game).options_type.offered()]
    return offered.index(option) // RULES_A_PAGE if option in offered else 0


def draw_server(
    settings: ServerSettings,
    defaults: Mapping[str, Defaults],
    levels: Mapping[str, Sequence[Level]],
    words: Catalogue,
    *,
    today: int,
    refused: bool,
    may_change: bool,
    languages: Sequence[Catalogue],
    owner: bool = False,
) -> Drawing:
    """The server's settings, with a button for its `owner` alone; `defaults` and `levels` are by game,
    `today` in days since the epoch. `refused`: Discord did not take the last morning post. `languages` are
    those to choose from."""
    gettext, pgettext = words.gettext, words.pgettext
    layout = Layout(BAIZE)
    head = gettext("Tables on this server")
    layout.text("\n".join([f"### {head}", *_lines(settings, defaults, today, words, languages)]))
    if refused and settings.morning_channel:
        layout.text(
            gettext(
                "I could not send the last morning post: I need the permissions View Channel, Send Messages "
                "and Attach Files in its channel."
            )
        )
    layout.text("\n".join(_game_lines(defaults, levels, words)))
    if may_change:
        layout.buttons(
            [
                SETTINGS.button("form", gettext("Tables and posts"), STYLE.primary, form=Form.TABLES),
                SETTINGS.button("form", pgettext("heading", "Limits"), STYLE.primary, form=Form.LIMITS),
                SETTINGS.button("form", gettext("Mornings and winners"), STYLE.primary, form=Form.MORNINGS),
            ]
        )
        usual = pgettext("answer", "Posts in the language of Discord, or of who opens a table")
        labels = {one.locale_name: _posts_in(one, words) for one in languages}
        layout.menu(SETTINGS.menu("posts-language", "", with_usual(usual, labels, settings.language)))
        games = [key for _, keys in by_family(GAMES, words) for key in keys]
        answers = shared_out([Answer(key, text_for(key, words).name) for key in games])
        for number, some in enumerate(answers):
            placeholder = gettext("House rules and level of a game …")
            layout.menu(SETTINGS.menu("game", placeholder, some, number=number))
    if may_change and owner:
        layout.buttons([SETTINGS.button("fair-play", gettext("Do people tip each other off?"))])
    return layout.drawing()


def draw_server_game(
    game: str, defaults: Defaults, levels: Sequence[Level], words: Catalogue, page: int = 0
) -> Drawing:
    """The default house rules and level of new tables of a game, as menus."""
    gettext, pgettext = words.gettext, words.pgettext
    options = game_named(game).options(defaults.options)
    layout = Layout(BAIZE)
    head = gettext("New tables of {game} on this server", game=text_for(game, words).name)
    layout.text(f"### {head}")
    offered = options.offered()
    pages = rule_pages(game)
    for option in offered[page * RULES_A_PAGE : (page + 1) * RULES_A_PAGE]:
        layout.text(gettext(option.question))
        answers = [
            Answer(
                str(index),
                choice.told(words),
                choice.value == getattr(options, option.name),
            )
            for index, choice in enumerate(option.choices)
        ]
        layout.menu(SETTINGS.menu("option", "", answers, game=game, option=option.name))
    layout.text(gettext("At which level does the house play?"))
    labels = {level.key: words.line(level.name, gettext(level.line)) for level in levels}
    answers = with_usual(gettext("The usual one"), labels, defaults.level)
    layout.menu(SETTINGS.menu("level", "", answers, game=game))
    buttons = [SETTINGS.button("server", pgettext("button", "Back"))]
    if pages > 1:
        following = (page + 1) % pages
        label = gettext("House rules, page {page} of {pages}", page=following + 1, pages=pages)
        buttons.insert(0, SETTINGS.button("rules", label, game=game, page=following))
    layout.buttons(buttons)
    return layout.drawing()


def _lines(
    settings: ServerSettings,
    defaults: Mapping[str, Defaults],
    today: int,
    words: Catalogue,
    languages: Sequence[Catalogue],
) -> list[str]:
    gettext, pgettext = words.gettext, words.pgettext
    channels = ", ".join(f"<#{channel}>" for channel in settings.channels) or pgettext("state", "everywhere")
    roles = ", ".join(mention_role(role) for role in settings.roles) or pgettext("player", "nobody")
    clock = next(iter(defaults.values())).turn_seconds
    hints = pgettext("state", "allowed") if settings.hints else pgettext("state", "switched off")
    return [
        gettext("Tables may open: {channels}", channels=channels),
        pgettext("line", "Posted: {posts}", posts=gettext(POSTINGS[settings.posting])),
        gettext("Turn clock: {clock}", clock=clock_in_words(clock, words)),
        gettext("Called when players are wanted: {roles}", roles=roles),
        pgettext("line", "Hints: {hints}", hints=hints),
        gettext("Open tables for each person, at most: {number}", number=settings.tables_each),
        gettext("Open tables in each channel, at most: {number}", number=settings.tables_here),
        gettext(
            "Opening, inviting, hints and analyses: {rate}",
            rate=gettext(RATES.get(settings.rate, RATES[100])),
        ),
        *(_posts_in(one, words) for one in languages if one.locale_name == settings.language),
        *_morning_lines(settings, today, words),
    ]


def _posts_in(language: Catalogue, words: Catalogue) -> str:
    return words.gettext("Posts in this language: {language}", language=language.own_name)


def _morning_lines(settings: ServerSettings, today: int, words: Catalogue) -> list[str]:
    gettext, pgettext, lines = words.gettext, words.pgettext, list[str]()
    if settings.morning_channel:
        channel = f"<#{settings.morning_channel}>"
        hour = moment(today * 86400 + settings.morning_hour * 3600, "t")
        lines.append(gettext("Morning post: in {channel}, at {hour} your time", channel=channel, hour=hour))
        problem = gettext("in the morning post") if settings.problem_of_the_day else pgettext("state", "none")
        lines.append(gettext("Problem of the day: {problem}", problem=problem))
    if settings.winner_role:
        role = mention_role(settings.winner_role)
        lines.append(gettext("Whoever is first among people at a game in a month gets: {role}", role=role))
        if settings.winner_refused:
            lines.append(
                gettext("Discord refused that role: allow me Manage Roles, and move my role above it.")
            )
    return lines


def _game_lines(
    defaults: Mapping[str, Defaults], levels: Mapping[str, Sequence[Level]], words: Catalogue
) -> list[str]:
    lines = []
    for game, default in defaults.items():
        options = game_named(game).options(default.options)
        parts = [
            f"{words.gettext(option.question)} {chosen_answer(option, options, words)}."
            for option in options.described()
            if getattr(options, option.name) != option.usual
        ]
        parts += [
            words.gettext("The house plays as {level}.", level=level.name)
            for level in levels[game]
            if level.key == default.level
        ]
        if parts:
            lines.append(words.line(f"**{text_for(game, words).name}**", " ".join(parts)))
    return lines


_T = TypeVar("_T")

TABLES_EACH: Final = (1, 2, 3, 5, 10, 20)
TABLES_HERE: Final = (1, 2, 3, 5, 10, 20, 50)
USUAL_CLOCK: Final = "usual"
_MOST_CHANNELS, _MOST_ROLES = 25, 5

_PLACES: Final[list[discord.ChannelType]] = [
    discord.ChannelType.text,
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.voice,
    discord.ChannelType.forum,
]
_MORNING_PLACES: Final[list[discord.ChannelType]] = [
    place for place in _PLACES if place is not discord.ChannelType.forum
]
_HOURS: Final = range(24)


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
        gettext, pgettext = words.gettext, words.pgettext
        title = fitted(pgettext("heading", "Limits"), LONGEST_TITLE)
        super().__init__(title=title, custom_id=SETTINGS.form_id("limits"))
        rates = [Answer(str(rate), gettext(said), rate == settings.rate) for rate, said in RATES.items()]
        for name, text, answers in (
            ("each", gettext("Open tables a person may keep"), _numbers(TABLES_EACH, settings.tables_each)),
            ("here", gettext("Open tables in one channel"), _numbers(TABLES_HERE, settings.tables_here)),
            ("rate", gettext("Opening, inviting, hints, analyses"), rates),
        ):
            self.add_item(labelled(text, menu(name, answers)))


class MorningsForm(ui.Modal):
    """Where and when the morning post is sent, with or without a problem, and a winner's role."""

    def __init__(self, settings: ServerSettings, words: Catalogue) -> None:
        gettext, pgettext = words.gettext, words.pgettext
        title = fitted(gettext("Mornings and winners"), LONGEST_TITLE)
        super().__init__(title=title, custom_id=SETTINGS.form_id("mornings"))
        channel: ui.ChannelSelect[Any] = ui.ChannelSelect(
            custom_id="channel",
            channel_types=_MORNING_PLACES,
            min_values=0,
            required=False,
            default_values=_chosen(_given(settings.morning_channel), discord.SelectDefaultValueType.channel),
        )
        hours = [
            Answer(str(hour), pgettext("time", "{hour}:00 UTC", hour=hour), hour == settings.morning_hour)
            for hour in _HOURS
        ]
        problem: ui.Checkbox[Any] = ui.Checkbox(custom_id="problem", default=settings.problem_of_the_day)
        role: ui.RoleSelect[Any] = ui.RoleSelect(
            custom_id="role",
            min_values=0,
            required=False,
            default_values=_chosen(_given(settings.winner_role), discord.SelectDefaultValueType.role),
        )
        nowhere = gettext("One post a day: yesterday here, and what is on. Nowhere, if nothing is chosen.")
        hands = gettext("From hands of this server's people who allow it, or from a collection.")
        winners = gettext("Whoever is first among people at a game in a month has it for the next month.")
        self.add_item(labelled(gettext("Where is the morning post sent?"), channel, nowhere))
        self.add_item(labelled(gettext("When is it sent?"), menu("hour", hours)))
        self.add_item(labelled(gettext("With a problem of the day"), problem, hands))
        self.add_item(labelled(gettext("Role of a season's winner"), role, winners))


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


def mornings_answers(answers: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of `Servers.set_mornings`. Raises TableError."""
    with reading():
        (hour,) = answers["hour"]
        return {
            "channel": _one_or_none(answers["channel"]),
            "hour": _offered(read_snowflake(hour), _HOURS),
            "problem": bool(answers["problem"]),
            "winner_role": _one_or_none(answers["role"]),
        }


def _one_or_none(chosen: Sequence[str]) -> int:
    return next((read_snowflake(one) for one in chosen[:1]), 0)


def _given(snowflake: int) -> list[int]:
    return [snowflake] if snowflake else []


def _offered(value: _T, answers: Iterable[object]) -> _T:
    if value not in [*answers]:
        raise ValueError(value)
    return value


def _numbers(offered: Iterable[int], now: int) -> list[Answer]:
    return [Answer(str(number), str(number), number == now) for number in sorted({*offered, now})]


def _chosen(ids: Iterable[int], kind: discord.SelectDefaultValueType) -> list[discord.SelectDefaultValue]:
    return [discord.SelectDefaultValue(id=one, type=kind) for one in ids]
