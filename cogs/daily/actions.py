"""Actions of the boards of the day. Their custom_ids hold a game and a day but no table, and every person who
presses one sees their own day only."""

from dataclasses import replace
from typing import Annotated

from bot.duplicate.contests.days import GAMES
from bot.rules.catalogue import Catalogue
from bot.tables.judging.standings import LAST_PAGE, LINES, Period
from bot.tables.people.access import Action
from bot.tables.state.errors import TableError
from cogs.answering.press import Press
from cogs.contests.playing import pictured, show_dealt, turn_to
from cogs.daily.board import draw_opened
from cogs.daily.table import draw_period_table
from cogs.daily.views import draw_best, draw_card, draw_result
from cogs.daily.words import seals_text
from cogs.hand.panel import style_of
from cogs.ui.actions import PERSON
from cogs.ui.arguments import Day, Digit, Page, PeriodKey, Word, Written
from cogs.ui.layout import Drawing


def _read_game(text: str) -> str:
    if text not in GAMES:
        raise TableError("no-daily", game=text)
    return text


DailyGame = Annotated[str, Written(r"[^.]+", _read_game)]


@PERSON.action("daily-play")
async def press_play(press: Press, game: DailyGame, day: Day, number: Digit) -> None:
    """Deals the next board of today, whatever the button's `day`; after the fourth shows the result."""
    await play(press, game)


@PERSON.action("daily-result")
async def show_result(press: Press, game: DailyGame, day: Day, number: Digit) -> None:
    result = await press.services.daily.result(press.user_id, day, game)
    await turn_to(
        press,
        await draw_result(
            result, press.words, on_server=press.guild_id is not None, with_pictures=await pictured(press)
        ),
    )


@PERSON.action("daily-best")
async def show_given_away(press: Press, game: DailyGame, day: Day, number: Digit) -> None:
    """Shows the best play at each of one's boards of a day, and what one has given away."""
    found = await press.services.daily.given_away(press.user_id, day, game)
    await turn_to(press, draw_best(game, day, found, press.words))


@PERSON.action("daily-post")
async def post_day(press: Press, game: DailyGame, day: Day, number: Digit) -> None:
    """Posts a day's comparison in the channel, without any card."""
    services, guild_id, channel_id = press.services, press.guild_id, press.interaction.channel_id
    if guild_id is None or channel_id is None:
        raise TableError("servers-only")
    if not (await press.actor_at(guild_id, channel_id)).sends:
        raise TableError("no-sending", channel=channel_id)
    services.tables.rates.spend(press.user_id, Action.OPEN)
    result = await services.daily.result(press.user_id, day, game)
    if not (await press.settings()).streaks:
        result = replace(result, streak=0)
    words = await services.languages.of_server(guild_id, press.words)
    card = await draw_card(result, press.person, words, with_pictures=services.pictures)
    await press.reply.show(card, ephemeral=False)


@PERSON.action("daily-seals")
async def tell_seals(press: Press, game: DailyGame, day: Day, number: Digit) -> None:
    """Shows a day's seals, opened if it is over; for today also tomorrow's seals."""
    daily, guild_id = press.services.daily, press.guild_id or 0
    if day > daily.today:
        raise TableError("no-daily-day")
    days = (day, day + 1) if day == daily.today else (day,)
    told = [(each, await daily.boards_of(each, game, press.user_id, guild_id)) for each in days]
    await press.reply.say(seals_text(game, told, daily.today, press.words))


@PERSON.action("daily-board")
async def turn_to_board(press: Press, game: DailyGame, day: Day, number: Digit) -> None:
    """Turns to a board of a past day: its hands, its results, and the best line of play."""
    await turn_to(press, await opened(press, day, game, number))


@PERSON.action("daily-table")
async def turn_table(press: Press, role: Word, game: DailyGame, period: PeriodKey, page: Page) -> None:
    """Turns to another page, game or period; `role` keeps the custom_ids of one message distinct."""
    await press.reply.refresh(await period_table(press, game, period, await words_on(press), page))


async def play(press: Press, game: str) -> None:
    """Show the person their current board of today, dealt now if necessary, or the result of their day.
    Raises TableError."""
    dealt = press.services.daily.play(press.person, game, press.guild_id or 0)
    if not await show_dealt(press, dealt):
        await show_result(press, game, press.services.daily.today, 0)


async def opened(press: Press, day: int, game: str, number: int = 1) -> Drawing:
    """A board of a past day for the person who asks. Raises TableError."""
    boards = await press.services.daily.opened(press.user_id, day, game, press.guild_id or 0)
    style, shown = style_of(await press.settings()), await pictured(press)
    return await draw_opened(boards, day, max(1, number), press.words, with_pictures=shown, style=style)


async def period_table(press: Press, game: str, period: Period, words: Catalogue, page: int = 0) -> Drawing:
    """The server's table of the boards of the day over a period. Raises TableError in a DM."""
    services, page = press.services, min(page, LAST_PAGE)
    if press.guild_id is None:
        raise TableError("servers-only")
    lines = await services.daily.table(press.guild_id, game, period, (page + 1) * LINES + 1)
    season, pictures = services.daily.season, services.pictures
    return await draw_period_table(lines, game, period, season, words, page=page, with_pictures=pictures)


async def words_on(press: Press) -> Catalogue:
    """The server's language for a public message; else the person's."""
    if press.guild_id is None or press.message is None or press.is_own:
        return press.words
    return await press.services.languages.of_server(press.guild_id, press.words)
