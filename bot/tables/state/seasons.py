"""Seasons: the calendar months, in UTC."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Self

_GRACE_SECONDS = 60.0  # so long after its end a season is over: a result is dated before it is stored


@dataclass(frozen=True, slots=True, order=True)
class Season:
    """One month of a year."""

    year: int
    month: int

    @classmethod
    def at(cls, moment: float) -> Self:
        """The season of a moment in seconds since the epoch."""
        then = datetime.fromtimestamp(moment, UTC)
        return cls(then.year, then.month)

    @classmethod
    def numbered(cls, number: int) -> Self:
        """The season with that `number`. Raises ValueError for none that there can be."""
        year, month = divmod(number, 100)
        datetime(year, month, 1, tzinfo=UTC)
        return cls(year, month)

    @property
    def number(self) -> int:
        """Year and month in six digits: 202611."""
        return self.year * 100 + self.month

    @property
    def start(self) -> float:
        """When it begins, in seconds since the epoch."""
        return datetime(self.year, self.month, 1, tzinfo=UTC).timestamp()

    @property
    def end(self) -> float:
        """When it is over, and the next begins."""
        return self.after.start

    @property
    def after(self) -> "Season":
        """The season after it."""
        return Season(self.year + self.month // 12, self.month % 12 + 1)

    @property
    def before(self) -> "Season":
        """The season before it."""
        return Season(self.year - (self.month == 1), (self.month - 2) % 12 + 1)

    def over(self, now: float) -> bool:
        """Whether nothing is added to it any more."""
        return now >= self.end + _GRACE_SECONDS
