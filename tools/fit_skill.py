"""The weights that take the luck out of a hand of whist, from simulated hands; prints them, and their worth.

    python -m tools.fit_skill --game KEY [--deals 2000] [--seed 11] [--player bob-short] [--other FILE …]
                              [--sample FILE]

One chair is the player's, the three others are Hoyle's. What the player's side made is put down to Hoyle's
replay, its double-dummy value, the deal and the player (least squares). `--sample` keeps the hands, one row
each; `--other` adds hands that were kept.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from bot.house.registry import DEFAULT, REPLAYED, player_for
from bot.house.skill.trials import POWER_80, Trial, try_chair
from bot.rules.registry import game_named


@dataclass(frozen=True, slots=True)
class Fit:
    """What a hand comes to: `weights` of the columns, what the side that dealt has besides (`mean`), what the
    player is worth above Hoyle (`level`), and the `variance` that is left."""

    weights: tuple[float, ...]
    mean: float
    level: float
    variance: float

    @property
    def hands_needed(self) -> float:
        """In how many hands the player is told from Hoyle, 80 times in 100."""
        return POWER_80 * self.variance / self.level**2


def fit(hands: Sequence[Trial], *columns: str) -> Fit:
    """By least squares on these columns of the hands (`hoyle`, `par`), those without one of them left out."""
    whole = [hand for hand in hands if all(getattr(hand, name) is not None for name in columns)]
    parts: list[Any] = [[getattr(hand, name) for hand in whole] for name in columns]
    x = np.column_stack([*parts, [hand.dealt for hand in whole], np.ones(len(whole))])
    y = np.array([hand.made for hand in whole])
    found, *_ = np.linalg.lstsq(x, y, rcond=None)
    left = y - x @ found
    *weights, mean, level = found.tolist()
    return Fit(tuple(weights), mean, level, float(left @ left) / (len(y) - x.shape[1]))


def main() -> None:
    """Simulate, fit and print."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.fit_skill", description="the weights that take the luck out of a hand"
    )
    parser.add_argument("--game", required=True, choices=sorted(REPLAYED))
    parser.add_argument("--player", default="bob-short")
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--no-par", action="store_true", help="without the double-dummy value")
    parser.add_argument("--sample", type=Path, help="where to keep the hands")
    parser.add_argument("--other", type=Path, action="append", default=[], help="hands that were kept")
    arguments = parser.parse_args()
    game, hoyle = game_named(arguments.game), player_for(arguments.game, DEFAULT)
    players = (player_for(arguments.game, arguments.player), hoyle, hoyle, hoyle)
    hands = [
        try_chair(game, players, deal, arguments.seed, solve=not arguments.no_par)
        for deal in range(arguments.deals)
    ]
    if arguments.sample:
        rows = [[hand.made, hand.hoyle, hand.par, hand.dealt] for hand in hands]
        arguments.sample.write_text(json.dumps(rows) + "\n")
    hands += [Trial(*row) for file in arguments.other for row in json.loads(file.read_text())]
    for columns in ((), ("hoyle",), ("par",), ("hoyle", "par")):
        if arguments.no_par and "par" in columns:
            continue
        found = fit(hands, *columns)
        weights = ", ".join(
            f"{name} {weight:.3f}" for name, weight in zip(columns, found.weights, strict=True)
        )
        print(
            f"{weights or 'nothing'}: mean {found.mean:+.3f}, level {found.level:+.3f},"
            f" variance {found.variance:.3f}, {found.hands_needed:.0f} hands"
        )


if __name__ == "__main__":
    main()
