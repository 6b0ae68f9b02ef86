"""Whether somebody does better on boards that another person has finished before; pure.

A hint and no proof. For each pair of people it compares what the first makes, against the field, of boards
that the second had finished before the first began, with what the first makes of all other boards. If nobody
tells anybody anything, the one has nothing to do with the other: how often chance alone makes them go
together as they do follows from their correlation over the contests, times the number of pairs (Bonferroni).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import copysign, erfc, inf, log, sqrt
from statistics import correlation, fmean
from typing import Final

FEWEST_TOGETHER: Final = 30  # so many boards both of a pair must have played
ALARM: Final = 0.005  # how often a server where nobody tells anything gets a hint; habits may double it

_FEWEST_EITHER: Final = 10  # boards there must be after the other has finished, and besides
_FEWEST_CONTESTS: Final = 8
_LEAST: Final = 1e-12
_MOST_PEOPLE: Final = 200  # those who have played most: the work grows with the square of their number


@dataclass(frozen=True, slots=True)
class Play:
    """Somebody has played a board of a contest, from `began` to `ended` in seconds; its `worth` is that among
    all who played it, from 0 to 1."""

    user_id: int
    contest_id: int
    number: int
    worth: float
    began: float
    ended: float


@dataclass(frozen=True, slots=True)
class Part:
    """Some of a person's boards, and what they were worth on average."""

    boards: int
    worth: float


@dataclass(frozen=True, slots=True)
class Hint:
    """Somebody does better on boards `after` the other has finished them than `besides`. If nobody told
    anything, a server would show such a difference at most so often (`chance`)."""

    user_id: int
    other_id: int
    after: Part
    besides: Part
    chance: float


@dataclass(frozen=True, slots=True)
class Findings:
    """The hints of a server, the least likely first, among so many pairs that could be compared."""

    pairs: int
    hints: tuple[Hint, ...]


def look_for_hints(plays: Iterable[Play]) -> Findings:
    """Compare every two people who have played enough boards together."""
    people: dict[int, list[Play]] = defaultdict(list)
    for play in plays:
        people[play.user_id].append(play)
    active = sorted(people, key=lambda who: (-len(people[who]), who))[:_MOST_PEOPLE]
    ended = {who: {(one.contest_id, one.number): one.ended for one in people[who]} for who in active}
    pairs = [
        (one, other)
        for one in active
        for other in active
        if one != other and len(ended[one].keys() & ended[other].keys()) >= FEWEST_TOGETHER
    ]
    hints = []
    for one, other in pairs:
        chance, after, besides = _compared(people[one], ended[other])
        # Each of the pairs might have shown it by chance.
        if chance * len(pairs) <= ALARM:
            hints.append(Hint(one, other, after, besides, chance * len(pairs)))
    return Findings(len(pairs) // 2, tuple(sorted(hints, key=lambda hint: (hint.chance, hint.user_id))))


def _compared(plays: Sequence[Play], ended: Mapping[tuple[int, int], float]) -> tuple[float, Part, Part]:
    # How likely such a difference is, or a greater one, if nothing is told; and the boards of both kinds.
    kinds: tuple[list[float], list[float]] = ([], [])
    contests: dict[int, list[tuple[bool, float]]] = defaultdict(list)
    for one in plays:
        later = ended.get((one.contest_id, one.number), inf) <= one.began
        kinds[later].append(one.worth)
        contests[one.contest_id].append((later, one.worth))
    besides, after = (Part(len(some), fmean(some)) if some else Part(0, 0.0) for some in kinds)
    # The boards of a contest are played in one form, so each contest is one observation.
    laters = [fmean(later for later, _ in boards) for boards in contests.values()]
    worths = [fmean(worth for _, worth in boards) for boards in contests.values()]
    few = min(after.boards, besides.boards) < _FEWEST_EITHER or len(laters) < _FEWEST_CONTESTS
    if few or len(set(laters)) == 1 or len(set(worths)) == 1:
        return 1.0, after, besides
    return _chance(correlation(laters, worths), len(laters) - 2), after, besides


def _chance(r: float, freedom: int) -> float:
    # How often chance correlates so many pairs of numbers as highly: Student's t, by Wallace's formula.
    z = sqrt(-freedom * log(max(1 - r * r, _LEAST))) * (8 * freedom + 1) / (8 * freedom + 3)
    return erfc(copysign(z, r) / sqrt(2)) / 2
