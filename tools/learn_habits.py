"""Habits learnt from watching a house player: run as a module, it writes a file of weights.

    python -m tools.learn_habits --game KEY --player hoyle --deals 3000 --out FILE

The weights are those of a multinomial logit: of the cards that could be played, the likelihood of
those that were is made as great as can be, by gradient descent with momentum (Adam). What is left
out of every tenth deal tells how good they are.
"""

import argparse
import json
import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from bot.house.cavendish import habits, playing
from bot.house.cavendish.known import known_from
from bot.house.cavendish.thinking import state_of
from bot.house.contest import play_hand
from bot.house.player import HousePlayer
from bot.house.registry import SOLVED, player_for
from bot.house.solver.position import Kind, trump_number
from bot.rules.game import Game
from bot.rules.moves import Move, Play
from bot.rules.registry import game_named

_STEPS: Final = 400
_RATE: Final = 0.05
_SHRINK: Final = 2e-4
_MOMENTS: Final = (0.9, 0.99)
_LEFT_OUT: Final = 10


@dataclass(slots=True)
class Sample:
    """Decisions watched: a row of features for each card that could be played.

    `situations[row]` and `decisions[row]` say which situation and which decision a row is of,
    `chosen[decision]` is the row of the card that was played, `deals[decision]` the deal.
    """

    rows: list[Any] = field(default_factory=list)
    situations: list[int] = field(default_factory=list)
    decisions: list[int] = field(default_factory=list)
    chosen: list[int] = field(default_factory=list)
    deals: list[int] = field(default_factory=list)


class Watched:
    """A house player whose plays are written down."""

    def __init__(self, player: HousePlayer, kind: Kind, sample: Sample) -> None:
        self.name = player.name
        self.deal = 0
        self._player = player
        self._kind = kind
        self._sample = sample

    def choose(
        self, game: Game[Any, Any, Any], view: Any, legal: tuple[Move, ...], rng: random.Random
    ) -> Move:
        """What the player chooses."""
        move = self._player.choose(game, view, legal, rng)
        if isinstance(move, Play) and len(legal) > 1:
            self._write(view, legal, move)
        return move

    def _write(self, view: Any, legal: tuple[Move, ...], move: Play) -> None:
        sample, known = self._sample, known_from(self._kind, view)
        state = state_of(known)
        for seat in known.others:
            # Who holds which of the others' cards is not looked at; that they are out is.
            state[playing.HANDS + seat] = known.unseen
        state[playing.HANDS + known.me] = known.hand
        decision = len(sample.chosen)
        for other in legal:
            if not isinstance(other, Play):
                continue
            x = np.empty(habits.FEATURES, np.float64)
            number = known.number_of(other.card)
            situation = playing.features(
                x, state, number, trump_number(known.trump), known.kind is Kind.BISHOPS
            )
            if other == move:
                sample.chosen.append(len(sample.rows))
                sample.deals.append(self.deal)
            sample.rows.append(x)
            sample.situations.append(situation)
            sample.decisions.append(decision)


def watch(game_key: str, player: HousePlayer, deals: int, seed: int) -> Sample:
    """Four of the player play that many hands."""
    sample = Sample()
    watched = Watched(player, SOLVED[game_key], sample)
    for deal in range(deals):
        watched.deal = deal
        play_hand(game_named(game_key), (watched, watched), seed, deal)
    return sample


def fit(sample: Sample, steps: int = _STEPS) -> tuple[Any, float]:
    """The weights (situations by features), and how often the card they draw to most is the one
    played, among the decisions left out."""
    rows = np.array(sample.rows)
    decisions = np.array(sample.decisions)
    chosen = np.array(sample.chosen)
    kept = np.array(sample.deals) % _LEFT_OUT != 0
    first = np.searchsorted(decisions, np.arange(len(chosen)))
    parts = [np.flatnonzero(np.array(sample.situations) == part) for part in range(habits.SITUATIONS)]
    weights = np.zeros((habits.SITUATIONS, habits.FEATURES))
    slope, spread = np.zeros_like(weights), np.zeros_like(weights)

    def drawn() -> Any:
        sums = np.empty(len(rows))
        for part, at in enumerate(parts):
            sums[at] = rows[at] @ weights[part]
        return sums

    for step in range(1, steps + 1):
        sums = drawn()
        shares = np.exp(sums - np.maximum.reduceat(sums, first)[decisions])
        shares /= np.add.reduceat(shares, first)[decisions]
        shares[chosen] -= 1
        shares[~kept[decisions]] = 0
        gradient = np.stack([rows[at].T @ shares[at] for at in parts]) / kept.sum() + _SHRINK * weights
        slope = _MOMENTS[0] * slope + (1 - _MOMENTS[0]) * gradient
        spread = _MOMENTS[1] * spread + (1 - _MOMENTS[1]) * gradient**2
        rate = _RATE * min(1.0, 3 * (1 - step / steps) + 0.1)
        moment = slope / (1 - _MOMENTS[0] ** step)
        weights -= rate * moment / (np.sqrt(spread / (1 - _MOMENTS[1] ** step)) + 1e-8)
    sums = drawn()
    right = sums[chosen] >= np.maximum.reduceat(sums, first)
    return weights, float(right[~kept].mean())


def main() -> None:
    """Watch, fit and write."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.learn_habits", description="habits from a house player's play"
    )
    parser.add_argument("--game", required=True, choices=sorted(SOLVED))
    parser.add_argument("--player", default="hoyle")
    parser.add_argument("--deals", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    player = player_for(arguments.game, arguments.player)
    sample = watch(arguments.game, player, arguments.deals, arguments.seed)
    weights, right = fit(sample)
    told = {
        "game": arguments.game,
        "player": arguments.player,
        "deals": arguments.deals,
        "seed": arguments.seed,
        "decisions": len(sample.chosen),
        "foretold": round(right, 3),
        "weights": [[round(weight, 3) for weight in row] for row in weights.tolist()],
    }
    arguments.out.write_text(json.dumps(told, indent=1) + "\n")
    print(f"{len(sample.chosen):,} decisions; {right:.1%} of those left out foretold")


if __name__ == "__main__":
    main()
