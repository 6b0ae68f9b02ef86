"""Clubs: a session of Duplicate, or a table, at a fixed hour, and what its nights are worth. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, tzinfo
from enum import Enum
from fractions import Fraction
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.duplicate.sessions.results import Worth, session_result
from bot.duplicate.sessions.session import Session
from bot.rules.events import Scored
from bot.tables.state.chairs import Occupant, Person
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot

ENTRIES_SECONDS: Final = 60 * 60  # how long before its start a night opens for entries
LATE_SECONDS: Final = 60 * 60  # a step so late, as after the bot was down, is not made up any more
NIGHTS: Final = 10  # of how many nights the best count

_WEEK: Final = timedelta(days=7)
_WHOLE: Final = 100  # the most points of a night


class What(Enum):
    """What is played at a club's nights."""

    TABLE = "table"
    PAIRS = "pairs"
    TEAMS = "teams"


class State(Enum):
    """Where the night of a club is in its life."""

    PLANNED = "planned"
    OPEN = "open"  # for entries
    STARTED = "started"


class Event(Enum):
    """The scheduled event of a night on Discord."""

    WANTED = "wanted"
    MAKING = "making"  # Discord may or may not have made it, or it shows an earlier time of the night
    MADE = "made"
    NONE = "none"


class Skipped(Enum):
    """Why a night was not played, of which the channel is told."""

    EMPTY = "empty"  # nobody had entered
    MISSED = "missed"  # it could not be opened or started in time


@dataclass(frozen=True, slots=True)
class Club:
    """A club with its present night, the `number`th. `version` counts every change, from 1.

    `host` is the manager who made it, `language` the locale of what is posted. `boards` is for sessions. A
    `weekly` club plans the next night when one ends, at the same hour in the time zone `zone`; any other has
    `ended` then. `subject_id` is the session or table of the night once it is open, `event_id` its event on
    Discord. `played` are the subjects of the latest nights that were played, with the times when they were
    over; the `best` of them count.

    Discord is still to be told: to delete the event `stale_event` of a night that was not played, and, in the
    channel, that the night of `skipped_at` was `skipped`. `refused`: the manager knows that Discord refuses
    events.
    """

    id: int
    guild_id: int
    channel_id: int
    host: Person
    what: What
    game: str
    boards: int
    weekly: bool
    zone: str
    starts_at: float
    number: int = 1
    version: int = 1
    best: int = 8
    ended: bool = False
    state: State = State.PLANNED
    subject_id: int | None = None
    event: Event = Event.WANTED
    event_id: int | None = None
    stale_event: int | None = None
    skipped: Skipped | None = None
    skipped_at: float | None = None
    refused: bool = False
    played: tuple[tuple[int, float], ...] = ()
    language: str = ""

    @property
    def deadline(self) -> float | None:
        """When it is next to be looked at: at once if Discord is to be told of it; None if never again."""
        if self.skipped is not None or self.stale_event is not None:
            return 0.0
        if self.ended:
            return None
        return self.starts_at - ENTRIES_SECONDS if self.event in (Event.MADE, Event.NONE) else 0.0

    def over(self, now: float, *, played: bool = False, skipped: Skipped | None = None) -> "Club":
        """The club after its night, which was `played`, `skipped`, or called off."""
        nights = ((*self.played, (self.subject_id or 0, now)) if played else self.played)[-NIGHTS:]
        after = replace(
            self,
            number=self.number + 1,
            starts_at=next_week(self.starts_at, self.zone, now),
            state=State.PLANNED,
            subject_id=None,
            event=Event.WANTED,
            event_id=None,
            played=nights,
        )
        if not played:
            after = replace(after, stale_event=self.event_id)
        if skipped is not None:
            after = replace(after, skipped=skipped, skipped_at=self.starts_at)
        return after if self.weekly else replace(after, ended=True)


@dataclass(frozen=True, slots=True)
class Points:
    """What nights were worth to a person: a sum of that many nights, each of 0 to 100."""

    person: Person
    points: Fraction
    nights: int = 1


@dataclass(frozen=True, slots=True)
class ClubTable:
    """A club's table over its latest nights, the best first."""

    club: Club
    lines: tuple[Points, ...]


def zone_named(name: str) -> tzinfo:
    """The time zone of that name (`Europe/London`). Raises TableError (`no-zone`)."""
    try:
        return UTC if name == "UTC" else ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise TableError("no-zone") from None


def first_start(weekday: int, minute: int, zone: str, now: float) -> float:
    """The first time after `now` that it is that minute of that weekday (0: Monday) in the zone, in seconds
    since the epoch."""
    there = zone_named(zone)
    today = datetime.fromtimestamp(now, there).replace(hour=0, minute=0, second=0, microsecond=0)
    day = today + timedelta((weekday - today.weekday()) % 7)
    return _not_before(day.replace(hour=minute // 60, minute=minute % 60), now)


def next_week(starts_at: float, zone: str, now: float) -> float:
    """The start some weeks later at the same hour there, also across a change of the clocks, after `now`."""
    return _not_before(datetime.fromtimestamp(starts_at, zone_named(zone)) + _WEEK, now)


def _not_before(at: datetime, now: float) -> float:
    # Days are added to the clock of the place, which a change of the clocks leaves alone.
    while at.timestamp() <= now:
        at += _WEEK
    return at.timestamp()


def ranked(nights: Iterable[Sequence[Points]], best: int) -> tuple[Points, ...]:
    """The people of those nights, in order, by the sum of their `best` ones; among equals who needed fewer,
    then by id."""
    made: dict[int, list[Fraction]] = defaultdict(list)
    people = {}
    for one in (points for night in nights for points in night):
        made[one.person.user_id].append(one.points)
        people[one.person.user_id] = one.person
    lines = []
    for user_id, points in made.items():
        counted = sorted(points, reverse=True)[:best]
        lines.append(Points(people[user_id], sum(counted, Fraction()), len(counted)))
    return tuple(sorted(lines, key=lambda line: (-line.points, line.nights, line.person.user_id)))


def points_of_session(session: Session) -> list[Points]:
    """What a session was worth: with matchpoints a pair's percentage, else the share of the other pairs, or
    teams, that it was ahead of, ties counting half."""
    result = session_result(session)
    found: list[Points] = []
    for field in result.fields:
        ranked_here = [one for one in field.ranked if one.standing.rank is not None]
        means = [one.standing.mean for one in ranked_here]
        for one in ranked_here:
            mean = one.standing.mean
            found += _points(one.players, mean if result.worth is Worth.SHARE else _ahead_of(mean, means))
    return found


def points_of_table(snapshot: TableSnapshot) -> list[Points]:
    """What a match at a table was worth: the share of the other sides that one's side was ahead of, ties
    counting half. The winner of the match comes first, then points decide."""
    last = next((event for event in reversed(snapshot.course) if isinstance(event, Scored)), None)
    found: list[Points] = []
    if last is None:
        return found
    worths = [(last.won(side) is True, points) for side, points in enumerate(last.points)]
    for side, seats in enumerate(last.by_sides or snapshot.seating.sides):
        players = [snapshot.table.chairs[seat].occupant for seat in seats]
        found += _points(players, _ahead_of(worths[side], worths))
    return found


def _ahead_of(mine: Any, worths: Sequence[Any]) -> Fraction:
    # A share of the others: `worths` include one's own.
    others = len(worths) - 1
    if not others:
        return Fraction(1, 2)
    beaten = Fraction(sum(other < mine for other in worths))
    return (beaten + Fraction(worths.count(mine) - 1, 2)) / others


def _points(players: Iterable[Occupant | None], share: Fraction) -> list[Points]:
    people = (player for player in players if isinstance(player, Person) and player.user_id)
    return [Points(person, _WHOLE * share) for person in people]
