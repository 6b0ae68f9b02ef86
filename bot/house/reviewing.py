"""What a move cost that somebody made, by what their seat knew: others are tried on layouts that fit.

Some layouts find the best move and fresh ones measure its gain, so that a move which the first happened
to favour does not pass for better.
"""

import random
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

import numpy as np

M = TypeVar("M", bound=Hashable)
S = TypeVar("S")

_ERRORS: Final = 3.0  # standard errors that a gain must reach
_MARGIN: Final = 1.0  # standard errors by which it must exceed the least


@dataclass(frozen=True, slots=True)
class Terms(Generic[S]):
    """How moves are judged, amounts in the unit of the game: a gain below `least` does not matter, and moves
    that make the same within `alike` are named together. `glance`, `search` and `measure` say on what
    sample of layouts moves are tried for each."""

    least: float
    alike: float
    glance: S
    search: S
    measure: S


@dataclass(frozen=True, slots=True)
class Gain:
    """What one move makes more than another on the average, and its standard error."""

    mean: float
    error: float

    def counts(self, least: float) -> bool:
        """Whether it is large enough to matter, and too large for chance."""
        return self.mean >= max(least + _MARGIN * self.error, _ERRORS * self.error)


@dataclass(frozen=True, slots=True)
class Turn(Generic[M, S]):
    """The moves that a seat could make at its turn. `try_moves` tries moves on a sample of layouts of what
    the seat knew: an array of what each move (column) makes for its side on each layout (row), and the
    layouts' shares, in sum 1."""

    moves: tuple[M, ...]
    terms: Terms[S]
    try_moves: Callable[[tuple[M, ...], S, random.Random], tuple[Any, Any]]

    def averages(self, sample: S, rng: random.Random) -> Mapping[M, float]:
        """What each move makes for the seat's side."""
        values, weights = self.try_moves(self.moves, sample, rng)
        return dict(zip(self.moves, (weights @ values).tolist(), strict=True))

    def gain(self, move: M, over: M, sample: S, rng: random.Random) -> Gain:
        """What the one move gains over the other on the same layouts."""
        return self.gains(move, (over,), sample, rng)[over]

    def gains(self, move: M, over: Sequence[M], sample: S, rng: random.Random) -> Mapping[M, Gain]:
        """What the one move gains over each other on the same layouts."""
        values, weights = self.try_moves((move, *over), sample, rng)
        return {
            other: _gain(values[:, 0] - values[:, 1 + place], weights) for place, other in enumerate(over)
        }

    def cost_at_a_glance(self, made: M, rng: random.Random) -> float:
        """About what the move cost; 0 if that is too little to matter."""
        found = self.averages(self.terms.glance, rng)
        cost = max(found.values()) - found[made]
        return cost if cost >= self.terms.least / 2 else 0.0

    def best_instead(
        self, made: M, opinions: Mapping[M, float], rng: random.Random
    ) -> tuple[tuple[M, ...], float] | None:
        """The moves that would have been best, and the gain of the first, of which the maxims have the
        highest opinion; None if the gain does not count."""
        found, terms = self.averages(self.terms.search, rng), self.terms
        most = max(found.values())
        alike = [move for move in self.moves if found[move] >= most - terms.alike and move != made]
        if found[made] >= most - terms.alike or not alike:
            return None
        best = max(alike, key=lambda move: found[move] + opinions[move])
        gain = self.gain(best, made, terms.measure, rng)
        others = sorted((move for move in alike if move != best), key=found.__getitem__, reverse=True)
        return ((best, *others), gain.mean) if gain.counts(terms.least) else None


def _gain(paired: Any, weights: Any) -> Gain:
    mean = float(weights @ paired)
    return Gain(mean, float(np.sqrt(weights**2 @ (paired - mean) ** 2)))
