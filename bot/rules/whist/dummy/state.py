"""The state of a match with dummy, beyond that of one without, and its view."""

from dataclasses import dataclass, replace
from typing import Self

from bot.rules.match import Score
from bot.rules.whist.english import EnglishWhistOptions
from bot.rules.whist.state import Match, View


@dataclass(frozen=True, slots=True)
class DummyMatch(Match[EnglishWhistOptions]):
    """The match between two hands.

    Of a tournée `takers` are the seats that have dummy in this rubber and in those to come, in order, and
    `settled` is what each seat has won in the rubbers that are over; `games` is the number of their games.
    """

    takers: tuple[int, ...] = ()
    settled: tuple[tuple[int, ...], ...] = ()
    games: int = 0

    @property
    def rubber(self) -> int:
        """The number of the rubber in progress."""
        return len(self.settled) + 1

    @property
    def balance(self) -> tuple[int, ...]:
        """What each seat has won in all the rubbers that are over; empty before one is."""
        return tuple(map(sum, zip(*self.settled, strict=True)))

    def reseated(self, order: tuple[int, ...]) -> Self:
        """The match after people changed chairs: chair `i` now holds who sat in `order[i]`."""
        return replace(
            self,
            takers=tuple(order.index(seat) for seat in self.takers),
            settled=tuple(tuple(points[old] for old in order) for points in self.settled),
        )

    def next_rubber(self) -> Self:
        """The match with the rubber to come, before anybody has changed chairs for it."""
        score = Score((0,) * len(self.score.points), hand=self.score.hand)
        return replace(self, score=score, last=None, takers=self.takers[1:])


@dataclass(frozen=True, slots=True)
class DummyView(View[EnglishWhistOptions]):
    """What a seat may know; `rubber`, `balance` and `takers` are those of `DummyMatch`."""

    rubber: int = 1
    balance: tuple[int, ...] = ()
    takers: tuple[int, ...] = ()
