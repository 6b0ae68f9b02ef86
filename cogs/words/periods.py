"""Seasons and other periods in words."""

from collections.abc import Sequence
from datetime import date, time

from babel.dates import format_skeleton, get_day_names

from bot.rules.catalogue import Catalogue
from bot.tables.judging.standings import Lasting, Period, period_key
from bot.tables.state.seasons import Season
from cogs.ui.layout import Answer

_MOST_SEASONS = 20  # how many earlier seasons a menu offers


def season_name(season: Season, words: Catalogue) -> str:
    """The month and its year: `November 2026`."""
    return format_skeleton("yMMMM", date(season.year, season.month, 1), locale=words.locale)


def weekday_name(day: int, words: Catalogue) -> str:
    """The day of the week, from 0 for Monday."""
    return str(get_day_names("wide", "stand-alone", words.locale)[day])


def hour_text(at: time, words: Catalogue) -> str:
    """A time of the day: `20:30`."""
    return format_skeleton("Hm", at, locale=words.locale)


def period_name(period: Period, words: Catalogue) -> str:
    """A period as a heading: `November 2026`, `the last seven days`, `all time`."""
    match period:
        case Season():
            return season_name(period, words)
        case Lasting.WEEK:
            return words.gettext("the last seven days")
    return words.pgettext("time", "all time")


def period_answers(
    chosen: Period, season: Season, earlier: Sequence[Season], words: Catalogue
) -> list[Answer]:
    """The periods to choose from: the current season, the week, all time, earlier seasons."""
    current = words.gettext("This season: {season}", season=season_name(season, words))
    labels: dict[Period, str] = {
        season: current,
        Lasting.WEEK: words.gettext("The last seven days"),
        Lasting.ALL: words.pgettext("time", "All time"),
    }
    if isinstance(chosen, Season) and chosen not in earlier:
        earlier = sorted((chosen, *earlier), reverse=True)
    for one in earlier[:_MOST_SEASONS]:
        labels.setdefault(one, words.gettext("Season of {season}", season=season_name(one, words)))
    return [Answer(period_key(period), label, period == chosen) for period, label in labels.items()]


def moment(at: float, style: str = "F") -> str:
    """A moment, which Discord shows in the reader's own time zone."""
    return f"<t:{int(at)}:{style}>"
