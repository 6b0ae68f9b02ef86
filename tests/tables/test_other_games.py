"""What games of other kinds ask of a table: chairs that follow the options, several to act at once."""

import random

import pytest

from bot.rules.errors import RuleError
from bot.tables.errors import TableError
from bot.tables.live import Live
from bot.tables.model import House, Status
from tests.tables.fakes import Room, person

pytestmark = pytest.mark.asyncio


async def opened(room: Room, game: str, people: int = 1, **options: object) -> Live:
    live = await room.tables.lobby.open(person(1), 10, 20, game, options, 60)  # type: ignore[arg-type]
    for user in range(2, people + 1):
        live = await room.tables.lobby.sit(live.table.id, person(user))
    return live


async def set_players(room: Room, live: Live, number: int) -> Live:
    return await room.tables.lobby.set_option(live.table.id, 1, False, "players", number)


async def test_chairs_follow_the_number_of_players() -> None:
    room = Room()
    live = await opened(room, "old-maid", 2)
    assert len(live.table.seats) == 4
    live = await set_players(room, live, 6)
    assert [seat.user_id for seat in live.table.seats] == [1, 2, None, None, None, None]
    live = await set_players(room, live, 2)
    assert [seat.user_id for seat in live.table.seats] == [1, 2]
    live = await set_players(room, live, 4)
    assert len(live.table.seats) == 4, "the usual number again"
    assert live.table.options == {}


async def test_empty_chairs_go_first_and_then_the_house_players() -> None:
    room = Room()
    live = await opened(room, "old-maid", 1)
    live = await room.tables.lobby.seat_house(live.table.id, 1, False, 1)
    live = await room.tables.lobby.sit(live.table.id, person(2), 3)
    live = await set_players(room, live, 3)
    assert [seat.user_id for seat in live.table.seats] == [1, None, 2]
    assert isinstance(live.table.seats[1].occupant, House)
    live = await set_players(room, live, 2)
    assert [seat.user_id for seat in live.table.seats] == [1, 2]


async def test_nobody_is_put_off_a_chair_by_an_option() -> None:
    room = Room()
    live = await opened(room, "old-maid", 4)
    with pytest.raises(TableError, match="4 people sit here; one has to get up first"):
        await set_players(room, live, 3)
    with pytest.raises(RuleError, match="cannot be 9"):
        await set_players(room, live, 9)


async def test_two_play_bezique_and_a_third_cannot_sit() -> None:
    room = Room()
    live = await opened(room, "bezique", 2)
    with pytest.raises(TableError, match="Every chair is taken"):
        await room.tables.lobby.sit(live.table.id, person(3))


async def test_where_several_are_awaited_the_others_moves_make_nothing_stale() -> None:
    room = Room()
    live = await opened(room, "old-maid", 4, throw="by-hand")
    live = await room.tables.play.start(live.table.id, 1)
    assert len(live.awaited) == 4
    seen = live.step
    for seat in live.awaited:
        user = live.table.seats[seat].user_id
        assert user
        move = str(live.game.legal(live.state, seat)[0])
        live = await room.tables.play.act(live.table.id, user, move, seen)
    assert live.step == seen + 4
    again = live.awaited[0]
    user = live.table.seats[again].user_id
    assert user
    move = str(live.game.legal(live.state, again)[0])
    with pytest.raises(TableError, match="moved on"):
        await room.tables.play.act(live.table.id, user, move, seen)


async def test_a_quick_house_does_not_cut_anybody_off() -> None:
    # Ann and her partner may call honours; the house, to cut, waits for them.
    room = Room()
    live = await opened(room, "english-whist", 1, honours="called")
    live = await room.tables.lobby.seat_house(live.table.id, 1, False)
    live = await room.tables.play.start(live.table.id, 1)
    await room.settle()
    rng = random.Random(4)
    for _ in range(3000):
        live = await room.tables.floor.fresh(live.table.id)
        if live.table.status is not Status.PLAYING:
            live = await opened(room, "english-whist", 1, honours="called")
            live = await room.tables.lobby.seat_house(live.table.id, 1, False)
            live = await room.tables.play.start(live.table.id, 1)
            await room.settle()
            continue
        legal = live.game.legal(live.state, 0)
        if legal and str(legal[0]) == "honours" and len(live.awaited) == 3:
            break
        await room.tables.play.act(live.table.id, 1, str(rng.choice(legal)), live.step)
        await room.settle()
    assert live.awaited[0] == 0
    await room.tables.play.act(live.table.id, 1, "honours", live.step)
    await room.settle()
    live = await room.tables.floor.fresh(live.table.id)
    assert "calls the honours" in " ".join(post.text for post in room.store.posts)
    assert live.awaited in ((0,), (1,), (2,), (3,)), "and the house has cut and plays on"


async def test_results_of_every_kind_reach_the_leaderboard() -> None:
    room = Room()
    live = await opened(room, "old-maid", 2, players=2)
    live = await room.tables.play.start(live.table.id, 1)
    while live.awaited:
        seat = live.awaited[0]
        move = str(live.game.legal(live.state, seat)[0])
        user = live.table.seats[seat].user_id
        assert user
        live = await room.tables.play.act(live.table.id, user, move, live.step)
    assert live.table.status is Status.FINISHED
    assert sorted((o.unit, o.points, o.won) for o in room.store.outcomes) == [
        ("game", 0, False),
        ("game", 1, True),
    ]
