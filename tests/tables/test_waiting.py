"""Five and six people at a table of four (Laws 16-21)."""

import pytest

from bot.tables.errors import TableError
from bot.tables.live import Live
from bot.tables.model import Status, Table
from tests.tables.fakes import Room, person

pytestmark = pytest.mark.asyncio


@pytest.fixture
def room() -> Room:
    return Room()


async def crowded(room: Room, people: int, after: Table | None = None) -> Live:
    """A table of English Whist that so many belong to, the fifth and sixth waiting."""
    live = await room.tables.lobby.open(person(1), 10, 20, "english-whist", {}, 60, after)
    for user in range(2, 5):
        live = await room.tables.lobby.sit(live.table.id, person(user))
    for user in range(5, people + 1):
        live = await room.tables.lobby.wait(live.table.id, person(user))
    return live


async def test_a_table_is_complete_with_six(room: Room) -> None:
    live = await crowded(room, 6)
    assert [p.user_id for p in live.table.waiting] == [5, 6]
    with pytest.raises(TableError, match="complete"):
        await room.tables.lobby.wait(live.table.id, person(7))
    with pytest.raises(TableError, match="belong"):
        await room.tables.lobby.wait(live.table.id, person(5))
    with pytest.raises(TableError, match="belong"):
        await room.tables.lobby.wait(live.table.id, person(1))


async def test_nobody_waits_while_a_chair_is_free_or_where_the_game_has_no_waiting(room: Room) -> None:
    live = await room.tables.lobby.open(person(1), 10, 20, "english-whist", {}, 60)
    with pytest.raises(TableError, match="free chair"):
        await room.tables.lobby.wait(live.table.id, person(2))
    bishops = await room.full()
    with pytest.raises(TableError, match="complete"):
        await room.tables.lobby.wait(bishops.table.id, person(5))


async def test_four_of_six_are_cut_for_and_cut_for_partners(room: Room) -> None:
    live = await crowded(room, 6)
    live = await room.tables.play.start(live.table.id, 1)
    playing = {seat.user_id for seat in live.table.seats}
    waiting = {p.user_id for p in live.table.waiting}
    assert len(playing) == 4
    assert playing | waiting == {1, 2, 3, 4, 5, 6}
    assert live.table.options == {"partners": "cut"}
    told = room.store.posts[0].text
    assert told.startswith("6 people for 4 chairs. Cut: ")
    assert "wait for the next match." in told
    assert "play against" in told, "they cut again for partners"


async def test_after_the_match_whoever_waited_plays(room: Room) -> None:
    live = await crowded(room, 5)
    live = await room.tables.play.start(live.table.id, 1)
    (out,) = live.table.waiting
    again = await crowded(room, 5, after=live.table)
    assert again.table.rubbers == {p.user_id: 1 for p in live.table.people} | {out.user_id: 0}
    again = await room.tables.play.start(again.table.id, 1)
    assert again.table.seat_of(out.user_id) is not None
    third = await room.tables.lobby.open(person(1), 10, 20, "english-whist", {}, 60, again.table)
    assert sorted(third.table.rubbers.values()) == [0, 1, 2, 2, 2]


async def test_a_chair_that_is_left_before_the_start_goes_to_who_waits_first(room: Room) -> None:
    live = await crowded(room, 6)
    live = await room.tables.lobby.leave(live.table.id, 2)
    assert live.table.seats[1].user_id == 5
    assert [p.user_id for p in live.table.waiting] == [6]


async def test_one_can_stop_waiting_or_take_over_from_the_house(room: Room) -> None:
    live = await crowded(room, 6)
    live = await room.tables.lobby.leave(live.table.id, 6)
    assert [p.user_id for p in live.table.waiting] == [5]
    live = await room.tables.play.start(live.table.id, 1)
    (out,) = live.table.waiting
    leaver = next(p.user_id for p in live.table.people)
    live = await room.tables.lobby.leave(live.table.id, leaver)
    assert live.table.status is Status.PLAYING
    live = await room.tables.lobby.sit(live.table.id, out)
    assert live.table.waiting == ()
    assert live.table.seat_of(out.user_id) is not None
