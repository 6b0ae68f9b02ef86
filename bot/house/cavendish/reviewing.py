"""The turn of a seat at whist, its cards tried as Cavendish tries them."""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.house.cavendish.config import Effort
from bot.house.cavendish.thinking import Evaluation
from bot.house.reviewing import Terms, Turn
from bot.rules.cards import Card


@dataclass(frozen=True, slots=True)
class Sample:
    """How many layouts to draw, and on how many of them to try the cards: played out by the move policy, or
    with open hands, which takes longer."""

    drawn: int
    tried: int
    opened: int


TERMS: Final = Terms(
    least=0.2,  # tricks or points
    alike=0.1,
    glance=Sample(1_000, 250, 40),
    search=Sample(8_000, 1_500, 200),
    measure=Sample(24_000, 3_000, 500),
)

CLEAR: Final = 0.4  # tricks or points by which the right answer to a question exceeds every other
ANSWERS: Final = 4


def turn_at(
    cards: tuple[Card, ...],
    effort: Effort,
    evaluate: Callable[[tuple[Card, ...], Effort, random.Random], Evaluation],
) -> Turn[Card, Sample]:
    """The turn of a seat with these cards to play, which `evaluate` tries."""

    def try_cards(tried: tuple[Card, ...], sample: Sample, rng: random.Random) -> tuple[Any, Any]:
        changed = replace(effort, drawn=sample.drawn, tried=sample.tried, kept=sample.opened)
        found = evaluate(tried, changed, rng)
        return found.values, found.weights

    return Turn(cards, TERMS, try_cards)
