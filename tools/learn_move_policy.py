"""The move policy learnt from watching a house player: writes a file of weights, and how they were made.

    python -m tools.learn_move_policy --game KEY --out FILE [--player hoyle] [--deals 3000] [--seed 1]

The weights are those of a multinomial logit: of the cards that could be played, the likelihood of those
that were is made as great as can be (L-BFGS-B), less a price on large weights. What is left out of it, every
tenth deal, tells how good they are.
"""

import argparse
import json
import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from scipy.optimize import minimize

from bot.house.cavendish import move_policy, playing
from bot.house.cavendish.numbers import in_numbers
from bot.house.cavendish.player import Cavendish
from bot.house.cavendish.thinking import state_of
from bot.house.contest import play_hand
from bot.house.player import HousePlayer
from bot.house.registry import SOLVED, player_for
from bot.house.solver.position import Kind, trump_number
from bot.house.tricks.knowledge import Knowledge
from bot.rules.moves import Move, Play
from bot.rules.registry import game_named

_MOST_STEPS: Final = 400
_SHRINK: Final = 2e-4
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

    def __init__(self, player: HousePlayer, cavendish: Cavendish, sample: Sample) -> None:
        self.name = player.name
        self.deal = 0
        self._player = player
        self._cavendish = cavendish
        self._sample = sample

    def choose(self, view: Any, rng: random.Random) -> Move:
        move = self._player.choose(view, rng)
        if isinstance(move, Play) and len(view.legal) > 1:
            self._write(view, move)
        return move

    def _write(self, view: Any, move: Play) -> None:
        cavendish, sample = self._cavendish, self._sample
        known = in_numbers(cavendish.style.kind, Knowledge(view, cavendish.hoyle.pack))
        state = state_of(known)
        for seat in known.others:
            # Who holds which of the others' cards is not looked at; that they are out is.
            state[playing.HANDS + seat] = known.unseen
        state[playing.HANDS + known.me] = known.hand
        decision = len(sample.chosen)
        for other in view.legal:
            if not isinstance(other, Play):
                continue
            x = np.empty(move_policy.FEATURES, np.float64)
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
    sample, cavendish = Sample(), player_for(game_key, Cavendish.name)
    assert isinstance(cavendish, Cavendish)
    watched = Watched(player, cavendish, sample)
    for deal in range(deals):
        watched.deal = deal
        play_hand(game_named(game_key), (watched, watched), seed, deal)
    return sample


def fit(sample: Sample) -> tuple[Any, float]:
    """The weights (situations by features), and how often the card they score highest is the one
    played, among the decisions left out."""
    data = _Data(sample)
    found = minimize(
        data.loss_and_gradient,
        np.zeros(move_policy.SITUATIONS * move_policy.FEATURES),
        jac=True,
        method="L-BFGS-B",
        options={"maxiter": _MOST_STEPS},
    )
    return found.x.reshape(move_policy.SITUATIONS, -1), data.predicted(found.x)


class _Data:
    # The sample as arrays, and what the weights make of it.

    def __init__(self, sample: Sample) -> None:
        self._decisions = np.array(sample.decisions)
        self._chosen = np.array(sample.chosen)
        self._kept = np.array(sample.deals) % _LEFT_OUT != 0
        self._first = np.searchsorted(self._decisions, np.arange(len(self._chosen)))
        situations = np.array(sample.situations)
        self._places = [np.flatnonzero(situations == part) for part in range(move_policy.SITUATIONS)]
        self._parts = [
            np.array([sample.rows[place] for place in places]).reshape(-1, move_policy.FEATURES)
            for places in self._places
        ]

    def _scores_of(self, weights: Any) -> Any:
        scores = np.empty(len(self._decisions))
        for places, rows, part in zip(
            self._places, self._parts, weights.reshape(len(self._parts), -1), strict=True
        ):
            scores[places] = rows @ part
        return scores

    def loss_and_gradient(self, weights: Any) -> tuple[float, Any]:
        scores, kept = self._scores_of(weights), self._kept
        scores -= np.maximum.reduceat(scores, self._first)[self._decisions]
        shares = np.exp(scores)
        every = np.add.reduceat(shares, self._first)
        surprise = np.log(every) - scores[self._chosen]
        shares /= every[self._decisions]
        shares[self._chosen] -= 1
        shares[~kept[self._decisions]] = 0
        gradients = [rows.T @ shares[at] for at, rows in zip(self._places, self._parts, strict=True)]
        gradient = np.concatenate(gradients) / kept.sum()
        loss = surprise[kept].mean() + _SHRINK / 2 * (weights @ weights)
        return float(loss), gradient + _SHRINK * weights

    def predicted(self, weights: Any) -> float:
        """How often the card with the highest score was played, where it was left out."""
        scores = self._scores_of(weights)
        right = scores[self._chosen] >= np.maximum.reduceat(scores, self._first)
        return float(right[~self._kept].mean())


def main() -> None:
    """Watch, fit and write."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.learn_move_policy", description="a move policy from a house player's play"
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
    made = {
        "tool": "tools.learn_move_policy",
        "game": arguments.game,
        "player": arguments.player,
        "deals": arguments.deals,
        "seed": arguments.seed,
        "decisions": len(sample.chosen),
        "predicted": round(right, 3),
    }
    rows = [[round(weight, 3) for weight in row] for row in weights.tolist()]
    arguments.out.write_text(json.dumps({"made": made, "weights": rows}) + "\n")
    print(f"{len(sample.chosen):,} decisions; {right:.1%} of those left out predicted")


if __name__ == "__main__":
    main()
