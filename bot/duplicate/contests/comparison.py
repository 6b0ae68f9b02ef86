"""What scores are worth among all who have played the same boards, and ranks; pure.

A score is that of the side of whoever plays. Worths are fractions: rounded ones would rank people wrongly and
break ties.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

Counts = Mapping[int, int]  # how many people made each score of a board
Scores = tuple[int, ...]  # what somebody made of each board of a contest, in their order


def worths(counts: Counts) -> dict[int, Fraction]:
    """What each score of a board is worth: the share of the others it has beaten, ties counting half; a half
    where nobody else has played it."""
    parts, most = _beaten(counts)
    return {score: Fraction(part, most) for score, part in parts.items()}


def _beaten(counts: Counts) -> tuple[dict[int, int], int]:
    # The worth of each score, as so many parts of the second number.
    people, below = sum(counts.values()), 0
    if people <= 1:
        return dict.fromkeys(counts, 1), 2
    found = {}
    for score in sorted(counts):
        same = counts[score]
        found[score] = 2 * below + same - 1
        below += same
    return found, 2 * (people - 1)


@dataclass(frozen=True, slots=True)
class Compared:
    """A score beside those of all who played the board. `people` counts oneself."""

    worth: Fraction
    average: Fraction
    people: int

    @property
    def alone(self) -> bool:
        """Whether there is nobody to be compared with, so that worth and average say nothing."""
        return self.people == 1


def compared(score: int, counts: Counts) -> Compared:
    """That score beside the others; it is among those counted."""
    people = sum(counts.values())
    total = sum(made * number for made, number in counts.items())
    return Compared(worths(counts)[score], Fraction(total, people), people)


@dataclass(frozen=True, slots=True)
class Rank:
    """Where somebody stands among the `people` who have played all boards of a contest, or of several.

    `worth` is the mean of their boards'; `tied`: others stand there, too.
    """

    worth: Fraction
    place: int
    people: int
    tied: bool

    @property
    def alone(self) -> bool:
        return self.people == 1


@dataclass(frozen=True, slots=True)
class Standing:
    """What people's scores of a contest are worth: so many `made` each of these numbers, of which `most` is
    the worth of the best there could be."""

    most: int
    made: Sequence[tuple[int, int]]


class Comparison:
    """The scores of a contest, among which each is worth something.

    `boards` are the counts of each board, in their order, of all who have played it, whether they have played
    the others or not.
    """

    def __init__(self, boards: Sequence[Counts]) -> None:
        made = [_beaten(counts) for counts in boards]
        # Integers over one denominator: ranking thousands of people with fractions is slow.
        unit = lcm(*(most for _, most in made))
        self._most = unit * len(made)
        self._parts = [
            {score: part * (unit // most) for score, part in parts.items()} for parts, most in made
        ]

    def worth(self, scores: Scores) -> Fraction:
        """What those scores are worth: the mean of the boards."""
        return Fraction(self._sum(scores), self._most)

    def standing(self, lines: Iterable[tuple[Scores, int]]) -> Standing:
        """Those who made each line of scores of all boards, to be ranked among others."""
        return Standing(self._most, [(self._sum(line), number) for line, number in lines])

    def rank(self, scores: Scores, *fields: Standing) -> Rank:
        """Where who made those scores stands among the people of those fields, who may have played other
        boards; they are counted in one of them."""
        mine, people, better, same = self._sum(scores), 0, 0, 0
        for field in fields:
            bound, most = mine * field.most, self._most
            for made, number in field.made:
                people += number
                better += number if made * most > bound else 0
                same += number if made * most == bound else 0
        return Rank(self.worth(scores), better + 1, people, same > 1)

    def _sum(self, scores: Scores) -> int:
        # Faster than with a generator.
        return sum(map(dict.__getitem__, self._parts, scores))
