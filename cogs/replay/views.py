"""A page of a replay: a position of a hand that is over, what led to it, and the buttons to turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.rules.events import Event, Scored
from bot.rules.presentation.course import told_in_full
from bot.rules.records.pages import HandPages
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Posting
from cogs.opening.lobby import heading
from cogs.replay.position import Position, Viewer, lay_position
from cogs.result.course import course_names, hand_named, unnumbered, whole_tail
from cogs.result.replay_button import Way
from cogs.result.result import lay_result
from cogs.ui.actions import STYLE, TABLE
from cogs.ui.layout import BAIZE, Answer, Button, Drawing, Layout
from cogs.ui.names import mention, plain_name
from cogs.words.aloud import aloud

ALL_HANDS = "all"  # the answer of a menu of seats for none alone


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a hand: `made` is the number of moves made, `seat` whose knowledge is shown (None: all
    hands), and `leader` who turns the pages for the channel, None in a private replay."""

    hand: int
    made: int = 0
    seat: int | None = None
    leader: int | None = None


def turned(pages: HandPages, made: int, way: Way) -> int:
    """After how many moves the page is to which that button turns from the one after `made` moves."""
    match way:
        case Way.OPEN | Way.HERE:
            return made
        case Way.FIRST:
            return 0
        case Way.LAST:
            return pages.last
        case Way.BACK:
            return max((stop for stop in pages.stops if stop < made), default=0)
        case Way.ON:
            return min((stop for stop in pages.stops if stop > made), default=pages.last)
        case Way.MOVE_BACK:
            return max(0, made - 1)
        case Way.MOVE_ON:
            return min(pages.last, made + 1)


async def draw_page(snapshot: TableSnapshot, pages: HandPages, page: Page, viewer: Viewer) -> Drawing:
    """That page, with its buttons."""
    words, layout = viewer.words, Layout(BAIZE)
    position = Position(snapshot, page.hand, pages.states[page.made], page.seat, words)
    events = pages.events_before(page.made)
    layout.text(_head(position, pages, page))
    if page.made == pages.last and pages.results:
        layout.text(told_text(position, events, viewer))
        if not viewer.reads:
            course = [event for told in pages.told for event in told]
            of = (pages.results, position.players, words)
            await lay_result(layout, snapshot, *of, with_pictures=viewer.pictures, course=course)
    else:
        await lay_position(layout, position, viewer)
        layout.text(told_text(position, events, viewer))
    if page.leader is not None:
        leads = words.gettext(
            "{leader} turns the pages. Whoever else presses a button gets a replay of their own.",
            leader=mention(page.leader),
        )
        layout.small(leads)
    for row in _buttons(snapshot, pages, page, viewer):
        layout.buttons(row)
    given = {"table": snapshot.table.id, "hand": page.hand, "made": page.made, "leader": page.leader}
    layout.menu(TABLE.menu("replay-seat", "", seat_answers(position, page.seat), **given))
    return layout.drawing()


def told_text(position: Position, events: Sequence[Event], viewer: Viewer) -> str:
    """What happened, a line for each thing; the results only to be read aloud."""
    text, words = position.text, viewer.words
    if viewer.reads:
        return aloud("\n".join(told_in_full(text, events, position.names(), position.seat)), words)
    names = course_names(position.snapshot, position.players, words)
    told = (event for event in events if event.posted and not isinstance(event, Scored))
    lines = filter(None, (text.course_line(event, names) for event in told))
    return "\n".join(unnumbered(whole_tail(line)) for line in lines)


def seat_answers(position: Position, chosen: int | None) -> list[Answer]:
    """The answers of the menu of what to see: all hands, or what one player knew."""
    gettext = position.words.gettext
    known = [
        Answer(str(seat), gettext("Only what {name} knew", name=name), chosen == seat)
        for seat, name in enumerate(position.names(plain_name).seats)
    ]
    return [Answer(ALL_HANDS, gettext("All hands"), chosen is None), *known]


def at_page(snapshot: TableSnapshot, page: Page) -> dict[str, Any]:
    """The arguments of buttons about that page that do not say who leads."""
    return {"table": snapshot.table.id, "hand": page.hand, "made": page.made, "seat": page.seat}


def _head(position: Position, pages: HandPages, page: Page) -> str:
    snapshot, words = position.snapshot, position.words
    title = words.gettext("{hand}: replay", hand=hand_named(snapshot.table, page.hand, words))
    if page.made:
        reached = words.gettext("after move {move} of {moves}", move=page.made, moves=pages.last)
    else:
        reached = words.gettext("before the first of {moves} moves", moves=pages.last)
    return f"### {title}\n{heading(snapshot, words).removeprefix('### ')} · {reached}"


def _buttons(snapshot: TableSnapshot, pages: HandPages, page: Page, viewer: Viewer) -> list[Sequence[Button]]:
    # By row.
    gettext, table = viewer.words.gettext, snapshot.table
    rows: list[dict[Way, str]] = [
        {
            Way.FIRST: gettext("First"),
            Way.BACK: gettext("Back"),
            Way.ON: gettext("Next"),
            Way.LAST: gettext("Last"),
        },
        {Way.MOVE_BACK: gettext("Move back"), Way.MOVE_ON: gettext("Move on")},
    ]
    turning, besides = (
        [
            _turn(snapshot, pages, page, way, label)
            for way, label in row.items()
            # Screen readers do not announce disabled buttons; elsewhere the others stay where they are.
            if not viewer.reads or turned(pages, page.made, way) != page.made
        ]
        for row in rows
    )
    if page.leader is None and table.board is None and table.telling.posting is not Posting.PANELS:
        besides.append(TABLE.button("replay-show", gettext("Show to all"), **at_page(snapshot, page)))
    return [turning, besides]


def _turn(snapshot: TableSnapshot, pages: HandPages, page: Page, way: Way, label: str) -> Button:
    style, still = STYLE.primary if way is Way.ON else STYLE.secondary, turned(pages, page.made, way)
    given = at_page(snapshot, page) | {"way": way, "leader": page.leader}
    return TABLE.button("replay", label, style, disabled=still == page.made, **given)
