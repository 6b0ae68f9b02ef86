"""Who beats whom among the levels of the house at every game that has several, and by how much.

    python -m benchmarks.levels [--pairs 300]

prints the table of docs/house-players.md. Each deal is played both ways round.
"""

import argparse
from collections.abc import Iterator
from itertools import combinations
from typing import Final

from benchmarks.duel import PAIRS, SEED, Interval, play_pairs
from benchmarks.figures import Figure, needs
from bot.house.registry import levels_of, player_for
from bot.rules.registry import GAMES

_FEW: Final = 4


def measure(pairs: int = _FEW) -> list[Figure]:
    """Points a hand of every level over each weaker one. Raises Missing without Numba."""
    needs("numba", "run")
    return [
        Figure(f"{key}: {better} over {worse}", found.mean, f"± {found.half:.2f} points a hand")
        for key, better, worse, found in _matches(pairs)
    ]


def _matches(pairs: int) -> Iterator[tuple[str, str, str, Interval]]:
    for key, game in GAMES.items():
        for worse, better in combinations([level.key for level in levels_of(key)], 2):
            players = player_for(key, better), player_for(key, worse)
            played = play_pairs(game, *players, SEED, range(pairs))
            yield key, better, worse, Interval.of([pair.margin for pair in played])


def main() -> None:
    """Print the table as the matches end."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.levels", description="who beats whom")
    parser.add_argument(
        "--pairs", type=int, default=PAIRS, help="deals of each match, played both ways round"
    )
    pairs = parser.parse_args().pairs
    print(f"| game | level | over | points a hand ({pairs} pairs, 95%) |\n|---|---|---|---|")
    for key, better, worse, found in _matches(pairs):
        points = f"{found.mean:+.2f} ({found.mean - found.half:+.2f} to {found.mean + found.half:+.2f})"
        print(f"| {key} | {better} | {worse} | {points} |", flush=True)


if __name__ == "__main__":
    main()
