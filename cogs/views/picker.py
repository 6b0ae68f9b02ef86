"""The picker: which game, for `/table open` and for `/rules`."""

from collections.abc import Sequence

import discord

from bot.rules.catalogue import Catalogue
from bot.rules.registry import GAMES, text_for
from cogs.door_components import GamesMenu, GuideMenu, OpenButton
from cogs.drawing import Drawing
from cogs.games import by_family, for_newcomers
from cogs.menus import Answer
from cogs.names import mention
from cogs.views.layout import BAIZE, Button, Layout
from cogs.wishes import Wishes

_STYLE = discord.ButtonStyle


def draw_picker(games: Sequence[str], last: str | None, wishes: Wishes, words: Catalogue) -> Drawing:
    """The games to choose from, one line each; `last` is what the channel played last."""
    gettext = words.gettext
    layout = Layout(BAIZE)
    head = gettext("What shall we play?")
    lines = [f"### {head}"]
    if wishes.guest:
        lines.append(gettext("{person} is asked once the table is open.", person=mention(wishes.guest)))
    layout.text("\n".join(lines))
    if last in games and last is not None:
        head = gettext("Played here last")
        layout.text(f"**{head}**\n{_line(last, words)}")
    _families(layout, games, words, without=last)
    layout.buttons(_buttons(games, last, wishes, words))
    ordered = sorted(games, key=lambda key: key != last)
    answers = [_answer(key, words) for key in ordered]
    layout.menu(GamesMenu(wishes, answers, gettext("Choose a game …")))
    return layout.drawing()


def draw_guides(words: Catalogue) -> Drawing:
    """The games whose guides can be read."""
    layout = Layout(BAIZE)
    layout.text("### " + words.gettext("How to play"))
    _families(layout, list(GAMES), words)
    layout.menu(guide_menu(words))
    return layout.drawing()


def guide_menu(words: Catalogue, without: str = "") -> GuideMenu:
    """The menu of all guides, but for that of the game which is open."""
    answers = [_answer(key, words) for key in GAMES if key != without]
    placeholder = words.gettext("Another game …") if without else words.gettext("Choose a game …")
    return GuideMenu(answers, placeholder)


def _buttons(games: Sequence[str], last: str | None, wishes: Wishes, words: Catalogue) -> list[Button]:
    buttons: list[Button] = []
    if last is not None and last in games:
        label = words.gettext("Play {game} again", game=text_for(last, words).name)
        buttons.append(OpenButton(wishes, last, label, _STYLE.primary))
    first = for_newcomers()
    if first in games and first != last:
        label = words.gettext("New here? {game}", game=text_for(first, words).name)
        style = _STYLE.secondary if buttons else _STYLE.primary
        buttons.append(OpenButton(wishes, first, label, style))
    return buttons


def _families(layout: Layout, games: Sequence[str], words: Catalogue, without: str | None = None) -> None:
    for family, keys in by_family(games, words):
        lines = [_line(key, words) for key in keys if key != without]
        if lines:
            head = family or words.gettext("Other games")
            layout.text("\n".join([f"**{head}**", *lines]))


def _line(key: str, words: Catalogue) -> str:
    text = text_for(key, words)
    line = f"{text.name} · {text.length(GAMES[key])}"
    first = words.gettext("new here?")
    return f"{line} · *{first}*" if key == for_newcomers() else line


def _answer(key: str, words: Catalogue) -> Answer:
    text = text_for(key, words)
    return Answer(key, text.name, note=text.summary)
