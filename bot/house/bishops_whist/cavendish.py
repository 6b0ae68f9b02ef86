"""Cavendish at Bishops Whist."""

from pathlib import Path
from typing import Any

from bot.house.bishops_whist.player import BishopsWhistHoyle
from bot.house.cavendish.player import Cavendish, Effort, Style
from bot.house.solver.position import Kind
from bot.rules.cards import KNIGHT

STYLE = Style(
    kind=Kind.BISHOPS,
    habits=Path(__file__).with_name("habits.json"),
    credit=0.9,
    regard=0.3,
    effort=Effort(drawn=1000, kept=30, tried=400, open_from=8, nodes=100_000),
)


class BishopsWhistCavendish(Cavendish):
    """Who has read Dana."""

    def __init__(self, style: Style = STYLE) -> None:
        super().__init__(BishopsWhistHoyle(), style)

    def leaves_to_master(self, view: Any) -> bool:
        """An irregular trick, where a knight led is the lowest card (AMB-A5)."""
        return view.options.led_knight == "lowest" and KNIGHT in view.cards[:1]
