"""Hints: the advised move, the reason, and the cost of other moves."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from bot.rules.moves import Move


class Unit(Enum):
    """The unit of a move's cost."""

    TRICKS = "tricks"
    POINTS = "points"
    PIPS = "pips"


class Judged(Enum):
    """How the cost of a move was found."""

    TRIED = "tried"  # on average over ways the hidden pieces may lie
    MAXIMS = "maxims"  # as the rules of the book weigh it
    SURE = "sure"  # by what is visible to all


LEAST: Final[Mapping[Unit, float]] = {Unit.TRICKS: 0.1, Unit.POINTS: 0.1, Unit.PIPS: 1.0}
"""Smaller differences do not count; bezique, where ten points are little, has its own limit."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of other moves, on average: `instead` is the best move that costs something, by `amount` of
    `unit`, None if none does. `equal` are moves as good as the advised one, best first."""

    instead: Move | None
    amount: float
    unit: Unit
    judged: Judged
    equal: tuple[Move, ...] = ()


class Reason(NamedTuple):
    """Why a move is advised: a message of the catalogue, empty where there is no reason to give, and a
    message about its author, empty where none is needed."""

    words: str = ""
    author: str = ""


@dataclass(frozen=True, slots=True)
class Hint:
    """A move and its `Reason`. `cost` is None where no other move was compared with it."""

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
    """The hint to make the move `advised`, where `worth` is the value of each move. `why` gives the reason
    for it and its equals against the best move that costs something; if all moves are equal there is none."""
    cost = cost_of_others(advised, worth, unit, judged, least)
    if cost is None or cost.instead is None:
        return Hint(advised, "", cost)
    words, author = why((advised, *cost.equal), cost.instead)
    return Hint(advised, words, cost, author)


def cost_of_others(
    advised: Move, worth: Mapping[Move, float], unit: Unit, judged: Judged, least: float | None = None
) -> Cost | None:
    """The cost of the other moves compared with the advised one, where `worth` is the value of each move;
    None if there is nothing to say. Moves less than `least` apart (in the unit, unless given) are equal."""
    smallest = LEAST[unit] if least is None else least
    costs = {move: worth[advised] - made for move, made in worth.items() if move != advised}
    ordered = sorted(costs, key=costs.__getitem__)
    equal = tuple(move for move in ordered if abs(costs[move]) < smallest)
    dearer = next((move for move in ordered if costs[move] >= smallest), None)
    if dearer is not None:
        return Cost(dearer, costs[dearer], unit, judged, equal)
    return Cost(None, 0.0, unit, judged, equal) if equal else None
