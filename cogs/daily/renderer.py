"""Draws what the board of the day shows: to one person as they want it, or to everybody in a channel."""

from collections.abc import Mapping, Sequence

import discord

from bot.duplicate.daily import Daily, Opened, PersonalDay
from bot.duplicate.daily_ports import DailyBoard
from bot.duplicate.days import BOARDS
from bot.rules.catalogue import Catalogue
from bot.rules.record import Analysis
from bot.tables.judging.standings import LAST_PAGE, LINES, Period, span_of
from bot.tables.people.users import Users
from bot.tables.state.chairs import Person
from bot.tables.state.seasons import Season
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from bot.tables.store.ports import Clock
from cogs.daily.actions import DayResultButton, OpenedBoardButton, PlayDayButton
from cogs.daily.board import draw_opened
from cogs.daily.table import draw_period_table
from cogs.daily.views import draw_card, draw_given_away, draw_offer, draw_result
from cogs.daily.words import seals_text
from cogs.hand.board_panel import Occasion
from cogs.hand.panel import style_of
from cogs.ui.drawing import Drawing
from cogs.ui.layout import Button

_STYLE = discord.ButtonStyle


class DailyViews:
    """Draws for one person in their language, for the channel in the server's. `with_pictures` is the
    operator's setting; a person may also do without."""

    def __init__(self, daily: Daily, users: Users, clock: Clock, *, with_pictures: bool) -> None:
        self._daily = daily
        self._users = users
        self._clock = clock
        self._with_pictures = with_pictures

    async def of(self, snapshot: TableSnapshot, user_id: int, words: Catalogue) -> Occasion | None:
        """What that person plays this board for, and what comes next; None if it is no board of a day."""
        play = snapshot.table.board
        if play is None or play.session:
            return None
        daily = await self._daily.which(play.board)
        if daily is None:
            return None
        game, day, over = daily.game, daily.day, daily.day < self._daily.today
        gettext, buttons = words.gettext, list[Button]()
        today = PlayDayButton(game, self._daily.today, gettext("Today's boards"), _STYLE.success)
        match snapshot.table.status:
            case Status.PLAYING:
                return Occasion(BOARDS)
            case Status.CLOSED:
                told = gettext(
                    "The day ended at midnight UTC before this board was over, so it does not count."
                )
                if over:
                    buttons = [today, OpenedBoardButton(game, day, gettext("The four hands"), number=1)]
                return Occasion(BOARDS, told, buttons)
        if over:
            told, buttons = gettext("This day is over."), [today]
            buttons.append(DayResultButton(game, day, gettext("The day's result")))
            return Occasion(BOARDS, told, buttons)
        if play.number < BOARDS:
            following = PlayDayButton(game, day, gettext("Next board"), _STYLE.success)
            return Occasion(BOARDS, "", [following])
        told = gettext("That was the last of the four.")
        return Occasion(
            BOARDS, told, [DayResultButton(game, day, gettext("The day's result"), _STYLE.success)]
        )

    def offer(self, words: Catalogue, *, yesterday: bool) -> Drawing:
        """What the board of the day is, and its games to choose from."""
        return draw_offer(self._daily.today, words, yesterday=yesterday)

    async def result(self, result: PersonalDay, words: Catalogue, *, on_server: bool) -> Drawing:
        """What a day came to, for the person who played it."""
        pictured = await self._pictured(result.user_id)
        return await draw_result(result, words, on_server=on_server, with_pictures=pictured)

    async def card(self, result: PersonalDay, person: Person, words: Catalogue) -> Drawing:
        """A day for everybody to see, which tells nothing of its cards: how the person compares."""
        return await draw_card(result, person, words, with_pictures=self._with_pictures)

    def given_away(
        self, game: str, day: int, found: Mapping[int, Analysis | None], words: Catalogue
    ) -> Drawing:
        """What was best in each board of a day, and what the person gave away."""
        return draw_given_away(game, day, found, words)

    async def opened(
        self, boards: Sequence[Opened], day: int, number: int, user_id: int, words: Catalogue
    ) -> Drawing:
        """A board of a day that is over."""
        style = style_of(await self._users.settings(user_id))
        pictured = await self._pictured(user_id)
        return await draw_opened(boards, day, number, words, with_pictures=pictured, style=style)

    def seals(
        self, game: str, told: Sequence[tuple[int, Sequence[DailyBoard]]], today: int, words: Catalogue
    ) -> str:
        """The seals of those days, and what checks them of those that are over."""
        return seals_text(game, told, today, words)

    async def period_table(
        self, guild_id: int, game: str, period: Period, page: int, words: Catalogue
    ) -> Drawing:
        """A page, from 0, of the table of a server over a period."""
        now = self._clock.now()
        page = min(max(0, page), LAST_PAGE)
        found = await self._daily.table(guild_id, game, span_of(period, now), (page + 1) * LINES + 1)
        page = min(page, max(0, len(found) - 1) // LINES)
        return await draw_period_table(
            found[page * LINES : (page + 1) * LINES],
            game,
            period,
            Season.at(now),
            words,
            first=page * LINES + 1,
            pages=(page > 0, len(found) > (page + 1) * LINES),
            page=page,
            with_pictures=self._with_pictures,
        )

    async def _pictured(self, user_id: int) -> bool:
        settings = await self._users.settings(user_id)
        return self._with_pictures and settings.pictures and not settings.reading
