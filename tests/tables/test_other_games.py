"""What games of other kinds ask of a table: chairs that follow the options, several to act at once."""

import random

import pytest

from bot.rules.errors import RuleError
from bot.rules.whist.events import HonoursCalled
from bot.tables.state.chairs import House
from bot.tables.state.posts import GameEvent
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from tests.tables.fakes import Room, actor, is_refused


async def opened(room: Room, game: str, people: int = 1, **options: object) -> TableSnapshot:
    snapshot = await room.open(game, **options)
    for user in range(2, people + 1):
        snapshot = await room.tables.lobby.sit(snapshot.table.id, actor(user))
    return snapshot


async def set_players(room: Room, snapshot: TableSnapshot, number: int) -> TableSnapshot:
    return await room.tables.lobby.set_up(snapshot.table.id, actor(1), options={"players": number})


async def test_chairs_follow_the_number_of_players(room: Room) -> None:
    snapshot = await opened(room, "old-maid", 2)
    assert len(snapshot.table.chairs) == 4
    snapshot = await set_players(room, snapshot, 6)
    assert [seat.user_id for seat in snapshot.table.chairs] == [1, 2, None, None, None, None]
    snapshot = await set_players(room, snapshot, 2)
    assert [seat.user_id for seat in snapshot.table.chairs] == [1, 2]
    snapshot = await set_players(room, snapshot, 4)
    assert len(snapshot.table.chairs) == 4, "the usual number again"
    assert snapshot.table.options == {"cut": True}


async def test_empty_chairs_go_first_and_then_the_house_players(room: Room) -> None:
    snapshot = await opened(room, "old-maid", 1)
    snapshot = await room.tables.lobby.seat_house(snapshot.table.id, actor(1), 1)
    snapshot = await room.tables.lobby.sit(snapshot.table.id, actor(2), 3)
    snapshot = await set_players(room, snapshot, 3)
    assert [seat.user_id for seat in snapshot.table.chairs] == [1, None, 2]
    assert isinstance(snapshot.table.chairs[1].occupant, House)
    snapshot = await set_players(room, snapshot, 2)
    assert [seat.user_id for seat in snapshot.table.chairs] == [1, 2]


async def test_nobody_is_put_off_a_chair_by_an_option(room: Room) -> None:
    snapshot = await opened(room, "old-maid", 4)
    await is_refused("chairs", set_players(room, snapshot, 3), people=4)
    with pytest.raises(RuleError, match="cannot be 9"):
        await set_players(room, snapshot, 9)


async def test_two_play_bezique_and_a_third_cannot_sit(room: Room) -> None:
    snapshot = await opened(room, "bezique", 2)
    await is_refused("full", room.tables.lobby.sit(snapshot.table.id, actor(3)))


async def test_where_several_are_awaited_the_others_moves_make_nothing_stale(room: Room) -> None:
    snapshot = await opened(room, "old-maid", 4, throw="by-hand", cut=False)
    snapshot = await room.tables.play.start(snapshot.table.id, actor(1))
    assert len(snapshot.awaited) == 4
    seen = snapshot.step
    for seat in snapshot.awaited:
        user = snapshot.table.chairs[seat].user_id
        assert user
        move = str(snapshot.game.legal(snapshot.state, seat)[0])
        snapshot = await room.tables.play.act(snapshot.table.id, actor(user), move, seen)
    assert snapshot.step == seen + 4
    again = snapshot.awaited[0]
    user = snapshot.table.chairs[again].user_id
    assert user
    move = str(snapshot.game.legal(snapshot.state, again)[0])
    await is_refused("stale", room.tables.play.act(snapshot.table.id, actor(user), move, seen))


async def test_a_quick_house_does_not_cut_anybody_off() -> None:
    # Ann and her partner may call honours; the house, to cut, waits for them.
    room = Room(ceremony=True)
    snapshot = await opened(room, "english-whist", 1, honours="called", match="rubber")
    snapshot = await room.tables.lobby.seat_house(snapshot.table.id, actor(1))
    snapshot = await room.tables.play.start(snapshot.table.id, actor(1))
    await room.settle()
    rng = random.Random(4)
    for _ in range(3000):
        snapshot = await room.tables.repository.fresh(snapshot.table.id)
        if snapshot.table.status is not Status.PLAYING:
            snapshot = await opened(room, "english-whist", 1, honours="called", match="rubber")
            snapshot = await room.tables.lobby.seat_house(snapshot.table.id, actor(1))
            snapshot = await room.tables.play.start(snapshot.table.id, actor(1))
            await room.settle()
            continue
        legal = snapshot.game.legal(snapshot.state, 0)
        if legal and str(legal[0]) == "honours" and len(snapshot.awaited) == 3:
            break
        await room.tables.play.act(snapshot.table.id, actor(1), str(rng.choice(legal)), snapshot.step)
        await room.settle()
    assert snapshot.awaited[0] == 0
    await room.tables.play.act(snapshot.table.id, actor(1), "honours", snapshot.step)
    await room.settle()
    snapshot = await room.tables.repository.fresh(snapshot.table.id)
    assert any(isinstance(item.event, HonoursCalled) for item in room.told(GameEvent))
    assert snapshot.awaited in ((0,), (1,), (2,), (3,)), "and the house has cut and plays on"


async def test_results_of_every_kind_reach_the_leaderboard(room: Room) -> None:
    snapshot = await opened(room, "old-maid", 2, players=2)
    snapshot = await room.tables.play.start(snapshot.table.id, actor(1))
    while snapshot.awaited:
        seat = snapshot.awaited[0]
        move = str(snapshot.game.legal(snapshot.state, seat)[0])
        user = snapshot.table.chairs[seat].user_id
        assert user
        snapshot = await room.tables.play.act(snapshot.table.id, actor(user), move, snapshot.step)
    assert snapshot.table.status is Status.FINISHED
    assert sorted((o.unit, o.points, o.won) for o in room.store.outcomes) == [
        ("game", 0, False),
        ("game", 1, True),
    ]


async def test_tricks_played_side_by_side_do_not_wait_for_each_other() -> None:
    # In the last tricks of four-handed bezique each plays one adversary; two of the house play on.
    room = Room()
    snapshot = await opened(room, "four-handed-bezique", 1)
    snapshot = await room.tables.lobby.seat_house(snapshot.table.id, actor(1))
    await room.tables.play.start(snapshot.table.id, actor(1))
    parted = 0
    for _ in range(60):
        await room.settle()
        snapshot = await room.tables.repository.fresh(snapshot.table.id)
        if snapshot.game.independent(snapshot.state):
            parted += 1
            assert snapshot.awaited == (0,), "the house has played its own tricks to the end"
        elif parted:
            break
        move = str(snapshot.game.legal(snapshot.state, 0)[0])
        await room.tables.play.act(snapshot.table.id, actor(1), move, snapshot.step)
    assert parted == 8
