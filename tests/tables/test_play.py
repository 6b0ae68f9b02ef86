import asyncio
import hashlib
import logging
from typing import Any

import pytest

from bot.rules.errors import RuleError
from bot.rules.moves import Move
from bot.rules.record import play_record
from bot.tables.errors import TableError
from bot.tables.live import Live, restore
from bot.tables.model import Habits, Status
from bot.tables.play import ABANDONED_SECONDS
from bot.tables.records import record_of
from tests.tables.fakes import Room, play_out

pytestmark = pytest.mark.asyncio


async def started(room: Room, people: int = 4, **options: object) -> Live:
    live = await room.full(people, **options)
    live = await room.tables.play.start(live.table.id, 1)
    await room.settle()
    return await room.tables.floor.fresh(live.table.id)


async def test_the_start_wants_every_chair_taken_and_the_host() -> None:
    room = Room()
    live = await room.open()
    with pytest.raises(TableError, match="3 chairs are empty"):
        await room.tables.play.start(live.table.id, 1)
    live = await room.full()
    with pytest.raises(TableError, match="Only <@1>"):
        await room.tables.play.start(live.table.id, 2)
    await room.tables.play.start(live.table.id, 1)
    with pytest.raises(TableError, match="begun already"):
        await room.tables.play.start(live.table.id, 1)


async def test_a_move_is_stored_before_it_is_shown_and_only_once() -> None:
    room = Room()
    live = await started(room)
    seat = live.awaited[0]
    user = live.table.seats[seat].user_id
    assert user
    before = room.store.commits
    answers = await asyncio.gather(
        *(room.tables.play.act(live.table.id, user, "cut 20", live.step) for _ in range(3)),
        return_exceptions=True,
    )
    assert room.store.commits == before + 1
    assert sum(isinstance(answer, TableError) and answer.code == "stale" for answer in answers) == 2
    assert [e.text for e in room.store.logs[live.table.id]].count("cut 20") == 1
    # The listener saw the very version that was in the store when it was called.
    assert room.listener.versions[-1] == (live.table.id, room.store.tables[live.table.id].version)


async def test_who_may_not_move() -> None:
    room = Room()
    live = await started(room)
    awaited = live.table.seats[live.awaited[0]].user_id
    other = next(p.user_id for p in live.table.people if p.user_id != awaited)
    assert awaited
    with pytest.raises(TableError, match="It is not your turn") as refusal:
        await room.tables.play.act(live.table.id, other, "cut 20", live.step)
    assert refusal.value.code == "not-your-turn"
    with pytest.raises(TableError, match="do not sit"):
        await room.tables.play.act(live.table.id, 5, "cut 20", live.step)
    with pytest.raises(TableError, match="moved on"):
        await room.tables.play.act(live.table.id, awaited, "cut 20", live.step - 1)
    with pytest.raises(RuleError, match="Lift at least 5"):
        await room.tables.play.act(live.table.id, awaited, "cut 2", live.step)
    with pytest.raises(TableError, match="no such table"):
        await room.tables.play.act(99, awaited, "cut 20")


async def test_the_pack_is_sealed_before_the_cut_and_opened_after_the_hand() -> None:
    room = Room()
    live = await started(room)
    sealed = next(post for post in room.store.posts if "Pack sealed" in post.text)
    assert len(live.awaited) == 1, "the cut is still to come when the seal is out"
    live = await play_out(room, live, 53)
    entry = next(entry for entry in live.log if entry.seal)
    assert entry.seal
    digest = hashlib.sha256(f"{entry.seal.salt}\n{entry.text}".encode()).hexdigest()
    assert digest in sealed.text
    hand = next(post for post in room.store.posts if post.kind == "hand")
    assert entry.seal.salt in hand.text


async def test_a_record_leaves_out_the_hand_in_play() -> None:
    room = Room()
    live = await started(room)
    assert not any(text.startswith("deck") for _, text in record_of(live).moves)
    live = await play_out(room, live, 53 + 10)
    record = record_of(live)
    assert sum(text.startswith("deck") for _, text in record.moves) == 1
    assert len(record.seals) == 1
    kinds = [happening.event.kind for happening in play_record(record)]
    assert kinds.count("trick") == 13
    assert kinds[-1] == "hand"


async def test_a_whole_rubber_with_the_house_reaches_the_outcomes() -> None:
    room = Room()
    live = await started(room, people=2)
    live = await play_out(room, live)
    assert live.table.status is Status.FINISHED
    assert live.table.deadline is None
    units = [outcome.unit for outcome in room.store.outcomes]
    assert units.count("rubber") == 2
    assert units.count("hand") % 2 == 0
    rubber = [outcome for outcome in room.store.outcomes if outcome.unit == "rubber"]
    assert {outcome.won for outcome in rubber} == {True, False}
    assert all(outcome.partner_id == 0 for outcome in rubber), "their partners were house players"
    assert record_of(live).moves == [(entry.seat, entry.text) for entry in live.log]


async def test_partners_by_cut_move_people_and_the_record_tells_it() -> None:
    for seed in range(1, 8):
        room = Room(seed)
        live = await started(room, partners="cut")
        names = [p.name for p in live.table.people]
        live = await play_out(room, live, 53)
        record = record_of(live)
        assert record.seats == ["Ann", "Bob", "Cleo", "Dan"]
        last = list(play_record(record))[-1]
        assert list(last.names.seats) == names


async def test_another_process_may_move_the_table_on() -> None:
    room = Room()
    live = await started(room)
    elsewhere = room.another_process()
    for _ in range(12):
        user = live.table.seats[live.awaited[0]].user_id
        assert user
        move = str(live.game.legal(live.state, live.awaited[0])[0])
        tables = elsewhere if live.step % 2 else room.tables
        live = await tables.play.act(live.table.id, user, move, live.step)
    stored = await room.store.load(live.table.id)
    assert stored
    assert restore(*stored, 0).state == live.state
    await elsewhere.play.settle()


async def test_the_turn_clock_reminds_then_stands_in_and_the_person_comes_back() -> None:
    room = Room()
    live = await started(room)
    awaited = live.awaited[0]
    user = live.table.seats[awaited].user_id
    assert user
    await room.tables.play.tick(live.table.id)
    assert not any(post.kind == "reminder" for post in room.store.posts), "not due yet"
    room.clock.time += 61
    await room.tables.play.tick(live.table.id)
    assert room.store.posts[-1].kind == "reminder"
    assert room.store.posts[-1].mentions == (user,)
    room.clock.time += 61
    await room.tables.play.tick(live.table.id)
    assert room.store.tables[live.table.id].seats[awaited].away
    room.clock.time += 7
    await room.tables.play.tick(live.table.id)
    await room.settle()
    live = await room.tables.floor.fresh(live.table.id)
    assert any(entry.text.startswith("cut") for entry in live.log), "the house has cut for them"
    live = await room.tables.play.come_back(live.table.id, user)
    assert not live.table.seats[awaited].away
    with pytest.raises(TableError, match="at the table already"):
        await room.tables.play.come_back(live.table.id, user)


async def test_a_table_where_everybody_is_away_waits_a_day_and_clears_itself() -> None:
    room = Room()
    live = await started(room, people=1)
    table_id = live.table.id
    for _ in range(2):
        room.clock.time += 61
        await room.tables.play.tick(table_id)
        await room.settle()
    live = await room.tables.floor.fresh(table_id)
    assert live.table.seats[live.table.seat_of(1) or 0].away
    step = live.step
    room.clock.time += 600
    await room.tables.play.tick(table_id)
    await room.settle()
    assert (await room.tables.floor.fresh(table_id)).step == step, "the house does not play on alone"
    room.clock.time += ABANDONED_SECONDS
    await room.tables.play.tick(table_id)
    assert room.store.tables[table_id].status is Status.CLOSED


async def test_a_forced_card_plays_itself_for_whoever_asked() -> None:
    room = Room()
    await room.people.save_habits(Habits(1, play_forced=True))
    live = await started(room, people=1, match="game")
    asked = 0
    while live.table.status is Status.PLAYING:
        seat = live.awaited[0]
        assert live.table.seats[seat].user_id == 1
        assert len(live.game.legal(live.state, seat)) > 1, "a forced card should have been played"
        asked += 1
        live = await play_out(room, live, 1)
    assert asked


async def test_the_house_sees_only_its_own_seat() -> None:
    room = Room()
    live = await started(room, people=1)
    await play_out(room, live, 20)
    assert room.house.asked
    for view in room.house.asked:
        assert live.table.seats[view.seat].user_id != 1


async def test_a_house_player_that_fails_leaves_the_table_standing(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = Room()
    live = await started(room, people=1, match="game")

    async def fail(*_: Any) -> Any:
        raise TableError("unwell", "The house player is unwell.")

    with caplog.at_level(logging.CRITICAL), monkeypatch.context() as patch:
        patch.setattr(room.house, "choose", fail)
        live = await play_out(room, live, 1)
    assert live.table.status is Status.PLAYING
    room.clock.time += 7
    await room.tables.play.tick(live.table.id)
    await room.settle()
    after = await room.tables.floor.fresh(live.table.id)
    assert after.step > live.step, "it plays on when it is well again"


async def test_a_hint_is_what_the_house_would_do() -> None:
    room = Room()
    live = await room.full()
    live = await room.tables.play.start(live.table.id, 1)
    seat = live.awaited[0]
    user = live.table.seats[seat].user_id
    assert user
    move, reason = await room.tables.play.hint(live.table.id, user)
    assert move == str(live.game.legal(live.state, seat)[-1])
    assert reason == "The last is best."
    other = next(s.user_id for s in live.table.seats if s.user_id != user)
    assert other
    with pytest.raises(TableError, match="not your turn"):
        await room.tables.play.hint(live.table.id, other)


async def test_hints_can_be_switched_off() -> None:
    room = Room()
    live = await room.full()
    live = await room.tables.lobby.allow_hints(live.table.id, 1, False, False)
    with pytest.raises(TableError, match="who keeps this table"):
        await room.tables.lobby.allow_hints(live.table.id, 2, False, True)
    live = await room.tables.play.start(live.table.id, 1)
    user = live.table.seats[live.awaited[0]].user_id
    assert user
    with pytest.raises(TableError, match="switched off"):
        await room.tables.play.hint(live.table.id, user)


async def test_a_hint_is_thought_over_once_and_not_told_once_the_table_has_moved_on() -> None:
    room = Room()
    live = await room.full()
    live = await room.tables.play.start(live.table.id, 1)
    (seat,) = live.awaited
    user = live.table.seats[seat].user_id
    assert user
    thinking, go_on = asyncio.Event(), asyncio.Event()
    advise = room.house.advise

    async def slowly(*arguments: Any) -> tuple[Move, str]:
        thinking.set()
        await go_on.wait()
        return await advise(*arguments)

    room.house.advise = slowly  # type: ignore[method-assign, assignment]
    play, table_id = room.tables.play, live.table.id
    asked = asyncio.create_task(play.hint(table_id, user))
    await thinking.wait()
    with pytest.raises(TableError, match="thinking it over already"):
        await play.hint(table_id, user)
    go_on.set()
    assert (await asked)[1] == "The last is best."
    go_on.clear()
    asked = asyncio.create_task(play.hint(table_id, user))
    await asyncio.sleep(0)
    await play.act(table_id, user, str(live.game.legal(live.state, seat)[0]), live.step)
    go_on.set()
    with pytest.raises(TableError, match="moved on"):
        await asked
