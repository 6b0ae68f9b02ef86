"""A board of a past day, with its seal."""

from collections.abc import Sequence
from functools import partial

from bot.art import Style
from bot.duplicate.contests.contests import Opened
from bot.rules.catalogue import Catalogue
from bot.rules.records.record import seal_digest
from cogs.contests.boards import board_buttons, lay_opened
from cogs.daily.words import day_name
from cogs.ui.actions import PERSON, STYLE
from cogs.ui.layout import BAIZE, Drawing, Layout


async def draw_opened(
    boards: Sequence[Opened], day: int, number: int, words: Catalogue, *, with_pictures: bool, style: Style
) -> Drawing:
    """A board of a past day, with buttons to the other boards."""
    gettext, pgettext, layout = words.gettext, words.pgettext, Layout(BAIZE)
    opened = boards[min(number, len(boards)) - 1]
    game = opened.board.game
    await lay_opened(layout, opened, day_name(day, words), words, with_pictures=with_pictures, style=style)
    layout.text(f"-# {_seal(opened, words)}")
    button = partial(PERSON.button, game=game, day=day, number=0)
    layout.buttons(board_buttons(boards, opened, partial(button, "daily-board"), words))
    below = [
        button("daily-seals", pgettext("button", "Seals")),
        button("daily-play", pgettext("button", "Today's boards"), STYLE.success, day=day + 1),
    ]
    if any(one.mine is not None for one in boards):
        below.insert(0, button("daily-result", gettext("The day's result")))
    layout.buttons(below)
    return layout.drawing()


def _seal(opened: Opened, words: Catalogue) -> str:
    seal, pack = opened.board.seal, opened.board.opening[0][1]
    values = {"seal": f"`{seal.sha256[:12]}…`"}
    if seal_digest(seal.salt, pack) == seal.sha256:
        return words.gettext("Sealed the day before as {seal}, and the seal holds.", **values)
    return words.gettext("The seal {seal} does not hold.", **values)
