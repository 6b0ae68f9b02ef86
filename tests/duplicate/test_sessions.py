"""Sessions played: who comes late, leaves or is slow, what the director rules, what is told and when."""

import asyncio
from fractions import Fraction

import pytest

from bot.duplicate.scoring import Award, team_totals, teams
from bot.duplicate.sessions import items
from bot.duplicate.sessions.access import Action, may, may_be_told, own_board
from bot.duplicate.sessions.progress import HURRIED_SECONDS
from bot.duplicate.sessions.results import comparisons, rankings, winning_team
from bot.duplicate.sessions.session import Kind, Scoring, Session, Status
from bot.rules.achievements import Achievement
from bot.tables.state.chairs import House, Person
from bot.tables.state.table import ProposalKind, Table
from bot.tables.state.table import Status as TableStatus
from tests.duplicate.fakes import HOST, Club, check_whole
from tests.present import present
from tests.tables.fakes import actor, is_refused, person

GAMES = ("american-whist", "english-whist", "bishops-whist")
DIRECTOR = actor(9, manages=True)


def of_person(club: Club, user: int) -> Table:
    stored = club.room.store.tables
    (table,) = [stored[id] for id in club.of_session() if stored[id].chairs.seat_of(user) is not None]
    return table


async def round_of(club: Club, number: int) -> Session:
    """Play until that round is over."""
    while (session := await club.look()).round <= number and session.status is Status.PLAYING:
        await club.play(moves=1)
    return session


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", Kind)
async def test_a_session_is_played_to_its_end(club: Club, kind: Kind, game: str) -> None:
    await club.begun(1, 2, 3, kind=kind, game=game)
    await club.play()
    told = [(item.table, item.board) for item in club.items(items.TableFinished)]
    assert sorted(told) == [(table, board) for table in (1, 2) for board in range(1, 5)]


@pytest.mark.parametrize(
    ("tables", "boards"), [(2, 5), (3, 6), (4, 9), (5, 4), pytest.param(10, 11, marks=pytest.mark.long)]
)
async def test_every_pair_plays_every_board_against_whom_the_movement_says(tables: int, boards: int) -> None:
    club = Club()
    await club.begun(1, tables=tables, boards=boards)
    session = await club.play()
    movement = present(session.movement)
    assert (session.status, movement.tables) == (Status.OVER, tables)
    check_whole(club, session)
    for sitting in movement.sittings:
        for board in sitting.boards:
            one = session.dealt[sitting.table, board]
            assert (one.ns, one.ew) == tuple(
                entry.number for pair in sitting.pairs for entry in session.entries if entry.place == pair
            )


async def test_in_a_match_of_teams_each_board_is_played_with_seats_changed(club: Club) -> None:
    await club.begun(1, 2, kind=Kind.TEAMS)
    session = await club.play()
    for board in range(1, 5):
        first, second = session.dealt[1, board], session.dealt[2, board]
        sides = [[session.entry(n).team for n in (one.ns, one.ew)] for one in (first, second)]
        assert sides == [[0, 1], [1, 0]]
        tables = [club.room.store.tables[one.table_id or 0] for one in (first, second)]
        assert len({table.board.board for table in tables if table.board}) == 1
        assert first.table_id != second.table_id
    boards = teams(session.lines())
    assert [one.gained for one in boards] == [
        (session.dealt[1, board].score or 0) - (session.dealt[2, board].score or 0) for board in range(1, 5)
    ]
    gained = boards[-1].carried
    assert gained == sum(one.gained for one in boards)
    both = [totals for one in boards if (totals := team_totals(one.first, one.second, 13)) is not None]
    assert sum(map(sum, both)) == 4 * 26
    assert Fraction(sum(ours - theirs for ours, theirs in both), 2) == gained


async def test_who_has_won_a_match_of_teams_and_played_every_board_has_an_achievement(club: Club) -> None:
    session = await club.begun(1, 2, 3, 4, kind=Kind.TEAMS)
    await club.settle()
    # The house plays a card for Bob at the first board, and he comes back.
    table = of_person(club, 2)
    async with club.tables.repository.transaction(table.id) as tx:
        tx.set_dealt(shared_chairs=(present(table.chairs.seat_of(2)),))
    session = await club.play()
    winners = [entry for entry in session.entries if entry.team == winning_team(session)]
    assert {player.user_id for entry in winners for player in entry.people} == {2, 4}
    (one,) = await club.tables.standings.achieved_in_session(session.id)
    assert (one.user_id, one.achievement, one.game) == (4, Achievement.TEAMS, session.game)
    assert (one.table_id, one.hand) == (0, 0)


async def test_house_players_do_the_same_everywhere_so_that_all_are_average() -> None:
    # All of whom are the same and play by the cards they see: the boards tell no pair from another.
    club = Club()
    session = await club.begun(1)
    await club.duplicate.sessions.leave(session.id, actor(1))
    session = await club.play()
    assert {one.ns for one in comparisons(session)} == {Fraction(1, 2)}
    (all_pairs,) = rankings(session)
    assert {one.standing.rank for one in all_pairs} == {1}
    assert all(one.standing.tied for one in all_pairs)


async def test_mitchell_ranks_north_south_and_east_west_apart(club: Club) -> None:
    await club.begun(1, tables=4, scoring=Scoring.AVERAGE)
    session = await club.play()
    both = rankings(session)
    assert [len(field) for field in both] == [4, 4]
    assert {session.entry(one.standing.contestant).place for one in both[0]} == {1, 2, 3, 4}
    assert sum(one.standing.total for field in both for one in field) == 0
    assert {one.line.board for one in comparisons(session)} == {1, 2, 3, 4}


async def test_nothing_is_told_of_a_board_that_somebody_has_still_to_play(club: Club) -> None:
    session = await club.begun(1, 2, 3, 4)
    await club.settle()
    # The house's table is done with the round long before the people's.
    session = await club.look()
    done = {key for key, one in session.dealt.items() if one.done}
    assert done
    assert session.told == ()
    assert session.lines() == ()
    assert not club.items(items.BoardTold)
    tables = [table for table in club.room.store.tables.values() if table.board]
    assert not any(table.board and table.board.open for table in tables)
    table = of_person(club, 1)
    assert table.board is not None
    number = table.board.number
    while not club.items(items.BoardTold):
        assert not any(may_be_told(session, user, number) for user in (1, 2, 3, 4, 9))
        await club.play(moves=1)
        session = await club.look()
    assert own_board(session, 1, number) is not None
    assert number in session.told
    assert all(may_be_told(session, user, number) for user in (1, 9))
    assert not may_be_told(session, 1, number + 1)
    assert {line.board for line in session.lines()} == {number}
    # The next board is being played, and closed.
    opened = {t.board.number for t in club.room.store.tables.values() if t.board and t.board.open}
    assert opened == {number}


async def test_who_has_finished_a_board_that_others_play_knows_its_own_score_only(club: Club) -> None:
    session = await club.begun(*range(1, 9), kind=Kind.TEAMS)
    # Ann's table plays on; the other waits for its people.
    while not any(one.done for one in (await club.look()).dealt.values()):
        await club.settle()
        table = of_person(club, 1)
        snapshot = await club.tables.repository.look(table.id)
        seat = snapshot.awaited[0]
        user = present(table.chairs[seat].user_id)
        move = str(snapshot.game.legal(snapshot.state, seat)[0])
        await club.tables.play.act(table.id, actor(user), move)
        await club.settle()
    session = await club.look()
    (mine,) = [one for one in session.dealt.values() if one.done and one.board == 1]
    assert own_board(session, 1, 1) == mine
    others = {player.user_id for player in session.people} - {
        player.user_id for player in mine.players if isinstance(player, Person)
    }
    assert others
    assert not any(may_be_told(session, user, 1) for user in others)
    assert session.lines() == ()


async def test_a_late_pair_comes_in_for_a_house_pair_from_the_next_round(club: Club) -> None:
    session = await club.begun(1, 2, tables=2)
    await club.settle()
    sessions = club.duplicate.sessions
    await sessions.enter(session.id, actor(3), partner=person(4))
    session = await club.look()
    entry = present(session.entry_of(3))
    assert entry.place is None, "Dan has not agreed"
    session = await sessions.agree(session.id, actor(4), entry.number)
    entry = present(session.entry_of(4))
    assert (entry.since, entry.place is None) == (2, False)
    (item,) = club.items(items.PairIn)
    assert (item.players, item.round) == ((person(3), person(4)), 2)
    session = await club.play()
    played = {one.round for one in session.dealt.values() if entry.number in (one.ns, one.ew)}
    assert played == {2, 3}
    (held,) = [e for e in session.entries if e.place == entry.place and e.number != entry.number]
    assert held.until == 2
    (field,) = rankings(session)
    assert {one.standing.contestant for one in field} == {e.number for e in session.entries}


async def test_a_late_pair_takes_the_place_that_would_sit_out(club: Club) -> None:
    session = await club.begun(*range(1, 7), sit_out=True)
    await club.settle()
    assert len(session.sitting_out(2)) == 1
    session = await club.duplicate.sessions.enter(session.id, actor(7))
    assert session.sitting_out(1)
    assert not session.sitting_out(2)
    entry = present(session.entry_of(7))
    assert isinstance(entry.players[1], House), "who comes late and alone plays with the house"
    await club.play()


async def test_there_is_no_coming_in_without_a_place_or_in_the_last_round(club: Club) -> None:
    session = await club.begun(*range(1, 8))
    await club.settle()
    sessions = club.duplicate.sessions
    await is_refused("session-full", sessions.enter(session.id, actor(10)))
    other = Club()
    session = await other.begun(1)
    await round_of(other, 2)
    await is_refused("session-late", other.duplicate.sessions.enter(session.id, actor(3)))


async def test_asked_in_play_and_too_late_one_comes_in_no_more(club: Club) -> None:
    session = await club.begun(1)
    sessions = club.duplicate.sessions
    await sessions.enter(session.id, actor(3), partner=person(4))
    await round_of(club, 2)
    entry = present((await club.look()).entry_of(3))
    await is_refused("session-late", sessions.agree(session.id, actor(4), entry.number))
    await sessions.decline(session.id, actor(4), entry.number)
    session = await club.look()
    assert not session.asked(4), "whoever was asked is free"
    assert session.entry_of(3) is None, "and who asked is not kept waiting for nothing"
    await club.play()


async def test_asked_in_play_and_erased_when_it_is_too_late_to_come_in(club: Club) -> None:
    session = await club.begun(1)
    await club.duplicate.sessions.enter(session.id, actor(3), partner=person(7))
    await round_of(club, 2)
    await club.tables.privacy.erase(7)
    assert not (await club.look()).asked(7)
    await club.play()


async def test_a_person_who_leaves_is_followed_by_the_house_at_once(club: Club) -> None:
    session = await club.begun(1, 2)
    await club.settle()
    table = of_person(club, 1)
    chair = present(table.chairs.seat_of(1))
    await club.duplicate.sessions.leave(session.id, actor(1))
    await club.settle()
    session = await club.look()
    (item,) = club.items(items.PairLeft)
    assert item.person == person(1)
    there = club.room.store.tables[table.id].chairs[chair].occupant
    assert there == item.house
    entry = present(session.entry_of(2))
    assert set(entry.players) == {person(2), item.house}
    assert not entry.gone
    session = await club.play()
    assert session.entry_of(1) is None


async def test_a_pair_that_leaves_is_followed_by_a_house_pair_from_the_next_round(club: Club) -> None:
    session = await club.begun(1, 2)
    await round_of(club, 1)
    for user in (1, 2):
        await club.duplicate.sessions.leave(session.id, actor(user))
    session = await club.play()
    gone, heir = session.entry(1), session.entries[-1]
    assert gone.gone
    assert (heir.place, heir.since, gone.until) == (gone.place, 3, 3)
    assert heir.house
    played = {
        n: {one.round for one in session.dealt.values() if n in (one.ns, one.ew)} for n in (1, heir.number)
    }
    assert played == {1: {1, 2}, heir.number: {3}}


async def test_a_pair_that_leaves_in_the_last_round_has_no_heir(club: Club) -> None:
    session = await club.begun(1, 2)
    await round_of(club, 2)
    for user in (1, 2):
        await club.duplicate.sessions.leave(session.id, actor(user))
    session = await club.play()
    assert len(session.entries) == 4


async def test_who_has_left_may_come_in_again_late(club: Club) -> None:
    session = await club.begun(1, 3)
    sessions = club.duplicate.sessions
    await club.settle()
    await sessions.leave(session.id, actor(1))
    await sessions.enter(session.id, actor(1))
    session = await club.play()
    assert session.entry_of(1) is not None


async def test_a_table_that_is_late_is_hurried_and_the_house_plays_for_those_waited_for(club: Club) -> None:
    await club.begun(1, clock=120, turn_seconds=600)
    await club.settle()
    table = of_person(club, 1)
    club.room.clock.time += 121
    await club.duplicate.progress.tick()
    await club.settle()
    (item,) = club.items(items.TableLate)
    assert item.waited == (person(1),)
    hurried = club.room.store.tables[table.id]
    assert hurried.status is TableStatus.FINISHED, "the house has played it to its end"
    session = await club.look()
    number = table.board.number if table.board else 0
    one = session.dealt[item.table, number]
    assert one.late
    assert one.away == (hurried.chairs.seat_of(1),)
    # Ann is still away at the boards after that, and so the session goes on by itself.
    assert session.status is Status.OVER
    check_whole(club, session)


async def test_who_comes_back_to_a_late_table_plays_on_by_a_short_clock(club: Club) -> None:
    await club.begun(1, 2, clock=120, turn_seconds=600, boards=4)
    await club.settle()
    table = of_person(club, 1)
    snapshot = await club.tables.repository.look(table.id)
    (waited,) = {table.chairs[chair].user_id for chair in snapshot.players_awaited()}
    other = 3 - (waited or 0)
    club.room.clock.time += 121
    await club.duplicate.progress.tick()
    await club.settle()
    hurried = club.room.store.tables[table.id]
    assert hurried.clock.turn_seconds == HURRIED_SECONDS
    assert [seat.user_id for seat in hurried.chairs if seat.away] == [waited]
    assert hurried.status is TableStatus.PLAYING, "the partner is there, and asked"
    await club.tables.play.come_back(table.id, actor(waited or 0))
    session = await club.play()
    assert other in {player.user_id for player in session.people}


async def test_a_session_whose_people_are_all_away_ends_by_its_clocks_alone(club: Club) -> None:
    await club.begun(1, 2, 3, 4)
    for _ in range(400):
        await club.settle()
        if (await club.look()).status is Status.OVER:
            break
        club.room.clock.time += 10
        for table_id in club.of_session():
            await club.tables.clocks.tick(table_id)
        await club.duplicate.progress.tick()
    session = await club.look()
    assert session.status is Status.OVER
    check_whole(club, session)


async def test_the_director_corrects_a_score_and_takes_it_back(club: Club) -> None:
    session = await club.begun(1)
    session = await club.play()
    one, sessions = session.dealt[1, 2], club.duplicate.sessions
    session = await sessions.rule(session.id, DIRECTOR, 1, 2, score=13)
    assert (session.dealt[1, 2].line.score, session.dealt[1, 2].score) == (13, one.score)
    (item,) = club.items(items.BoardRuled)
    assert (item.table, item.board, item.by) == (1, 2, DIRECTOR.person)
    best = max((line for line in comparisons(session) if line.line.board == 2), key=lambda line: line.ns)
    assert (best.line.table, best.line.score) == (1, 13)
    session = await sessions.rule(session.id, DIRECTOR, 1, 2)
    assert session.dealt[1, 2] == one


async def test_the_director_awards_an_average_for_a_board_in_play_and_the_session_goes_on() -> None:
    club = Club(claims=False)
    session = await club.begun(1)
    await club.settle()
    table = of_person(club, 1)
    assert table.board is not None
    session = await club.duplicate.sessions.rule(
        session.id, DIRECTOR, table.board.table, table.board.number, ns=Award.PLUS, ew=Award.MINUS
    )
    assert club.room.store.tables[table.id].status is TableStatus.CLOSED
    one = session.dealt[table.board.table, table.board.number]
    assert one.done
    assert (one.line.ns_award, one.line.ew_award, one.line.score) == (Award.PLUS, Award.MINUS, None)
    (item,) = club.items(items.BoardBrokenOff)
    assert item.table == one.table
    await club.settle()
    assert of_person(club, 1).id != table.id, "the next board is dealt"
    session = await club.play()
    ruled = [line for line in comparisons(session) if not line.line.compared]
    assert [(line.ns, line.ew) for line in ruled] == [(Fraction(3, 5), Fraction(2, 5))]


async def test_only_the_director_rules_and_only_what_can_be(club: Club) -> None:
    session = await club.begun(2)
    await club.settle()
    rule = club.duplicate.sessions.rule
    await is_refused("not-director", rule(session.id, actor(2), 1, 1, score=3))
    await is_refused("not-dealt", rule(session.id, DIRECTOR, 1, 4, score=3), table=1, board=4)
    await is_refused("score-range", rule(session.id, DIRECTOR, 1, 1, score=14), least=0, most=13)
    number = present(of_person(club, 2).board)
    await is_refused("not-finished", rule(session.id, DIRECTOR, number.table, number.number))
    # The host is the director unless they play in it.
    assert may(actor(HOST), Action.RULE, session)
    session = await club.duplicate.sessions.enter(session.id, actor(HOST))
    assert not may(actor(HOST), Action.RULE, session)


async def test_an_average_awarded_leaves_a_score_out_of_the_comparison(club: Club) -> None:
    session = await club.begun(1)
    session = await club.play()
    session = await club.duplicate.sessions.rule(session.id, DIRECTOR, 1, 1, ns=Award.AVERAGE)
    line = session.dealt[1, 1].line
    assert (line.score, line.ns_award, line.ew_award) == (None, Award.AVERAGE, Award.AVERAGE)
    assert {one.ns for one in comparisons(session) if one.line.board == 1} == {Fraction(1, 2)}


async def test_a_session_that_is_called_off_leaves_no_table_in_play(club: Club) -> None:
    session = await club.begun(1)
    await round_of(club, 1)
    done = len([one for one in (await club.look()).dealt.values() if one.done])
    await club.duplicate.sessions.close(session.id, actor(HOST))
    await club.settle()
    session = await club.look()
    assert session.status is Status.CANCELLED
    assert session.deadline is None
    assert not club.of_session()
    assert all(one.done for one in session.dealt.values())
    assert all(table.board.open for table in club.room.store.tables.values() if table.board)
    (item,) = club.items(items.SessionCancelled)
    assert item.by == person(1)
    # What was played before stands.
    assert len(session.lines()) == done
    await is_refused("session-over", club.duplicate.sessions.close(session.id, actor(HOST)))
    await club.open()


async def test_a_session_whose_channel_is_gone_is_called_off(club: Club) -> None:
    session = await club.begun(1)
    await club.duplicate.sessions.channel_gone(10, 20)
    await club.settle()
    session = await club.look()
    assert session.status is Status.CANCELLED
    assert not club.of_session()


async def test_a_table_that_is_closed_from_outside_is_an_average(club: Club) -> None:
    await club.begun(1)
    await club.settle()
    table = of_person(club, 1)
    await club.tables.absence.place_gone(table.id)
    session = await club.play()
    (void,) = [one for one in session.dealt.values() if one.score is None]
    assert void.table_id == table.id
    assert [(c.ns, c.ew) for c in comparisons(session) if c.line.score is None] == [(Fraction(1, 2),) * 2]


async def test_nobody_pauses_or_abandons_a_board(club: Club) -> None:
    await club.begun(1)
    await club.settle()
    table = of_person(club, 1)
    for kind in (ProposalKind.PAUSE, ProposalKind.ABANDON):
        await is_refused("board-table", club.tables.consent.propose(table.id, actor(1), kind))
    await is_refused("deal-shared", club.tables.consent.propose(table.id, actor(1), ProposalKind.UNDO))


async def test_whoever_is_erased_leaves_the_session_first(club: Club) -> None:
    session = await club.begun(1, 7)
    await club.settle()
    await club.tables.privacy.erase(7)
    session = await club.play()
    assert session.entry_of(7) is None


async def test_two_processes_over_one_store_deal_and_tell_everything_once(club: Club) -> None:
    session = await club.begun(1, 2, tables=4)
    await club.settle()
    other = Club()
    other.room, other.store = club.room, club.store
    other.restart()
    for _ in range(6):
        await asyncio.gather(
            club.duplicate.progress.advance(session.id), other.duplicate.progress.advance(session.id)
        )
        await club.play(moves=8)
        await other.settle()
    session = await club.play()
    told = [item.board for item in club.items(items.BoardTold)]
    assert told == sorted(set(told))
    await other.stop()
