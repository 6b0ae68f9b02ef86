"""Skill with the luck taken out: in how many hands Bob Short is told from Hoyle, and what a hand costs."""

import random
import statistics
import time
from collections.abc import Sequence
from typing import Final

from benchmarks.figures import Figure, needs
from bot.house.contest import deal_hand
from bot.house.registry import DEFAULT, REPLAYED, player_for
from bot.house.skill.replays import par, played_by_hoyle
from bot.house.skill.trials import POWER_80, Trial, try_chair
from bot.house.solver import warm_up
from bot.rules.registry import game_named
from bot.tables.judging.skill.estimate import skill_of
from bot.tables.judging.skill.weights import WEIGHTS
from bot.tables.state.replays import Replay, ReplayedHand

DEALS: Final = 60
CLUB: Final = 5_000

_FEW: Final = 6
_SEED: Final = 2026
_PLAYER: Final = "bob-short"


def measure(deals: int = DEALS, club: int = CLUB, games: Sequence[str] = REPLAYED) -> list[Figure]:
    """For each of the games; and the estimate of somebody in a club that has played for years."""
    needs("numba", "run")
    warm_up()
    return [*(figure for key in games for figure in _measure(key, deals)), _estimate(club)]


def _measure(key: str, deals: int) -> list[Figure]:
    game, hoyle, weights = game_named(key), player_for(key, DEFAULT), WEIGHTS[key]
    players = (player_for(key, _PLAYER), hoyle, hoyle, hoyle)
    hands = [try_chair(game, players, deal, _SEED, solve=weights.par != 0) for deal in range(deals)]
    replays, values = [], []
    for deal in range(deals):
        start = deal_hand(game, deal, random.Random(f"{_SEED}/{deal}"))
        began = time.thread_time()
        played_by_hoyle(game, start)
        replays.append(time.thread_time() - began)
        if weights.par != 0 or deal < _FEW:
            began = time.thread_time()
            par(key, start)
            values.append(time.thread_time() - began)

    def left(hand: Trial) -> float:
        worth = weights.hoyle * hand.hoyle + weights.par * (hand.par or 0.0) + weights.mean * hand.dealt
        return hand.made - worth

    # The level is the one that was measured over thousands of hands; the spread is that of these.
    once = POWER_80 / weights.levels[_PLAYER] ** 2
    raw = once * statistics.variance([hand.made for hand in hands])
    needed = once * statistics.variance([left(hand) for hand in hands])
    return [
        Figure(f"{key}: told apart by {weights.unit} alone", raw, "hands"),
        Figure(f"{key}: told apart without the luck", needed, "hands"),
        Figure(f"{key}: Hoyle's replay, mean", 1000 * statistics.fmean(replays), "ms"),
        Figure(f"{key}: double-dummy value, mean", 1000 * statistics.fmean(values), "ms"),
        Figure(f"{key}: double-dummy value, longest", 1000 * max(values), "ms"),
    ]


def _estimate(club: int) -> Figure:
    rng, weights = random.Random(_SEED), WEIGHTS["american-whist"]
    hands = [
        ReplayedHand(
            number,
            1,
            float(number),
            weights.version,
            tuple(rng.sample([*range(1, 41), "hoyle", "bob-short"], 4)),
            Replay(rng.gauss(0, 2), rng.gauss(0, 2), rng.gauss(0, 2), number % 4),
        )
        for number in range(club)
    ]
    began = time.thread_time()
    skill_of(1, hands, weights)
    took = time.thread_time() - began
    return Figure(f"an estimate from {club:,} hands of 40 people", 1000 * took, "ms")
