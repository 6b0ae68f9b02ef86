"""Cavendish at American and English Whist."""

from pathlib import Path
from typing import Any

from bot.house.cavendish.config import Effort, Style
from bot.house.cavendish.player import Cavendish, Worth
from bot.house.solver.position import Kind
from bot.house.whist.knowledge import WHIST_PACK
from bot.house.whist.player import WhistHoyle
from bot.house.whist.stakes import worth_of_tricks
from bot.rules.whist.state import View

STYLE = Style(
    kind=Kind.PLAIN,
    pack=WHIST_PACK,
    policy=Path(__file__).with_name("move_policy.json"),
    trust=0.9,
    maxim_weight=0.15,
    effort=Effort(drawn=1000, kept=40, tried=400, open_from=11, nodes=60_000),
)


class WhistCavendish(Cavendish):
    """Who has read Bob Short, and counts tricks by what they are worth as the score stands."""

    def __init__(self, style: Style = STYLE) -> None:
        super().__init__(WhistHoyle(), style, _worth)


def _worth(view: View[Any]) -> Worth:
    import numpy as np

    worth = np.array(worth_of_tricks(view))
    return lambda tricks: worth[tricks.astype(np.int64)]
