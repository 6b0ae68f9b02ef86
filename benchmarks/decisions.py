"""How long the house players that take time think over a card, one at a time in this process."""

import random
import time
from typing import Any

from benchmarks.figures import Figure, needs, percentile
from bot.house.contest import play_hand
from bot.house.player import HousePlayer, NeedsWorker
from bot.house.registry import players_of
from bot.rules.moves import Move, Play
from bot.rules.registry import GAMES

HANDS = 10
OPENING_SECONDS = 2.0
LATER_SECONDS = 1.0


class _Timed:
    def __init__(self, player: HousePlayer) -> None:
        self.name = player.name
        self.opening: list[float] = []
        self.later: list[float] = []
        self._player = player

    def choose(self, view: Any, rng: random.Random) -> Move:
        started = time.perf_counter()
        move = self._player.choose(view, rng)
        seconds = time.perf_counter() - started
        if isinstance(move, Play) and len(view.legal) > 1:
            opening = not view.tricks and not view.cards
            (self.opening if opening else self.later).append(seconds)
        return move


def measure(hands: int = HANDS) -> list[Figure]:
    """95th percentiles in seconds, code compiled beforehand. Raises Missing without Numba."""
    needs("numba", "run")
    return [
        figure
        for key in GAMES
        for player in players_of(key).values()
        if isinstance(player, NeedsWorker)
        for figure in _measure(key, player, hands)
    ]


def _measure(key: str, player: HousePlayer, hands: int) -> list[Figure]:
    play_hand(GAMES[key], (player, player), 0, 0)
    timed = _Timed(player)
    for deal in range(hands):
        play_hand(GAMES[key], (timed, timed), 1, deal)
    return [
        _figure(f"{player.name} at {key}, opening lead, p95", timed.opening, OPENING_SECONDS),
        _figure(f"{player.name} at {key}, later, p95", timed.later, LATER_SECONDS),
        Figure(f"{player.name} at {key}, later, mean", round(sum(timed.later) / len(timed.later), 3), "s"),
    ]


def _figure(name: str, seconds: list[float], most: float) -> Figure:
    return Figure.at_most(name, round(percentile(seconds, 0.95), 3), "s", most)
