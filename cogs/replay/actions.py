"""Actions of a replay: turning pages, showing them to the channel, and playing on from one.

All state is in the custom_ids. A private replay is turned by whoever has it. A replay shown to the channel
names who leads it; a press by anybody else opens that page in a replay of their own.
"""

import re
from dataclasses import replace
from typing import Annotated, Any

from bot.rules.records.pages import HandPages
from bot.tables.judging.hand_pages import hand_pages
from bot.tables.people.access import Action
from bot.tables.state.errors import TableError
from cogs.answering.press import Press
from cogs.answering.table_press import TablePress
from cogs.hand.panel import style_of
from cogs.replay.position import Viewer
from cogs.replay.views import ALL_HANDS, draw_page, turned
from cogs.replay.what_if import draw_what_if, room_for_line
from cogs.result.replay_button import Page, PageAt, Way
from cogs.ui.actions import TABLE
from cogs.ui.arguments import Digit, Text, Written
from cogs.ui.layout import Drawing

_Seat = Annotated[
    int | None, Written(rf"{ALL_HANDS}|[0-9]", lambda text: None if text == ALL_HANDS else int(text))
]
Line = Annotated[str, Written(r"[A-Za-z0-9_-]*")]  # the choices made in What if (`Continuation.written`)


@TABLE.action("replay", needs=Action.LOOK)
async def replay(press: TablePress, page: PageAt, way: Way) -> None:
    """Turns to a page of a hand that is over, or opens a replay of it."""
    pages = await pages_at(press, page)
    await show_page(press, pages, replace(page, made=turned(pages, page.made, way)), new=way is Way.OPEN)


@TABLE.menu_action("replay-seat", needs=Action.LOOK)
async def choose_seat(press: TablePress, page: PageAt, seat: _Seat) -> None:
    """Shows what one player knew, or all hands."""
    page = replace(page, seat=seat)
    await show_page(press, await pages_at(press, page), page)


@TABLE.action("replay-show", needs=Action.SHARE)
async def show_to_all(press: TablePress, page: PageAt) -> None:
    """Shows the page in the channel of the table, where the person turns the pages."""
    telling, page = press.snapshot.table.telling, replace(page, leader=press.user_id)
    if press.interaction.channel_id not in (telling.channel_id, telling.thread_id):
        raise TableError("replay-elsewhere", channel=telling.place)
    await press.reply.show(await _drawn(press, await pages_at(press, page), page), ephemeral=False)


@TABLE.action("if", needs=Action.WHAT_IF)
async def what_if(press: TablePress, page: PageAt, plays: int | None, line: Line) -> None:
    """Plays on from a page, with the choices made since."""
    await _go_on(press, page, plays, line)


@TABLE.menu_action("if-move", needs=Action.WHAT_IF)
async def choose_move(
    press: TablePress, page: PageAt, plays: int | None, line: Line, number: Digit, move: Text
) -> None:
    """Makes one of many moves; `number` keeps the custom_ids of several menus distinct."""
    await _go_on(press, page, plays, line, move)


@TABLE.action("if-end", needs=Action.WHAT_IF)
async def finish(press: TablePress, page: PageAt, plays: int | None, line: Line) -> None:
    """Lets the house play the hand to its end."""
    await _go_on(press, page, plays, line, finish=True)


async def pages_at(press: TablePress, page: Page) -> HandPages:
    """The pages of that hand. Raises TableError, also if it has no such page."""
    pages = await hand_pages(press.snapshot, page.hand)
    if page.made > pages.last or (page.seat or 0) >= len(press.snapshot.seating):
        raise TableError("not-offered")
    return pages


async def show_page(press: TablePress, pages: HandPages, page: Page, *, new: bool = False) -> None:
    """Show the page in the pressed replay if it is theirs to turn, else in a `new` private one."""
    if page.leader is not None:
        data: Any = press.interaction.data
        if page.leader == press.user_id and press.has_control(re.escape(data["custom_id"])):
            await press.reply.refresh(await _drawn(press, pages, page))
            return
        page, new = replace(page, leader=None), True
    await show_private(press, await _drawn(press, pages, page), new=new)


async def _go_on(
    press: TablePress, page: Page, plays: int | None, line: str, move: str = "", *, finish: bool = False
) -> None:
    pages, snapshot = await pages_at(press, page), press.snapshot
    players = range(len(snapshot.seating)) if plays is None else (plays,)
    gone_on = await press.services.tables.continuations.go_on(
        pages, page.made, line, move, () if finish else players, room_for_line(snapshot, page)
    )
    await show_private(
        press, await draw_what_if(snapshot, pages, page, plays, gone_on, await viewer_of(press))
    )


async def show_private(press: Press, drawing: Drawing, *, new: bool = False) -> None:
    """Show it in place of the pressed private message; in a `new` one if that stays, as any does in the
    reading mode."""
    if new or not press.is_own or (await press.settings()).reading:
        await press.reply.show(drawing)
    else:
        await press.reply.refresh(drawing)


async def _drawn(press: TablePress, pages: HandPages, page: Page) -> Drawing:
    viewer = await viewer_of(press)
    if page.leader is not None:
        # For the whole channel, whoever leads.
        words = press.services.languages.of_table(press.snapshot.table)
        viewer = Viewer(words, press.services.pictures)
    return await draw_page(press.snapshot, pages, page, viewer)


async def viewer_of(press: Press) -> Viewer:
    """How the person is shown a hand."""
    settings = await press.settings()
    pictures = press.services.pictures and settings.pictures
    return Viewer(press.words, pictures, settings.reading, style_of(settings))
