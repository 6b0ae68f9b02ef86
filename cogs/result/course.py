"""The course of a hand as the channel is told it."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from bot.rules.catalogue import Catalogue
from bot.rules.course import NO_BREAK, Course, course_at_end, course_so_far
from bot.rules.events import Event, Scored
from bot.rules.registry import text_for
from bot.rules.seats import Names
from bot.tables.state.chairs import Occupant
from bot.tables.state.messages import Removal
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Table
from cogs.ui.layout import Layout
from cogs.ui.names import plain_name, short_names, write_name

_NUMBERED: Final = re.compile(r"^(\d+)\.")
"""What Discord would take for a list, indent and number anew."""

_DOMINO: Final = re.compile(r"(?<=\b[0-6])-(?=[0-6]\b)")
_NO_BREAK_HYPHEN: Final = "\u2011"
_TAIL: Final = 12
"""How many characters at the end of a line stay together, about."""


def waits_for_deal(snapshot: TableSnapshot) -> bool:
    """Whether there is no new hand to be shown yet: somebody is to cut for it, and it is no person."""
    cutting = snapshot.cutting_seat
    if cutting is None:
        return False
    return not (snapshot.table.ceremony and snapshot.table.chairs[cutting].user_id is not None)


def deal_shown(snapshot: TableSnapshot) -> int:
    """The number of the deal that a table message shows when it is drawn now."""
    return snapshot.table.dealt.deals - waits_for_deal(snapshot)


def hand_number(events: Iterable[Event]) -> int | None:
    """The number of the hand that ended with those events; None if none did, or hands are not counted."""
    return next((e.number for e in events if isinstance(e, Scored) and e.unit == "hand"), None)


def hand_named(table: Table, number: int, words: Catalogue) -> str:
    """What that hand of the table is called: `Hand 3`, `Deal 3`, or the board it was."""
    if table.board is not None:
        return words.gettext("Board {number}", number=table.board.number)
    return text_for(table.game, words).hand_title(number)


def title_shown(snapshot: TableSnapshot, title: str, words: Catalogue) -> str:
    """The title of the scene; between two hands, that of the hand that is over, which is what is shown."""
    number = hand_number(snapshot.last_course) if snapshot.between_hands else None
    return title if number is None else hand_named(snapshot.table, number, words)


def draw_course(layout: Layout, snapshot: TableSnapshot, words: Catalogue, *, small: bool = False) -> None:
    """What has happened in the hand in progress, or until the next is dealt in the one before; `small`, where
    it stands below the cards."""
    text = text_for(snapshot.table.game, words)
    opening = all(isinstance(event, text.opening) for event in snapshot.course)
    before = waits_for_deal(snapshot) or (opening and not snapshot.table.open)
    last = before and snapshot.last_course
    events = last or snapshot.course
    seats = snapshot.last_seats if last else tuple(seat.occupant for seat in snapshot.table.chairs)
    names = course_names(snapshot, seats, words)
    earlier = _earlier_names(snapshot, snapshot.table.dealt.deals - bool(last), seats, words)
    if any(isinstance(event, Scored) for event in events):
        _draw(layout, course_at_end(text, events, names, earlier), small=small)
    else:
        _draw(layout, course_so_far(text, events, names, earlier), small=small)


def finished_course(snapshot: TableSnapshot, removal: Removal) -> tuple[Event, ...]:
    """What was told of the hand that the message shows; nothing if that is not at hand any more."""
    deals = snapshot.table.dealt.deals
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
        layout.text(f"**{hand_named(snapshot.table, number, words)}**")
    seats = _seats_at(snapshot.table, deal)
    names, earlier = course_names(snapshot, seats, words), _earlier_names(snapshot, deal, seats, words)
    _draw(layout, course_at_end(text, events, names, earlier))


def course_names(snapshot: TableSnapshot, seats: Sequence[Occupant | None], words: Catalogue) -> Names:
    """The names of those seats as the course of a hand has them: short, so that a trick is one line."""
    plain = snapshot.names_of(seats, plain_name)
    places = [words.gettext(place) for place in plain.seating.names]
    written = (
        write_name(replace(occupant, name=short)) if occupant else short
        for occupant, short in zip(seats, short_names(plain.seats, places), strict=True)
    )
    return Names(plain.seating, tuple(written))


def _earlier_names(
    snapshot: TableSnapshot, deal: int, seats: Sequence[Occupant | None], words: Catalogue
) -> Sequence[tuple[int, Names]]:
    # Who played a trick is named, whoever has taken their chair in that deal since.
    tenures, found = snapshot.table.dealt.tenures, list[tuple[int, Names]]()
    for later in sorted(tenures, key=lambda tenure: -tenure.told):
        held = [one for one in tenures if one.chair == later.chair]
        first = held.index(later) == 0
        if later.deal != deal or not later.told or first or seats[later.chair] != later.occupant:
            continue
        who = held[held.index(later) - 1].occupant
        seats = [who if chair == later.chair else seat for chair, seat in enumerate(seats)]
        found.append((later.told, course_names(snapshot, seats, words)))
    return found[::-1]


def _seats_at(table: Table, deal: int) -> tuple[Occupant | None, ...]:
    # Who held the chairs at the end of that deal.
    seats = {tenure.chair: tenure.occupant for tenure in table.dealt.tenures if tenure.deal <= deal}
    return tuple(seats.get(chair, seat.occupant) for chair, seat in enumerate(table.chairs))


def unnumbered(line: str) -> str:
    """The line as Markdown that is no list."""
    return _NUMBERED.sub(r"\1\\.", line)


def whole_tail(line: str) -> str:
    """The line with its last words kept together, so that no number stands alone on the next one, and no
    domino broken at its hyphen."""
    line = _DOMINO.sub(_NO_BREAK_HYPHEN, line)
    *rest, tail = line.split(" ")
    while rest and len(tail) < _TAIL:
        tail = f"{rest.pop()}{NO_BREAK}{tail}"
    return " ".join([*rest, tail])


def _draw(layout: Layout, course: Course, *, small: bool = False) -> None:
    if course.opening:
        layout.text(f"-# {whole_tail(course.opening)}")
    before = "-# " if small else ""
    lines = [f"{before}{unnumbered(whole_tail(line))}" for line in course.lines]
    if course.note:
        lines.append(f"-# {whole_tail(course.note)}")
    layout.text("\n".join(lines))
