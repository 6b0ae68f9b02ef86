"""Cavendish at American and English Whist."""

import importlib
from pathlib import Path
from typing import Any

from bot.house.cavendish.player import Cavendish, Effort, Style, Worth
from bot.house.solver.position import Kind
from bot.house.whist.player import WhistHoyle
from bot.house.whist.stakes import worth_of_tricks
from bot.rules.whist.state import View

STYLE = Style(
    kind=Kind.PLAIN,
    habits=Path(__file__).with_name("habits.json"),
    credit=0.9,
    regard=0.15,
    effort=Effort(drawn=1000, kept=40, tried=400, open_from=11, nodes=60_000),
)


class WhistCavendish(Cavendish):
    """Who has read Bob Short, and counts tricks by what they are worth as the score stands."""

    def __init__(self, style: Style = STYLE) -> None:
        super().__init__(WhistHoyle(), style, _worth)


def _worth(game: Any, view: View[Any]) -> Worth:
    numpy = importlib.import_module("numpy")
    worth = numpy.array(worth_of_tricks(game, view))
    return lambda tricks: worth[tricks.astype(numpy.int64)]
