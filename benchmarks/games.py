"""Games: random play of every game, each move of a player timed with the question what is legal.

Chance is not timed. Time is the thread's own, which other work on the machine disturbs least.
"""

import random
import time

from benchmarks.figures import Figure
from bot.house.contest import chance_move
from bot.rules.game import Chance
from bot.rules.registry import GAMES

MOVES = 20_000


def measure(moves: int = MOVES) -> list[Figure]:
    """Moves a second of legal and apply, for every game."""
    return [Figure(f"{key}: legal and apply", round(speed(key, moves)), "moves a second") for key in GAMES]


def speed(key: str, moves: int) -> float:
    """Moves a second of random play over so many moves of players."""
    game, rng, spent, made = GAMES[key], random.Random(1), 0.0, 0
    options = game.options({})
    state = game.begin(options, 0)
    while made < moves:
        due = game.to_act(state)
        if isinstance(due, Chance):
            state = game.apply(state, None, chance_move(game, due, rng)).state
        elif not due:
            state = game.begin(options, 0)
        else:
            started = time.thread_time()
            legal = game.legal(state, due[0])
            state = game.apply(state, due[0], legal[int(rng.random() * len(legal))]).state
            spent += time.thread_time() - started
            made += 1
    return made / spent
