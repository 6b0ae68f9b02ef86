import asyncio
import hashlib
import logging
from typing import Any

import pytest

from bot.rules.errors import RuleError
from bot.rules.presentation.hints import Hint
from bot.rules.records.record import play_record
from bot.tables.judging.records import record_of, seals_of
from bot.tables.state.errors import TableError
from bot.tables.state.posts import TurnReminder
from bot.tables.state.preferences import UserSettings
from bot.tables.state.snapshot import TableSnapshot, restore
from bot.tables.state.table import Status
from bot.tables.turns.deadlines import ABANDONED_SECONDS, LATE_SECONDS
from tests.tables.fakes import Room, actor, is_refused, play_out, refused, turn_of


async def started(room: Room, people: int = 4, **options: object) -> TableSnapshot:
    snapshot = await room.full(people, **options)
    snapshot = await room.tables.play.start(snapshot.table.id, actor(1))
    await room.settle()
    return await room.tables.repository.fresh(snapshot.table.id)


async def test_the_start_wants_every_chair_taken_and_the_host(room: Room) -> None:
    snapshot = await room.open()
    await is_refused("not-full", room.tables.play.start(snapshot.table.id, actor(1)), empty=3)
    snapshot = await room.full()
    await is_refused("not-host", room.tables.play.start(snapshot.table.id, actor(2)), host=1, action="start")
    await room.tables.play.start(snapshot.table.id, actor(1))
    await is_refused("already-started", room.tables.play.start(snapshot.table.id, actor(1)))


async def test_who_may_not_move_and_a_move_is_stored_before_it_is_shown_and_only_once() -> None:
    room = Room(ceremony=True)
    snapshot = await started(room)
    awaited = snapshot.table.chairs[snapshot.awaited[0]].user_id
    other = next(p.user_id for p in snapshot.table.chairs.people if p.user_id != awaited)
    assert awaited
    to_act = next(p for p in snapshot.table.chairs.people if p.user_id == awaited)
    with refused("not-your-turn", awaited=(to_act,)):
        await room.tables.play.act(snapshot.table.id, actor(other), "cut 20", snapshot.step)
    with refused("not-playing"):
        await room.tables.play.act(snapshot.table.id, actor(5), "cut 20", snapshot.step)
    with refused("stale"):
        await room.tables.play.act(snapshot.table.id, actor(awaited), "cut 20", snapshot.step - 1)
    with pytest.raises(RuleError, match="Lift at least 5"):
        await room.tables.play.act(snapshot.table.id, actor(awaited), "cut 2", snapshot.step)
    await is_refused("no-table", room.tables.play.act(99, actor(awaited), "cut 20"))
    user = turn_of(snapshot)
    before = room.store.commits
    answers = await asyncio.gather(
        *(room.tables.play.act(snapshot.table.id, actor(user), "cut 20", snapshot.step) for _ in range(3)),
        return_exceptions=True,
    )
    assert room.store.commits == before + 1
    assert sum(isinstance(answer, TableError) and answer.code == "stale" for answer in answers) == 2
    assert [e.text for e in room.store.logs[snapshot.table.id]].count("cut 20") == 1
    # Subscribers are told what is stored.
    assert room.listener.told[-1].snapshot.table == room.store.tables[snapshot.table.id]


async def test_the_pack_is_sealed_before_the_cut_and_opened_after_the_hand() -> None:
    room = Room(ceremony=True)
    snapshot = await started(room)
    (sealed,) = seals_of(snapshot, 9)
    assert sealed.salt is None
    assert len(snapshot.awaited) == 1, "the cut is still to come when the seal can be had"
    snapshot = await play_out(room, snapshot, 53)
    logged = next(logged for logged in snapshot.log if logged.seal)
    assert logged.seal
    digest = hashlib.sha256(f"{logged.seal.salt}\n{logged.text}".encode()).hexdigest()
    assert sealed.sha256 == digest
    assert seals_of(snapshot, 9)[-1].salt == logged.seal.salt


async def test_a_record_leaves_out_the_hand_in_play(room: Room) -> None:
    snapshot = await started(room)
    assert not any(text.startswith("deck") for _, text in record_of(snapshot).moves)
    snapshot = await play_out(room, snapshot, 53 + 10)
    record = record_of(snapshot)
    assert sum(text.startswith("deck") for _, text in record.moves) == 1
    assert len(record.seals) == 1
    kinds = [happening.event.kind for happening in play_record(record)]
    assert kinds.count("trick") == 13
    assert kinds[-1] == "hand"


async def test_a_whole_rubber_with_the_house_reaches_the_outcomes(room: Room) -> None:
    snapshot = await started(room, people=2, match="rubber")
    snapshot = await play_out(room, snapshot)
    assert snapshot.table.status is Status.FINISHED
    assert snapshot.table.clock.deadline is None
    units = [outcome.unit for outcome in room.store.outcomes]
    assert units.count("rubber") == 2
    assert units.count("hand") % 2 == 0
    rubber = [outcome for outcome in room.store.outcomes if outcome.unit == "rubber"]
    assert {outcome.won for outcome in rubber} == {True, False}
    assert all(outcome.partner_id == 0 for outcome in rubber), "their partners were house players"
    assert record_of(snapshot).moves == [(entry.seat, entry.text) for entry in snapshot.log]


async def test_partners_by_cut_move_people_and_the_record_tells_it() -> None:
    for seed in range(1, 8):
        room = Room(seed)
        snapshot = await started(room, partners="cut")
        names = [p.name for p in snapshot.table.chairs.people]
        snapshot = await play_out(room, snapshot, 53)
        record = record_of(snapshot)
        assert record.seats == ["Ann", "Bob", "Cleo", "Dan"]
        last = list(play_record(record))[-1]
        assert list(last.names.seats) == names


async def test_another_process_may_move_the_table_on(room: Room) -> None:
    snapshot = await started(room)
    elsewhere = room.another_process()
    for _ in range(12):
        user = turn_of(snapshot)
        move = str(snapshot.game.legal(snapshot.state, snapshot.awaited[0])[0])
        tables = elsewhere if snapshot.step % 2 else room.tables
        snapshot = await tables.play.act(snapshot.table.id, actor(user), move, snapshot.step)
    stored = await room.store.load(snapshot.table.id)
    assert stored
    assert restore(*stored, 0).state == snapshot.state
    await elsewhere.house_turns.stop()


async def test_the_turn_clock_reminds_then_stands_in_and_the_person_comes_back(room: Room) -> None:
    snapshot = await started(room)
    awaited = snapshot.awaited[0]
    user = snapshot.table.chairs[awaited].user_id
    assert user
    await room.tables.clocks.tick(snapshot.table.id)
    assert not room.told(TurnReminder), "not due yet"
    room.clock.time += 61
    await room.tables.clocks.tick(snapshot.table.id)
    assert (room.store.posts[-1].kind, room.store.posts[-1].mentions) == ("reminder", (user,))
    room.clock.time += 61
    await room.tables.clocks.tick(snapshot.table.id)
    assert room.store.tables[snapshot.table.id].chairs[awaited].away
    room.clock.time += 7
    await room.tables.clocks.tick(snapshot.table.id)
    await room.settle()
    snapshot = await room.tables.repository.fresh(snapshot.table.id)
    assert any(entry.text.startswith("cut") for entry in snapshot.log), "the house has cut for them"
    snapshot = await room.tables.play.come_back(snapshot.table.id, actor(user))
    assert not snapshot.table.chairs[awaited].away
    await is_refused("here", room.tables.play.come_back(snapshot.table.id, actor(user)))


async def test_a_table_where_everybody_is_away_waits_a_day_and_clears_itself(room: Room) -> None:
    snapshot = await started(room, people=1)
    table_id = snapshot.table.id
    for _ in range(2):
        room.clock.time += 61
        await room.tables.clocks.tick(table_id)
        await room.settle()
    snapshot = await room.tables.repository.fresh(table_id)
    assert snapshot.table.chairs[snapshot.table.chairs.seat_of(1) or 0].away
    step = snapshot.step
    room.clock.time += 600
    await room.tables.clocks.tick(table_id)
    await room.settle()
    assert (await room.tables.repository.fresh(table_id)).step == step, "the house does not play on alone"
    room.clock.time += ABANDONED_SECONDS
    await room.tables.clocks.tick(table_id)
    assert room.store.tables[table_id].status is Status.CLOSED


async def test_a_forced_card_plays_itself_for_whoever_asked(room: Room) -> None:
    await room.users.save_settings(UserSettings(1, play_forced=True))
    snapshot = await started(room, people=1, match="game")
    asked = 0
    while snapshot.table.status is Status.PLAYING:
        seat = snapshot.awaited[0]
        assert snapshot.table.chairs[seat].user_id == 1
        assert len(snapshot.game.legal(snapshot.state, seat)) > 1, "a forced card should have been played"
        asked += 1
        snapshot = await play_out(room, snapshot, 1)
    assert asked


async def test_the_house_sees_only_its_own_seat(room: Room) -> None:
    snapshot = await started(room, people=1)
    await play_out(room, snapshot, 20)
    assert room.house.asked
    for view in room.house.asked:
        assert snapshot.table.chairs[view.seat].user_id != 1


async def test_a_house_player_that_fails_leaves_the_table_standing(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = Room()
    snapshot = await started(room, people=1, match="game")

    async def fail(*_: Any) -> Any:
        raise TableError("unwell")

    with caplog.at_level(logging.CRITICAL), monkeypatch.context() as patch:
        patch.setattr(room.house, "choose", fail)
        snapshot = await play_out(room, snapshot, 1)
    assert snapshot.table.status is Status.PLAYING
    room.clock.time += LATE_SECONDS + 2
    await room.tables.clocks.tick(snapshot.table.id)
    await room.settle()
    after = await room.tables.repository.fresh(snapshot.table.id)
    assert after.step > snapshot.step, "it plays on when it is well again"


async def test_a_hint_is_what_the_house_would_do(room: Room) -> None:
    snapshot = await room.full()
    snapshot = await room.tables.play.start(snapshot.table.id, actor(1))
    seat, user = snapshot.awaited[0], turn_of(snapshot)
    hint = await room.tables.advice.hint(snapshot.table.id, actor(user))
    assert hint.move == snapshot.game.legal(snapshot.state, seat)[-1]
    assert hint.reason == "The last is best."
    other = next(s.user_id for s in snapshot.table.chairs if s.user_id != user)
    assert other
    await is_refused("not-your-turn", room.tables.advice.hint(snapshot.table.id, actor(other)))


async def test_hints_can_be_switched_off(room: Room) -> None:
    snapshot = await room.full()
    snapshot = await room.tables.lobby.set_up(snapshot.table.id, actor(1), hints=False)
    with refused("not-host", host=1, action="hints"):
        await room.tables.lobby.set_up(snapshot.table.id, actor(2), hints=True)
    snapshot = await room.tables.play.start(snapshot.table.id, actor(1))
    user = turn_of(snapshot)
    await is_refused("hints", room.tables.advice.hint(snapshot.table.id, actor(user)))


async def test_a_hint_is_thought_over_once_and_not_told_once_the_table_has_moved_on(room: Room) -> None:
    snapshot = await room.full()
    snapshot = await room.tables.play.start(snapshot.table.id, actor(1))
    seat, user = snapshot.awaited[0], turn_of(snapshot)
    thinking, go_on = asyncio.Event(), asyncio.Event()
    advise = room.house.advise

    async def slowly(*arguments: Any) -> Hint:
        thinking.set()
        await go_on.wait()
        return await advise(*arguments)

    room.house.advise = slowly  # type: ignore[method-assign, assignment]
    play, advice, table_id = room.tables.play, room.tables.advice, snapshot.table.id
    asked = asyncio.create_task(advice.hint(table_id, actor(user)))
    await thinking.wait()
    await is_refused("thinking", advice.hint(table_id, actor(user)))
    go_on.set()
    assert (await asked).reason == "The last is best."
    go_on.clear()
    asked = asyncio.create_task(advice.hint(table_id, actor(user)))
    await asyncio.sleep(0)
    await play.act(table_id, actor(user), str(snapshot.game.legal(snapshot.state, seat)[0]), snapshot.step)
    go_on.set()
    await is_refused("stale-hint", asked)


async def test_a_claim_is_not_made_as_a_move(room: Room) -> None:
    snapshot = await room.full(match="game")
    snapshot = await play_out(room, await room.tables.play.start(snapshot.table.id, actor(1)), 1)
    user = turn_of(snapshot)
    await is_refused("claim-as-move", room.tables.play.act(snapshot.table.id, actor(user), "claim 13"))
