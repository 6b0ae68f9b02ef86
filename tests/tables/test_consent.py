"""What people seated decide together: proposals agreed to, refused, run out; substitutes; nothing is lost."""

import random
from typing import Any

import pytest

from bot.rules.events import Undone
from bot.rules.records.record import play_record, read_record
from bot.tables.judging.records import record_of, seals_of
from bot.tables.state import posts
from bot.tables.state.errors import TableError
from bot.tables.state.snapshot import TableSnapshot, restore
from bot.tables.state.table import ProposalKind, Status, Tenure
from bot.tables.turns.proposals import PAUSED_SECONDS, SECONDS
from tests.present import present
from tests.tables.fakes import Room, actor, is_refused, person, play_out, refused

KINDS = (ProposalKind.PAUSE, ProposalKind.UNDO, ProposalKind.ABANDON)


async def started(room: Room, moves: int, people: int = 4, **options: Any) -> TableSnapshot:
    """A match after that many moves of its people, the cut of the pack among them with the ceremony."""
    snapshot = await room.full(people, **options)
    await room.tables.play.start(snapshot.table.id, actor(1))
    await room.settle()
    snapshot = await play_out(room, await now(room), moves)
    return await now(room)


async def now(room: Room) -> TableSnapshot:
    return await room.tables.repository.fresh(1)


async def tick(room: Room, seconds: float) -> TableSnapshot:
    """So much later, the clocks having been looked at."""
    room.clock.time += seconds
    for table_id in await room.tables.repository.due(room.clock.time):
        await room.tables.clocks.tick(table_id)
    await room.settle()
    return await now(room)


def mover(snapshot: TableSnapshot) -> int:
    seat = present(snapshot.log[-1].seat)
    return snapshot.table.chairs[seat].user_id or 0


def taken_effect(snapshot: TableSnapshot, kind: ProposalKind) -> bool:
    match kind:
        case ProposalKind.PAUSE:
            return snapshot.table.clock.paused
        case ProposalKind.UNDO:
            return snapshot.log[-1].text == "undo"
    return snapshot.table.status is Status.CLOSED


async def proposed(room: Room, kind: ProposalKind, moves: int = 10) -> tuple[TableSnapshot, int, list[int]]:
    """The table with a proposal of that kind before it, who made it, and the others."""
    by = mover(await started(room, moves))
    return await room.tables.consent.propose(1, actor(by), kind), by, [u for u in (1, 2, 3, 4) if u != by]


@pytest.mark.parametrize("kind", KINDS)
async def test_it_is_carried_with_the_last_yes_and_told_once(room: Room, kind: ProposalKind) -> None:
    snapshot, by, others = await proposed(room, kind)
    (put,) = room.told(posts.ProposalMade)
    assert sorted(put.mentions) == others
    assert put.key == snapshot.table.proposal.key  # type: ignore[union-attr]
    for number, user in enumerate(others):
        assert not taken_effect(snapshot, kind)
        snapshot = await room.tables.consent.agree(1, actor(user), put.key)
        assert (snapshot.table.proposal is None) == (number == 2)
    assert taken_effect(snapshot, kind)
    assert len(room.told(posts.ProposalMade)) == 1
    ended = room.told(posts.ProposalEnded)
    if kind is ProposalKind.UNDO:
        assert not ended
        assert isinstance(room.told(posts.GameEvent)[-1].event, Undone)
    else:
        assert ended == [posts.ProposalEnded(kind, person(by), posts.Ending.CARRIED)]


@pytest.mark.parametrize("kind", KINDS)
async def test_one_no_is_enough(room: Room, kind: ProposalKind) -> None:
    _, by, others = await proposed(room, kind)
    await room.tables.consent.agree(1, actor(others[0]))
    snapshot = await room.tables.consent.refuse(1, actor(others[1]))
    assert snapshot.table.proposal is None
    assert not taken_effect(snapshot, kind)
    assert room.told(posts.ProposalEnded) == [
        posts.ProposalEnded(kind, person(by), posts.Ending.REFUSED, person(others[1]))
    ]
    await is_refused("no-proposal", room.tables.consent.agree(1, actor(others[2])))
    assert len((await play_out(room, snapshot, 1)).log) == len(snapshot.log) + 1


@pytest.mark.parametrize("kind", KINDS)
async def test_silence_is_no_consent_even_after_a_restart(room: Room, kind: ProposalKind) -> None:
    await started(room, 10)
    await room.tables.lobby.set_up(1, actor(1), turn_seconds=0)
    by = mover(await play_out(room, await now(room), 4))
    await room.tables.consent.propose(1, actor(by), kind)
    for user in [user for user in (1, 2, 3, 4) if user != by][:2]:
        room.tables = room.another_process()
        await room.tables.consent.agree(1, actor(user))
    assert (await tick(room, SECONDS[kind] - 1)).table.proposal is not None
    room.tables = room.another_process()
    snapshot = await tick(room, 1)
    assert snapshot.table.proposal is None
    assert snapshot.table.clock.deadline is None
    assert not taken_effect(snapshot, kind)
    assert room.told(posts.ProposalEnded) == [posts.ProposalEnded(kind, person(by), posts.Ending.EXPIRED)]


async def test_the_others_agree_after_a_restart(room: Room) -> None:
    _, _, others = await proposed(room, ProposalKind.UNDO)
    for user in others:
        room.tables = room.another_process()
        await room.tables.consent.agree(1, actor(user))
    snapshot = await now(room)
    assert taken_effect(snapshot, ProposalKind.UNDO)
    assert restore(*present(await room.store.load(1)), snapshot.posts).history == snapshot.history


@pytest.mark.parametrize("kind", KINDS)
async def test_with_house_players_alone_it_takes_effect_at_once(room: Room, kind: ProposalKind) -> None:
    snapshot = await started(room, 0, people=1)
    for _ in range(4):
        snapshot = await play_out(room, snapshot, 1)
    snapshot = await room.tables.consent.propose(1, actor(1), kind)
    assert taken_effect(snapshot, kind)
    assert snapshot.table.proposal is None
    assert room.told(posts.ProposalMade) == []


async def test_who_leaves_is_asked_no_more_and_who_proposed_takes_it_along(room: Room) -> None:
    _, by, others = await proposed(room, ProposalKind.PAUSE)
    for user in others[:2]:
        await room.tables.consent.agree(1, actor(user))
    snapshot = await room.tables.lobby.leave(1, actor(others[2]))
    assert snapshot.table.clock.paused, "the two who are left agree"
    await room.tables.consent.propose(1, actor(by), ProposalKind.RESUME)
    snapshot = await room.tables.lobby.leave(1, actor(by))
    assert snapshot.table.proposal is None
    assert snapshot.table.clock.paused
    assert room.told(posts.ProposalEnded)[-1] == posts.ProposalEnded(
        ProposalKind.RESUME, person(by), posts.Ending.OFF
    )


async def test_two_at_once(room: Room) -> None:
    _, by, others = await proposed(room, ProposalKind.PAUSE)
    await is_refused("proposal-open", room.tables.consent.propose(1, actor(others[0]), ProposalKind.ABANDON))
    snapshot = await room.tables.consent.propose(1, actor(others[0]), ProposalKind.PAUSE)
    assert snapshot.table.proposal is not None
    assert snapshot.table.proposal.agreed == (others[0],), "the same again is a yes"
    await is_refused("own-proposal", room.tables.consent.agree(1, actor(by)))
    await is_refused("agreed", room.tables.consent.agree(1, actor(others[0])))
    with refused("no-proposal"):
        await room.tables.consent.agree(1, actor(others[1]), snapshot.table.proposal.key - 1)
    await is_refused("not-yours", room.tables.consent.withdraw(1, actor(others[1])))
    snapshot = await room.tables.consent.withdraw(1, actor(by))
    assert snapshot.table.proposal is None
    assert room.told(posts.ProposalEnded) == [
        posts.ProposalEnded(ProposalKind.PAUSE, person(by), posts.Ending.WITHDRAWN)
    ]


async def test_play_waits_for_the_answer_about_a_card_and_for_no_other(room: Room) -> None:
    snapshot, by, _ = await proposed(room, ProposalKind.UNDO)
    seat = snapshot.awaited[0]
    user = snapshot.table.chairs[seat].user_id or 0
    move = str(snapshot.game.legal(snapshot.state, seat)[0])
    await is_refused("held", room.tables.play.act(1, actor(user), move, snapshot.step), by=person(by))
    await room.tables.consent.refuse(1, actor(by))
    await room.tables.consent.propose(1, actor(user), ProposalKind.PAUSE)
    after = await room.tables.play.act(1, actor(user), move, snapshot.step)
    assert after.step == snapshot.step + 1
    assert after.table.proposal is not None


async def test_the_turn_clock_is_as_it_was_once_the_answer_is_given(room: Room) -> None:
    snapshot = await started(room, 10)
    due = snapshot.table.clock.deadline
    room.clock.time += 5
    snapshot = await room.tables.consent.propose(1, actor(1), ProposalKind.PAUSE)
    assert snapshot.table.turn_deadline == due
    snapshot = await room.tables.consent.refuse(1, actor(2))
    assert snapshot.table.clock.deadline == due
    by = mover(snapshot)
    snapshot = await room.tables.consent.propose(1, actor(by), ProposalKind.UNDO)
    assert snapshot.table.proposal is not None
    assert snapshot.table.clock.deadline == snapshot.table.proposal.deadline, (
        "nobody's turn runs out meanwhile"
    )
    room.clock.time += 29
    snapshot = await room.tables.consent.refuse(1, actor(by % 4 + 1))
    assert snapshot.table.clock.deadline == room.clock.time + 30


async def test_house_players_wait_too(room: Room) -> None:
    snapshot = await started(room, 0, people=2)
    for _ in range(30):
        snapshot = await play_out(room, await now(room), 1)
        own = snapshot.undoable(snapshot.table.chairs.seat_of(1) or 0)
        if own and len(snapshot.game.legal(own[0].before.state, own[0].seat)) > 1:  # type: ignore[arg-type]
            break
    room.clock.pause = _never  # type: ignore[method-assign]
    snapshot = await room.tables.consent.propose(1, actor(1), ProposalKind.UNDO)
    await room.tables.house_turns.settled()
    assert (await now(room)).step == snapshot.step
    snapshot = await room.tables.consent.agree(1, actor(2))
    assert taken_effect(snapshot, ProposalKind.UNDO)


async def _never(seconds: float) -> None:
    raise AssertionError("a house player thinks while play waits")


async def test_a_card_that_was_forced_or_of_an_earlier_hand_is_not_taken_back() -> None:
    room = Room(ceremony=True)
    snapshot = await started(room, 1)
    await is_refused("nothing-to-undo", room.tables.consent.propose(1, actor(1), ProposalKind.UNDO))
    for _ in range(48):
        snapshot = await play_out(room, snapshot, 1)
    by = mover(snapshot)
    snapshot = await play_out(room, snapshot, 3)
    assert len(snapshot.game.legal(snapshot.state, snapshot.awaited[0])) == 1
    snapshot = await play_out(room, snapshot, 1)
    await is_refused("nothing-to-undo", room.tables.consent.propose(1, actor(by), ProposalKind.UNDO))


async def test_the_only_card_one_could_play(room: Room) -> None:
    snapshot = await started(room, 1 + 48)
    snapshot = await play_out(room, snapshot, 1)
    await is_refused("undo-forced", room.tables.consent.propose(1, actor(mover(snapshot)), ProposalKind.UNDO))


@pytest.mark.parametrize(("game", "verb"), [("old-maid", "take"), ("matador", "draw"), ("bezique", "take")])
async def test_what_has_shown_a_hidden_piece_is_not_taken_back(game: str, verb: str) -> None:
    room, rng = Room(3), random.Random(1)
    snapshot = await room.open(game)
    for user in range(2, len(snapshot.table.chairs) + 1):
        await room.tables.lobby.sit(1, actor(user))
    snapshot = await room.tables.play.start(1, actor(1))
    for _ in range(400):
        if not snapshot.awaited:
            break
        seat = snapshot.awaited[0]
        user = snapshot.table.chairs[seat].user_id or 0
        move = rng.choice(snapshot.game.legal(snapshot.state, seat))
        snapshot = await room.tables.play.act(1, actor(user), str(move))
        if move.verb == verb and snapshot.undoable(seat):
            await is_refused("undo-seen", room.tables.consent.propose(1, actor(user), ProposalKind.UNDO))
            return
    pytest.fail("nothing hidden was shown")


async def test_a_domino_that_brought_another_from_the_stock_is_not_taken_back() -> None:
    room = Room(3)
    snapshot = await room.open("bingo")
    await room.tables.lobby.sit(1, actor(2))
    snapshot = await room.tables.play.start(1, actor(1))
    while not snapshot.log[-1].text.startswith("play"):
        snapshot = await play_out(room, snapshot, 1)
    # Whoever led has seen nothing by it.
    await room.tables.consent.propose(1, actor(mover(snapshot)), ProposalKind.UNDO)
    snapshot = await room.tables.consent.withdraw(1, actor(mover(snapshot)))
    snapshot = await play_out(room, snapshot, 1)
    await is_refused("undo-seen", room.tables.consent.propose(1, actor(mover(snapshot)), ProposalKind.UNDO))


async def test_a_button_of_before_ones_last_card_takes_nothing_back(room: Room) -> None:
    snapshot = await started(room, 10)
    by = mover(snapshot)
    await is_refused("stale", room.tables.consent.propose(1, actor(by), ProposalKind.UNDO, snapshot.step - 1))
    await room.tables.consent.propose(1, actor(by), ProposalKind.UNDO, snapshot.step)


async def test_a_paused_table_stands_still_for_seven_days(room: Room) -> None:
    snapshot = await started(room, 60, people=1, match="rubber")
    outcomes = list(room.store.outcomes)
    snapshot = await room.tables.consent.propose(1, actor(1), ProposalKind.PAUSE)
    step = snapshot.step
    for call in (room.tables.play.act(1, actor(1), "play 2H"), room.tables.advice.hint(1, actor(1))):
        await is_refused("paused", call)
    await is_refused("paused", room.tables.consent.propose(1, actor(1), ProposalKind.UNDO))
    await is_refused("paused-already", room.tables.consent.propose(1, actor(1), ProposalKind.PAUSE))
    room.tables = room.another_process()
    await room.tables.house_turns.resume()
    snapshot = await tick(room, PAUSED_SECONDS - 10)
    assert snapshot.table.clock.paused
    assert snapshot.step == step
    snapshot = await tick(room, 10)
    assert snapshot.table.status is Status.CLOSED
    assert room.told(posts.PauseOver)
    assert seals_of(snapshot, 1)[0].salt == next(m.seal.salt for m in reversed(snapshot.log) if m.seal)
    assert room.store.outcomes == outcomes


async def test_what_others_do_at_a_paused_table_makes_it_wait_no_longer(room: Room) -> None:
    snapshot = await started(room, 20, people=2)
    await room.tables.consent.propose(1, actor(1), ProposalKind.PAUSE)
    snapshot = await room.tables.consent.agree(1, actor(2))
    until = snapshot.table.clock.deadline
    room.clock.time += 3600
    snapshot = await room.tables.lobby.sit(1, actor(3))
    assert snapshot.table.clock.deadline == until
    await room.tables.consent.propose(1, actor(1), ProposalKind.RESUME)
    snapshot = await tick(room, SECONDS[ProposalKind.RESUME])
    assert snapshot.table.clock.paused
    assert snapshot.table.clock.deadline == until


async def test_who_does_not_answer_at_a_paused_table_is_away_and_not_asked_again(room: Room) -> None:
    await started(room, 20)
    await room.tables.consent.propose(1, actor(1), ProposalKind.PAUSE)
    for user in (2, 3, 4):
        await room.tables.consent.agree(1, actor(user))
    await room.tables.consent.propose(1, actor(1), ProposalKind.RESUME)
    await room.tables.consent.agree(1, actor(2))
    snapshot = await tick(room, SECONDS[ProposalKind.RESUME])
    assert [seat.away for seat in snapshot.table.chairs if seat.user_id in (3, 4)] == [True, True]
    assert [item.plays for item in room.told(posts.PlayerAway)] == [False, False], "the table is paused"
    snapshot = await room.tables.consent.propose(1, actor(1), ProposalKind.RESUME)
    snapshot = await room.tables.consent.agree(1, actor(2))
    assert not snapshot.table.clock.paused
    assert snapshot.table.clock.deadline is not None


async def test_who_answers_is_there(room: Room) -> None:
    await started(room, 20)
    async with room.tables.repository.transaction(1) as tx:
        tx.set_seat(tx.table.chairs.seat_of(3) or 0, away=True)
    await room.tables.consent.propose(1, actor(1), ProposalKind.PAUSE)
    await room.tables.consent.agree(1, actor(3))
    assert room.told(posts.PlayerBack)
    await room.tables.consent.agree(1, actor(2))
    snapshot = await room.tables.consent.agree(1, actor(4))
    assert snapshot.table.clock.paused


async def test_the_keeper_closes_a_match_in_play_by_vote_and_a_manager_at_once(room: Room) -> None:
    await started(room, 10)
    await is_refused("close-vote", room.tables.lobby.close(1, actor(1)))
    snapshot = await room.tables.lobby.close(1, actor(4, manages=True))
    assert snapshot.table.status is Status.CLOSED


async def test_a_keeper_with_house_players_closes_at_once(room: Room) -> None:
    await started(room, 4, people=1)
    assert (await room.tables.lobby.close(1, actor(1))).table.status is Status.CLOSED


async def test_an_abandoned_match_keeps_what_is_over(room: Room) -> None:
    await started(room, 1 + 52 + 10)
    outcomes = list(room.store.outcomes)
    assert outcomes
    await room.tables.consent.propose(1, actor(1), ProposalKind.ABANDON)
    for user in (2, 3, 4):
        await room.tables.consent.agree(1, actor(user))
    assert (await now(room)).table.status is Status.CLOSED
    assert room.store.outcomes == outcomes
    assert all(seal.salt for seal in seals_of(await now(room), 9))


async def away(room: Room, user: int) -> int:
    """That person has not acted in time. Returns the chair."""
    async with room.tables.repository.transaction(1) as tx:
        chair = present(tx.table.chairs.seat_of(user))
        tx.set_seat(chair, away=True)
    return chair


async def test_a_substitute_takes_the_chair_and_its_cards_after_a_minute(room: Room) -> None:
    snapshot = await started(room, 20)
    chair = await away(room, 1)
    hand = snapshot.view(chair).hand  # type: ignore[attr-defined]
    await is_refused("not-called", room.tables.consent.answer(1, actor(5), chair))
    await room.tables.consent.call(1, actor(2))
    assert room.told(posts.SubstituteCalled) == [posts.SubstituteCalled(chair, person(1), person(2))]
    await is_refused("called", room.tables.consent.call(1, actor(3), chair))
    await room.tables.consent.answer(1, actor(5), chair)
    (offer,) = room.told(posts.SubstituteOffered)
    assert sorted(offer.mentions) == [2, 3, 4]
    await is_refused("proposal-open", room.tables.consent.answer(1, actor(6), chair))
    room.tables = room.another_process()
    room.clock.time += 60
    await room.tables.clocks.tick(1)
    snapshot = await now(room)
    assert snapshot.table.chairs[chair].user_id == 5
    assert set(snapshot.view(chair).hand) <= set(hand)  # type: ignore[attr-defined]
    assert snapshot.table.chairs.host_id != 1, "who kept the table is gone"
    assert not snapshot.table.chairs[chair].called
    assert room.told(posts.SeatTaken) == [posts.SeatTaken(person(5), person(1))]


async def test_all_may_agree_sooner_and_one_may_refuse(room: Room) -> None:
    await started(room, 20)
    chair = await away(room, 4)
    await room.tables.consent.call(1, actor(2))
    await room.tables.consent.answer(1, actor(5), chair)
    snapshot = await room.tables.consent.refuse(1, actor(3))
    assert snapshot.table.chairs[chair].user_id == 4
    await is_refused("not-called", room.tables.consent.answer(1, actor(5), chair))
    await room.tables.consent.call(1, actor(2), chair)
    await room.tables.consent.answer(1, actor(6), chair)
    await room.tables.consent.withdraw(1, actor(6))
    await room.tables.consent.answer(1, actor(7), chair)
    for user in (1, 2, 3):
        snapshot = await room.tables.consent.agree(1, actor(user))
    assert snapshot.table.chairs[chair].user_id == 7


async def test_who_comes_back_before_keeps_the_chair(room: Room) -> None:
    await started(room, 20)
    chair = await away(room, 4)
    await room.tables.consent.call(1, actor(2))
    await room.tables.consent.answer(1, actor(5), chair)
    snapshot = await room.tables.play.come_back(1, actor(4))
    assert snapshot.table.proposal is None
    assert not snapshot.table.chairs[chair].called
    assert room.told(posts.ProposalEnded) == [
        posts.ProposalEnded(ProposalKind.SUBSTITUTE, person(5), posts.Ending.OFF)
    ]
    snapshot = await tick(room, 0)
    assert snapshot.table.chairs[chair].user_id == 4


async def test_who_left_is_replaced_too_and_may_come_back_before(room: Room) -> None:
    await started(room, 20)
    snapshot = await room.tables.lobby.leave(1, actor(4))
    (chair,) = [i for i, seat in enumerate(snapshot.table.chairs) if seat.missing]
    await room.settle()
    await room.tables.consent.call(1, actor(2))
    await room.tables.consent.answer(1, actor(5), chair)
    snapshot = await room.tables.lobby.sit(1, actor(4), chair)
    assert snapshot.table.chairs[chair].user_id == 4
    assert snapshot.table.proposal is None


async def test_who_may_not_be_a_substitute(room: Room) -> None:
    await started(room, 20)
    chair = await away(room, 4)
    await is_refused("nobody-missing", room.tables.consent.call(1, actor(2), (chair + 1) % 4))
    await room.tables.consent.call(1, actor(2))
    await room.tables.lobby.leave(1, actor(3))
    await is_refused("seen-hand", room.tables.consent.answer(1, actor(3), chair))
    await is_refused("seated", room.tables.consent.answer(1, actor(2), chair))
    async with room.tables.repository.transaction(1) as tx:
        tx.set_chairs(removed=(6,))
    await is_refused("removed", room.tables.consent.answer(1, actor(6), chair))
    await is_refused("no-sending", room.tables.consent.answer(1, actor(7, sends=False), chair))
    await is_refused("not-seated", room.tables.consent.call(1, actor(7)))
    await room.users.set_blocked(2, 5, blocked=True)
    await is_refused("not-free", room.tables.consent.answer(1, actor(5), chair))
    assert (await now(room)).table.proposal is None


async def test_a_result_says_who_held_which_chair(room: Room) -> None:
    snapshot = await started(room, 20)
    chair = await away(room, 4)
    await room.tables.consent.call(1, actor(2))
    await room.tables.consent.answer(1, actor(5), chair)
    for user in (1, 2, 3):
        await room.tables.consent.agree(1, actor(user))
    snapshot = await play_out(room, await now(room), 33)
    (held,) = room.told(posts.ChairsHeld)
    (first, second) = held.tenures
    assert first == Tenure(1, chair, person(4))
    assert second == Tenure(1, chair, person(5), told=second.told)
    assert second.told > 0, "so much of the hand had been told by then"
    assert {outcome.user_id for outcome in room.store.outcomes} == {1, 2, 3, 5}, "who sat there at the end"
    snapshot = await play_out(room, snapshot, 53)
    assert len(room.told(posts.ChairsHeld)) == 1 + (snapshot.table.status is Status.FINISHED)


@pytest.mark.parametrize("seed", range(6))
async def test_whatever_is_proposed_no_move_is_lost_or_doubled(seed: int) -> None:
    rng, room = random.Random(seed), Room(seed)
    snapshot = await started(room, 0, people=rng.choice((2, 3, 4)))
    acknowledged = len(snapshot.log)
    for _ in range(220):
        snapshot = await now(room)
        if not snapshot.table.open:
            break
        user, table = rng.randrange(1, 6), snapshot.table
        consent, key = room.tables.consent, table.proposal.key if table.proposal else None
        kind = rng.choice((ProposalKind.UNDO, ProposalKind.UNDO, ProposalKind.PAUSE, ProposalKind.RESUME))
        try:
            match rng.randrange(12):
                case 0:
                    await consent.propose(1, actor(user), kind)
                case 1 | 2 | 3:
                    await consent.agree(1, actor(user), key)
                case 4:
                    await consent.refuse(1, actor(user), key)
                case 5:
                    await tick(room, rng.choice((1, 31, 61)))
                case 6:
                    await consent.call(1, actor(user))
                case 7:
                    await consent.answer(1, actor(user), rng.randrange(4))
                case 8 if rng.random() < 0.1:
                    await room.tables.lobby.leave(1, actor(user))
                case 9 if rng.random() < 0.3:
                    room.tables = room.another_process()
                case _ if snapshot.awaited:
                    seat = snapshot.awaited[0]
                    at = table.chairs[seat].user_id or 0
                    move = str(rng.choice(snapshot.game.legal(snapshot.state, seat)))
                    await room.tables.play.act(1, actor(at), move, snapshot.step)
        except TableError:
            pass
        await room.settle()
        later = await now(room)
        assert later.log[:acknowledged] == snapshot.log[:acknowledged], "what was made stays in the log"
        assert [move.number for move in later.log] == list(range(1, len(later.log) + 1))
        acknowledged = len(later.log)
    assert restore(*present(await room.store.load(1)), 0).state == (await now(room)).state
    record = record_of(await now(room))
    assert list(play_record(read_record(record.model_dump_json()))) or not record.moves
    results = [(one.unit, one.number, one.user_id) for one in room.store.outcomes]
    assert len(results) == len(set(results)), "nothing counts twice"
