"""Cavendish at Bishops Whist."""

from pathlib import Path

from bot.house.cavendish.config import Effort, Style
from bot.house.cavendish.player import Cavendish
from bot.house.solver.position import Kind
from bot.rules.cards import KNIGHT
from bot.rules.whist.bishops.options import BishopsWhistOptions
from bot.rules.whist.state import View


class BishopsWhistCavendish(Cavendish):
    """Cavendish with Dana's maxims."""

    style = Style(
        kind=Kind.BISHOPS,
        policy=Path(__file__).with_name("move_policy.json"),
        trust=0.9,
        maxim_weight=0.3,
        tie=0.08,
        effort=Effort(drawn=1000, kept=30, tried=400, open_from=8, nodes=100_000),
        net=Path(__file__).with_name("card_net.npy"),
        net_weight=1.1,
    )

    def defers_to_maxims(self, view: View[BishopsWhistOptions]) -> bool:
        """An irregular trick, where a knight led is the lowest card (AMB-A5)."""
        return view.options.led_knight == "lowest" and KNIGHT in view.cards[:1]
