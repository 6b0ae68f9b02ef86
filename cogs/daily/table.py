"""The table of the board of the day over a week, a month or all time."""

import asyncio
from collections.abc import Sequence

from bot.art import Bar, ranking_picture
from bot.duplicate.daily_ports import DailyLine
from bot.duplicate.days import FEWEST_DAYS, GAMES
from bot.rules.catalogue import Catalogue
from bot.rules.registry import text_for
from bot.tables.judging.standings import BoardQuestion, Lasting, Period
from bot.tables.state.results import Company
from bot.tables.state.seasons import Season
from cogs.daily.actions import DayTableButton
from cogs.daily.words import percent
from cogs.standings.actions import BoardButton
from cogs.ui.drawing import Drawing, Picture
from cogs.ui.layout import BAIZE, Button, Layout
from cogs.ui.periods import period_name
from cogs.ui.standings_text import mentioned, plain


async def draw_period_table(
    lines: Sequence[DailyLine],
    game: str,
    period: Period,
    season: Season,
    words: Catalogue,
    *,
    first: int,
    pages: tuple[bool, bool],
    page: int,
    with_pictures: bool,
) -> Drawing:
    """A page of that table. `first` is the place of its first line, `season` the month in progress; `pages`
    says whether there is one before it, and one after."""
    gettext, layout = words.gettext, Layout(BAIZE)
    values = {"game": text_for(game, words).name, "period": period_name(period, words)}
    title = gettext("Board of the day · {game} · {period}", **values)
    layout.text(f"### {title}")
    if with_pictures and lines:
        layout.picture(await _picture(title, lines, first, words))
    told = [
        f"{first + row}. {mentioned(line.user_id, words)}: {_told(line, words)}"
        for row, line in enumerate(lines)
    ]
    nobody = gettext("Nobody here has played all four boards of enough days that are over.")
    layout.text("\n".join(told) or nobody)
    layout.text(
        "-# "
        + gettext(
            "The average of whole days that are over, in percent against everybody everywhere, from {days} "
            "days on; then more days first. Today counts after midnight UTC.",
            days=FEWEST_DAYS,
        )
    )
    layout.buttons(
        DayTableButton("game", one, period, 0, text_for(one, words).name, chosen=one == game) for one in GAMES
    )
    periods: dict[Period, str] = {
        Lasting.WEEK: gettext("Last seven days"),
        season: gettext("This month"),
        season.before: gettext("Last month"),
        Lasting.ALL: gettext("All time"),
    }
    layout.buttons(
        DayTableButton("period", game, one, 0, label, chosen=one == period) for one, label in periods.items()
    )
    layout.buttons(_besides(game, period, page, pages, words))
    return layout.drawing()


def _besides(
    game: str, period: Period, page: int, pages: tuple[bool, bool], words: Catalogue
) -> list[Button]:
    buttons: list[Button] = []
    before, after = pages
    if before:
        buttons.append(DayTableButton("back", game, period, page - 1, words.gettext("Higher places")))
    if after:
        buttons.append(DayTableButton("next", game, period, page + 1, words.gettext("Lower places")))
    players = BoardQuestion(game, period, Company.ALL)
    buttons.append(BoardButton("players", players, words.gettext("Tables of this server")))
    return buttons


def _told(line: DailyLine, words: Catalogue) -> str:
    return words.ngettext(
        "{percent} over {number} day", "{percent} over {number} days", line.days, percent=percent(line.worth)
    )


async def _picture(title: str, lines: Sequence[DailyLine], first: int, words: Catalogue) -> Picture:
    names = [plain(line.user_id, line.name, words) for line in lines]
    told = [_told(line, words) for line in lines]
    bars = [
        Bar(first + row, name, float(line.worth), value)
        for row, (line, name, value) in enumerate(zip(lines, names, told, strict=True))
    ]
    data = await asyncio.to_thread(ranking_picture, title, bars)
    said = "; ".join(
        f"{first + row}. {name}: {value}" for row, (name, value) in enumerate(zip(names, told, strict=True))
    )
    return Picture("board-of-the-day.png", data, f"{title}. {said}.")
