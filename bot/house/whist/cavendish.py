"""Cavendish at the whists of the ordinary pack."""

from pathlib import Path
from typing import Any

from bot.house.cavendish.config import Effort, Style
from bot.house.cavendish.player import Cavendish
from bot.house.solver.position import Kind
from bot.house.whist.player import WhistHoyle
from bot.rules.whist.state import View


class WhistCavendish(Cavendish):
    """Cavendish with Bob Short's maxims; counts tricks by what they are worth at the present score."""

    hoyle: WhistHoyle
    style = Style(
        kind=Kind.PLAIN,
        policy=Path(__file__).with_name("move_policy.json"),
        trust=0.9,
        maxim_weight=0.15,
        tie=0.08,
        effort=Effort(drawn=1000, kept=40, tried=400, open_from=11, nodes=60_000),
    )

    def worth(self, view: View[Any], made: Any) -> Any:
        import numpy as np

        return np.array(self.hoyle.stakes.worth_of_tricks(view))[made.astype(np.int64)]
