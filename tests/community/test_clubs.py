"""Clubs: when their nights are, what those are worth, and how nights follow each other."""

from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest

from bot.community.clubs.club import (
    ENTRIES_SECONDS,
    Club,
    Event,
    Points,
    Skipped,
    State,
    What,
    first_start,
    next_week,
    points_of_session,
    points_of_table,
    ranked,
)
from bot.duplicate.sessions.results import rankings, session_result
from bot.duplicate.sessions.session import Kind
from bot.tables.state.chairs import Person
from bot.tables.state.errors import TableError
from bot.tables.state.table import Status
from tests.duplicate.fakes import Club as Sessions
from tests.tables.fakes import Room, actor, play_out

ANN, BOB, CLEO = (Person(number, name) for number, name in ((1, "Ann"), (2, "Bob"), (3, "Cleo")))
LONDON = ZoneInfo("Europe/London")
WEEK = 7 * 24 * 3600
SUNDAY = 6
CLUB = Club(7, 10, 20, ANN, What.PAIRS, "english-whist", 8, True, "Europe/London", 5_000.0)


def at(text: str, zone: ZoneInfo = LONDON) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=zone).timestamp()


def test_the_first_night_is_the_next_time_that_it_is_that_hour_there() -> None:
    sunday = at("2026-03-22T20:30")
    assert first_start(SUNDAY, 20 * 60 + 30, "Europe/London", at("2026-03-22T20:29")) == sunday
    assert first_start(SUNDAY, 20 * 60 + 30, "Europe/London", sunday) == at("2026-03-29T20:30")
    # It is Sunday in Auckland while it is Saturday in London.
    there = ZoneInfo("Pacific/Auckland")
    found = first_start(SUNDAY, 9 * 60, "Pacific/Auckland", at("2026-03-21T19:00"))
    assert found == at("2026-03-22T09:00", there) == at("2026-03-21T20:00")
    with pytest.raises(TableError, match="no-zone"):
        first_start(SUNDAY, 0, "Europe/Nowhere", 0.0)


def test_a_weekly_night_keeps_its_hour_when_the_clocks_change() -> None:
    winter, summer = at("2026-03-22T20:30"), at("2026-03-29T20:30")
    assert next_week(winter, "Europe/London", winter) == summer == winter + WEEK - 3600
    assert next_week(winter, "UTC", winter) == winter + WEEK
    # Weeks that have passed are skipped, too.
    assert next_week(winter, "Europe/London", summer) == at("2026-04-05T20:30")


def test_after_a_night_the_next_is_planned_and_a_single_one_ends_the_club() -> None:
    made = replace(CLUB, state=State.STARTED, subject_id=3, event=Event.MADE, event_id=9)
    after = made.over(6_000.0, played=True)
    assert after == replace(
        CLUB, number=2, starts_at=5_000.0 + WEEK, event=Event.WANTED, played=((3, 6_000.0),)
    )
    skipped = made.over(6_000.0, skipped=Skipped.EMPTY)
    assert (skipped.stale_event, skipped.skipped_at, skipped.played) == (9, 5_000.0, ())
    assert not skipped.ended
    single = replace(made, weekly=False).over(6_000.0, played=True)
    assert single.ended
    assert single.deadline is None
    many = replace(made, played=tuple((number, 0.0) for number in range(10))).over(6_000.0, played=True)
    assert [number for number, _ in many.played] == [*range(1, 10), 3]


def test_a_club_is_looked_at_when_entries_open_or_discord_is_to_be_told() -> None:
    quiet = replace(CLUB, event=Event.MADE)
    assert quiet.deadline == 5_000.0 - ENTRIES_SECONDS
    assert CLUB.deadline == 0.0
    assert replace(quiet, event=Event.MAKING).deadline == 0.0
    assert replace(quiet, ended=True).deadline is None
    assert replace(quiet, ended=True, skipped=Skipped.MISSED).deadline == 0.0
    assert replace(quiet, ended=True, stale_event=4).deadline == 0.0


def test_the_best_nights_count_and_of_equals_who_needed_fewer_comes_first() -> None:
    def night(*worth: tuple[Person, int]) -> list[Points]:
        return [Points(person, Fraction(points)) for person, points in worth]

    nights = [
        night((ANN, 40), (BOB, 100)),
        night((ANN, 60), (CLEO, 20)),
        night((replace(ANN, name="Anne"), 40), (CLEO, 100)),
    ]
    assert ranked(nights, 2) == (
        Points(CLEO, Fraction(120), 2),
        Points(BOB, Fraction(100), 1),
        Points(replace(ANN, name="Anne"), Fraction(100), 2),
    )
    assert [line.person.user_id for line in ranked(nights, 1)] == [2, 3, 1]


async def test_pairs_have_their_percentage_and_teams_what_they_were_ahead_of() -> None:
    room = Sessions()
    pairs = await room.begun(1, 2, 3)
    points = {one.person.user_id: one.points for one in points_of_session(await room.play(pairs.id))}
    session = await room.look(pairs.id)
    shares = {
        player.user_id: 100 * one.standing.mean
        for field in rankings(session)
        for one in field
        for player in one.players
        if isinstance(player, Person)
    }
    assert points == shares
    assert points.keys() == {1, 2, 3}
    room = Sessions()
    teams = await room.begun(1, 2, 3, 4, kind=Kind.TEAMS)
    played = await room.play(teams.id)
    (field,) = session_result(played).fields
    ahead = field.ranked[0].standing.mean
    worth = {one.person.user_id: one.points for one in points_of_session(played)}
    expected = (50, 50) if not ahead else (100, 0)
    for ranked_team, one in zip(field.ranked, expected, strict=True):
        people = [player.user_id for player in ranked_team.players if isinstance(player, Person)]
        assert [worth[user_id] for user_id in people] == [one] * len(people)


@pytest.mark.parametrize(("game", "people"), [("old-maid", 4), ("american-whist", 4), ("matador", 2)])
async def test_at_a_table_a_side_has_the_share_of_the_others_it_was_ahead_of(game: str, people: int) -> None:
    room = Room(3)
    opened = await room.open(game)
    for user in range(2, people + 1):
        await room.tables.lobby.sit(opened.table.id, actor(user))
    snapshot = await play_out(room, await room.tables.play.start(opened.table.id, actor(1)))
    assert snapshot.table.status is Status.FINISHED
    worth = {one.person.user_id: one.points for one in points_of_table(snapshot)}
    match = [one for one in room.store.outcomes if one.match]
    assert worth.keys() == {one.user_id for one in match}
    assert sum(worth.values()) == 50 * people
    for one in match:
        if one.won:
            assert worth[one.user_id] == max(worth.values())
    if people == 2 or game == "american-whist":
        assert set(worth.values()) in ({0, 100}, {50})
