"""Hands in which one chair is tried against three known players."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.house.contest import deal_hand
from bot.house.player import HousePlayer
from bot.house.skill.replays import par, played_by_hoyle, worth
from bot.rules.game import AnyGame
from bot.rules.whist.state import Playing

POWER_80: Final = (1.959964 + 0.841621) ** 2
"""Times the variance of a hand over the square of a difference: in so many hands it is seen 80 times in
100, at 5% significance."""

_SEATS: Final = 4


@dataclass(frozen=True, slots=True)
class Trial:
    """A hand of whist from the side of the chair that is tried, in the figures of `replays.Replayed`. `dealt`
    is +1 if that side dealt, or else -1."""

    made: float
    hoyle: float
    par: float | None
    dealt: int


def try_chair(
    game: AnyGame, players: Sequence[HousePlayer], deal: int, seed: int, *, solve: bool = True
) -> Trial:
    """Deal number `deal` of that seed, played by these four, the first of them in the chair that is tried."""
    state = start = deal_hand(game, deal, random.Random(f"{seed}/{deal}"))
    tried = deal // _SEATS % _SEATS
    luck = [random.Random(f"{seed}/{deal}/p/{seat}") for seat in range(_SEATS)]
    while isinstance(state, Playing):
        seat, view = state.seat, game.view(state, state.seat)
        only = view.legal[0] if len(view.legal) == 1 else None
        move = only or players[(seat - tried) % _SEATS].choose(view, luck[seat])
        state = game.apply(state, seat, move).state
    sign = 1 if tried % 2 == 0 else -1
    made = worth(game, state.match.last)
    assert made is not None
    value = par(game.key, start) if solve else None
    return Trial(
        sign * made,
        sign * played_by_hoyle(game, start),
        None if value is None else sign * value,
        1 if start.dealer % 2 == tried % 2 else -1,
    )
