"""A server's settings, with their controls."""

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Final

from bot.rules.catalogue import Catalogue
from bot.rules.registry import GAMES, game_named, text_for
from bot.tables.people.servers import Defaults
from bot.tables.state.chairs import Level
from bot.tables.state.preferences import ServerSettings
from cogs.opening.house_rules import chosen_answer, clock_in_words
from cogs.ui.actions import SETTINGS, STYLE
from cogs.ui.layout import BAIZE, Answer, Drawing, Layout, shared_out
from cogs.ui.names import mention_role
from cogs.words.choices import POSTINGS, RATES
from cogs.words.games import by_family

RULES_A_PAGE: Final = 9  # house rules on a page: each takes three of a message's forty components


class Form(Enum):
    """The forms of a server's settings."""

    TABLES = "tables"
    LIMITS = "limits"


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
    may_change: bool,
) -> Drawing:
    """The server's settings; `defaults` and `levels` are by game."""
    gettext = words.gettext
    layout = Layout(BAIZE)
    head = gettext("Tables on this server")
    layout.text("\n".join([f"### {head}", *_lines(settings, defaults, words)]))
    layout.text("\n".join(_game_lines(defaults, levels, words)))
    if may_change:
        layout.buttons(
            [
                SETTINGS.button("form", gettext("Tables and posts"), STYLE.primary, form=Form.TABLES),
                SETTINGS.button("form", gettext("Limits"), STYLE.primary, form=Form.LIMITS),
            ]
        )
        games = [key for _, keys in by_family(GAMES, words) for key in keys]
        answers = shared_out([Answer(key, text_for(key, words).name) for key in games])
        for number, some in enumerate(answers):
            placeholder = gettext("House rules and level of a game …")
            layout.menu(SETTINGS.menu("game", placeholder, some, number=number))
    return layout.drawing()


def draw_server_game(
    game: str, defaults: Defaults, levels: Sequence[Level], words: Catalogue, page: int = 0
) -> Drawing:
    """The default house rules and level of new tables of a game, as menus."""
    gettext = words.gettext
    options = game_named(game).options(defaults.options)
    layout = Layout(BAIZE)
    head = gettext("New tables of {game} on this server", game=text_for(game, words).name)
    layout.text(f"### {head}")
    offered = options.offered()
    pages = rule_pages(game)
    for option in offered[page * RULES_A_PAGE : (page + 1) * RULES_A_PAGE]:
        layout.text(gettext(option.question))
        answers = [
            Answer(str(index), gettext(choice.words), choice.value == getattr(options, option.name))
            for index, choice in enumerate(option.choices)
        ]
        layout.menu(SETTINGS.menu("option", "", answers, game=game, option=option.name))
    layout.text(gettext("At which level does the house play?"))
    usual = Answer("-", gettext("The usual one"), not defaults.level)
    others = [
        Answer(level.key, f"{level.name}: {gettext(level.line)}", level.key == defaults.level)
        for level in levels
    ]
    layout.menu(SETTINGS.menu("level", "", [usual, *others], game=game))
    buttons = [SETTINGS.button("server", gettext("Back"))]
    if pages > 1:
        following = (page + 1) % pages
        label = gettext("House rules, page {page} of {pages}", page=following + 1, pages=pages)
        buttons.insert(0, SETTINGS.button("rules", label, game=game, page=following))
    layout.buttons(buttons)
    return layout.drawing()


def _lines(settings: ServerSettings, defaults: Mapping[str, Defaults], words: Catalogue) -> list[str]:
    gettext = words.gettext
    channels = ", ".join(f"<#{channel}>" for channel in settings.channels) or gettext("everywhere")
    roles = ", ".join(mention_role(role) for role in settings.roles) or gettext("nobody")
    clock = next(iter(defaults.values())).turn_seconds
    hints = gettext("allowed") if settings.hints else gettext("switched off")
    return [
        gettext("Tables may open: {channels}", channels=channels),
        gettext("Posted: {posts}", posts=gettext(POSTINGS[settings.posting])),
        gettext("Turn clock: {clock}", clock=clock_in_words(clock, words)),
        gettext("Called when players are wanted: {roles}", roles=roles),
        gettext("Hints: {hints}", hints=hints),
        gettext("Open tables for each person, at most: {number}", number=settings.tables_each),
        gettext("Open tables in each channel, at most: {number}", number=settings.tables_here),
        gettext(
            "Opening, inviting, hints and analyses: {rate}",
            rate=gettext(RATES.get(settings.rate, RATES[100])),
        ),
    ]


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
            lines.append(f"**{text_for(game, words).name}**: {' '.join(parts)}")
    return lines
