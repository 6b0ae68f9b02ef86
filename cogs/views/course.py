"""The course of a hand as the channel is told it."""

import re
from collections.abc import Iterable
from typing import Final

from bot.rules.catalogue import Catalogue
from bot.rules.course import Course, course_at_end, course_so_far
from bot.rules.events import Event, Scored
from bot.rules.registry import text_for
from bot.tables.model import Occupant, Removal, Table
from bot.tables.snapshot import TableSnapshot
from cogs.names import write_name
from cogs.views.layout import Layout

_NUMBERED: Final = re.compile(r"^(\d+)\.")
"""What Discord would take for a list, indent and number anew."""


def waits_for_deal(snapshot: TableSnapshot) -> bool:
    """Whether there is no new hand to be shown yet: somebody is to cut for it, and it is no person."""
    cutting = snapshot.cutting_seat
    if cutting is None:
        return False
    return not (snapshot.table.ceremony and snapshot.table.seats[cutting].user_id is not None)


def deal_shown(snapshot: TableSnapshot) -> int:
    """The number of the deal that a table message shows when it is drawn now."""
    return snapshot.table.deals - waits_for_deal(snapshot)


def hand_number(events: Iterable[Event]) -> int | None:
    """The number of the hand that ended with those events; None if none did, or hands are not counted."""
    return next((e.number for e in events if isinstance(e, Scored) and e.unit == "hand"), None)


def title_shown(snapshot: TableSnapshot, title: str, words: Catalogue) -> str:
    """The title of the scene; between two hands, that of the hand that is over, which is what is shown."""
    number = hand_number(snapshot.last_course) if snapshot.between_hands else None
    return title if number is None else text_for(snapshot.table.game, words).hand_title(number)


def draw_course(layout: Layout, snapshot: TableSnapshot, words: Catalogue, *, small: bool = False) -> None:
    """What has happened in the hand in progress, or until the next is dealt in the one before; `small`, where
    it stands below the cards."""
    text = text_for(snapshot.table.game, words)
    opening = all(isinstance(event, text.opening) for event in snapshot.course)
    before = waits_for_deal(snapshot) or (opening and not snapshot.table.open)
    last = before and snapshot.last_course
    events = last or snapshot.course
    names = snapshot.names_of(snapshot.last_seats, write_name) if last else snapshot.names(write_name)
    if any(isinstance(event, Scored) for event in events):
        _draw(layout, course_at_end(text, events, names), small=small)
    else:
        _draw(layout, course_so_far(text, events, names), small=small)


def finished_course(snapshot: TableSnapshot, removal: Removal) -> tuple[Event, ...]:
    """What was told of the hand that the message shows; nothing if that is not at hand any more."""
    deals = snapshot.table.deals
    if removal.hand and removal.hand == deals:
        return snapshot.course
    if removal.hand and removal.hand == deals - 1:
        return snapshot.last_course
    return ()


def draw_finished(
    layout: Layout, snapshot: TableSnapshot, deal: int, events: tuple[Event, ...], words: Catalogue
) -> None:
    """The hand of that deal as it stays in the channel, under its number if it was counted."""
    text = text_for(snapshot.table.game, words)
    number = hand_number(events)
    if number is not None:
        layout.text(f"**{text.hand_title(number)}**")
    names = snapshot.names_of(_seats_at(snapshot.table, deal), write_name)
    _draw(layout, course_at_end(text, events, names))


def _seats_at(table: Table, deal: int) -> tuple[Occupant | None, ...]:
    # Who held the chairs at the end of that deal.
    seats = {tenure.chair: tenure.occupant for tenure in table.tenures if tenure.deal <= deal}
    return tuple(seats.get(chair, seat.occupant) for chair, seat in enumerate(table.seats))


def unnumbered(line: str) -> str:
    """The line as Markdown that is no list."""
    return _NUMBERED.sub(r"\1\\.", line)


def _draw(layout: Layout, course: Course, *, small: bool = False) -> None:
    if course.opening:
        layout.text(f"-# {course.opening}")
    before = "-# " if small else ""
    layout.text("\n".join(f"{before}{unnumbered(line)}" for line in course.lines))
