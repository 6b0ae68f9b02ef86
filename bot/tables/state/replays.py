"""A finished hand beside the replays of its deal: what an estimate of skill is made of."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.tables.state.outcomes import SEVERAL, Chair


@dataclass(frozen=True, slots=True)
class Replay:
    """What seats 0 and 2 made of a deal, and what others would have made of it.

    At whist these are the side's tricks above six and a half; at Bishops Whist its points for tricks and
    bishops less the other side's. `made` is what was made, `hoyle` what four Hoyles made of the same deal,
    `par` the value double-dummy (None: it takes too long to know). `dealer` is the seat that dealt.
    """

    made: float
    hoyle: float
    par: float | None
    dealer: int


@dataclass(frozen=True, slots=True)
class ReplayedHand:
    """A hand of a table that counts; `at` is when it was over and `version` that of the weights for which it
    was replayed. `chairs` are by seat."""

    table_id: int
    hand: int
    at: float
    version: int
    chairs: tuple[Chair, ...]
    replay: Replay

    @property
    def people(self) -> Sequence[int]:
        """The ids of those who played it from the first card to the last."""
        return people_of(self.chairs)

    @property
    def order(self) -> tuple[float, int, int]:
        """Its place in the order in which the hands of all tables were played."""
        return self.at, self.table_id, self.hand


@dataclass(frozen=True, slots=True)
class Estimate:
    """How many tricks or points a hand somebody is above Hoyle, below if negative, give or take `margin`: in
    95 of 100 cases the truth is within it."""

    value: float
    margin: float


@dataclass(frozen=True, slots=True)
class Skill:
    """What is known of somebody's skill at a game, from so many `hands` of theirs, in the `unit` `tricks` or
    `points`; no `estimate` from too few."""

    hands: int
    unit: str
    estimate: Estimate | None


def people_of(chairs: Sequence[Chair]) -> list[int]:
    """The ids of the people among the chairs."""
    return [chair for chair in chairs if isinstance(chair, int) and chair != SEVERAL]
