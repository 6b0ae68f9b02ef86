from typing import Any

import pytest

from bot.rules.errors import RuleError
from bot.tables.state.chairs import House
from bot.tables.state.errors import TableError
from bot.tables.state.posts import SeatLeft, SeatPromised, TurnReminder
from bot.tables.state.table import Status
from bot.tables.turns.deadlines import LOBBY_SECONDS
from tests.tables.fakes import Room, actor, is_refused, person, play_out, refused


async def test_the_host_sits_in_the_first_chair(room: Room) -> None:
    snapshot = await room.open()
    assert snapshot.table.chairs[0].occupant == person(1)
    assert snapshot.table.status is Status.LOBBY
    assert snapshot.table.clock.deadline == room.clock.time + LOBBY_SECONDS


async def test_an_unknown_game_and_an_unknown_option_are_refused(room: Room) -> None:
    with pytest.raises(RuleError, match="no game 'bridge'"):
        await room.tables.lobby.open(actor(1), 10, 20, "bridge", {}, 60)
    with pytest.raises(RuleError, match="no option 'jokers'"):
        await room.open(jokers=2)
    assert room.store.tables == {}


async def test_people_take_the_chairs_they_choose(room: Room) -> None:
    snapshot = await room.open()
    snapshot = await room.tables.lobby.sit(snapshot.table.id, actor(2), 2)
    assert snapshot.table.chairs.seat_of(2) == 2
    snapshot = await room.tables.lobby.sit(snapshot.table.id, actor(2), 3)
    assert snapshot.table.chairs.seat_of(2) == 3
    assert snapshot.table.chairs[2].occupant is None
    snapshot = await room.tables.lobby.sit(snapshot.table.id, actor(3))
    assert snapshot.table.chairs.seat_of(3) == 1


@pytest.mark.parametrize(
    ("user", "chair", "code"), [(2, 0, "taken"), (1, 0, "seated"), (1, None, "seated"), (2, 9, "chair")]
)
async def test_a_chair_that_cannot_be_had(room: Room, user: int, chair: int | None, code: str) -> None:
    snapshot = await room.open()
    with pytest.raises(TableError) as refusal:
        await room.tables.lobby.sit(snapshot.table.id, actor(user), chair)
    assert refusal.value.code == code
    assert room.store.tables[snapshot.table.id].version == 1


async def test_a_full_table_takes_nobody(room: Room) -> None:
    snapshot = await room.full()
    await is_refused("full", room.tables.lobby.sit(snapshot.table.id, actor(5)))


async def test_the_house_fills_every_empty_chair_with_different_players(room: Room) -> None:
    snapshot = await room.full(people=1)
    hired = [seat.occupant.name for seat in snapshot.table.chairs if isinstance(seat.occupant, House)]
    assert len(set(hired)) == 3


async def test_only_the_host_or_a_manager_calls_the_house_and_closes(room: Room) -> None:
    snapshot = await room.open()
    await room.tables.lobby.sit(snapshot.table.id, actor(2))
    await is_refused("not-host", room.tables.lobby.seat_house(snapshot.table.id, actor(2)), host=1)
    await is_refused("not-host", room.tables.lobby.close(snapshot.table.id, actor(2)), host=1)
    snapshot = await room.tables.lobby.close(snapshot.table.id, actor(2, manages=True))
    assert snapshot.table.status is Status.CLOSED


async def test_the_host_leaving_passes_the_table_on_and_the_last_one_closes_it(room: Room) -> None:
    snapshot = await room.open()
    await room.tables.lobby.sit(snapshot.table.id, actor(2))
    snapshot = await room.tables.lobby.leave(snapshot.table.id, actor(1))
    assert snapshot.table.chairs.host_id == 2
    snapshot = await room.tables.lobby.leave(snapshot.table.id, actor(2))
    assert snapshot.table.status is Status.CLOSED
    await is_refused("closed", room.tables.lobby.sit(snapshot.table.id, actor(3)))


async def test_leaving_in_play_hands_the_cards_to_the_house_and_the_game_goes_on(room: Room) -> None:
    snapshot = await room.full()
    snapshot = await room.tables.play.start(snapshot.table.id, actor(1))
    snapshot = await play_out(room, snapshot, 3)
    left = snapshot.table.chairs.seat_of(2)
    assert left is not None
    before: Any = snapshot.view(left)
    snapshot = await room.tables.lobby.leave(snapshot.table.id, actor(2))
    assert isinstance(snapshot.table.chairs[left].occupant, House)
    after: Any = snapshot.view(left)
    assert after.hand == before.hand
    await room.settle()
    (told,) = room.told(SeatLeft)
    assert (told.leaving, told.stand_in) == (person(2), snapshot.table.chairs[left].occupant)


async def test_a_latecomer_takes_over_from_a_house_player(room: Room) -> None:
    snapshot = await room.full(people=2)
    snapshot = await room.tables.play.start(snapshot.table.id, actor(1))
    await room.settle()
    snapshot = await room.tables.lobby.sit(snapshot.table.id, actor(3))
    assert snapshot.table.chairs.incoming_at(3) is not None
    assert snapshot.table.chairs.seat_of(3) is None
    (taken,) = room.told(SeatPromised)
    assert taken.newcomer == person(3)
    assert isinstance(taken.leaving, House)


async def test_a_latecomer_is_not_hurried(room: Room) -> None:
    snapshot = await room.full(people=2)
    snapshot = await room.tables.play.start(snapshot.table.id, actor(1))
    await room.settle()
    snapshot = await room.tables.lobby.sit(snapshot.table.id, actor(3))
    assert snapshot.table.clock.deadline == room.clock.time + snapshot.table.clock.turn_seconds
    await room.tables.clocks.tick(snapshot.table.id)
    assert not room.told(TurnReminder)


async def test_an_invitation_mentions_the_guest_once(room: Room) -> None:
    snapshot = await room.open()
    snapshot = await room.tables.lobby.invite(snapshot.table.id, actor(1), person(2))
    assert room.store.posts[-1].mentions == (2,)
    await is_refused("invited", room.tables.lobby.invite(snapshot.table.id, actor(1), person(2)))
    await is_refused("not-seated", room.tables.lobby.invite(snapshot.table.id, actor(3), person(4)))


async def test_remove_in_the_lobby_empties_the_chair_and_is_for_the_host(room: Room) -> None:
    snapshot = await room.open()
    await room.tables.lobby.sit(snapshot.table.id, actor(2), 1)
    await is_refused("not-host", room.tables.lobby.remove(snapshot.table.id, actor(2), 0), host=1)
    snapshot = await room.tables.lobby.remove(snapshot.table.id, actor(1), 1)
    assert snapshot.table.chairs[1].occupant is None


async def test_house_rules_are_set_before_the_start_only(room: Room) -> None:
    snapshot = await room.full()
    snapshot = await room.tables.lobby.set_up(snapshot.table.id, actor(1), options={"match": "game"})
    assert snapshot.table.options == {"match": "game"}
    with pytest.raises(RuleError, match="cannot be 'forever'"):
        await room.tables.lobby.set_up(snapshot.table.id, actor(1), options={"match": "forever"})
    await room.tables.play.start(snapshot.table.id, actor(1))
    with refused("started"):
        await room.tables.lobby.set_up(snapshot.table.id, actor(1), options={"match": "rubber"})


async def test_a_forgotten_lobby_clears_itself_away(room: Room) -> None:
    snapshot = await room.open()
    room.clock.time += LOBBY_SECONDS + 1
    assert await room.store.due(room.clock.time) == [snapshot.table.id]
    await room.tables.clocks.tick(snapshot.table.id)
    assert room.store.tables[snapshot.table.id].status is Status.CLOSED


async def test_house_players_of_a_level_are_called_by_its_key(room: Room) -> None:
    snapshot = await room.open()
    snapshot = await room.tables.lobby.seat_house(snapshot.table.id, actor(1), 1, "last")
    snapshot = await room.tables.lobby.seat_house(snapshot.table.id, actor(1))
    assert [seat.occupant.player for seat in snapshot.table.chairs[1:]] == [  # type: ignore[union-attr]
        "last",
        "first",
        "first",
    ]
    assert House("bob-short", "Mr Clay").level == "Bob Short"


async def test_a_level_there_is_not_is_refused(room: Room) -> None:
    snapshot = await room.open()
    with refused("level", levels=("First", "Last")):
        await room.tables.lobby.seat_house(snapshot.table.id, actor(1), None, "master")
