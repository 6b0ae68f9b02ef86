"""What clubs show: the list with its controls, the form for day and hour, and a club's table."""

from collections.abc import Sequence
from datetime import datetime, time

from discord import ui

from bot.community.clubs.club import NIGHTS, Club, ClubTable, Event, State, zone_named
from bot.rules.catalogue import Catalogue
from bot.tables.judging.standings import LINES
from cogs.clubs.words import about_text, club_title, hours_text, points_figure
from cogs.ui.actions import CLUB, STYLE, Menu
from cogs.ui.layout import BAIZE, MOST_ANSWERS, Answer, Drawing, Layout, labelled, menu, note
from cogs.words.periods import hour_text, moment, weekday_name
from cogs.words.rankings import Ranked, lay_ranking

_QUARTERS = (0, 15, 30, 45)
_USUAL_HOUR = 20


def draw_clubs(clubs: Sequence[Club], chosen: int, words: Catalogue, *, may_manage: bool) -> Drawing:
    """A server's clubs; to a manager with the controls of the `chosen` one, else of the next."""
    gettext, pgettext, layout = words.gettext, words.pgettext, Layout(BAIZE)
    if not clubs:
        return note(
            gettext(
                "There is no club night here. Whoever may manage the server makes one with `/club night`, in "
                "the channel where it is to be."
            )
        )
    layout.text("### " + pgettext("heading", "Club nights"))
    for one in clubs:
        layout.text(_lines(one, words))
    club = next((one for one in clubs if one.id == chosen), clubs[0])
    layout.small(gettext("`/leaderboard by:club nights` has their tables."))
    if not may_manage:
        return layout.drawing()
    if len(clubs) > 1:
        layout.menu(_menu("choose", clubs, club, words))
    layout.buttons(
        [
            CLUB.button("time", gettext("Change the time…"), club=club.id),
            CLUB.button("cancel", gettext("Cancel the next night"), club=club.id),
            CLUB.button("end", gettext("End the club…"), STYLE.danger, club=club.id),
        ]
    )
    counts = [
        Answer(
            str(best),
            gettext("Nights that count, the best of the last {nights}: {best}", best=best, nights=NIGHTS),
        )
        for best in range(1, NIGHTS + 1)
    ]
    counts[club.best - 1] = counts[club.best - 1]._replace(chosen=True)
    layout.menu(CLUB.menu("best", gettext("How many nights count?"), counts, club=club.id))
    return layout.drawing()


def _menu(action: str, clubs: Sequence[Club], chosen: Club, words: Catalogue) -> Menu:
    answers = [
        Answer(str(club.id), club_title(club, words), club.id == chosen.id, hours_text(club, words))
        for club in clubs[:MOST_ANSWERS]
    ]
    return CLUB.menu(action, words.pgettext("menu", "Which club?"), answers)


def _lines(club: Club, words: Catalogue) -> str:
    title = f"**{club_title(club, words)}** · <#{club.channel_id}> · {hours_text(club, words)}"
    times = {"time": moment(club.starts_at), "away": moment(club.starts_at, "R")}
    match club.state:
        case State.OPEN:
            said = words.gettext("Entries are open; it begins {away}.", **times)
        case State.STARTED:
            said = words.gettext("It is being played.")
        case _:
            said = words.gettext("Next: {time}, {away}.", **times)
    if club.event is Event.NONE:
        said += " " + words.gettext("Without an event on Discord.")
    return f"{title}\n-# {said}"


def draw_added(club: Club, words: Catalogue) -> Drawing:
    """What the channel is told of a new club."""
    said = words.gettext(
        "**Club night: {title}**, {hours}. The first one is {time}.",
        title=club_title(club, words),
        hours=hours_text(club, words),
        time=moment(club.starts_at),
    )
    return note(f"{said} {about_text(club, words)}")


def draw_sure(club: Club, words: Catalogue) -> Drawing:
    """Asks whether the club is to end."""
    said = words.gettext("End {title}? Its table stays.", title=club_title(club, words))
    return note(said, CLUB.button("ended", words.gettext("Yes, end the club"), STYLE.danger, club=club.id))


class TimeForm(ui.Modal):
    """Asks for weekday, hour and minute in a time zone, beginning with the time `at`; `repeats`: also whether
    it is every week."""

    def __init__(
        self, custom_id: str, now: float, zone: str, words: Catalogue, *, at: datetime | None, repeats: bool
    ) -> None:
        gettext, pgettext = words.gettext, words.pgettext
        today = datetime.fromtimestamp(now, zone_named(zone))
        super().__init__(title=gettext("When is the club night?"), custom_id=custom_id)
        at = at or today.replace(hour=_USUAL_HOUR, minute=0)
        coming = [(today.weekday() + later) % 7 for later in range(7)]
        days = [Answer(str(day), weekday_name(day, words), day == at.weekday()) for day in coming]
        days[0] = days[0]._replace(label=pgettext("time", "{day}, today", day=days[0].label))
        hours = [Answer(str(hour), hour_text(time(hour), words), hour == at.hour) for hour in range(24)]
        past = sorted({*_QUARTERS, at.minute})
        minutes = [Answer(str(minute), f":{minute:02}", minute == at.minute) for minute in past]
        self.add_item(labelled(pgettext("field", "Which day?"), menu("day", days)))
        where = gettext("Time zone: {zone}", zone=zone)
        self.add_item(labelled(pgettext("field", "Which hour?"), menu("hour", hours), where))
        self.add_item(labelled(gettext("How many minutes past?"), menu("minute", minutes)))
        if repeats:
            often = [Answer("1", pgettext("time", "Every week"), True), Answer("0", pgettext("time", "Once"))]
            self.add_item(labelled(pgettext("field", "How often?"), menu("weekly", often)))


async def draw_club_table(
    tables: Sequence[ClubTable], chosen: int, words: Catalogue, *, with_pictures: bool
) -> Drawing:
    """The table of the chosen club, else of the one that played last."""
    gettext, layout = words.gettext, Layout(BAIZE)
    if not tables:
        return note(
            gettext("No club night has been played here yet; `/club list` says when the next one is.")
        )
    table = next((one for one in tables if one.club.id == chosen), tables[0])
    title = gettext("Club · {title}", title=club_title(table.club, words))
    ranked = []
    for line in table.lines[:LINES]:
        points, player = points_figure(line.points, words), line.person
        told = words.ngettext(
            "{points} points in {number} night",
            "{points} points in {number} nights",
            line.nights,
            points=points,
        )
        length = float(line.points / (table.lines[0].points or 1))
        ranked.append(Ranked(player.user_id, player.name, length, told))
    await lay_ranking(layout, "club.png", title, ranked, words, with_pictures=with_pictures)
    layout.small(
        gettext(
            "A night has up to 100 points: the percentage at pairs, else the share of the others one was "
            "ahead of. Nights that count, the best of the last {nights}: {best}. Played so far: {played}.",
            best=table.club.best,
            nights=NIGHTS,
            played=len(table.club.played),
        )
    )
    if len(tables) > 1:
        layout.menu(_menu("table", [one.club for one in tables], table.club, words))
    return layout.drawing()
