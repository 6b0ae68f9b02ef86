"""Who is told which moments of a hand, from what, and when."""

import asyncio
from collections.abc import Sequence

import pytest

from bot.rules.moves import Play
from bot.tables.judging.moments import decisions_of
from bot.tables.judging.scheduled_jobs import moments_job
from bot.tables.state.errors import TableError
from bot.tables.state.moments import Decision, Moment
from bot.tables.state.snapshot import TableSnapshot
from tests.tables.fakes import Room, actor, is_refused, play_out
from tests.tables.test_boards import dealt

ONE_HAND = 53  # moves, with the cut that follows


async def played(room: Room, moves: int = ONE_HAND) -> TableSnapshot:
    """Users 1 to 4 play, each in their chair."""
    snapshot = await room.full(match="game")
    return await play_out(room, await room.tables.play.start(snapshot.table.id, actor(1)), moves)


def first_of(decisions: Sequence[Decision]) -> list[Moment]:
    one = decisions[0]
    return [Moment(one.step, ("play KH", "play QH"), 0.42, "points", "A rule.")]


@pytest.fixture
def room() -> Room:
    room = Room()
    room.coach.finds = first_of
    return room


async def test_each_is_told_what_they_decided_themselves_and_it_is_found_once(room: Room) -> None:
    snapshot = await played(room)
    moments, table_id = room.tables.moments, snapshot.table.id
    for user in (1, 3):
        assert await moments.which(table_id, None, user) == 1
        assert await moments.known(table_id, 1, user) is None
        await asyncio.gather(*(moments.find(table_id, 1, user) for _ in range(3)))
        chair = snapshot.table.chairs.seat_of(user)
        assert {decision.view.seat for decision in room.coach.asked[-1]} == {chair}
        (moment,) = await moments.known(table_id, 1, user) or ()
        decisions = await moments.decisions(table_id, 1, user)
        assert moment == first_of([decisions[moment.step]])[0]
    assert len(room.coach.asked) == 2
    await room.another_process().moments.find(table_id, 1, 1)
    assert len(room.coach.asked) == 2, "it is kept for every process"


async def test_a_decision_is_a_choice_with_what_the_seat_knew_then(room: Room) -> None:
    snapshot = await played(room)
    game, hand = snapshot.game, snapshot.finished_hands[0]
    decisions = {
        decision.step: decision for chair in range(4) for decision in decisions_of(snapshot, 1, chair)
    }
    state, choices = hand.state, 0
    for step, (seat, text) in enumerate(snapshot.moves_of(hand)):
        move = game.parse(text)
        if seat is not None and len(game.legal(state, seat)) > 1:
            choices += 1
            decision = decisions[step]
            assert (decision.made, decision.view) == (move, game.view(state, seat))
            if isinstance(move, Play):
                assert decision.trick == 14 - len(decision.view.hand)  # type: ignore[attr-defined]
        state = game.apply(state, seat, move).state
    assert choices == len(decisions) > 20


async def test_a_hand_in_play_a_strangers_and_one_that_may_be_claimed_are_refused(room: Room) -> None:
    snapshot = await played(room, 30)
    moments, table_id = room.tables.moments, snapshot.table.id
    await is_refused("no-hand-over", moments.which(table_id, None, 1))
    await is_refused("no-hand-over", moments.find(table_id, 1, 1))
    await play_out(room, snapshot, ONE_HAND - 30)
    await is_refused("hand-not-over", moments.find(table_id, 2, 1), hand=2)
    for ask in (
        moments.which(table_id, 1, 5),
        moments.find(table_id, 1, 5),
        moments.decisions(table_id, 1, 5),
    ):
        await is_refused("moments-others", ask, hand=1)
    assert room.coach.asked == []


async def test_who_was_away_for_a_card_is_told_nothing(room: Room) -> None:
    snapshot = await played(room, ONE_HAND - 10)
    away = snapshot.table.chairs[snapshot.awaited[0]].user_id
    assert away
    for _ in range(2):
        room.clock.time += 1e6
        await room.tables.clocks.tick(snapshot.table.id)
    await room.settle()
    while not snapshot.finished_hands:
        snapshot = await play_out(room, await room.tables.repository.fresh(snapshot.table.id), 1)
    await is_refused("moments-others", room.tables.moments.which(snapshot.table.id, 1, away), hand=1)


async def test_nothing_is_told_of_a_board_that_others_may_still_play(room: Room) -> None:
    (board,) = await room.tables.boards.draw("english-whist", {}, 1)
    snapshot = await play_out(room, await dealt(room, board, 1, 1, 2, 3, 4))
    moments, table_id = room.tables.moments, snapshot.table.id
    for ask in (
        moments.which(table_id, 1, 1),
        moments.find(table_id, 1, 1),
        moments.decisions(table_id, 1, 1),
    ):
        await is_refused("board-closed", ask)
    await room.tables.jobs.enqueue([moments_job(table_id, 1, 0)])
    await room.tables.jobs.settled()
    assert room.coach.asked == []
    await room.tables.boards.open(board.id)
    await moments.find(table_id, 1, 1)
    assert await moments.known(table_id, 1, 1)


async def test_what_is_broken_off_is_taken_up_again(room: Room) -> None:
    snapshot = await played(room)
    room.coach.open.clear()
    asking = asyncio.create_task(room.tables.moments.find(snapshot.table.id, 1, 1))
    await room.coach.begun.wait()
    await room.tables.stop()
    with pytest.raises(asyncio.CancelledError):
        await asking
    room.coach.open.set()
    room.tables.jobs.start()
    await room.tables.jobs.settled()
    assert await room.tables.moments.known(snapshot.table.id, 1, 1) is not None


async def test_who_is_erased_meanwhile_leaves_no_moments(room: Room) -> None:
    snapshot = await played(room)
    room.coach.open.clear()
    asking = asyncio.create_task(room.tables.moments.find(snapshot.table.id, 1, 1))
    await room.coach.begun.wait()
    await room.tables.privacy.erase(1)
    room.coach.open.set()
    with pytest.raises(TableError) as refused:
        await asking
    assert refused.value.code == "moments-others"
    assert await room.moments.moments(snapshot.table.id, 1, 1) is None


async def test_where_nobody_can_review_it_what_is_known_is_still_told(room: Room) -> None:
    snapshot = await played(room)
    moments, table_id = room.tables.moments, snapshot.table.id
    assert moments.offered(snapshot)
    await moments.find(table_id, 1, 1)
    room.coach.no = TableError("analysis-off")
    assert not moments.offered(snapshot)
    assert await moments.which(table_id, 1, 1) == 1
    await is_refused("analysis-off", moments.which(table_id, 1, 2))
