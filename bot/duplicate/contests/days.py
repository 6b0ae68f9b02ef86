"""The days of the board of the day: days, periods and streaks; pure.

A day is the number of days since 1970-01-01, in UTC.
"""

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Final

from bot.tables.state.results import Span

BOARDS: Final = 4  # how many boards there are a day, of each game

GAMES: Final = ("english-whist", "american-whist", "bishops-whist")
"""The games that have them, the one a newcomer is offered first at the front."""

FEWEST_DAYS: Final = 3  # so many whole days somebody must have played to stand in the table of a period

_A_POOL: Final = 40  # for so many people there is a pool: boards of their own
_FORGIVEN_EVERY: Final = 7  # a missed day in so many does not end a streak
_SECONDS: Final = 24 * 60 * 60
_EPOCH: Final = date(1970, 1, 1)


def pools_for(people: int) -> int:
    """How many pools there are on a day for which so many people are expected."""
    return max(1, people // _A_POOL)


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


def streak(played: Iterable[int], today: int) -> int:
    """How many days have been played in the longest run of days up to today in which no seven in a row miss
    more than one. Today is not missed as long as it can still be played.

    `played` are days, the latest first.
    """
    length, expected, missed = 0, today, today + _FORGIVEN_EVERY
    for day in played:
        if day > today:
            continue
        if length == 0:
            expected = max(day, today - 1)
        if day < expected:
            if day < expected - 1 or missed - expected < _FORGIVEN_EVERY:
                break
            missed = expected
        length += 1
        expected = day - 1
    return length
