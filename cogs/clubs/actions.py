"""Actions of clubs. At every press we check that whoever changes something may manage the server."""

from typing import Annotated

from bot.community.clubs.club import Club, What, first_start, zone_named
from bot.tables.people.access import require_place
from bot.tables.state.errors import TableError
from cogs.answering.meant import channel_for_tables
from cogs.answering.press import Press
from cogs.clubs.views import TimeForm, draw_added, draw_club_table, draw_clubs, draw_sure
from cogs.clubs.words import local_start
from cogs.settings.actions import managed_server
from cogs.ui.actions import CLUB
from cogs.ui.arguments import Answers, GameKey, Written, reading

Zone = Annotated[str, Written(r"[A-Za-z0-9_+/-]{1,40}")]


@CLUB.menu_action("choose")
async def show_clubs(press: Press, club: int) -> None:
    """Shows the server's clubs, on the pressed message if it is the person's own."""
    if press.guild_id is None:
        raise TableError("servers-only")
    clubs = await press.services.clubs.of_server(press.guild_id)
    drawing = draw_clubs(clubs, club, press.words, may_manage=press.interaction.permissions.manage_guild)
    await (press.reply.refresh if press.is_own else press.reply.show)(drawing)


@CLUB.action("time")
async def ask_time(press: Press, club: int) -> None:
    there = await _managed(press, club)
    custom_id, now = CLUB.form_id("moved", club=club), press.services.clubs.clock.now()
    form = TimeForm(custom_id, now, there.zone, press.words, at=local_start(there), repeats=False)
    await press.reply.open_form(form)


@CLUB.form_action("moved")
async def move(press: Press, club: int, answers: Answers) -> None:
    there = await _managed(press, club)
    await press.services.clubs.move(there, _start(press, there.zone, answers))
    await show_clubs(press, club)


@CLUB.action("cancel")
async def cancel(press: Press, club: int) -> None:
    await press.services.clubs.cancel(await _managed(press, club))
    await show_clubs(press, club)


@CLUB.action("end")
async def ask_end(press: Press, club: int) -> None:
    await press.reply.show(draw_sure(await _managed(press, club), press.words))


@CLUB.action("ended")
async def end(press: Press, club: int) -> None:
    await press.services.clubs.end(await _managed(press, club))
    await show_clubs(press, 0)


@CLUB.menu_action("best")
async def set_best(press: Press, club: int, best: int) -> None:
    await press.services.clubs.set_best(await _managed(press, club), best)
    await show_clubs(press, club)


@CLUB.menu_action("table")
async def show_club_table(press: Press, club: int) -> None:
    """Shows the table of a club (0: of the one that played last), on the pressed message if there is one."""
    services, guild_id = press.services, press.guild_id
    if guild_id is None:
        raise TableError("servers-only")
    tables = await services.clubs.tables_of(guild_id)
    words = await services.languages.of_server(guild_id, press.words)
    drawing = await draw_club_table(tables, club, words, with_pictures=services.pictures)
    if press.message is not None:
        await press.reply.refresh(drawing)
    else:
        await press.reply.show(drawing, ephemeral=not tables)


@CLUB.form_action("new")
async def add_club(
    press: Press, what: What, boards: int, game: GameKey, zone: Zone, answers: Answers
) -> None:
    """Makes a club in this channel, and tells the channel."""
    guild_id, channel_id = await _club_channel(press)
    with reading():
        weekly = answers["weekly"][0] == "1"
    starts_at, host = _start(press, zone, answers), press.person
    words = await press.services.languages.of_server(guild_id, press.words)
    club = Club(
        0, guild_id, channel_id, host, what, game, boards, weekly, zone, starts_at, language=words.locale_name
    )
    added = await press.services.clubs.add(club)
    await press.reply.show(draw_added(added, words), ephemeral=False)


async def ask_club(press: Press, what: What, boards: int, game: str, zone: str) -> None:
    """Ask when the nights of a club in this channel are to be. Raises TableError."""
    await _club_channel(press)
    zone_named(zone)
    custom_id = CLUB.form_id("new", what=what, boards=boards, game=game, zone=zone)
    now = press.services.clubs.clock.now()
    await press.reply.open_form(TimeForm(custom_id, now, zone, press.words, at=None, repeats=True))


async def _club_channel(press: Press) -> tuple[int, int]:
    managed_server(press)
    guild_id, channel_id = await channel_for_tables(press)
    require_place(await press.actor_at(guild_id, channel_id), channel_id)
    return guild_id, channel_id


async def _managed(press: Press, club_id: int) -> Club:
    found = await press.services.clubs.of_server(managed_server(press))
    club = next((one for one in found if one.id == club_id), None)
    if club is None:
        raise TableError("no-club")
    return club


def _start(press: Press, zone: str, answers: Answers) -> float:
    with reading():
        weekday, hour, minute = (int(answers[name][0]) for name in ("day", "hour", "minute"))
        if not (0 <= weekday < 7 and 0 <= hour < 24 and 0 <= minute < 60):
            raise ValueError(answers)
    return first_start(weekday, 60 * hour + minute, zone, press.services.clubs.clock.now())
