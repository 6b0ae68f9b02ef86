"""Transactions: all or nothing, one at a time, tried again where another process was quicker."""

import asyncio
import logging

import pytest

from bot.cluster.alone import Alone
from bot.tables.state.chairs import House
from bot.tables.state.change import Change
from bot.tables.state.errors import TableError
from bot.tables.state.posts import PlayerBack, SealPublished, TurnReminder
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from bot.tables.store.repository import Committed
from bot.tables.store.versioned import Conflict, retry_on_conflict
from tests.tables.fakes import Room, actor, is_refused, person


async def test_a_clean_exit_stores_everything_at_once(room: Room) -> None:
    snapshot = await room.open()
    async with room.tables.repository.transaction(snapshot.table.id) as tx:
        tx.set_clock(turn_seconds=7)
        tx.seat(1, House("first", "Clay"))
        tx.post(TurnReminder((person(1),)))
        assert room.store.tables[1].clock.turn_seconds == 60
    assert tx.snapshot.table == room.store.tables[1]
    assert (tx.snapshot.table.clock.turn_seconds, tx.snapshot.table.version) == (7, 2)
    assert tx.before == snapshot
    assert room.store.commits == 1
    (committed,) = room.listener.told
    assert (committed.before, committed.snapshot) == (snapshot, tx.snapshot)
    assert committed.change.posts == tuple(room.store.posts)
    assert await room.tables.repository.look(1) is tx.snapshot


async def test_whatever_is_raised_leaves_everything_as_it_was(room: Room) -> None:
    before = await room.open()

    async def fail(fault: BaseException) -> None:
        async with room.tables.repository.transaction(1) as tx:
            tx.set_clock(turn_seconds=7)
            raise fault

    for fault in (TableError("full"), RuntimeError("broken"), asyncio.CancelledError()):
        with pytest.raises(type(fault)):
            await fail(fault)
        assert await room.tables.repository.look(1) == before
    assert (room.store.commits, room.listener.told) == (0, [])


async def test_nothing_changed_is_nothing_stored(room: Room) -> None:
    before = await room.open()
    async with room.tables.repository.transaction(1) as tx:
        tx.set_clock(turn_seconds=60)
    assert tx.snapshot == before
    assert (room.store.commits, room.listener.told) == (0, [])


async def test_one_at_a_time_and_subscribers_are_told_outside_the_lock(room: Room) -> None:
    await room.open()
    inside = 0
    tasks: list[asyncio.Task[TableSnapshot]] = []

    def look_on(committed: Committed) -> None:
        tasks.append(asyncio.create_task(room.tables.repository.fresh(1)))

    room.tables.repository.subscribe(look_on)

    @retry_on_conflict
    async def longer() -> None:
        nonlocal inside
        async with room.tables.repository.transaction(1) as tx:
            inside += 1
            assert inside == 1
            await asyncio.sleep(0)
            tx.set_clock(turn_seconds=tx.table.clock.turn_seconds + 1)
            inside -= 1

    await asyncio.gather(*(longer() for _ in range(20)))
    assert room.store.tables[1].clock.turn_seconds == 80
    assert [snapshot.table.version for snapshot in await asyncio.gather(*tasks)][-1] == 21


async def test_a_refusal_on_a_stale_snapshot_is_tried_again(room: Room) -> None:
    await room.full(people=3)
    elsewhere = room.another_process()
    await elsewhere.repository.look(1)
    await room.tables.lobby.leave(1, actor(3))
    # There, three chairs are known to be taken, and the third of them is one.
    snapshot = await elsewhere.lobby.sit(1, actor(5))
    assert snapshot.table.chairs.seat_of(5) == 2


async def test_a_refusal_that_still_holds_is_one(room: Room) -> None:
    await room.full()
    elsewhere = room.another_process()
    await elsewhere.repository.look(1)
    await room.tables.lobby.set_up(1, actor(1), turn_seconds=90)
    await is_refused("full", elsewhere.lobby.sit(1, actor(5)))
    assert (await elsewhere.repository.look(1)).table.clock.turn_seconds == 90


async def test_a_lost_race_is_run_again_with_the_table_as_it_is(room: Room) -> None:
    await room.open()
    elsewhere = room.another_process()
    await elsewhere.lobby.set_up(1, actor(1), turn_seconds=90)
    snapshot = await room.tables.lobby.sit(1, actor(2), 1)
    assert (snapshot.table.clock.turn_seconds, snapshot.table.chairs.seat_of(2)) == (90, 1)
    assert room.store.tables[1].version == 3


async def test_a_table_that_is_always_changed_elsewhere_is_busy(room: Room, monkeypatch: pytest.MonkeyPatch):
    await room.open()
    tried: list[Change] = []

    async def lose(change: Change) -> bool:
        tried.append(change)
        return False

    monkeypatch.setattr(room.store, "commit", lose)
    await is_refused("busy", room.tables.lobby.sit(1, actor(2)))
    assert len(tried) == 3
    assert room.listener.told == []


async def test_outside_a_use_case_a_conflict_is_seen(room: Room) -> None:
    await room.open()
    await room.another_process().lobby.set_up(1, actor(1), turn_seconds=90)

    async def change() -> None:
        async with room.tables.repository.transaction(1) as tx:
            tx.set_clock(turn_seconds=7)

    with pytest.raises(Conflict):
        await change()


async def test_cancelled_while_it_is_stored_the_table_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room()
    await room.open()
    commit, going_on = room.store.commit, asyncio.Event()

    async def slowly(change: Change) -> bool:
        held = await commit(change)
        going_on.set()
        await asyncio.sleep(60)
        return held

    monkeypatch.setattr(room.store, "commit", slowly)
    sitting = asyncio.create_task(room.tables.lobby.sit(1, actor(2), 1))
    await going_on.wait()
    sitting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sitting
    monkeypatch.setattr(room.store, "commit", commit)
    assert (await room.tables.repository.look(1)).table.chairs.seat_of(2) == 1
    snapshot = await room.tables.lobby.sit(1, actor(3), 2)
    assert (snapshot.table.version, snapshot.table.chairs.seat_of(2)) == (3, 1)


async def test_a_subscriber_that_fails_undoes_nothing(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    await room.open()

    def fail(committed: Committed) -> None:
        raise RuntimeError("cannot draw")

    tables = room.another_process()
    tables.repository.subscribe(fail)
    told = len(room.listener.told)
    with caplog.at_level(logging.CRITICAL):
        snapshot = await tables.lobby.sit(1, actor(2))
    assert snapshot.table.chairs.seat_of(2) == 1
    assert len(room.listener.told) == told + 1


async def test_only_so_many_tables_are_kept(room: Room) -> None:
    tables = room.tables
    for user in range(1, 6):
        await tables.lobby.open(actor(user), 10, 20, "bishops-whist", {}, 60)
    assert [table.id for table in await tables.repository.open_tables()] == [5, 4, 3, 2, 1]
    small = type(tables.repository)(room.store, room.clock, room.dealer, Alone(), 2, lambda *_: ())
    for table_id in range(1, 6):
        await small.look(table_id)
    assert list(small._cache) == [4, 5]
    await is_refused("no-table", small.look(99))


async def test_posts_of_one_transaction_go_out_together_and_results_apart(room: Room) -> None:
    await room.open()
    back, seal = PlayerBack(person(1)), SealPublished("ab")
    async with room.tables.repository.transaction(1) as tx:
        tx.post(back)
        tx.post(seal, back)
        tx.set(status=Status.LOBBY)
    async with room.tables.repository.transaction(1) as tx:
        tx.post(seal)
    assert [(post.number, post.items) for post in room.store.posts] == [(1, (back, seal, back)), (2, (seal,))]


async def test_tables_that_are_over_do_not_stay(room: Room) -> None:
    for number in range(1, 31):
        room.clock.time += 3600
        await room.open()
        if number % 10:
            await room.tables.lobby.close(number, actor(1))
    cached = room.tables.repository._cache
    assert [number for number in cached if room.store.tables[number].open] == [10, 20, 30]
    assert len(cached) == 3 + 8
    for number in range(1, 31):
        assert (await room.tables.repository.look(number)).table == room.store.tables[number]
    assert len(cached) == 3 + 8, "looked at again, they do not stay either"
