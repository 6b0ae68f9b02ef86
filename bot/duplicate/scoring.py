"""What boards come to when they are compared: matchpoints, average score comparison, teams, and ranking.

Pure and exact: integers and `Fraction`s. A score is that of North and South at a board: their tricks at
whist, where all thirteen count, and at Bishops Whist their points less those of East and West (RULES E).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from typing import Final


class Award(Enum):
    """What the director gives a side at a board instead of what its score is worth."""

    AVERAGE = "average"
    PLUS = "average-plus"
    MINUS = "average-minus"


@dataclass(frozen=True, slots=True)
class Line:
    """A board as it was played at one table, between the contestants `ns` and `ew`.

    `score` is that of N-S; None where there is none: then each side has what it was awarded. Where there is
    neither, as of a board broken off, it is an average for both.
    """

    board: int
    table: int
    ns: int
    ew: int
    score: int | None
    ns_award: Award | None = None
    ew_award: Award | None = None

    @property
    def compared(self) -> bool:
        """Whether the score counts in the comparison with other tables."""
        return self.score is not None and self.ns_award is None and self.ew_award is None

    def award(self, contestant: int) -> Award:
        """What that contestant has been awarded, where the score does not count."""
        return (self.ns_award if contestant == self.ns else self.ew_award) or Award.AVERAGE


@dataclass(frozen=True, slots=True)
class Comparison:
    """A line of the traveller with what it is worth to each side: as a share of the most that can be had (a
    half is average) for matchpoints, as a difference (0 is average) for average score comparison."""

    line: Line
    ns: Fraction
    ew: Fraction

    def worth(self, contestant: int) -> Fraction:
        """What it is worth to that contestant."""
        return self.ns if contestant == self.line.ns else self.ew


@dataclass(frozen=True, slots=True)
class Standing:
    """A contestant in the ranking. `total` is the mean worth of a board for matchpoints, and the sum of what
    was gained for average score comparison and teams; `mean` is what ranks: that of a board, so that who has
    sat out loses nothing by it. `tied`: others have the same rank. `rank` is None for
    who has played too few boards to be ranked."""

    contestant: int
    rank: int | None
    tied: bool
    boards: int
    total: Fraction
    mean: Fraction


AVERAGE: Final = Fraction(1, 2)
PLUS: Final = Fraction(3, 5)
MINUS: Final = Fraction(2, 5)
UNIT: Final = Fraction(1)
"""What average plus is better than average by, where differences are counted: one trick, or point."""


def matchpoints(lines: Sequence[Line]) -> list[Comparison]:
    """Every line with its matchpoints, as a share of the most that can be had at the board.

    A side has two for each score it has beaten and one for each it has equalled, among those who held the
    same cards. A board with fewer scores than the one with the most is reckoned up by Neuberg's formula, so
    that all boards weigh the same and a lone score is an average. Average plus is 60%, or what the contestant
    has made of the other boards if that is more; average minus 40%, or that if less.
    """
    most = max((len(scores) for scores in _scores(lines).values()), default=0)
    compared = {
        board: {score: _share(score, scores, most) for score in set(scores)}
        for board, scores in _scores(lines).items()
    }

    def worth(line: Line) -> Fraction | None:
        return compared[line.board][line.score] if line.compared and line.score is not None else None

    others = _means(lines, worth, 1)
    plus = {who: max(PLUS, mean) for who, mean in others.items()}
    minus = {who: min(MINUS, mean) for who, mean in others.items()}
    awards: Mapping[Award, Callable[[int], Fraction]] = {
        Award.AVERAGE: lambda who: AVERAGE,
        Award.PLUS: lambda who: plus.get(who, PLUS),
        Award.MINUS: lambda who: minus.get(who, MINUS),
    }
    return _compared(lines, worth, lambda ns: 1 - ns, awards)


def average_comparison(lines: Sequence[Line]) -> list[Comparison]:
    """Every line as its difference from the average of all N-S scores at the board (RULES E3).

    Average plus and minus are one trick, or point, better and worse than the average.
    """
    averages = {board: Fraction(sum(scores), len(scores)) for board, scores in _scores(lines).items()}

    def worth(line: Line) -> Fraction | None:
        return line.score - averages[line.board] if line.compared and line.score is not None else None

    return _compared(lines, worth, lambda ns: -ns, _DIFFERENCES)


def ranking(comparisons: Iterable[Comparison], contestants: Sequence[int], *, summed: bool) -> list[Standing]:
    """The contestants by the mean worth of their boards, the best first; who has played none comes nowhere.

    `summed`: totals are sums, as of differences, not means. Who has played less than half as many boards as
    others, having come late or left, is not ranked, and stands after those who are.
    """
    worths: dict[int, list[Fraction]] = {who: [] for who in contestants}
    for comparison in comparisons:
        for who in (comparison.line.ns, comparison.line.ew):
            if who in worths:
                worths[who].append(comparison.worth(who))
    means = {who: Fraction(sum(found), len(found)) for who, found in worths.items() if found}
    most = max((len(worths[who]) for who in means), default=0)
    in_order = sorted(means, key=lambda who: (2 * len(worths[who]) < most, -means[who]))
    standings: list[Standing] = []
    for who in in_order:
        boards = len(worths[who])
        rank = len(standings) + 1 if 2 * boards >= most else None
        if rank is not None and standings and standings[-1].mean == means[who]:
            rank = standings[-1].rank
        total = sum(worths[who], Fraction()) if summed else means[who]
        standings.append(Standing(who, rank, False, boards, total, means[who]))
    ranks = [standing.rank for standing in standings]
    return [replace(one, tied=one.rank is not None and ranks.count(one.rank) > 1) for one in standings]


@dataclass(frozen=True, slots=True)
class TeamsBoard:
    """A board of a match of teams, both tables of which are done, as the first team sees it.

    `first` and `second` are the lines of table 1, where the first team sits N-S, and of table 2. `gained` is
    what the first team has gained over the second: its N-S here and its E-W there against theirs, the
    difference halved (RULES E3). `carried` is the same of all boards so far.
    """

    board: int
    first: Line
    second: Line
    gained: Fraction
    carried: Fraction


def teams(lines: Iterable[Line]) -> list[TeamsBoard]:
    """The boards of a match that both tables have done, in order.

    Where one of the two has no score that counts, the board is an average: nothing is gained, unless average
    plus or minus was awarded, which is one trick, or point.
    """
    tables: dict[int, dict[int, Line]] = {}
    for line in lines:
        tables.setdefault(line.board, {})[line.table] = line
    boards, carried = [], Fraction()
    for board in sorted(tables):
        if len(both := tables[board]) < 2:
            continue
        gained = _gained(both[1], both[2])
        carried += gained
        boards.append(TeamsBoard(board, both[1], both[2], gained, carried))
    return boards


def team_totals(first: Line, second: Line, total: int) -> tuple[int, int] | None:
    """What each team has made of a board at both tables: at whist 26 tricks between them.

    `total` is what N-S and E-W make together at one table: 13 tricks, or 0 where a score is a difference.
    None if either table has no score that counts.
    """
    if first.score is None or second.score is None or not (first.compared and second.compared):
        return None
    ours = first.score + (total - second.score)
    return ours, 2 * total - ours


_DIFFERENCES: Final[Mapping[Award, Callable[[int], Fraction]]] = {
    Award.AVERAGE: lambda who: Fraction(),
    Award.PLUS: lambda who: UNIT,
    Award.MINUS: lambda who: -UNIT,
}


def _gained(first: Line, second: Line) -> Fraction:
    if first.compared and second.compared and first.score is not None and second.score is not None:
        return Fraction(first.score - second.score)
    # The first team is N-S at the first table and E-W at the second.
    gained = Fraction()
    for line, award in ((first, first.ns_award), (second, second.ew_award)):
        if not line.compared and award is not None:
            gained += _DIFFERENCES[award](0)
    for line, award in ((first, first.ew_award), (second, second.ns_award)):
        if not line.compared and award is not None:
            gained -= _DIFFERENCES[award](0)
    return max(-UNIT, min(UNIT, gained))


def _scores(lines: Iterable[Line]) -> dict[int, list[int]]:
    scores: dict[int, list[int]] = {}
    for line in lines:
        if line.compared and line.score is not None:
            scores.setdefault(line.board, []).append(line.score)
    return scores


def _share(score: int, scores: Sequence[int], most: int) -> Fraction:
    actual = len(scores)
    if most == 1:
        return AVERAGE
    beaten = sum(2 * (other < score) + (other == score) for other in scores) - 1
    # Neuberg: each score that is missing would, on the average, be shared as these are.
    reckoned = Fraction(beaten * most + (most - actual), actual)
    return reckoned / (2 * (most - 1))


def _means(
    lines: Iterable[Line], worth: Callable[[Line], Fraction | None], whole: int
) -> dict[int, Fraction]:
    found: dict[int, list[Fraction]] = {}
    for line in lines:
        if (ns := worth(line)) is not None:
            found.setdefault(line.ns, []).append(ns)
            found.setdefault(line.ew, []).append(whole - ns)
    return {who: Fraction(sum(worths), len(worths)) for who, worths in found.items()}


def _compared(
    lines: Iterable[Line],
    worth: Callable[[Line], Fraction | None],
    other: Callable[[Fraction], Fraction],
    awards: Mapping[Award, Callable[[int], Fraction]],
) -> list[Comparison]:
    comparisons = []
    for line in lines:
        ns = worth(line)
        if ns is None:
            both = awards[line.award(line.ns)](line.ns), awards[line.award(line.ew)](line.ew)
        else:
            both = ns, other(ns)
        comparisons.append(Comparison(line, *both))
    return comparisons
