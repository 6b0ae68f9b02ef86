"""Entering a session: alone, with a partner who agrees, into a team; who is refused."""

from typing import Any

import pytest

from bot.duplicate.sessions.session import Kind, Scoring, Session, Status
from bot.tables.state.chairs import Person
from bot.tables.turns.deadlines import LOBBY_SECONDS
from tests.duplicate.fakes import HOST, Club
from tests.tables.fakes import actor, is_refused, person, refused


def pairs(session: Session) -> list[tuple[int | str, ...]]:
    """The players of every entry, people by their ids."""
    return [
        tuple(player.user_id if isinstance(player, Person) else player.name for player in entry.players)
        for entry in session.entries
    ]


async def test_who_enters_alone_is_given_a_partner_at_the_start(club: Club) -> None:
    session = await club.begun(1, 2, 3)
    assert pairs(session)[:2] == [(1, 2), (3, "House 0")]
    assert len(session.entries) == 4
    assert all(entry.house for entry in session.entries[2:])
    assert sorted(entry.place or 0 for entry in session.entries) == [1, 2, 3, 4]
    assert len({player.name for entry in session.entries for player in entry.players}) == 8


async def test_a_partner_has_to_agree(club: Club) -> None:
    sessions, session = club.duplicate.sessions, await club.open()
    session = await sessions.enter(session.id, actor(1), partner=person(2))
    assert pairs(session) == [(1,)]
    assert session.entry_of(2) is None
    (entry,) = session.asked(2)
    await is_refused("partner-not-asked", sessions.agree(session.id, actor(3), entry.number))
    session = await sessions.agree(session.id, actor(2), entry.number)
    assert pairs(session) == [(1, 2)]
    assert not session.asked(2)
    await is_refused("partner-not-asked", sessions.agree(session.id, actor(2), entry.number))


async def test_a_partner_who_declines_leaves_one_alone(club: Club) -> None:
    sessions, session = club.duplicate.sessions, await club.open()
    session = await sessions.enter(session.id, actor(1), partner=person(2))
    session = await sessions.decline(session.id, actor(2), session.entries[0].number)
    assert pairs(session) == [(1,)]
    assert session.entries[0].asked is None
    # Whoever was not answered is given a partner at the start, like anybody alone.
    await sessions.enter(session.id, actor(1), partner=person(2))
    await sessions.enter(session.id, actor(3))
    session = await sessions.start(session.id, actor(HOST))
    assert pairs(session)[0] == (1, 3)
    assert session.entry_of(2) is None


async def test_who_entered_alone_is_partner_at_once_and_who_names_whoever_asked_agrees(club: Club) -> None:
    sessions, session = club.duplicate.sessions, await club.open()
    await sessions.enter(session.id, actor(1))
    session = await sessions.enter(session.id, actor(2), partner=person(1))
    assert pairs(session) == [(2, 1)]
    await sessions.enter(session.id, actor(3), partner=person(4))
    session = await sessions.enter(session.id, actor(4), partner=person(3))
    assert pairs(session) == [(2, 1), (3, 4)]


async def test_asking_again_changes_the_wish_and_others_who_asked_look_for_somebody_else(club: Club) -> None:
    sessions, session = club.duplicate.sessions, await club.open()
    await sessions.enter(session.id, actor(1), partner=person(2))
    await sessions.enter(session.id, actor(3), partner=person(2))
    session = await sessions.enter(session.id, actor(1), partner=person(4))
    assert [entry.number for entry in session.asked(2)] == [2]
    session = await sessions.enter(session.id, actor(2), partner=person(1))
    assert pairs(session) == [(1,), (3,), (2,)]
    session = await sessions.agree(session.id, actor(4), 1)
    assert pairs(session) == [(1, 4), (3,), (2,)]
    assert session.entry_of(2) is not None
    assert session.entries[2].asked is None, "Ann is taken"
    assert len(session.people) == len({one.user_id for one in session.people}) == 4


async def test_withdrawing_leaves_the_partner_in(club: Club) -> None:
    sessions, session = club.duplicate.sessions, await club.open()
    await sessions.enter(session.id, actor(1), partner=person(2))
    await sessions.agree(session.id, actor(2), 1)
    session = await sessions.leave(session.id, actor(1))
    assert pairs(session) == [(2,)]
    session = await sessions.leave(session.id, actor(2))
    assert not session.entries
    await is_refused("not-entered", sessions.leave(session.id, actor(2)))
    await is_refused("session-empty", sessions.start(session.id, actor(HOST)))


async def test_nobody_enters_twice_or_plays_with_themselves(club: Club) -> None:
    sessions, session = club.duplicate.sessions, await club.open()
    await sessions.enter(session.id, actor(1), partner=person(2))
    await sessions.agree(session.id, actor(2), 1)
    await is_refused("entered", sessions.enter(session.id, actor(1)))
    with refused("partner-entered", partner=person(2)):
        await sessions.enter(session.id, actor(3), partner=person(2))
    await is_refused("partner-self", sessions.enter(session.id, actor(3), partner=person(3)))


async def test_people_who_will_not_sit_together_do_not_meet_in_a_session(club: Club) -> None:
    sessions, session = club.duplicate.sessions, await club.open()
    await club.tables.users.block(2, 1)
    await is_refused("partner-not-free", sessions.enter(session.id, actor(1), partner=person(2)))
    await sessions.enter(session.id, actor(1))
    await is_refused("session-not-free", sessions.enter(session.id, actor(2)))
    await sessions.enter(session.id, actor(3), partner=person(2))
    await is_refused("session-not-free", sessions.agree(session.id, actor(2), 2))


async def test_forty_people_and_no_more(club: Club) -> None:
    sessions, session = club.duplicate.sessions, await club.open()
    for user in range(1, 39):
        await sessions.enter(session.id, actor(user))
    await sessions.enter(session.id, actor(39), partner=person(5))
    await sessions.enter(session.id, actor(40))
    await is_refused("session-full", sessions.enter(session.id, actor(41)))
    await is_refused("session-full", sessions.enter(session.id, actor(41), partner=actor(42).person))
    session = await sessions.start(session.id, actor(HOST))
    assert (len(session.entries), session.movement_tables) == (20, 10)


async def test_a_team_has_four_and_the_emptier_one_is_entered(club: Club) -> None:
    sessions, session = club.duplicate.sessions, await club.open(Kind.TEAMS)
    assert session.scoring is Scoring.TOTAL
    for user, team in ((1, None), (2, None), (3, 0), (4, 0), (5, 0)):
        session = await sessions.enter(session.id, actor(user), team=team)
    assert [entry.team for entry in session.entries] == [0, 1, 0, 0, 0]
    await is_refused("team-full", sessions.enter(session.id, actor(6), team=0))
    session = await sessions.start(session.id, actor(HOST))
    teams = {team: [pair for e, pair in zip(session.entries, pairs(session), strict=True) if e.team == team]
             for team in (0, 1)}  # fmt: skip
    assert teams[0] == [(1, 3), (4, 5)]
    assert teams[1][0] == (2, "House 0")
    places = {entry.place: entry.team for entry in session.entries}
    assert places == {1: 0, 4: 0, 2: 1, 3: 1}


async def test_with_a_sit_out_no_house_pair_makes_an_odd_number_even(club: Club) -> None:
    session = await club.begun(*range(1, 7), sit_out=True)
    assert len(session.entries) == 3
    assert [len(session.sitting_out(number)) for number in (1, 2, 3)] == [1, 1, 1]
    session = await club.play()
    out = [session.sitting_out(number)[0].number for number in (1, 2, 3)]
    assert sorted(out) == [entry.number for entry in session.entries]
    assert session.status is Status.OVER


async def test_as_many_tables_as_were_wished_are_made_up() -> None:
    session = await Club().begun(1, tables=4, sit_out=True)
    assert (session.movement_tables, len(session.entries)) == (4, 7)


async def test_one_session_a_channel_a_host_and_a_person(club: Club) -> None:
    sessions, session = club.duplicate.sessions, await club.open()
    with refused("session-hosted"):
        await sessions.open(actor(HOST), 10, 21, Kind.PAIRS, "american-whist", boards=4)
    await is_refused("session-here", sessions.open(actor(2), 10, 20, Kind.PAIRS, "american-whist", boards=4))
    other = await sessions.open(actor(2), 10, 21, Kind.PAIRS, "american-whist", boards=4)
    await sessions.enter(session.id, actor(3))
    await is_refused("session-elsewhere", sessions.enter(other.id, actor(3)))
    await is_refused("partner-elsewhere", sessions.enter(other.id, actor(4), partner=person(3)))
    await sessions.close(session.id, actor(HOST))
    await sessions.enter(other.id, actor(3))


@pytest.mark.parametrize(
    ("code", "settings"),
    [
        ("boards-range", {"boards": 3}),
        ("boards-range", {"boards": 25}),
        ("tables-range", {"tables": 11}),
        ("board-clock-range", {"clock": 10}),
        ("turn-clock-range", {"turn_seconds": 0}),
        ("scoring-kind", {"scoring": Scoring.TOTAL}),
        ("level", {"level": "nobody"}),
    ],
)
async def test_settings_out_of_bounds_are_refused(club: Club, code: str, settings: dict[str, Any]) -> None:
    await is_refused(code, club.open(**settings))
    session = await club.open()
    await is_refused(code, club.duplicate.sessions.set_up(session.id, actor(HOST), **settings))
    assert await club.look() == session


async def test_the_host_sets_up_and_starts_and_so_does_who_manages_the_server(club: Club) -> None:
    sessions, session = club.duplicate.sessions, await club.open()
    await sessions.enter(session.id, actor(2))
    for refusal in (
        sessions.set_up(session.id, actor(2), boards=8),
        sessions.start(session.id, actor(2)),
        sessions.close(session.id, actor(2)),
    ):
        await is_refused("not-session-host", refusal, host=person(1))
    session = await sessions.set_up(session.id, actor(3, manages=True), boards=8, scoring=Scoring.AVERAGE)
    assert (session.boards, session.scoring) == (8, Scoring.AVERAGE)
    session = await sessions.start(session.id, actor(3, manages=True))
    assert len(session.board_ids) == 8
    await is_refused("session-started", sessions.set_up(session.id, actor(HOST), boards=4))
    await is_refused("session-started", sessions.start(session.id, actor(HOST)))


async def test_who_does_not_see_the_channel_knows_of_no_session(club: Club) -> None:
    sessions, session = club.duplicate.sessions, await club.open()
    await is_refused("no-session", sessions.enter(session.id, actor(2, sees=False)))
    await is_refused("no-sending", sessions.enter(session.id, actor(2, sends=False)))
    await sessions.enter(session.id, actor(2))
    await sessions.leave(session.id, actor(2, sees=False))


async def test_a_session_that_nobody_starts_is_called_off(club: Club) -> None:
    sessions, session = club.duplicate.sessions, await club.open()
    club.room.clock.time += LOBBY_SECONDS - 1
    await sessions.enter(session.id, actor(2))
    club.room.clock.time += LOBBY_SECONDS - 1
    await club.duplicate.progress.tick()
    await club.settle()
    assert (await club.look()).status is Status.ENTERING
    club.room.clock.time += 2
    await club.duplicate.progress.tick()
    await club.settle()
    session = await club.look()
    assert (session.status, session.deadline) == (Status.CANCELLED, None)
    await is_refused("session-over", sessions.enter(session.id, actor(3)))
