"""Club nights on Discord: whole nights of a session and of a table, events, refusals, kills between steps."""

from dataclasses import replace
from typing import Any

import discord
import simcord

from bot.community.clubs.club import Club, Event, State
from bot.duplicate.sessions.session import Status
from bot.tables.people.access import Actor
from bot.tables.state.chairs import Person
from bot.tables.state.table import Status as TableStatus
from tests.discord.test_duplicate import house_plays, session_message, session_of
from tests.discord.test_forged import message
from tests.discord.test_restart import restart
from tests.discord.world import World, private, seen
from tests.tables.fakes import is_refused

HOUR = 3600.0


class Shifted:
    """The clubs' clock, some time on."""

    def __init__(self, clock: Any) -> None:
        self._clock, self.seconds = clock, 0.0

    def now(self) -> float:
        return float(self._clock.now()) + self.seconds

    async def pause(self, seconds: float) -> None:
        raise NotImplementedError


async def later(world: World, seconds: float) -> None:
    """So much later for clubs; what is due then has been done."""
    clubs = world.bot.services.clubs
    shifted = clubs.clock if isinstance(clubs.clock, Shifted) else Shifted(clubs.clock)
    shifted.seconds += seconds
    clubs.clock = shifted
    for _ in range(3):
        async with world.env.as_bot():
            await world.round_of("clubs").work()
        await world.env.advance_time(16)


async def until(world: World, seconds: float) -> None:
    """It is so many seconds before (or, below 0, after) the start of the first club's night."""
    club = await club_of(world)
    await later(world, club.starts_at - seconds - world.bot.services.clubs.clock.now())


async def club_of(world: World) -> Club:
    clubs = await world.bot.services.clubs.store.of_server(world.guild.id)
    return clubs[0]


def events(world: World) -> list[Any]:
    return list(world.env.backend.get_guild(world.guild.id).scheduled_events.values())


def allow(world: World, name: str, **permissions: bool) -> None:
    backend = world.env.backend
    role = world.guild.create_role("steward", permissions=discord.Permissions(**permissions))
    user_id = backend.bot_user.id if name == "the bot" else world.people[name].id
    backend.add_member_role(world.guild.id, user_id, role.id)


async def make(world: World, what: str = "pairs", game: str = "english-whist", **answers: Any) -> Any:
    """Ann, who manages the server, makes a club."""
    allow(world, "Ann", manage_guild=True)
    form = await world.slash("Ann", "club night", what=what, game=game, zone="Europe/London", boards=4)
    filled = {"day": ["3"], "hour": ["20"], "minute": ["30"], "weekly": ["1"], **answers}
    result = await world.people["Ann"].submit_modal(form, filled)
    assert result.acknowledged
    return result


async def click(world: World, name: str, label: str, **values: Any) -> Any:
    """Press a button of `/club list`, and fill in the form that opens with those values."""
    panel = seen((await world.slash(name, "club list")).response)
    result = await world.press(name, panel, label)
    return await world.people[name].submit_modal(result, values) if values else result


async def play_out(world: World, name: str) -> None:
    """That person plays the first move they may, until the match at table 1 is over."""
    tables, actor = (
        world.bot.services.tables,
        Actor(Person(world.people[name].id, name), sees=True, sends=True),
    )
    while (snapshot := await world.snapshot()).table.open:
        mine = snapshot.table.chairs.seat_of(actor.user_id)
        seat = next((one for one in snapshot.awaited if one == mine), None)
        if seat is None:
            await world.env.advance_time(2)
            continue
        async with world.env.as_bot():
            move = str(snapshot.game.legal(snapshot.state, seat)[0])
            await tables.play.act(1, actor, move, snapshot.step)


async def test_a_session_opens_starts_ends_and_comes_again_next_week(world: World) -> None:
    told = seen((await make(world)).response).text
    assert "every Thursday at 20:30, Europe/London" in told
    club = await club_of(world)
    assert f"<t:{int(club.starts_at)}:F>" in told
    await later(world, 0)
    (event,) = events(world)
    assert (event.name, event.entity_metadata) == (
        "Club night: English Whist, pairs",
        {"location": "#card-room"},
    )
    assert event.scheduled_start_time == "2026-01-01T20:30:00+00:00"
    await until(world, HOUR + 60)
    assert not await world.bot.services.sessions.duplicate.repository.open_sessions(guild_id=world.guild.id)
    await until(world, HOUR - 60)
    message = session_message(world)
    assert f"it begins by itself at <t:{int(club.starts_at)}:t>" in message.text
    await world.press("Bob", message, "Enter")
    await until(world, 60)
    assert (await session_of(world)).status is Status.ENTERING
    await until(world, -1)
    assert (await session_of(world)).status is Status.PLAYING
    assert (await club_of(world)).state is State.STARTED
    await house_plays(world)
    await later(world, 0)
    after = await club_of(world)
    assert (after.number, after.state, after.starts_at) == (2, State.PLANNED, club.starts_at + 7 * 24 * HOUR)
    assert [one.scheduled_start_time[:10] for one in events(world)] == ["2026-01-01", "2026-01-08"]
    assert not any(mention in world.transcript() for mention in ("@everyone", "@here"))
    # What it was worth is told to everybody, and asked of the clubs by the morning.
    page = seen((await world.slash("Cleo", "leaderboard", by="clubs")).response)
    assert f"1. <@{world.people['Bob'].id}>: 50.0 points in 1 night" in page.text
    clubs = world.bot.services.clubs
    assert [one.club.id for one in await clubs.tables_of(world.guild.id, clubs.clock.now() - HOUR)] == [1]
    assert not await clubs.tables_of(world.guild.id, clubs.clock.now() + HOUR)
    privacy = seen((await world.slash("Bob", "privacy")).response)
    await world.press("Bob", privacy, "Hide me")
    page = seen((await world.slash("Cleo", "leaderboard", by="clubs")).response)
    assert str(world.people["Bob"].id) not in page.text


async def test_a_table_fills_up_with_the_house_and_is_open_to_whoever_got_up(world: World) -> None:
    await make(world, "table", "old-maid", weekly=["0"])
    await until(world, HOUR / 2)
    assert not [label for label in world.table_message().buttons if label.startswith("Start")]
    assert "Nobody has entered" in private(await world.slash("Ann", "table start", table=1))
    await world.press("Bob", world.table_message(), "Sit Chair 1")
    await world.press("Bob", world.table_message(), "Get up")
    assert (await world.snapshot()).table.open, "it waits for others"
    await world.press("Cleo", world.table_message(), "Sit Chair 1")
    await until(world, -1)
    table = (await world.snapshot()).table
    assert table.status is TableStatus.PLAYING
    assert [seat.user_id for seat in table.chairs if seat.user_id] == [world.people["Cleo"].id]
    await play_out(world, "Cleo")
    await later(world, 0)
    club = await club_of(world)
    assert club.ended
    assert [number for number, _ in club.played] == [1]
    assert not await world.bot.services.clubs.of_server(world.guild.id)
    assert "points in 1 night" in seen((await world.slash("Ann", "leaderboard", by="clubs")).response).text
    assert len(events(world)) == 1


async def test_without_entries_a_night_is_not_played_and_the_channel_is_told_once(world: World) -> None:
    await make(world)
    await until(world, HOUR - 60)
    await until(world, -1)
    first = (await session_of(world)).status
    assert first is Status.CANCELLED
    club = await club_of(world)
    assert (club.number, club.state, club.played) == (2, State.PLANNED, ())
    (said,) = [one.text for one in world.messages() if "nobody had entered" in one.text]
    assert f"The next one is <t:{int(club.starts_at)}:F>." in said
    assert [one.scheduled_start_time[:10] for one in events(world)] == ["2026-01-08"], "the first one is gone"
    # A night whose time passed while the bot was down is skipped; one that can be made up is.
    await until(world, -1)
    (missed,) = [one.text for one in world.messages() if "could not begin in time" in one.text]
    assert f"<t:{int(club.starts_at)}:F>" in missed
    await until(world, 60)
    assert (await club_of(world)).state is State.OPEN
    await world.press("Bob", session_message(world), "Enter")
    await until(world, 60 - HOUR)
    assert (await club_of(world)).state is State.STARTED


async def test_discord_refuses_events_which_the_manager_hears_once(world: World) -> None:
    path = f"/guilds/{world.guild.id}/scheduled-events"
    world.env.inject_error("POST", path, status=403, code=50013)
    await make(world)
    await later(world, 0)
    (told,) = world.messages(world.people["Ann"].user.dm_channel)
    assert "that takes the permission **Create Events**" in told.text
    assert (await club_of(world)).event is Event.NONE
    assert "Without an event" in seen((await world.slash("Bob", "club list")).response).text
    await until(world, HOUR - 60)
    world.env.inject_error("POST", path, status=403, code=50013)
    await until(world, -1)
    assert (await club_of(world)).number == 2
    assert len(world.messages(world.people["Ann"].user.dm_channel)) == 1, "once"
    # With the permission given back the next night has one; somebody's deleting it is respected.
    await until(world, HOUR - 60)
    await until(world, -1)
    (event,) = events(world)
    world.env.backend.delete_scheduled_event(world.guild.id, event.id)
    await click(world, "Ann", "Change the time…", day=["5"], hour=["21"], minute=["0"])
    await later(world, 0)
    assert (await club_of(world)).event is Event.NONE
    assert not events(world)


async def test_a_kill_between_discord_and_the_store_makes_no_second_event(world: World) -> None:
    await make(world)
    clubs = world.bot.services.clubs
    noted, before = clubs.note, await club_of(world)

    async def killed(club: Club, **fields: Any) -> Club | None:
        if fields.get("event") is Event.MADE:
            raise OSError("killed")
        return await noted(club, **fields)

    clubs.note = killed  # type: ignore[method-assign]
    await later(world, 0)
    assert ((await club_of(world)).event, len(events(world))) == (Event.MAKING, 1)
    await restart(world)
    await later(world, 0)
    club = await club_of(world)
    assert (club.event, [one.id for one in events(world)]) == (Event.MADE, [club.event_id])
    # A process that has started the session dies before it notes that.
    await until(world, HOUR - 60)
    await world.press("Bob", session_message(world), "Enter")
    store = world.bot.services.clubs.store
    replaced = store.replace

    async def lost(after: Club, subject: Any = None) -> Club | None:
        return None if after.state is State.STARTED else await replaced(after, subject)

    store.replace = lost  # type: ignore[method-assign]
    await until(world, -1)
    assert (await session_of(world)).status is Status.PLAYING
    assert (await club_of(world)).state is State.OPEN
    await restart(world)
    await later(world, before.starts_at - world.bot.services.clubs.clock.now() + 1)
    assert (await club_of(world)).state is State.STARTED
    assert len(await world.bot.services.clubs.store.of_server(world.guild.id)) == 1


async def test_managers_alone_change_clubs(world: World) -> None:
    await make(world)
    await later(world, 0)
    for name, allowed in (("Bob", False), ("Ann", True)):
        panel = seen((await world.slash(name, "club list")).response)
        assert ("End the club…" in panel.buttons) is allowed
    club = await club_of(world)
    for custom_id in ("k:time:1", "k:cancel:1", "k:end:1", "k:ended:1"):
        shown = message(world, custom_id)
        result = await world.people["Bob"].click(
            simcord.ResponseMessage(world.env, shown.raw), custom_id=custom_id
        )
        assert "permission to manage the server" in private(result)
    assert await club_of(world) == club
    refused = await world.slash("Bob", "club night", what="table", game="bezique", zone="UTC")
    assert "permission to manage the server" in private(refused)
    clubs = world.bot.services.clubs
    await is_refused("boards-range", clubs.add(replace(club, boards=99)), least=4, most=24)
    await is_refused("no-boards", clubs.add(replace(club, game="bezique")))
    await is_refused("not-offered", clubs.set_best(club, 11))
    unknown = await world.slash("Ann", "club night", what="table", game="bezique", zone="No/where")
    assert "no time zone of that name" in private(unknown)
    # The manager's own presses.
    await click(world, "Ann", "Change the time…", day=["5"], hour=["21"], minute=["15"])
    await later(world, 0)
    assert [one.scheduled_start_time for one in events(world)] == ["2026-01-03T21:15:00+00:00"]
    await click(world, "Ann", "Cancel the next night")
    await later(world, 0)
    assert [one.scheduled_start_time for one in events(world)] == ["2026-01-10T21:15:00+00:00"]
    sure = await click(world, "Ann", "End the club…")
    await world.press("Ann", seen(sure.response), "Yes, end the club")
    await later(world, 0)
    assert not events(world)
    assert "There is no club night here" in private(await world.slash("Bob", "club list"))


async def test_a_club_ends_with_its_channel(world: World) -> None:
    await make(world)
    await later(world, 0)
    world.env.backend.delete_channel(world.channel.id)
    await world.env.settle()
    club = await club_of(world)
    assert club.ended
    await later(world, 0)
    assert not events(world)
    # One that is deleted while the bot is away.
    again = replace(club, ended=False, weekly=True, event=Event.WANTED, starts_at=club.starts_at + HOUR)
    assert await world.bot.services.clubs.store.replace(
        replace(again, version=(await club_of(world)).version)
    )
    await later(world, 0)
    assert (await club_of(world)).ended
    assert not events(world)
