"""The board of the day, pure: days, what a score is worth among all who played the board, ranks, streaks.

A day is counted in days since 1970-01-01, in UTC. A score is that of North and South, for whoever plays a
board of the day sits South. Worths are fractions: rounded ones would rank people wrongly and break ties.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from math import lcm
from typing import Final

from bot.tables.state.results import Span

BOARDS: Final = 4  # how many boards there are a day, of each game

GAMES: Final = ("english-whist", "american-whist", "bishops-whist")
"""The games that have them, the one a newcomer is offered first at the front."""

SEAT: Final = 2  # who plays a board of the day sits South
FEWEST_DAYS: Final = 3  # so many whole days somebody must have played to stand in the table of a period

_SECONDS: Final = 24 * 60 * 60
_EPOCH: Final = date(1970, 1, 1)

Counts = Mapping[int, int]  # how many people made each score of a board
Scores = tuple[int, ...]  # what somebody made of each board of a day, in their order


def day_at(moment: float) -> int:
    """The day of a moment in seconds since the epoch."""
    return int(moment // _SECONDS)


def start_of(day: int) -> float:
    """When that day begins, in seconds since the epoch."""
    return float(day * _SECONDS)


def date_of(day: int) -> date:
    """The date of that day."""
    return _EPOCH + timedelta(days=day)


def days_of(span: Span, today: int) -> tuple[int, int]:
    """The days that lie in that time and are over before `today`, from the first to before the second.

    Of a time that begins within a day, as seven times 24 hours ago, that day counts whole.
    """
    first = 0 if span.start is None else day_at(span.start)
    end = today if span.end is None else min(today, day_at(span.end))
    return first, max(first, end)


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
    """Where somebody stands among the `people` who have played all boards of a day.

    `worth` is the mean of their boards'; `tied`: others stand there, too.
    """

    worth: Fraction
    place: int
    people: int
    tied: bool

    @property
    def alone(self) -> bool:
        return self.people == 1


class Day:
    """The scores of a day at one game, among which each is worth something.

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


def streak(played: Iterable[int], today: int) -> int:
    """How many days running have been played, up to today, or up to yesterday as long as today can still be.

    `played` are days, the latest first.
    """
    length, expected = 0, today
    for day in played:
        if day > today:
            continue
        if length == 0 and day == today - 1:
            expected = day
        if day != expected:
            break
        length += 1
        expected -= 1
    return length
