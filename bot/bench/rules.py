"""Rules: random Bishops Whist beside RLCard's bare bridge game, in one run."""

import random
import statistics
import time
from collections.abc import Callable

from bot.bench.figures import Figure
from bot.rules.game import Chance
from bot.rules.registry import GAMES

ROUNDS = 7
SECONDS = 1.0


def measure(seconds: float = SECONDS, rounds: int = ROUNDS) -> list[Figure]:
    """Plays a second, legal and apply and the random choice included; rounds are interleaved."""
    rivals: dict[str, Callable[[float], float]] = {"bishops-whist": _ours}
    try:
        from rlcard.games.bridge.game import BridgeGame
    except ImportError:
        BridgeGame = None
    else:
        rivals["rlcard bridge"] = lambda limit: _rlcard(BridgeGame, limit)
    speeds: dict[str, list[float]] = {name: [] for name in rivals}
    for _ in range(rounds):
        for name, play in rivals.items():
            speeds[name].append(play(seconds))
    medians = {name: statistics.median(values) for name, values in speeds.items()}
    figures = [Figure(f"{name}, plays a second", f"{speed:,.0f}") for name, speed in medians.items()]
    if len(medians) == 2:
        ratio = medians["bishops-whist"] / medians["rlcard bridge"]
        figures.append(Figure("ahead of RLCard by", f"{ratio:.2f} times", "more than 1", ratio > 1))
    else:
        figures.append(Figure("RLCard", "not installed; pip install -r requirements/bench.txt"))
    return figures


def _ours(seconds: float) -> float:
    game, rng = GAMES["bishops-whist"], random.Random(1)
    options = game.options({})
    plays, state, spent = 0, game.begin(options, 0), 0.0
    while spent < seconds:
        due = game.to_act(state)
        if isinstance(due, Chance):
            # The shuffle is not the rules' work, nor is it counted for the rival.
            pieces = list(due.pieces)
            rng.shuffle(pieces)
            state = game.apply(state, None, game.parse(" ".join([due.verb, *pieces]))).state
            continue
        if not due:
            state = game.begin(options, 0)
            continue
        started = time.perf_counter()
        for _ in range(52):
            due = game.to_act(state)
            if isinstance(due, Chance) or not due:
                break
            legal = game.legal(state, due[0])
            state = game.apply(state, due[0], legal[int(rng.random() * len(legal))]).state
            plays += 1
        spent += time.perf_counter() - started
    return plays / spent


def _rlcard(bridge: Callable[[], object], seconds: float) -> float:
    import numpy as np
    from rlcard.games.bridge.utils.action_event import PassAction

    plays, spent, rng = 0, 0.0, random.Random(1)
    while spent < seconds:
        game = bridge()
        game.allow_step_back = False  # type: ignore[attr-defined]
        game.np_random = np.random.RandomState(rng.randrange(2**31))  # type: ignore[attr-defined]
        game.init_game()  # type: ignore[attr-defined]
        # One bid and three passes, so that nearly all that is timed is card play, as in ours.
        round_ = game.round  # type: ignore[attr-defined]
        bid = game.judger.get_legal_actions()[1]  # type: ignore[attr-defined]
        game.step(bid)  # type: ignore[attr-defined]
        while round_.play_card_count == 0 and not round_.is_bidding_over():
            game.step(PassAction())  # type: ignore[attr-defined]
        started = time.perf_counter()
        while not game.is_over():  # type: ignore[attr-defined]
            legal = game.judger.get_legal_actions()  # type: ignore[attr-defined]
            game.step(legal[int(rng.random() * len(legal))])  # type: ignore[attr-defined]
            plays += 1
        spent += time.perf_counter() - started
    return plays / spent
