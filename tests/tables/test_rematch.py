"""Play again: the same people and house players in the same chairs, one press each."""

import asyncio

import pytest

from bot.tables.seating.chairs import KEPT_SECONDS
from bot.tables.state.chairs import House
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Posting, Status
from tests.present import present
from tests.tables.fakes import Room, actor, is_refused


async def ended(room: Room, people: int = 3, **options: object) -> int:
    """A table at which so many people have played, the house in the chairs left."""
    snapshot = await room.full(people=people, **options)
    await room.tables.play.start(snapshot.table.id, actor(1))
    await room.tables.lobby.close(snapshot.table.id, actor(1, manages=True))
    return snapshot.table.id


async def test_the_first_press_offers_everybody_the_chair_they_had(room: Room) -> None:
    over = await ended(room)
    before = room.store.tables[over]
    table = (await room.tables.rematch.again(before.id, actor(2))).table
    assert (table.status, table.chairs.host_id, table.chairs.seat_of(2)) == (
        Status.LOBBY,
        2,
        before.chairs.seat_of(2),
    )
    for old, new in zip(before.chairs, table.chairs, strict=True):
        if isinstance(old.occupant, House):
            assert new.occupant == old.occupant, "the same player of the house, at the same level"
        elif old.user_id != 2:
            assert (new.occupant, new.kept_for) == (None, old.occupant)


async def test_it_starts_by_itself_when_all_have_pressed(room: Room) -> None:
    over = await ended(room)
    before = room.store.tables[over]
    await room.tables.rematch.again(before.id, actor(3))
    snapshot = await room.tables.rematch.again(before.id, actor(1))
    assert snapshot.table.status is Status.LOBBY
    again = await room.tables.rematch.again(before.id, actor(1))
    assert again.table.version == snapshot.table.version, "a second press of the same person changes nothing"
    snapshot = await room.tables.rematch.again(before.id, actor(2))
    assert snapshot.table.status is Status.PLAYING
    assert {seat.user_id for seat in snapshot.table.chairs} == {1, 2, 3, None}


async def test_one_person_against_the_house_plays_again_by_one_press(room: Room) -> None:
    snapshot = await room.tables.rematch.again(await ended(room, people=1), actor(1))
    assert snapshot.table.status is Status.PLAYING


async def test_rules_clock_posting_and_ceremony_are_those_of_before(room: Room) -> None:
    snapshot = await room.full(people=2, match="game")
    async with room.tables.repository.transaction(snapshot.table.id) as tx:
        tx.set_telling(posting=Posting.TRICKS)
        tx.set_clock(turn_seconds=77)
        tx.set(ceremony=True, hints=False, level="last")
    await room.tables.lobby.close(snapshot.table.id, actor(1))
    table = (await room.tables.rematch.again(snapshot.table.id, actor(1))).table
    assert table.options == snapshot.table.options
    assert (table.telling.posting, table.ceremony, table.clock.turn_seconds) == (Posting.TRICKS, True, 77)
    assert (table.hints, table.level) == (False, "last")


async def test_a_chair_is_kept_for_two_minutes_and_then_free(room: Room) -> None:
    over = await ended(room, people=4)
    before = room.store.tables[over]
    table = (await room.tables.rematch.again(before.id, actor(1))).table
    kept = present(before.chairs.seat_of(2))
    await is_refused("kept", room.tables.lobby.sit(table.id, actor(7), kept))
    await is_refused("kept", room.tables.lobby.sit(table.id, actor(7)))
    mine = await room.tables.lobby.sit(table.id, actor(3))
    assert mine.table.chairs.seat_of(3) == before.chairs.seat_of(3), (
        "who takes a chair on the table message has their own"
    )
    room.clock.time += KEPT_SECONDS
    taken = await room.tables.lobby.sit(table.id, actor(7), kept)
    assert taken.table.chairs.seat_of(7) == kept
    late = await room.tables.rematch.again(before.id, actor(4))
    assert late.table.chairs.seat_of(4) == before.chairs.seat_of(4)
    await is_refused("full", room.tables.rematch.again(before.id, actor(2)))


async def test_whoever_presses_start_begins_with_the_house_and_the_late_come_in_at_the_next_deal(room: Room):
    before = await ended(room, people=2)
    table = (await room.tables.rematch.again(before, actor(1))).table
    await room.tables.lobby.seat_house(table.id, actor(1))
    await room.tables.play.start(table.id, actor(1))
    late = await room.tables.rematch.again(before, actor(2))
    assert late.table.status is Status.PLAYING
    assert late.table.chairs.belongs(2)


async def test_who_left_in_play_has_the_chair_back_from_the_house(room: Room) -> None:
    snapshot = await room.full(people=2)
    await room.tables.play.start(snapshot.table.id, actor(1))
    await room.tables.lobby.leave(snapshot.table.id, actor(2))
    await room.tables.lobby.close(snapshot.table.id, actor(1, manages=True))
    before = room.store.tables[snapshot.table.id]
    table = (await room.tables.rematch.again(before.id, actor(2))).table
    chair = present(table.chairs.seat_of(2))
    kept = present(before.chairs[chair].kept_for)
    assert kept.user_id == 2


async def test_from_a_panel_by_dm_it_works_as_well(room: Room) -> None:
    snapshot = await room.tables.rematch.again(await ended(room, people=1), actor(1, direct=True))
    assert snapshot.table.status is Status.PLAYING


async def test_two_processes_asked_at_once_open_one_table(room: Room, monkeypatch: pytest.MonkeyPatch):
    over = await ended(room, people=2)
    before = room.store.tables[over]
    here, there = room.tables, room.another_process()
    place, opened = here.lobby.place, asyncio.Event()

    async def slow(*asked: object) -> TableSnapshot:
        placed = await place(*asked)  # type: ignore[arg-type]
        await opened.wait()
        return placed

    monkeypatch.setattr(here.lobby, "place", slow)
    first = asyncio.create_task(here.rematch.again(before.id, actor(1)))
    for _ in range(20):
        await asyncio.sleep(0)
    assert len(room.store.tables) == 2
    quicker = await there.rematch.again(before.id, actor(2))
    opened.set()
    assert (await first).table.id == quicker.table.id
    assert [table.id for table in room.store.tables.values() if table.open] == [quicker.table.id]
    assert room.store.tables[quicker.table.id].status is Status.PLAYING
    await there.stop()
