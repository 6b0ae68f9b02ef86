"""Hints: the move that is advised, why, and what it would cost to do otherwise."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

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


LEAST: Final[Mapping[Unit, float]] = {Unit.TRICKS: 0.1, Unit.POINTS: 0.1, Unit.PIPS: 1.0}
"""Moves that are less apart make no difference; bezique, where ten points are little, has its own."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What other moves would cost, on the average: `instead` is the best of those that cost something, by
    `amount` of `unit`, None if none does. `equal` are those between which and the move advised there is no
    difference to speak of, the best first.
    """

    instead: Move | None
    amount: float
    unit: Unit
    judged: Judged
    equal: tuple[Move, ...] = ()


class Reason(NamedTuple):
    """Why a move is advised: a message of the catalogue, empty where there is no reason to give, and one that
    says who its author was, empty where that needs no word."""

    words: str = ""
    author: str = ""


@dataclass(frozen=True, slots=True)
class Hint:
    """A move and why, as in `Reason`. `cost` is None where no other move has been compared with it."""

    move: Move
    reason: str
    cost: Cost | None = None
    author: str = ""


def hint_among(
    advised: Move,
    worth: Mapping[Move, float],
    unit: Unit,
    judged: Judged,
    why: Callable[[tuple[Move, ...], Move], Reason],
    least: float | None = None,
) -> Hint:
    """The hint to make the move `advised`, `worth` being what each move makes. `why` gives the reason for it
    and its equals against the best of those that cost something; among moves that are all equal there is
    none."""
    cost = cost_of_others(advised, worth, unit, judged, least)
    if cost is None or cost.instead is None:
        return Hint(advised, "", cost)
    words, author = why((advised, *cost.equal), cost.instead)
    return Hint(advised, words, cost, author)


def cost_of_others(
    advised: Move,
    worth: Mapping[Move, float],
    unit: Unit,
    judged: Judged,
    least: float | None = None,
) -> Cost | None:
    """What the other moves would cost beside the one advised, `worth` being what each makes; None if there
    is nothing to say of any. Moves less than `least` (of the unit, unless it is given) apart are equal."""
    smallest = LEAST[unit] if least is None else least
    costs = {move: worth[advised] - made for move, made in worth.items() if move != advised}
    ordered = sorted(costs, key=costs.__getitem__)
    equal = tuple(move for move in ordered if abs(costs[move]) < smallest)
    dearer = next((move for move in ordered if costs[move] >= smallest), None)
    if dearer is not None:
        return Cost(dearer, costs[dearer], unit, judged, equal)
    return Cost(None, 0.0, unit, judged, equal) if equal else None
