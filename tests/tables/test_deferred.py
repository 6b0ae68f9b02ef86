"""What the bot does for a person who is there takes as long as they might have taken."""

import asyncio
import math
import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from bot.rules.moves import Move
from bot.tables.state.posts import PauseOver, TurnReminder
from bot.tables.state.preferences import UserSettings
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Deferred
from bot.tables.turns.deadlines import MISSED_SECONDS
from bot.tables.turns.move_policy import deferrable, not_asked, seat_to_play
from bot.tables.turns.tempo import Tempo
from tests.stored_tables import changed
from tests.tables.fakes import Room, actor, play_out, turn_of
from tests.tables.test_absence import begun, slow
from tests.tables.test_ownership import Share

DAY = 24 * 60 * 60


async def now(room: Room) -> TableSnapshot:
    return await room.tables.repository.fresh(1)


async def moved(room: Room, snapshot: TableSnapshot, after: float) -> TableSnapshot:
    """The person to play plays their first legal card so long after the card before."""
    room.clock.time += after
    return await play_out(room, snapshot, 1)


async def forced(room: Room, took: Callable[[], float] = lambda: 600.0, least: int = 0) -> TableSnapshot:
    """A hand of four people at a slow table, so many moves of it at least, up to a card that is the only
    legal one but not the last."""
    snapshot = await begun(room, snapshot=await slow(room))
    while snapshot.step < least or not snapshot.table.clock.deferred:
        assert snapshot.table.dealt.deals == 1
        on = snapshot.table.clock.deferred
        snapshot = await (forced_on(room) if on else moved(room, snapshot, took()))
    (seat,) = snapshot.table.clock.deferred
    assert len(snapshot.game.legal(snapshot.state, seat)) == 1
    assert len(snapshot.game.plays_held(snapshot.state, seat)) > 1
    return snapshot


async def test_a_forced_card_leaves_the_table_as_any_other_turn_does_and_may_be_played_first(
    room: Room,
) -> None:
    snapshot = await forced(room)
    table, (seat,) = snapshot.table, snapshot.table.clock.deferred
    assert snapshot.awaited == (seat,)
    assert seat_to_play(snapshot, room.tables.users) is None
    assert not table.clock.bots_turn
    assert table.clock.deadline == room.clock.time + DAY / 2, "when the person is reminded"
    assert table.clock.deferred[seat].at > room.clock.time + 60
    assert not room.tables.house_turns._chains, "hours before it only the clocks wait"
    after = await play_out(room, snapshot, 1)
    assert after.log[snapshot.step].seat == seat
    assert seat not in after.table.clock.deferred


async def test_the_delay_is_drawn_from_how_long_the_seat_has_taken() -> None:
    room, took = Room(), random.Random(4)
    snapshot = await forced(room, lambda: took.uniform(60.0, 900.0), least=16)
    (seat,) = snapshot.table.clock.deferred
    move = deferrable(snapshot, room.tables.users)[seat]
    plays = [one for one in pairwise(snapshot.log) if one[1].seat == seat and one[1].text.startswith("play")]
    own = [after.at - before.at for before, after in plays]
    assert len(own) > 1
    tempo = Tempo(random.Random(5))
    at = room.clock.time
    delays = [tempo.delay(snapshot, seat, move, at, usual=1e-3, most=DAY) for _ in range(300)]
    for one in own:
        assert any(abs(delay / one - 1) < 0.1 for delay in delays), "as long as for each of the others"
    assert all(delay < 0.1 or min(abs(delay / one - 1) for one in own) < 0.8 for delay in delays)
    assert sum(delay < 0.1 for delay in delays) < 100, "seldom a time of somebody else's"
    assert len(set(delays)) == 300, "no time comes twice"


async def test_the_card_is_played_when_its_time_comes_whatever_process_runs(room: Room) -> None:
    snapshot = await forced(room)
    (deferred,) = snapshot.table.clock.deferred.values()
    again = room.another_process()
    for wait, step in ((-60.0, snapshot.step), (0.0, snapshot.step + 1)):
        room.clock.time = deferred.at + wait
        for table_id in await room.store.due(room.clock.time):
            await again.clocks.tick(table_id)
        await again.house_turns.settled()
        assert (await again.repository.fresh(1)).step == step
    assert (await again.repository.fresh(1)).log[-1].at == deferred.at


async def test_a_time_that_passed_while_the_bot_was_down_is_drawn_anew(room: Room) -> None:
    snapshot = await forced(room)
    (deferred,) = snapshot.table.clock.deferred.values()
    room.clock.time = deferred.at + MISSED_SECONDS + 1
    (table_id,) = await room.store.due(room.clock.time)
    await room.tables.clocks.tick(table_id)
    await room.settle()
    after = await now(room)
    assert after.step == snapshot.step
    assert [one.at > room.clock.time for one in after.table.clock.deferred.values()] == [True]


async def test_a_time_drawn_while_another_process_changes_the_table_is_drawn_again(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    snapshot = await forced(room)
    (deferred,) = snapshot.table.clock.deferred.values()
    room.clock.time = deferred.at + MISSED_SECONDS + 1
    async with room.another_process(Share()).repository.transaction(1) as tx:
        tx.post(PauseOver())
    await room.tables.house_turns.look_at(1)
    await room.settle()
    assert caplog.records == []
    after = (await now(room)).table
    assert [one.at > room.clock.time for one in after.clock.deferred.values()] == [True]
    assert after.version == snapshot.table.version + 2


async def test_whoever_looks_in_is_not_made_to_wait(room: Room) -> None:
    snapshot = await forced(room)
    (seat,) = snapshot.table.clock.deferred
    user_id, other = turn_of(snapshot), snapshot.table.chairs[(seat + 1) % 4].user_id
    assert other is not None
    await room.tables.house_turns.looked_in(1, other)
    assert not room.tables.house_turns._chains
    room.clock.paused.clear()
    version = snapshot.table.version
    await room.tables.house_turns.looked_in(1, user_id)
    assert (await now(room)).table.version == version, "a commit would be seen"
    await room.settle()
    assert (await now(room)).step == snapshot.step + 1
    assert 0 < room.clock.paused[0] < 60


async def test_who_is_slower_than_the_reminder_is_reminded_with_a_forced_card_as_well(room: Room) -> None:
    snapshot = await forced(room)
    (seat,) = snapshot.table.clock.deferred
    async with room.tables.repository.transaction(1) as tx:
        tx.set_clock(deferred={seat: Deferred(snapshot.step, room.clock.time + DAY * 0.75)})
    room.clock.time += DAY / 2
    await room.tables.clocks.tick(1)
    assert [item.mentions for item in room.told(TurnReminder)] == [(turn_of(snapshot),)]
    assert (await now(room)).table.clock.deferred[seat].at == room.clock.time + DAY / 4


async def test_the_last_card_and_one_that_nobody_else_sees_are_played_after_the_pause(room: Room) -> None:
    snapshot = await begun(room, snapshot=await slow(room))
    while snapshot.table.dealt.deals == 1:
        held = snapshot.game.plays_held(snapshot.state, snapshot.awaited[0])
        assert len(held) > 1, "nobody is asked for the last card"
        snapshot = await (forced_on(room) if snapshot.table.clock.deferred else play_out(room, snapshot, 1))
    alone = Room()
    await alone.users.save_settings(UserSettings(1, play_forced=True))
    snapshot = await begun(alone, people=1)
    while snapshot.table.dealt.deals == 1 and snapshot.table.open:
        assert not snapshot.table.clock.deferred
        snapshot = await play_out(alone, snapshot, 1)
    assert set(alone.clock.paused) <= {1.0, 0.0}, "0 before the next hand"


async def forced_on(room: Room) -> TableSnapshot:
    """After the deferred move."""
    room.clock.time = min(one.at for one in (await now(room)).table.clock.deferred.values())
    await room.tables.clocks.tick(1)
    await room.settle()
    return await now(room)


async def test_at_a_quick_table_a_forced_card_waits_for_whoever_asked(room: Room) -> None:
    room.clock.holds = 0.1
    for user in (1, 2, 3, 4):
        await room.users.save_settings(UserSettings(user, play_forced=True))
    snapshot = await begun(room)
    while not snapshot.table.clock.deferred:
        assert snapshot.table.dealt.deals == 1
        room.clock.time += 3.0
        seat = snapshot.awaited[0]
        move = str(snapshot.game.legal(snapshot.state, seat)[0])
        snapshot = await room.tables.play.act(1, actor(turn_of(snapshot)), move, snapshot.step)
        for _ in range(20):
            await asyncio.sleep(0)
    (deferred,) = snapshot.table.clock.deferred.values()
    assert 1.0 < deferred.at - room.clock.time < 60.0
    await room.tables.house_turns.stop()


async def test_a_long_thought_of_the_house_is_not_told_from_the_next_short_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = Room()
    snapshot = await begun(room, people=1)
    choose = room.house.choose
    thought = asyncio.Event()

    async def pause(seconds: float) -> None:
        room.clock.paused.append(seconds)
        await asyncio.sleep(0)
        if len(room.clock.paused) == 2:
            thought.set()
            await asyncio.sleep(0)

    async def slowly(*arguments: Any) -> Move:
        await thought.wait()
        return await choose(*arguments)

    monkeypatch.setattr(room.clock, "pause", pause)
    monkeypatch.setattr(room.house, "choose", slowly)
    room.clock.paused.clear()
    while not room.clock.paused:
        snapshot = await play_out(room, snapshot, 1)
    by_house = [one for one in snapshot.log if one.seat and one.text.startswith("play")]
    assert room.clock.paused[:2] == [1.0, 1.0]
    snapshot = await play_out(room, snapshot, 4)
    assert len(by_house) + 3 <= len(room.clock.paused)
    assert set(room.clock.paused[2:]) == {2.0}, "until the next deal"


async def test_nothing_is_deferred_at_a_table_that_waits(room: Room) -> None:
    snapshot = await forced(room)
    async with room.tables.repository.transaction(1) as tx:
        tx.set_clock(paused=True)
        room.tables.house_turns._deadlines.reset(tx)
    assert not (await now(room)).table.clock.deferred
    assert changed(snapshot.table, paused=True).held


async def at_bezique(room: Room, people: int) -> TableSnapshot:
    snapshot = await room.open("rubicon-bezique")
    if people == 2:
        await room.tables.lobby.sit(1, actor(2))
    else:
        await room.tables.lobby.seat_house(1, actor(1))
    await room.tables.play.start(1, actor(1))
    await room.settle()
    snapshot = await now(room)
    assert snapshot.table.options["asked"] == "always"
    return snapshot


async def test_with_nothing_to_declare_the_draw_waits_as_if_there_were_and_nobody_is_asked() -> None:
    room, drawn, asked = Room(), 0, 0
    snapshot = await at_bezique(room, people=2)
    room.clock.holds = 0.1
    while drawn < 5 or not asked:
        seat = snapshot.awaited[0]
        legal = [str(move) for move in snapshot.game.legal(snapshot.state, seat)]
        if legal == ["take"]:
            assert seat_to_play(snapshot, room.tables.users) is None
            assert snapshot.table.clock.deferred[seat].at > room.clock.time + 0.5
            assert not_asked(snapshot, seat) == {"take"}
            room.clock.holds, drawn = math.inf, drawn + 1
            step = snapshot.step
            snapshot = await forced_on(room)
            assert (snapshot.log[step].seat, snapshot.log[step].text) == (seat, "take")
            room.clock.holds = 0.1
            continue
        assert not snapshot.table.clock.deferred
        assert not not_asked(snapshot, seat)
        asked += "take" in legal
        snapshot = await room.tables.play.act(1, actor(turn_of(snapshot)), legal[0], snapshot.step)
    await room.tables.house_turns.stop()


async def test_alone_with_the_house_nobody_presses_to_draw_with_nothing_to_declare(room: Room) -> None:
    snapshot = await at_bezique(room, people=1)
    before, pressed = snapshot.step, 0
    while sum(one.text == "take" and one.seat == 0 for one in snapshot.log) < 8:
        assert [str(move) for move in snapshot.game.legal(snapshot.state, 0)] != ["take"]
        snapshot, pressed = await play_out(room, snapshot, 1), pressed + 1
    own = [one for one in snapshot.log[before:] if one.seat == 0]
    assert len(own) > pressed
    assert set(room.clock.paused[1:]) == {1.0}
