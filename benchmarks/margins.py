"""The house's player of bezique against the greedy one at every game of the family; how long it thinks."""

import math
import random
import statistics
import time
from typing import Any

from benchmarks.figures import Figure, percentile
from benchmarks.greedy import Greedy
from bot.house.bezique.player import BeziqueHoyle
from bot.house.contest import play_pairs
from bot.house.registry import players_of
from bot.rules.game import AnyGame
from bot.rules.moves import Move
from bot.rules.registry import GAMES

DEALS = 60
SECONDS = 0.3
"""What the 95th percentile of its choices may take."""

_CONFIDENCE = 1.96


class _Timed:
    name = "hoyle"

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self._player = BeziqueHoyle()

    def choose(self, view: Any, rng: random.Random) -> Move:
        started = time.thread_time()
        move = self._player.choose(view, rng)
        if len(view.legal) > 1:
            self.seconds.append(time.thread_time() - started)
        return move


def measure(deals: int = DEALS) -> list[Figure]:
    """Points a hand over the greedy player with their 95% interval, each deal played both ways round, and the
    seconds of a choice."""
    return [
        figure
        for key in GAMES
        if isinstance(players_of(key).get("hoyle"), BeziqueHoyle)
        for figure in _measure(key, GAMES[key], deals)
    ]


def _measure(key: str, game: AnyGame, deals: int) -> list[Figure]:
    hoyle = _Timed()
    margins = [pair.mean for pair in play_pairs(game, hoyle, Greedy(), 2026, range(deals))]
    mean = statistics.fmean(margins)
    error = _CONFIDENCE * statistics.stdev(margins) / math.sqrt(deals)
    p95 = percentile(hoyle.seconds, 0.95)
    return [
        Figure(f"{key}: over greedy", mean, f"± {error:.1f} points a hand", "more than 0", mean > 0),
        Figure(f"{key}: a choice, mean", 1000 * statistics.fmean(hoyle.seconds), "ms"),
        Figure.at_most(f"{key}: a choice, p95", 1000 * p95, "ms", 1000 * SECONDS),
    ]
