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
    people = sum(counts.values())
    found, below = {}, 0
    for score in sorted(counts):
        same = counts[score]
        others = 2 * (people - 1)
        found[score] = Fraction(2 * below + same - 1, others) if others else Fraction(1, 2)
        below += same
    return found


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
    """Where somebody stands among the `people` who have played all boards of a contest.

    `worth` is the mean of their boards'; `tied`: others stand there, too.
    """

    worth: Fraction
    place: int
    people: int
    tied: bool

    @property
    def alone(self) -> bool:
        return self.people == 1


class Comparison:
    """The scores of a contest, among which each is worth something.

    `boards` are the counts of each board, in their order, of all who have played it, whether they have played
    the others or not.
    """

    def __init__(self, boards: Sequence[Counts]) -> None:
        made = [worths(counts) for counts in boards]
        # Integers over one denominator: ranking thousands of people with fractions is slow.
        unit = lcm(*(worth.denominator for board in made for worth in board.values()))
        self._most = unit * len(made)
        self._parts = [{score: int(worth * unit) for score, worth in board.items()} for board in made]

    def worth(self, scores: Scores) -> Fraction:
        """What those scores are worth: the mean of the boards."""
        return Fraction(self._sum(scores), self._most)

    def rank(self, scores: Scores, others: Iterable[tuple[Scores, int]]) -> Rank:
        """Where who made those scores stands, among so many people with each line of scores, theirs too."""
        mine, people, better, same = self._sum(scores), 0, 0, 0
        for line, number in others:
            theirs = self._sum(line)
            people += number
            better += number if theirs > mine else 0
            same += number if theirs == mine else 0
        return Rank(self.worth(scores), better + 1, people, same > 1)

    def _sum(self, scores: Scores) -> int:
        return sum(board[score] for board, score in zip(self._parts, scores, strict=True))
