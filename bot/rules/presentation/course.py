"""The course of a hand: its events as a few lines."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from bot.rules.events import Dealt, Event, Scored
from bot.rules.preliminaries.phases import Seated
from bot.rules.presentation.text import AnyText
from bot.rules.seats import Names

NO_BREAK: Final = "\u00a0"  # a space at which no line ends

_FEW: Final = 2


@dataclass(frozen=True, slots=True)
class Course:
    """A hand so far. `opening` is what came before the first play, in one paragraph; `lines` are the plays,
    oldest first. `note` stands below them. Results are not included."""

    opening: str
    lines: tuple[str, ...]
    note: str = ""


def course_so_far(
    text: AnyText, events: Sequence[Event], names: Names, earlier: Sequence[tuple[int, Names]] = ()
) -> Course:
    """The hand in progress: the latest lines in full, earlier ones summed up in one.

    `earlier` are the names of the people who sat there for so many events, fewest first. How the deal came
    about is shown until the first play. No piece of a `closed` event is named.
    """
    opening, played = _told(text, _with_names(events, names, earlier), over=False)
    turned = [
        index + event.closed for index, (event, _) in enumerate(played) if isinstance(event, text.turned)
    ]
    start = max(0, len(played) - text.latest, *turned[-1:])
    # One line alone needs no summary.
    if start < 2 and len(turned) < 2:
        start = 0
    older, latest = played[:start], played[start:]
    lines = [text.course_summary([event for event, _ in older], names)] if older else []
    return Course("" if played else opening, (*lines, *_flowing(text, latest)))


def course_at_end(
    text: AnyText, events: Sequence[Event], names: Names, earlier: Sequence[tuple[int, Names]] = ()
) -> Course:
    """The finished hand: runs of routine events are one line each, if there are many lines."""
    opening, played = _told(text, _with_names(events, names, earlier), over=True)
    note = text.course_note(events, names)
    if len(played) <= text.longest:
        return Course(opening, _flowing(text, played), note)
    lines: list[str] = []
    for routine, run in groupby(played, lambda told: isinstance(told[0], text.routine)):
        told = list(run)
        if routine and len(told) > 1:
            lines.append(text.course_summary([event for event, _ in told], names))
        else:
            lines += _flowing(text, told)
    return Course(opening, tuple(lines), note)


def told_in_full(
    text: AnyText, events: Sequence[Event], names: Names, seat: int | None = None
) -> tuple[str, ...]:
    """What that seat is told in words, a line for each event that needs one, results included."""
    heard = ((event, of) for event, of in _with_names(events, names) if _heard(text, event, seat))
    return tuple(line for event, of in heard if (line := text.told_line(event, of)))


def _heard(text: AnyText, event: Event, seat: int | None) -> bool:
    if event.seen_by is not None and seat not in event.seen_by:
        return False
    if isinstance(event, Dealt):
        # One sees one's hand; what one has drawn is news.
        return len(event.pieces) <= _FEW
    return event.posted or isinstance(event, text.heard)


def _told(
    text: AnyText, named: Sequence[tuple[Event, Names]], *, over: bool
) -> tuple[str, list[tuple[Event, str]]]:
    shown = [(event, of) for event, of in named if not isinstance(event, Scored)]
    # What a pack waits for is of interest only until it has come.
    shown = [told for told in shown if told is shown[-1] or not isinstance(told[0], text.awaiting)]
    lines = [
        (
            event,
            text.course_summary([event], of) if event.closed and not over else text.course_line(event, of),
        )
        for event, of in shown
    ]
    opening = " ".join(line for event, line in lines if line and isinstance(event, text.opening))
    return opening, [told for told in lines if told[1] and not isinstance(told[0], text.opening)]


def _flowing(text: AnyText, told: Sequence[tuple[Event, str]]) -> tuple[str, ...]:
    # Nothing is broken in two where a paragraph goes on in the next line.
    lines: list[str] = []
    for flows, run in groupby(told, lambda one: isinstance(one[0], text.flowing)):
        found = [line for _, line in run]
        lines += [f"{NO_BREAK}· ".join(line.replace(" ", NO_BREAK) for line in found)] if flows else found
    return tuple(lines)


def _with_names(
    events: Sequence[Event], names: Names, earlier: Sequence[tuple[int, Names]] = ()
) -> list[tuple[Event, Names]]:
    # `names` are those who sit there now; before a cut for partners they sat elsewhere.
    told: list[tuple[Event, Names]] = []
    before = dict(earlier)
    for number, event in zip(range(len(events), 0, -1), reversed(events), strict=True):
        names = before.get(number, names)
        if isinstance(event, Seated):
            names = names.reseated(tuple(event.order.index(seat) for seat in range(len(event.order))))
        told.append((event, names))
    return told[::-1]
