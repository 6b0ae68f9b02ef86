"""The course of a hand as the channel sees it."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from bot.rules.catalogue import Catalogue
from bot.rules.events import Event, Scored
from bot.rules.presentation.course import NO_BREAK, Course, course_at_end, course_so_far
from bot.rules.presentation.result import ended
from bot.rules.registry import text_for
from bot.rules.seats import Names
from bot.tables.state.chairs import Occupant
from bot.tables.state.messages import Removal
from bot.tables.state.snapshot import TableSnapshot, restore
from bot.tables.state.table import Table
from cogs.ui.layout import Layout
from cogs.ui.names import plain_name, short_names, write_name

_NUMBERED: Final = re.compile(r"^(\d+)\.")  # what Discord would turn into a list, indented and renumbered

_DOMINO: Final = re.compile(r"(?<=\b[0-6])-(?=[0-6]\b)")
_NO_BREAK_HYPHEN: Final = "\u2011"
_TAIL: Final = 12
"""About how many characters at the end of a line stay together."""


def waits_for_deal(snapshot: TableSnapshot) -> bool:
    """Whether the next deal awaits a cut by the bot, so that no new hand is shown yet."""
    cutting = snapshot.cutting_seat
    if cutting is None:
        return False
    return not (snapshot.table.ceremony and snapshot.table.chairs[cutting].user_id is not None)


def deal_shown(snapshot: TableSnapshot) -> int:
    """The number of the deal that a table message drawn now would show."""
    return snapshot.table.dealt.deals - waits_for_deal(snapshot)


def hand_number(events: Iterable[Event]) -> int | None:
    """The number of the hand that ended with those events; None if none did, or hands have no numbers."""
    return next((e.number for e in events if isinstance(e, Scored) and e.unit == "hand"), None)


def hand_named(table: Table, number: int, words: Catalogue) -> str:
    """The name of that hand of the table: `Hand 3`, `Deal 3`, or its board."""
    if table.board is not None:
        return words.pgettext("heading", "Board {number}", number=table.board.number)
    return text_for(table.game, words).hand_title(number)


def title_shown(snapshot: TableSnapshot, title: str, words: Catalogue) -> str:
    """The title of the scene; between two hands, that of the finished one, which is still shown."""
    number = hand_number(snapshot.last_course) if snapshot.between_hands else None
    return title if number is None else hand_named(snapshot.table, number, words)


def draw_course(layout: Layout, snapshot: TableSnapshot, words: Catalogue, *, small: bool = False) -> None:
    """Add the course of the current hand, or of the last one until the next deal; `small` below the cards."""
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
    """The course of the finished hand that the message shows; empty if it shows none.

    The course of a hand before the last is played from the log. It is needed if Discord refused to replace
    the message while a whole hand was played.
    """
    hand, deals = removal.hand, snapshot.table.dealt.deals
    if not hand:
        return ()
    if hand == deals:
        return snapshot.course
    if hand == deals - 1:
        return snapshot.last_course
    shuffles = [index for index, logged in enumerate(snapshot.log) if logged.seal is not None]
    then = restore(snapshot.table, snapshot.log[: shuffles[hand]], 0)
    return then.course if ended(then.course) else then.last_course


def draw_finished(
    layout: Layout, snapshot: TableSnapshot, deal: int, events: tuple[Event, ...], words: Catalogue
) -> None:
    """The finished hand of that deal in its final form, with its number if it has one."""
    text = text_for(snapshot.table.game, words)
    number = hand_number(events)
    if number is not None:
        layout.text(f"**{hand_named(snapshot.table, number, words)}**")
    seats = _seats_at(snapshot.table, deal)
    names, earlier = course_names(snapshot, seats, words), _earlier_names(snapshot, deal, seats, words)
    _draw(layout, course_at_end(text, events, names, earlier))


def course_names(snapshot: TableSnapshot, seats: Sequence[Occupant | None], words: Catalogue) -> Names:
    """The short names of those seats in the course of a hand, so that a trick fits a line."""
    plain = snapshot.names_of(seats, plain_name, words)
    places = [words.pgettext("seat", place) for place in plain.seating.names]
    written = (
        write_name(replace(occupant, name=short)) if occupant else short
        for occupant, short in zip(seats, short_names(plain.seats, places), strict=True)
    )
    return Names(plain.seating, tuple(written))


def _earlier_names(
    snapshot: TableSnapshot, deal: int, seats: Sequence[Occupant | None], words: Catalogue
) -> Sequence[tuple[int, Names]]:
    # The player of a trick is named, even if somebody has taken their chair since.
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
    """The line escaped so that Markdown does not make it a list."""
    return _NUMBERED.sub(r"\1\\.", line)


def whole_tail(line: str) -> str:
    """The line with non-breaking spaces near its end and non-breaking hyphens in dominoes."""
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
