import pytest

from bot.rules.errors import RuleError
from bot.tables.errors import TableError
from bot.tables.lobby import LOBBY_SECONDS
from bot.tables.model import House, Status
from tests.tables.fakes import Room, person, play_out

pytestmark = pytest.mark.asyncio


async def test_the_host_sits_in_the_first_chair() -> None:
    room = Room()
    live = await room.open()
    assert live.table.seats[0].occupant == person(1)
    assert live.table.status is Status.LOBBY
    assert live.table.deadline == room.clock.time + LOBBY_SECONDS


async def test_an_unknown_game_and_an_unknown_option_are_refused() -> None:
    room = Room()
    with pytest.raises(RuleError, match="no game 'bridge'"):
        await room.tables.lobby.open(person(1), 10, 20, "bridge", {}, 60)
    with pytest.raises(RuleError, match="no option 'jokers'"):
        await room.open(jokers=2)
    assert room.store.tables == {}


async def test_people_take_the_chairs_they_choose() -> None:
    room = Room()
    live = await room.open()
    live = await room.tables.lobby.sit(live.table.id, person(2), 2)
    assert live.table.seat_of(2) == 2
    live = await room.tables.lobby.sit(live.table.id, person(2), 3)
    assert live.table.seat_of(2) == 3
    assert live.table.seats[2].occupant is None
    live = await room.tables.lobby.sit(live.table.id, person(3))
    assert live.table.seat_of(3) == 1


@pytest.mark.parametrize(
    ("user", "chair", "code"), [(2, 0, "taken"), (1, 0, "seated"), (1, None, "seated"), (2, 9, "chair")]
)
async def test_a_chair_that_cannot_be_had(user: int, chair: int | None, code: str) -> None:
    room = Room()
    live = await room.open()
    with pytest.raises(TableError) as refusal:
        await room.tables.lobby.sit(live.table.id, person(user), chair)
    assert refusal.value.code == code
    assert room.store.tables[live.table.id].version == 1


async def test_a_full_table_takes_nobody() -> None:
    room = Room()
    live = await room.full()
    with pytest.raises(TableError, match="Every chair is taken"):
        await room.tables.lobby.sit(live.table.id, person(5))


async def test_the_house_fills_every_empty_chair_with_different_players() -> None:
    room = Room()
    live = await room.full(people=1)
    hired = [seat.occupant.name for seat in live.table.seats if isinstance(seat.occupant, House)]
    assert len(set(hired)) == 3


async def test_only_the_host_or_a_manager_calls_the_house_and_closes() -> None:
    room = Room()
    live = await room.open()
    await room.tables.lobby.sit(live.table.id, person(2))
    with pytest.raises(TableError, match="Only <@1>"):
        await room.tables.lobby.seat_house(live.table.id, 2, False)
    with pytest.raises(TableError, match="Only <@1>"):
        await room.tables.lobby.close(live.table.id, 2, False)
    live = await room.tables.lobby.close(live.table.id, 2, True)
    assert live.table.status is Status.CLOSED


async def test_the_host_leaving_passes_the_table_on_and_the_last_one_closes_it() -> None:
    room = Room()
    live = await room.open()
    await room.tables.lobby.sit(live.table.id, person(2))
    live = await room.tables.lobby.leave(live.table.id, 1)
    assert live.table.host_id == 2
    live = await room.tables.lobby.leave(live.table.id, 2)
    assert live.table.status is Status.CLOSED
    with pytest.raises(TableError, match="has finished"):
        await room.tables.lobby.sit(live.table.id, person(3))


async def test_leaving_in_play_hands_the_cards_to_the_house_and_the_game_goes_on() -> None:
    room = Room()
    live = await room.full()
    live = await room.tables.play.start(live.table.id, 1)
    live = await play_out(room, live, 3)
    left = live.table.seat_of(2)
    assert left is not None
    held = live.view(left).hand
    live = await room.tables.lobby.leave(live.table.id, 2)
    assert isinstance(live.table.seats[left].occupant, House)
    assert live.view(left).hand == held
    await room.settle()
    assert "Bob has left" in room.store.posts[-1].text or any(
        "Bob has left" in p.text for p in room.store.posts
    )


async def test_a_latecomer_takes_over_from_a_house_player() -> None:
    room = Room()
    live = await room.full(people=2)
    live = await room.tables.play.start(live.table.id, 1)
    await room.settle()
    live = await room.tables.lobby.sit(live.table.id, person(3))
    assert live.table.seat_of(3) is not None
    assert any("Cleo takes over from" in post.text for post in room.store.posts)


async def test_a_latecomer_is_not_hurried() -> None:
    room = Room()
    live = await room.full(people=2)
    live = await room.tables.play.start(live.table.id, 1)
    await room.settle()
    live = await room.tables.lobby.sit(live.table.id, person(3))
    assert live.table.deadline == room.clock.time + live.table.turn_seconds
    await room.tables.play.tick(live.table.id)
    assert not any(post.kind == "reminder" for post in room.store.posts)


async def test_an_invitation_mentions_the_guest_once() -> None:
    room = Room()
    live = await room.open()
    live = await room.tables.lobby.invite(live.table.id, 1, person(2))
    assert room.store.posts[-1].mentions == (2,)
    with pytest.raises(TableError, match="asked already"):
        await room.tables.lobby.invite(live.table.id, 1, person(2))
    with pytest.raises(TableError, match="do not sit"):
        await room.tables.lobby.invite(live.table.id, 3, person(4))


async def test_remove_in_the_lobby_empties_the_chair_and_is_for_the_host() -> None:
    room = Room()
    live = await room.open()
    await room.tables.lobby.sit(live.table.id, person(2), 1)
    with pytest.raises(TableError, match="Only <@1>"):
        await room.tables.lobby.remove(live.table.id, 2, False, 0)
    live = await room.tables.lobby.remove(live.table.id, 1, False, 1)
    assert live.table.seats[1].occupant is None


async def test_a_substitute_for_somebody_away_needs_no_host() -> None:
    room = Room()
    live = await room.full()
    live = await room.tables.play.start(live.table.id, 1)
    awaited = live.awaited[0]
    away = live.table.seats[awaited].user_id
    other = next(p.user_id for p in live.table.people if p.user_id not in (away, 1))
    with pytest.raises(TableError, match="Only <@1>"):
        await room.tables.lobby.substitute(live.table.id, other, False, awaited, None)
    for _ in range(2):
        room.clock.time += 61
        await room.tables.play.tick(live.table.id)
    live = await room.tables.lobby.substitute(live.table.id, other, False, awaited, person(5))
    assert live.table.seat_of(5) == awaited


async def test_house_rules_are_set_before_the_start_only() -> None:
    room = Room()
    live = await room.full()
    live = await room.tables.lobby.set_option(live.table.id, 1, False, "match", "game")
    assert live.table.options == {"match": "game"}
    with pytest.raises(RuleError, match="cannot be 'forever'"):
        await room.tables.lobby.set_option(live.table.id, 1, False, "match", "forever")
    await room.tables.play.start(live.table.id, 1)
    with pytest.raises(TableError, match="before the start"):
        await room.tables.lobby.set_option(live.table.id, 1, False, "match", "rubber")


async def test_a_forgotten_lobby_clears_itself_away() -> None:
    room = Room()
    live = await room.open()
    room.clock.time += LOBBY_SECONDS + 1
    assert await room.store.due(room.clock.time) == [live.table.id]
    await room.tables.play.tick(live.table.id)
    assert room.store.tables[live.table.id].status is Status.CLOSED


async def test_house_players_of_a_level_are_called_by_its_key() -> None:
    room = Room()
    live = await room.open()
    live = await room.tables.lobby.seat_house(live.table.id, 1, False, 1, "last")
    live = await room.tables.lobby.seat_house(live.table.id, 1, False)
    assert [seat.occupant.player for seat in live.table.seats[1:]] == [  # type: ignore[union-attr]
        "last",
        "first",
        "first",
    ]
    assert House("bob-short", "Mr Clay").level == "Bob Short"


async def test_a_level_there_is_not_is_refused() -> None:
    room = Room()
    live = await room.open()
    with pytest.raises(TableError, match="the house plays as First, Last"):
        await room.tables.lobby.seat_house(live.table.id, 1, False, None, "master")
