"""A page of a replay: a position of a hand that is over, what led to it, and the buttons to turn."""

from dataclasses import replace

from bot.rules.catalogue import pgettext_noop
from bot.rules.records.pages import HandPages
from bot.tables.play.continuations import Continuation
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Posting
from cogs.replay.position import Position, Viewer, lay_position
from cogs.result.replay_button import Page, Way
from cogs.result.result import lay_result
from cogs.ui.actions import STYLE, TABLE
from cogs.ui.layout import BAIZE, Answer, Button, Drawing, Layout
from cogs.ui.names import mention, plain_name

ALL_HANDS = "all"  # the answer of a menu of seats for none alone

_TURNING = (
    {
        Way.FIRST: pgettext_noop("button", "First"),
        Way.BACK: pgettext_noop("button", "Back"),
        Way.ON: pgettext_noop("button", "Next"),
        Way.LAST: pgettext_noop("button", "Last"),
    },
    {Way.MOVE_BACK: pgettext_noop("button", "Move back"), Way.MOVE_ON: pgettext_noop("button", "Move on")},
)
"""The labels of the buttons that turn, by row."""


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
    position = Position(snapshot, page, pages.states[page.made], viewer)
    reached = words.gettext("before the first of {moves} moves", moves=pages.last)
    if page.made:
        reached = words.gettext("after move {move} of {moves}", move=page.made, moves=pages.last)
    layout.text(position.head(pgettext_noop("heading", "{hand}: replay"), reached))
    told = position.told(pages.events_before(page.made))
    if page.made < pages.last or not pages.results:
        await lay_position(layout, position, told)
    else:
        layout.text(told)
        if not viewer.reads:
            of, course = (pages.results, position.players, words), pages.course_until(pages.last)
            await lay_result(layout, snapshot, *of, with_pictures=viewer.pictures, course=course)
    if page.leader is not None:
        leads = words.gettext(
            "{leader} turns the pages. Whoever else presses a button gets a replay of their own.",
            leader=mention(page.leader),
        )
        layout.small(leads)
    turning, steps = (
        [
            _turn(
                position,
                way,
                words.pgettext("button", label),
                still=turned(pages, page.made, way) == page.made,
            )
            for way, label in row.items()
            # Screen readers do not announce disabled buttons; elsewhere the others stay where they are.
            if not viewer.reads or turned(pages, page.made, way) != page.made
        ]
        for row in _TURNING
    )
    layout.buttons(turning)
    layout.buttons([*steps, *_besides(position, pages)])
    layout.menu(TABLE.menu("replay-seat", "", _seats(position), table=snapshot.table.id, page=page))
    return layout.drawing()


def _turn(position: Position, way: Way, label: str, *, still: bool) -> Button:
    style, table = STYLE.primary if way is Way.ON else STYLE.secondary, position.snapshot.table.id
    return TABLE.button("replay", label, style, disabled=still, table=table, page=position.page, way=way)


def _besides(position: Position, pages: HandPages) -> list[Button]:
    gettext, pgettext = position.words.gettext, position.words.pgettext
    table, page = position.snapshot.table, position.page
    line, buttons = Continuation.start(pages, page.made), list[Button]()
    if line.seat is not None and not table.secret:
        # For the seat to move, or the one whose hand is seen.
        plays = pages.game.player_of(line.state, line.seat if page.seat is None else page.seat)
        label, mine = pgettext("button", "What if…"), replace(page, leader=None)
        buttons.append(TABLE.button("if", label, table=table.id, page=mine, plays=plays, line=""))
    if page.leader is None and table.board is None and table.telling.posting is not Posting.PANELS:
        buttons.append(TABLE.button("replay-show", gettext("Show to all"), table=table.id, page=page))
    return buttons


def _seats(position: Position) -> list[Answer]:
    gettext, pgettext, chosen = position.words.gettext, position.words.pgettext, position.page.seat
    known = [
        Answer(str(seat), gettext("Only what {name} knew", name=name), chosen == seat)
        for seat, name in enumerate(position.names(plain_name).seats)
    ]
    return [Answer(ALL_HANDS, pgettext("answer", "All hands"), chosen is None), *known]
