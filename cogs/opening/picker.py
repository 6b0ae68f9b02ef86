"""The picker of a game, for `/table open` and for `/rules`.

A few games fit in one menu. Otherwise each family has a menu; its placeholder names its games in a line that
fits a phone.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.rules.catalogue import Catalogue
from bot.rules.registry import GAMES, text_for
from cogs.ui.actions import OPENING, PERSON, STYLE
from cogs.ui.layout import BAIZE, Answer, Button, Drawing, Layout, Menu, shared_out
from cogs.ui.names import mention
from cogs.ui.open_options import OpenOptions
from cogs.words.games import by_family, for_newcomers

_FEW: Final = 8  # the most games in one menu

LONGEST_HEAD: Final = 24  # the characters of a placeholder that fit on a phone 390 points wide


class _Games(NamedTuple):
    """The games of one menu, and its placeholder."""

    head: str
    answers: Sequence[Answer]


def draw_picker(games: Sequence[str], last: str | None, options: OpenOptions, words: Catalogue) -> Drawing:
    """The games to choose from, one line each; `last` is what the channel played last."""
    gettext = words.gettext
    layout = Layout(BAIZE)
    head = gettext("What shall we play?")
    lines = [f"### {head}"]
    if options.guest:
        lines.append(gettext("{person} is asked once the table is open.", person=mention(options.guest)))
    layout.text("\n".join(lines))
    favourite = last if last in games else None
    if favourite is not None:
        head = gettext("Played here last")
        layout.text(f"**{head}**\n{text_for(favourite, words).headline(GAMES[favourite])}")
    layout.buttons(_buttons(games, favourite, options, words))
    for number, (head, answers) in enumerate(_menus(games, words, favourite)):
        layout.menu(OPENING.menu("games", head, answers, options=options, number=number))
    return layout.drawing()


def draw_guides(words: Catalogue, games: Sequence[str] = ()) -> Drawing:
    """The games whose guides can be read: all, or those given."""
    layout = Layout(BAIZE)
    layout.text("### " + words.gettext("The rules of which game?"))
    for menu in all_guide_menus(words, games):
        layout.menu(menu)
    return layout.drawing()


def all_guide_menus(words: Catalogue, games: Sequence[str] = ()) -> list[Menu]:
    """Menus of those games' guides, by default of all."""
    menus = _menus(games or list(GAMES), words)
    return [
        OPENING.menu("guide", head, answers, number=number) for number, (head, answers) in enumerate(menus)
    ]


def lessons_button(words: Catalogue) -> Button:
    """The button that shows all lessons."""
    return PERSON.button("lessons", words.pgettext("button", "Lessons"))


def guide_menus(words: Catalogue, without: str) -> list[Menu]:
    """Menus of all guides except that of the open game; several if one cannot hold them."""
    keys = [key for _, games in by_family(GAMES, words) for key in games if key != without]
    head = words.gettext("Another game …")
    menus = shared_out([_answer(key, words) for key in keys])
    return [OPENING.menu("guide", head, answers, number=number) for number, answers in enumerate(menus)]


def _buttons(
    games: Sequence[str], favourite: str | None, options: OpenOptions, words: Catalogue
) -> list[Button]:
    buttons: list[Button] = []
    if favourite is not None:
        label = words.gettext("Play {game} again", game=text_for(favourite, words).name)
        buttons.append(OPENING.button("open", label, STYLE.primary, options=options, game=favourite))
    first = for_newcomers()
    if first in games and first != favourite:
        label = words.gettext("New here? {game}", game=text_for(first, words).name)
        style = STYLE.secondary if buttons else STYLE.primary
        buttons.append(OPENING.button("open", label, style, options=options, game=first))
        buttons.append(lessons_button(words))
    return buttons


def _menus(games: Sequence[str], words: Catalogue, favourite: str | None = None) -> list[_Games]:
    games = sorted(games, key=lambda key: key != favourite)
    if len(games) <= _FEW:
        return [_Games(words.gettext("Choose a game …"), [_answer(key, words) for key in games])]
    menus = []
    for family, keys in sorted(by_family(games, words), key=lambda family: favourite not in family[1]):
        name = family or words.pgettext("family", "Other games")
        parts = shared_out([_answer(key, words) for key in keys])
        for part, answers in enumerate(parts, 1):
            if len(parts) > 1:
                head = words.gettext("{family}, {part} of {parts}", family=name, part=part, parts=len(parts))
            else:
                head = _head(name, [answer.label for answer in answers], words)
            menus.append(_Games(head, answers))
    return menus


def _head(family: str, games: Sequence[str], words: Catalogue) -> str:
    # The names of the games if they fit a line on a phone, else their number.
    head = words.pgettext("heading", "{family}: {games}", family=family, games=", ".join(games))
    if len(head) <= LONGEST_HEAD:
        return head
    return words.ngettext("{family}: {number} game", "{family}: {number} games", len(games), family=family)


def _answer(key: str, words: Catalogue) -> Answer:
    text = text_for(key, words)
    return Answer(key, text.name, note=f"{text.length(GAMES[key])} · {text.summary}")
