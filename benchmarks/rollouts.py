"""Random play of whole hands in native code, against OpenSpiel's native rollouts of bridge."""

import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from benchmarks.figures import Figure, needs
from bot.house.solver.position import NUMBERS, Kind

ROUNDS = 12
CARDS = 52
_ONE_NO_TRUMP = 59
_PASS = 52
TIMES_FASTER = 8

_Hands = tuple[int, int, int, int]


def measure(rounds: int = ROUNDS) -> list[Figure]:
    """Cards played a second on one core, the two turn about on the same number of deals."""
    needs("numba", "run")
    needs("pyspiel", "bench")
    import pyspiel as spiel

    from benchmarks.playouts import bishops_playouts, plain_playouts

    game = spiel.load_game("bridge(use_double_dummy_result=false)")
    rng = random.Random(1)
    plain, bishops, theirs = [], [], []
    for number in range(rounds + 1):
        hands = _hands(rng)
        ours = _pace(partial(plain_playouts, *hands, 0, 4, 1), 60_000)
        other = _pace(partial(bishops_playouts, *_knights(rng), 0, 1, 1), 60_000)
        spiels = _pace(partial(_spiel_rollouts, spiel, game, _contract(game, rng)), 8_000)
        if number:
            # The first round compiles.
            plain.append(ours)
            bishops.append(other)
            theirs.append(spiels)
    ratio = sum(plain) / sum(theirs)
    return [
        Figure("plain whist", round(sum(plain) / rounds / 1e6, 1), "million cards a second"),
        Figure("Bishops Whist", round(sum(bishops) / rounds / 1e6, 1), "million cards a second"),
        Figure("OpenSpiel's bridge", round(sum(theirs) / rounds / 1e6, 1), "million cards a second"),
        Figure.at_least("plain whist against OpenSpiel's bridge", round(ratio, 2), "times", TIMES_FASTER),
    ]


def _pace(play: Callable[[int], object], times: int) -> float:
    started = time.thread_time()
    play(times)
    return times * CARDS / (time.thread_time() - started)


def _spiel_rollouts(spiel: Any, game: Any, state: Any, times: int) -> None:
    # The evaluator has no door of its own in Python. A tree search of two visits, at the position
    # and one card later, has it roll out so many hands in all.
    evaluator = spiel.RandomRolloutEvaluator(times // 2, 1)
    search = spiel.MCTSBot(game, evaluator, 2.0, 2, 1, False, 1, False)
    search.mcts_search(state)


def _hands(rng: random.Random) -> _Hands:
    return _dealt(rng, sorted(NUMBERS[Kind.PLAIN].values()))


def _knights(rng: random.Random) -> _Hands:
    return _dealt(rng, [16 * suit + rank for suit in range(4) for rank in range(13)])


def _dealt(rng: random.Random, pack: list[int]) -> _Hands:
    numbers = rng.sample(pack, CARDS)
    north, east, south, west = (sum(1 << number for number in numbers[seat::4]) for seat in range(4))
    return north, east, south, west


def _contract(game: Any, rng: random.Random) -> Any:
    # A deal, one no trump, three passes: the play begins.
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    for action in (_ONE_NO_TRUMP, _PASS, _PASS, _PASS):
        state.apply_action(action)
    return state
