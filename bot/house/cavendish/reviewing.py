"""What a card cost that somebody played, by what their seat knew: others are tried on layouts that fit.

Some layouts find the best card and fresh ones measure its gain, so that a card which the first happened
to favour does not pass for better.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import numpy as np

from bot.house.cavendish.config import Effort
from bot.house.cavendish.thinking import Evaluation
from bot.rules.cards import Card

LEAST: Final = 0.2  # tricks or points; a smaller gain does not matter

_ERRORS: Final = 3.0  # standard errors that a gain must reach
_MARGIN: Final = 1.0  # standard errors by which it must exceed `LEAST`
_ALIKE: Final = 0.1  # tricks or points; cards that make almost the same are named together

TryCards: TypeAlias = Callable[[tuple[Card, ...], Effort, random.Random], Evaluation]


@dataclass(frozen=True, slots=True)
class Sample:
    """How many layouts to draw, and on how many of them to try the cards: played out by the move policy, or
    with open hands, which takes longer."""

    drawn: int
    tried: int
    opened: int


GLANCE: Final = Sample(1_000, 250, 40)
SEARCH: Final = Sample(8_000, 1_500, 200)
MEASURE: Final = Sample(24_000, 3_000, 500)


@dataclass(frozen=True, slots=True)
class Gain:
    """What one card makes more than another on the average, in tricks or points, and its standard error."""

    mean: float
    error: float

    @property
    def counts(self) -> bool:
        """Whether it is large enough to matter, and too large for chance."""
        return self.mean >= max(LEAST + _MARGIN * self.error, _ERRORS * self.error)


@dataclass(frozen=True, slots=True)
class Turn:
    """The cards that a seat could play at its turn, and how to try them on what it knew."""

    cards: tuple[Card, ...]
    effort: Effort
    try_cards: TryCards

    def averages(self, sample: Sample, rng: random.Random) -> Mapping[Card, float]:
        """What each card makes for the seat's side."""
        found = self._evaluate(self.cards, sample, rng)
        return dict(zip(self.cards, (found.weights @ found.values).tolist(), strict=True))

    def gain(self, card: Card, over: Card, sample: Sample, rng: random.Random) -> Gain:
        """What the one card gains over the other on the same layouts."""
        found = self._evaluate((card, over), sample, rng)
        paired = found.values[:, 0] - found.values[:, 1]
        mean = float(found.weights @ paired)
        return Gain(mean, float(np.sqrt(found.weights**2 @ (paired - mean) ** 2)))

    def _evaluate(self, cards: tuple[Card, ...], sample: Sample, rng: random.Random) -> Evaluation:
        effort = replace(self.effort, drawn=sample.drawn, tried=sample.tried, kept=sample.opened)
        return self.try_cards(cards, effort, rng)


def cost_at_a_glance(turn: Turn, played: Card, rng: random.Random) -> float:
    """About what the card cost; 0 if that is too little to matter."""
    made = turn.averages(GLANCE, rng)
    cost = max(made.values()) - made[played]
    return cost if cost >= LEAST / 2 else 0.0


def best_instead(
    turn: Turn, played: Card, opinions: Mapping[Card, float], rng: random.Random
) -> tuple[tuple[Card, ...], float] | None:
    """The cards that would have been best, and the gain of the first, of which the maxims have the highest
    opinion; None if the gain does not count."""
    made = turn.averages(SEARCH, rng)
    most = max(made.values())
    alike = [card for card in turn.cards if made[card] >= most - _ALIKE and card != played]
    if made[played] >= most - _ALIKE or not alike:
        return None
    best = max(alike, key=lambda card: made[card] + opinions[card])
    gain = turn.gain(best, played, MEASURE, rng)
    others = sorted((card for card in alike if card != best), key=made.__getitem__, reverse=True)
    return ((best, *others), gain.mean) if gain.counts else None
