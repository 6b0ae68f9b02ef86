"""A server's ladder of challenges: a page of `/leaderboard`."""

from collections.abc import Sequence

from bot.duplicate.contests.head_to_head import LadderLine
from bot.rules.catalogue import Catalogue
from bot.tables.judging.standings import LINES, Lasting, Period
from bot.tables.state.seasons import Season
from cogs.ui.actions import PERSON, STYLE, Button
from cogs.ui.layout import BAIZE, Drawing, Layout
from cogs.words.periods import period_name
from cogs.words.rankings import Ranked, lay_ranking
from cogs.words.standings_text import mentioned

_MOST_NAMED = 3


async def draw_ladder(
    lines: Sequence[LadderLine],
    period: Period,
    season: Season,
    words: Catalogue,
    *,
    page: int,
    with_pictures: bool,
) -> Drawing:
    """A page of the ladder, from 0, with its controls; `season` is the current month."""
    gettext, pgettext, layout = words.gettext, words.pgettext, Layout(BAIZE)
    first, title = page * LINES, gettext("Challenges · {period}", period=period_name(period, words))
    most = lines[0].points if lines else 0
    ranked = [
        Ranked(
            line.user_id,
            line.name,
            line.points / most if most else 0.0,
            gettext(
                "won {won}, halved {halved}, lost {lost}", won=line.won, halved=line.halved, lost=line.lost
            ),
            _against(line, words),
        )
        for line in lines[first : first + LINES]
    ]
    await lay_ranking(
        layout, "challenges.png", title, ranked, words, first=first + 1, with_pictures=with_pictures
    )
    if not lines:
        layout.text(gettext("No challenge has been decided here; `/challenge` asks somebody."))
    layout.small(
        gettext(
            "Won, halved and lost challenges to the same boards. A challenge won is a point and a halved one "
            "half; among equals by boards won less boards lost, then by fewer lost."
        )
    )
    periods: dict[Period, str] = {
        season: pgettext("time", "This month"),
        season.before: pgettext("time", "Last month"),
        Lasting.ALL: pgettext("time", "All time"),
    }
    layout.buttons(_turn("period", one, 0, label, chosen=one == period) for one, label in periods.items())
    turns = []
    if page:
        turns.append(_turn("back", period, page - 1, pgettext("button", "Higher places")))
    if len(lines) > first + LINES:
        turns.append(_turn("next", period, page + 1, pgettext("button", "Lower places")))
    layout.buttons(turns)
    return layout.drawing()


def _turn(role: str, period: Period, page: int, label: str, *, chosen: bool = False) -> Button:
    style = STYLE.primary if chosen else STYLE.secondary
    return PERSON.button(
        "challenge-ladder", label, style, disabled=chosen, role=role, period=period, page=page
    )


def _against(line: LadderLine, words: Catalogue) -> str:
    # The people they have met most.
    met = (line.over + line.under).most_common()
    told = [f"{mentioned(who, words)} {line.over[who]}:{line.under[who]}" for who, _ in met if who]
    if not told:
        return ""
    people = words.pgettext("line", "against {people}", people=", ".join(told[:_MOST_NAMED]))
    return f"\n-# {people}"
