"""Actions of a replay: turning pages, choosing whose hand to see, and showing it to the channel.

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
from cogs.answering.table_press import TablePress
from cogs.hand.panel import style_of
from cogs.replay.position import Viewer
from cogs.replay.views import ALL_HANDS, Page, draw_page, turned
from cogs.result.replay_button import Way
from cogs.ui.actions import TABLE
from cogs.ui.arguments import Snowflake, Written
from cogs.ui.layout import Drawing

SeatChosen = Annotated[
    int | None, Written(rf"{ALL_HANDS}|[0-9]", lambda text: None if text == ALL_HANDS else int(text))
]
"""The answer of a menu of seats."""


@TABLE.action("replay", needs=Action.LOOK)
async def replay(
    press: TablePress, hand: int, made: int, way: Way, seat: int | None, leader: Snowflake | None
) -> None:
    """Turns to a page of a hand that is over, or opens a replay of it."""
    pages = await pages_at(press, hand, made, seat)
    page = Page(hand, turned(pages, made, way), seat, leader)
    await show_page(press, pages, page, new=way is Way.OPEN)


@TABLE.menu_action("replay-seat", needs=Action.LOOK)
async def choose_seat(
    press: TablePress, hand: int, made: int, leader: Snowflake | None, seat: SeatChosen
) -> None:
    """Shows what one player knew, or all hands."""
    pages = await pages_at(press, hand, made, seat)
    await show_page(press, pages, Page(hand, made, seat, leader))


@TABLE.action("replay-show", needs=Action.SHARE)
async def show_to_all(press: TablePress, hand: int, made: int, seat: int | None) -> None:
    """Shows the page in the channel of the table, where the person turns the pages."""
    table = press.snapshot.table
    if press.interaction.channel_id not in (table.telling.channel_id, table.telling.thread_id):
        raise TableError("replay-elsewhere", channel=table.telling.place)
    page = Page(hand, made, seat, press.user_id)
    await press.reply.show(
        await _draw_for_all(press, await pages_at(press, hand, made, seat), page), ephemeral=False
    )


async def pages_at(press: TablePress, hand: int | None, made: int, seat: int | None) -> HandPages:
    """The pages of a hand, by default the latest. Raises TableError, also if there is no such position or
    seat."""
    pages = await hand_pages(press.snapshot, hand)
    if made > pages.last or (seat is not None and seat >= len(press.snapshot.seating)):
        raise TableError("not-offered")
    return pages


async def show_page(press: TablePress, pages: HandPages, page: Page, *, new: bool = False) -> None:
    """Show the page in the pressed replay if it is theirs to turn, else in a new private one."""
    if page.leader is not None:
        data: Any = press.interaction.data
        if page.leader == press.user_id and press.has_control(re.escape(data["custom_id"])):
            await press.reply.refresh(await _draw_for_all(press, pages, page))
            return
        page, new = replace(page, leader=None), True
    await show_private(press, await draw_page(press.snapshot, pages, page, await viewer_of(press)), new=new)


async def show_private(press: TablePress, drawing: Drawing, *, new: bool = False) -> None:
    """Answer with the drawing in place of the pressed private message, or (`new`, in the reading mode, or
    where a public message was pressed) in a new one."""
    if new or not press.is_own or await press.reads():
        await press.reply.show(drawing)
    else:
        await press.reply.refresh(drawing)


async def viewer_of(press: TablePress) -> Viewer:
    """How the person is shown a hand."""
    settings = await press.settings()
    pictures = press.services.pictures and settings.pictures
    return Viewer(press.words, pictures, settings.reading, style_of(settings))


async def _draw_for_all(press: TablePress, pages: HandPages, page: Page) -> Drawing:
    # In the language of the server, whoever leads.
    services = press.services
    words = services.languages.of_server(press.snapshot.table.guild_id)
    return await draw_page(press.snapshot, pages, page, Viewer(words, services.pictures))
