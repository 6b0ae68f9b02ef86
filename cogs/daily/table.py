"""The ranking of the boards of the day over a week, a month or all time."""

from collections.abc import Sequence

from bot.duplicate.contests.days import FEWEST_DAYS, GAMES
from bot.duplicate.contests.ports import DailyLine
from bot.rules.catalogue import Catalogue
from bot.rules.registry import text_for
from bot.tables.judging.standings import LINES, BoardQuestion, Lasting, Period
from bot.tables.state.results import Company
from bot.tables.state.seasons import Season
from cogs.contests.words import percent
from cogs.ui.actions import PERSON, STYLE, Button
from cogs.ui.layout import BAIZE, Drawing, Layout
from cogs.words.periods import period_name
from cogs.words.rankings import Ranked, lay_ranking


async def draw_period_table(
    lines: Sequence[DailyLine],
    game: str,
    period: Period,
    season: Season,
    words: Catalogue,
    *,
    page: int,
    with_pictures: bool,
) -> Drawing:
    """A page of that ranking, from 0. `lines` end with the next page's first; `season` is the current
    month."""
    page = min(page, max(0, len(lines) - 1) // LINES)
    first, more = page * LINES + 1, len(lines) > (page + 1) * LINES
    lines = lines[first - 1 : (page + 1) * LINES]
    gettext, pgettext, layout = words.gettext, words.pgettext, Layout(BAIZE)
    values = {"game": text_for(game, words).name, "period": period_name(period, words)}
    title = gettext("Board of the day · {game} · {period}", **values)
    ranked = [Ranked(line.user_id, line.name, float(line.worth), _told(line, words)) for line in lines]
    await lay_ranking(
        layout, "board-of-the-day.png", title, ranked, words, first=first, with_pictures=with_pictures
    )
    if not lines:
        layout.text(gettext("Nobody here has played all four boards of enough days that are over."))
    layout.small(
        gettext(
            "The average of whole days that are over, in percent against everybody everywhere, from {days} "
            "days on; then more days first. Today counts after midnight UTC.",
            days=FEWEST_DAYS,
        )
    )
    layout.buttons(
        _turn("game", one, period, 0, text_for(one, words).name, chosen=one == game) for one in GAMES
    )
    periods: dict[Period, str] = {
        Lasting.WEEK: gettext("Last seven days"),
        season: pgettext("time", "This month"),
        season.before: pgettext("time", "Last month"),
        Lasting.ALL: pgettext("time", "All time"),
    }
    layout.buttons(
        _turn("period", game, one, 0, label, chosen=one == period) for one, label in periods.items()
    )
    turns = []
    if page:
        turns.append(_turn("back", game, period, page - 1, pgettext("button", "Higher places")))
    if more:
        turns.append(_turn("next", game, period, page + 1, pgettext("button", "Lower places")))
    players = BoardQuestion(game, period, Company.ALL)
    turns.append(PERSON.button("board", gettext("Tables of this server"), role="players", question=players))
    layout.buttons(turns)
    return layout.drawing()


def _turn(role: str, game: str, period: Period, page: int, label: str, *, chosen: bool = False) -> Button:
    style = STYLE.primary if chosen else STYLE.secondary
    return PERSON.button(
        "daily-table", label, style, disabled=chosen, role=role, game=game, period=period, page=page
    )


def _told(line: DailyLine, words: Catalogue) -> str:
    return words.ngettext(
        "{percent} over {number} day",
        "{percent} over {number} days",
        line.days,
        percent=percent(line.worth, words),
    )
