"""`./cardinal match`: house players against each other, over the same deals both ways round."""

import argparse
import json
import math
import os
import signal
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass

from bot.cli.console import failed
from bot.house.contest import play_pairs
from bot.house.processes import CleanContext
from bot.house.registry import DEFAULT, player_for
from bot.rules.escaping import shortened
from bot.rules.registry import game_named

_CONFIDENCE = 1.96  # standard errors either side of the mean in a 95% interval
_CHUNK = 25  # deals that one process plays at a time

_MOST_DEALS = 1_000_000
_MOST_SEED = 999_999_999
_JOBS_PER_CORE = 2


@dataclass(frozen=True, slots=True)
class Outcome:
    """A match: `points` a hand of player `a` over `b`, and its 95% interval over deal pairs."""

    game: str
    a: str
    b: str
    seed: int
    deals: int
    hands: int
    points: float
    low: float
    high: float
    seconds: float

    def line(self) -> str:
        """The outcome in one line."""
        pace = self.hands / self.seconds if self.seconds else 0
        return (
            f"{self.a} v {self.b}: {self.points:+.2f} points a hand "
            f"(95%: {self.low:+.2f} to {self.high:+.2f}); {self.deals} deals, each played both ways, "
            f"in {self.seconds:.1f} s ({pace:.0f} hands a second)"
        )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which game and players, how many deals, from which seed."""
    # Numbers are read in `main`, which refuses them in one line and without the usage.
    parser.add_argument("--game", default="bishops-whist", help="key of the game (default: %(default)s)")
    parser.add_argument("--a", default=DEFAULT, metavar="PLAYER", help="first player (default: %(default)s)")
    parser.add_argument(
        "--b", default="random", metavar="PLAYER", help="second player (default: %(default)s)"
    )
    parser.add_argument("--deals", default="200", metavar="N", help="deals (default: %(default)s)")
    parser.add_argument("--seed", default="1", metavar="S", help="seed (default: %(default)s)")
    parser.add_argument("--jobs", default="1", metavar="N", help="processes (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def main(arguments: argparse.Namespace) -> int:
    """Play the match and print its outcome; 1 for what cannot be played."""
    # No name is longer than what is shown of it.
    game, a, b = (shortened(name) for name in (arguments.game, arguments.a, arguments.b))
    try:
        for name in (a, b):
            player_for(game, name)
        deals = _number("--deals", arguments.deals, least=2, most=_MOST_DEALS)
        jobs = _number("--jobs", arguments.jobs, least=1, most=_JOBS_PER_CORE * (os.cpu_count() or 1))
        seed = _number("--seed", arguments.seed, least=0, most=_MOST_SEED)
    except ValueError as error:
        return failed("match", error)
    started = time.perf_counter()
    try:
        means = _play(game, a, b, seed, deals, jobs)
    except BrokenProcessPool:
        return failed("match", "a process ended before its deals were played; try fewer --jobs")
    seconds = time.perf_counter() - started
    points, margin = _interval(means)
    outcome = Outcome(
        game=game,
        a=a,
        b=b,
        seed=seed,
        deals=deals,
        hands=2 * deals,
        points=round(points, 4),
        low=round(points - margin, 4),
        high=round(points + margin, 4),
        seconds=round(seconds, 3),
    )
    print(json.dumps(asdict(outcome)) if arguments.json else outcome.line())
    return 0


def _play(game: str, a: str, b: str, seed: int, deals: int, jobs: int) -> list[float]:
    chunks = [range(start, min(start + _CHUNK, deals)) for start in range(0, deals, _CHUNK)]
    tasks = [(game, a, b, seed, chunk) for chunk in chunks]
    if jobs == 1:
        results = [_play_chunk(task) for task in tasks]
    else:
        with ProcessPoolExecutor(jobs, CleanContext(), initializer=_begin) as pool:
            results = list(pool.map(_play_chunk, tasks))
    return [mean for result in results for mean in result]


def _begin() -> None:
    # Ctrl-C goes to every process of the terminal, and the first one says what there is to say.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_chunk(task: tuple[str, str, str, int, range]) -> list[float]:
    # Players are named, not passed: a worker process makes its own.
    key, a, b, seed, deals = task
    pairs = play_pairs(game_named(key), player_for(key, a), player_for(key, b), seed, deals)
    return [pair.mean for pair in pairs]


def _interval(means: Sequence[float]) -> tuple[float, float]:
    # The two hands of a deal are not independent, so the pair is the unit.
    mean = math.fsum(means) / len(means)
    variance = math.fsum((value - mean) ** 2 for value in means) / (len(means) - 1)
    return mean, _CONFIDENCE * math.sqrt(variance / len(means))


def _number(argument: str, text: str, least: int, most: int) -> int:
    if text.isascii() and text.isdigit() and len(text) <= len(str(most)) and least <= int(text) <= most:
        return int(text)
    raise ValueError(f"{argument} {shortened(text)!r} is not a whole number from {least} to {most}.")
