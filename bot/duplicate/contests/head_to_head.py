"""Two people's scores of the same boards side by side, and a server's ladder of challenges; pure."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class BothScores:
    """A board that both have played: what I made of it, and what they did."""

    number: int
    mine: int
    theirs: int

    @property
    def difference(self) -> int:
        return self.mine - self.theirs


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The boards that both have played, at least one."""

    boards: tuple[BothScores, ...]

    @property
    def won(self) -> int:
        return sum(board.difference > 0 for board in self.boards)

    @property
    def lost(self) -> int:
        return sum(board.difference < 0 for board in self.boards)

    @property
    def halved(self) -> int:
        return len(self.boards) - self.won - self.lost

    @property
    def difference(self) -> int:
        """The total of mine less the total of theirs."""
        return sum(board.difference for board in self.boards)

    @property
    def outcome(self) -> int:
        """1 if I have won, -1 if they have, 0 if it is halved: by the boards won, then by the total."""
        ahead = (self.won - self.lost) or self.difference
        return (ahead > 0) - (ahead < 0)

    def turned(self) -> "HeadToHead":
        """The same as they see it."""
        return HeadToHead(tuple(BothScores(board.number, board.theirs, board.mine) for board in self.boards))


def head_to_head(mine: Mapping[int, int], theirs: Mapping[int, int]) -> HeadToHead | None:
    """Those scores by the boards' numbers side by side; None if there is no board that both have played."""
    both = sorted(mine.keys() & theirs.keys())
    return (
        HeadToHead(tuple(BothScores(number, mine[number], theirs[number]) for number in both))
        if both
        else None
    )


@dataclass(frozen=True, slots=True)
class Meetings:
    """The challenges in which one person asked another, with what came of them for the one who asked. The id
    is 0 for somebody who is not to be named. `lead` is how many more boards were won than lost."""

    user_id: int
    name: str
    asked_id: int
    asked_name: str
    won: int
    halved: int
    lost: int
    lead: int


@dataclass(slots=True)
class LadderLine:
    """Somebody's challenges: a point for each won and half of one for each halved; `over` and `under` are how
    often they have won and lost against whom."""

    user_id: int
    name: str
    won: int = 0
    halved: int = 0
    lost: int = 0
    lead: int = 0
    over: Counter[int] = field(default_factory=Counter)
    under: Counter[int] = field(default_factory=Counter)

    @property
    def points(self) -> float:
        return self.won + self.halved / 2


def ladder(meetings: Iterable[Meetings]) -> list[LadderLine]:
    """The lines of everybody, the best first: by points, then boards won less boards lost, then with fewer
    challenges lost."""
    lines: dict[int, LadderLine] = {}
    for one in meetings:
        asker = lines.setdefault(one.user_id, LadderLine(one.user_id, one.name))
        asked = lines.setdefault(one.asked_id, LadderLine(one.asked_id, one.asked_name))
        for line, other, won, lost, lead in (
            (asker, one.asked_id, one.won, one.lost, one.lead),
            (asked, one.user_id, one.lost, one.won, -one.lead),
        ):
            line.won, line.halved, line.lost = line.won + won, line.halved + one.halved, line.lost + lost
            line.lead += lead
            line.over[other] += won
            line.under[other] += lost
    lines.pop(0, None)
    return sorted(lines.values(), key=lambda line: (-line.points, -line.lead, line.lost, line.user_id))
