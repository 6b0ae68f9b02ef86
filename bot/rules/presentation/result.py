"""The result of a hand, a game or a match, as a sheet to be drawn and said."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bot.rules.events import Event, Scored
from bot.rules.seats import Names
from bot.rules.trick_taking.trick import TrickTaken

Pack: TypeAlias = Literal["ordinary", "bishops"]


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a side's points, in `words`; `points` is None where it scored nothing. `detail` says more
    where there is no picture of the pieces."""

    words: str
    points: int | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class SideResult:
    """The result of a side. `side` is its number, `winner` whether it won what the sheet is about. `tricks`
    are its tricks of the hand, `gained` the points it made in it and `total` its score after it; None where
    there are none. `games` are the games it has won, None if no game has ended. `pieces` are those it was
    left with, or that counted for it, in the notation."""

    side: int
    name: str
    winner: bool = False
    tricks: int | None = None
    parts: tuple[Part, ...] = ()
    gained: int | None = None
    total: int | None = None
    games: int | None = None
    pieces: tuple[str, ...] = ()

    @property
    def before(self) -> int | None:
        """Its score before the hand."""
        return None if self.total is None else self.total - (self.gained or 0)


@dataclass(frozen=True, slots=True)
class ResultSheet:
    """A finished hand, and the game and the match that ended with it.

    `title` names it and `opening` says that it is over; `headline` is a sentence on who has won what;
    `story`, if any, tells before it how that came about. `sides` are in the order to be shown. `target` is
    the score that wins a game, None where there is none. `taken` is which side took each trick, in order;
    `turn` the number of the trick from which the winning side stayed ahead, and `turn_words` says so. `notes`
    explain the points, and `pack` is the pack whose faces are drawn.
    """

    title: str
    opening: str
    headline: str
    sides: tuple[SideResult, ...]
    target: int | None = None
    taken: tuple[int, ...] = ()
    turn: int | None = None
    turn_words: str = ""
    notes: tuple[str, ...] = ()
    story: str = ""
    pack: Pack = "ordinary"


def ended(course: Sequence[Event]) -> tuple[Scored, ...]:
    """The units of play that ended together at the end of a hand's events; none if it is not over."""
    found: list[Scored] = []
    for event in reversed(course):
        if not isinstance(event, Scored):
            break
        found.insert(0, event)
    return tuple(found)


def taken_in(course: Iterable[Event], names: Names) -> tuple[int, ...]:
    """Which side took each trick, in order."""
    return tuple(
        names.seating.side_of(event.trick.winner) for event in course if isinstance(event, TrickTaken)
    )


def ahead_from(course: Sequence[Sequence[int]]) -> int | None:
    """From which step on (from 1) the side ahead at the end was always ahead, given what each side had after
    each; None if nobody is ahead."""
    turn = None
    for step in range(len(course), 0, -1):
        if _ahead(course[step - 1]) is None or _ahead(course[step - 1]) != _ahead(course[-1]):
            break
        turn = step
    return turn


def tricks_after_each(taken: Iterable[int], sides: int) -> list[tuple[int, ...]]:
    """How many tricks each side had after each."""
    counts = [0] * sides
    found = []
    for side in taken:
        counts[side] += 1
        found.append(tuple(counts))
    return found


def _ahead(values: Sequence[int]) -> int | None:
    most = max(values)
    return values.index(most) if values.count(most) == 1 else None
