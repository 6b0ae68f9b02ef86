"""Hints: the move that is advised, why, and what it would cost to do otherwise."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.rules.moves import Move


class Unit(Enum):
    """What the cost of a move is counted in."""

    TRICKS = "tricks"
    POINTS = "points"
    PIPS = "pips"


class Judged(Enum):
    """How the cost of a move was found."""

    TRIED = "tried"
    """On the average over ways in which the hidden pieces may lie."""
    MAXIMS = "maxims"
    """As the rules of the book weigh it."""
    SURE = "sure"
    """By what lies open."""


LEAST: Final[Mapping[Unit, float]] = {Unit.TRICKS: 0.15, Unit.POINTS: 0.15, Unit.PIPS: 1.0}
"""What a move has to cost to be worth a word; bezique, where ten points are little, has its own."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What other moves would cost, on the average: `instead` is the best of those that cost something, by
    `amount` of `unit`, None if none does. `as_good` are those that cost nothing to speak of, the best first.
    """

    instead: Move | None
    amount: float
    unit: Unit
    judged: Judged
    as_good: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Hint:
    """A move and why: a message of the catalogue, empty where there is no reason to give. `cost` is None
    where no other move has been compared with it."""

    move: Move
    reason: str
    cost: Cost | None = None


def cost_of_others(
    advised: Move,
    worth: Mapping[Move, float],
    unit: Unit,
    judged: Judged,
    least: float | None = None,
) -> Cost | None:
    """What the other moves would cost beside the one advised, `worth` being what each makes; None if there is
    no other. Whatever costs less than `least` (of the unit, unless said otherwise) is as good."""
    smallest = LEAST[unit] if least is None else least
    costs = {move: worth[advised] - made for move, made in worth.items() if move != advised}
    if not costs:
        return None
    ordered = sorted(costs, key=costs.__getitem__)
    as_good = tuple(move for move in ordered if costs[move] < smallest)
    dearer = ordered[len(as_good) :]
    if not dearer:
        return Cost(None, 0.0, unit, judged, as_good)
    return Cost(dearer[0], costs[dearer[0]], unit, judged, as_good)
