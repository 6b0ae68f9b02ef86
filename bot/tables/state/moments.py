"""The moments of a hand, a player's decisions that mattered most, the problems they make, and answers."""

from dataclasses import dataclass

from bot.rules.game import SeatView
from bot.rules.moves import Move


@dataclass(frozen=True, slots=True)
class Decision:
    """A move that somebody chose among several. `view` is what the seat knew before it, `step` the number of
    moves of the hand made before it, `trick` the number of the trick in progress."""

    step: int
    trick: int
    view: SeatView
    made: Move


@dataclass(frozen=True, slots=True)
class Moment:
    """What would have been better than the decision at `step`: `better` are moves as good as each other, in
    the notation, which gain `amount` of `unit` on the average. `reason` and `author` are messages of the
    catalogue (`bot.rules.presentation.hints.Reason`)."""

    step: int
    better: tuple[str, ...]
    amount: float
    unit: str
    reason: str = ""
    author: str = ""


@dataclass(frozen=True, slots=True)
class Tried:
    """How somebody stands with a question: how often they have answered it right since they `missed` it last,
    and when it is `due` again, None if it is solved for good."""

    missed: int
    due: float | None


@dataclass(frozen=True, slots=True)
class Problem:
    """A moment of somebody's to solve. `missed` is None if they have not tried, else how often they have
    solved it since they missed it last; `due` is when it comes again, None if it is solved for good."""

    table_id: int
    hand: int
    moment: Moment
    missed: int | None = None
    due: float | None = 0.0
