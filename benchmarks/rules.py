"""Rules: random Bishops Whist against RLCard's bare bridge game, in one run.

On both sides only the 52 plays of each hand are timed, with the question what is legal and the
random choice; dealing, cutting and bidding are not. RLCard's loop is its leanest: `is_over` is
not asked. Time is the thread's own, which other work on the machine disturbs least.
"""

import random
import statistics
import time
from collections.abc import Callable

from benchmarks.figures import Figure, needs
from bot.house.contest import chance_move
from bot.rules.game import Chance
from bot.rules.registry import GAMES

ROUNDS = 15
HANDS = 400
_PLAYS = 52


def measure(rounds: int = ROUNDS, hands: int = HANDS) -> list[Figure]:
    """Plays a second of both, round about, and the ratio of their medians."""
    needs("rlcard", "bench")
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(speed(bishops_whist, hands))
        theirs.append(speed(_rlcard_bridge, hands))
    ratio = statistics.median(ours) / statistics.median(theirs)
    pairs = sorted(mine / other for mine, other in zip(ours, theirs, strict=True))
    return [
        Figure("bishops-whist", round(statistics.median(ours)), "plays a second"),
        Figure("rlcard bridge", round(statistics.median(theirs)), "plays a second"),
        Figure("ratio of the medians", round(ratio, 2), "", "more than 1", ratio > 1),
        Figure("ratio of a round, least", round(pairs[0], 2)),
        Figure("ratio of a round, most", round(pairs[-1], 2)),
    ]


def speed(play: Callable[[int], float], hands: int) -> float:
    """Plays a second over so many hands."""
    return hands * _PLAYS / play(hands)


def bishops_whist(hands: int) -> float:
    """Seconds of random play over so many hands."""
    game, rng, spent = GAMES["bishops-whist"], random.Random(1), 0.0
    options = game.options({})
    state = game.begin(options, 0)
    to_act, legal, apply, chance = game.to_act, game.legal, game.apply, rng.random
    for _ in range(hands):
        while True:
            due = to_act(state)
            if isinstance(due, Chance):
                state = apply(state, None, chance_move(game, due, rng)).state
            elif not due:
                state = game.begin(options, 0)
            elif (moves := legal(state, due[0]))[0].verb == "play":
                break
            else:
                state = apply(state, due[0], rng.choice(moves)).state
        started = time.thread_time()
        for _ in range(_PLAYS):
            due = to_act(state)
            assert isinstance(due, tuple)
            seat = due[0]
            moves = legal(state, seat)
            state = apply(state, seat, moves[int(chance() * len(moves))]).state
        spent += time.thread_time() - started
    return spent


def _rlcard_bridge(hands: int) -> float:
    import numpy as np
    from rlcard.games.bridge.game import BridgeGame
    from rlcard.games.bridge.utils.action_event import PassAction

    rng, spent = random.Random(1), 0.0
    chance = rng.random
    for _ in range(hands):
        game = BridgeGame()
        game.np_random = np.random.RandomState(rng.randrange(2**31))
        game.init_game()
        first_bid = game.judger.get_legal_actions()[1]
        game.step(first_bid)
        while not game.round.is_bidding_over():
            game.step(PassAction())
        legal, step = game.judger.get_legal_actions, game.step
        started = time.thread_time()
        for _ in range(_PLAYS):
            moves = legal()
            step(moves[int(chance() * len(moves))])
        spent += time.thread_time() - started
        assert game.is_over()
    return spent
