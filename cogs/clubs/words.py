"""Clubs and their hours in words."""

from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction
from functools import cache
from typing import Final
from zoneinfo import available_timezones

from bot.community.clubs.club import Club, What, zone_named
from bot.rules.catalogue import Catalogue, pgettext_noop
from bot.rules.registry import text_for
from cogs.words.periods import hour_text, weekday_name

_TITLES: Final = {
    What.TABLE: pgettext_noop("heading", "{game}, a table"),
    What.PAIRS: pgettext_noop("heading", "{game}, pairs"),
    What.TEAMS: pgettext_noop("heading", "{game}, teams of four"),
}
_COMMON: Final = (
    *("UTC", "Europe/London", "Europe/Lisbon", "Europe/Berlin", "Europe/Paris", "Europe/Madrid"),
    *("Europe/Rome", "Europe/Stockholm", "Europe/Warsaw", "Europe/Athens", "Europe/Istanbul"),
    *("America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "America/Toronto"),
    *("America/Mexico_City", "America/Sao_Paulo", "America/Argentina/Buenos_Aires", "Asia/Kolkata"),
    *("Asia/Shanghai", "Asia/Tokyo", "Australia/Perth", "Australia/Sydney", "Pacific/Auckland"),
)


def club_title(club: Club, words: Catalogue) -> str:
    """What is played: `Bishops Whist, pairs`."""
    return words.pgettext("heading", _TITLES[club.what], game=text_for(club.game, words).name)


def about_text(club: Club, words: Catalogue) -> str:
    """How its nights go."""
    return words.gettext(
        "Entries open in {channel} an hour before. It begins by the clock, with house players in the places "
        "that are left.",
        channel=f"<#{club.channel_id}>",
    )


def hours_text(club: Club, words: Catalogue) -> str:
    """When its nights are: `every Thursday at 20:30, Europe/London`."""
    if not club.weekly:
        return words.pgettext("time", "once")
    at = local_start(club)
    day, time = weekday_name(at.weekday(), words), hour_text(at.time(), words)
    return words.gettext("every {day} at {time}, {zone}", day=day, time=time, zone=club.zone)


def points_figure(points: Fraction, words: Catalogue) -> str:
    """Points in a club's table: `12.5`."""
    return words.number(f"{float(points):.1f}")


def local_start(club: Club) -> datetime:
    """When its night begins, in its own time zone."""
    return datetime.fromtimestamp(club.starts_at, zone_named(club.zone))


def zones_like(typed: str) -> Sequence[str]:
    """Names of time zones that contain the typed text, common ones first."""
    wanted = typed.strip().casefold().replace(" ", "_")
    return [name for name in dict.fromkeys((*_COMMON, *_zones())) if wanted in name.casefold()]


@cache
def _zones() -> Sequence[str]:
    return sorted(name for name in available_timezones() if "/" in name)
