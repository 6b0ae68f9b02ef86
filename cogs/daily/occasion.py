"""What the panel of a board of the day says about it."""

from dataclasses import dataclass
from functools import partial

import discord

from bot.duplicate.daily.daily import Daily
from bot.duplicate.daily.days import BOARDS
from bot.rules.catalogue import Catalogue
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from cogs.hand.board_panel import Occasion
from cogs.ui.actions import PERSON

_STYLE = discord.ButtonStyle


@dataclass(eq=False)
class DailyOccasions:
    """Recognises boards of the day, and says what follows them."""

    daily: Daily

    async def of(self, snapshot: TableSnapshot, user_id: int, words: Catalogue) -> Occasion | None:
        play = snapshot.table.board
        if play is None or play.session:
            return None
        daily = await self.daily.which(play.board)
        if daily is None:
            return None
        if snapshot.table.status is Status.PLAYING:
            return Occasion(BOARDS)
        today, gettext = self.daily.today, words.gettext
        button = partial(PERSON.button, game=daily.game, day=daily.day, number=0)
        todays = button("daily-play", gettext("Today's boards"), _STYLE.success, day=today)
        if snapshot.table.status is Status.CLOSED:
            told = gettext("The day ended at midnight UTC before this board was over, so it does not count.")
            hands = button("daily-board", gettext("The four hands"), number=1)
            return Occasion(BOARDS, told, [todays, hands] if daily.day < today else [])
        if daily.day < today:
            result = button("daily-result", gettext("The day's result"))
            return Occasion(BOARDS, gettext("This day is over."), [todays, result])
        if play.number < BOARDS:
            return Occasion(BOARDS, "", [button("daily-play", gettext("Next board"), _STYLE.success)])
        result = button("daily-result", gettext("The day's result"), _STYLE.success)
        return Occasion(BOARDS, gettext("That was the last of the four."), [result])
