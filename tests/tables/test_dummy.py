"""Dummy at a table: people change chairs between rubbers, results are each person's own, the log replays."""

import random

from bot.rules.records.record import Analysis, play_record, read_record
from bot.tables.judging.analysis import _lost
from bot.tables.judging.records import record_of
from bot.tables.state.chairs import Dummy, House, Person
from bot.tables.state.outcomes import ALONE, Outcome
from bot.tables.state.posts import ChairsHeld, GameEvent
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from tests.tables.fakes import Room, actor, is_refused

SOUTH = 2


async def begun(room: Room, people: int, game: str = "dummy-whist", **options: str) -> TableSnapshot:
    snapshot = await room.tables.lobby.open(actor(1), 10, 20, game, {"partners": "choice", **options}, 0)
    for user in range(2, people + 1):
        await room.tables.lobby.sit(snapshot.table.id, actor(user))
    if any(seat.occupant is None for seat in (await room.tables.repository.look(1)).table.chairs):
        await room.tables.lobby.seat_house(1, actor(1))
    return await room.tables.play.start(1, actor(1))


async def played_out(room: Room, *, seed: int = 3) -> TableSnapshot:
    """The match, the people playing by chance for themselves and for their dummies."""
    rng = random.Random(seed)
    while True:
        await room.settle()
        snapshot = await room.tables.repository.look(1)
        if not snapshot.awaited:
            return snapshot
        seat = snapshot.awaited[0]
        user_id = snapshot.table.chairs[snapshot.game.player_of(snapshot.state, seat)].user_id
        assert user_id
        move = str(rng.choice(snapshot.game.legal(snapshot.state, seat)))
        await room.tables.play.act(1, actor(user_id), move, snapshot.step)


def of_unit(room: Room, unit: str) -> list[Outcome]:
    return [outcome for outcome in room.store.outcomes if outcome.unit == unit]


async def test_in_a_tournee_each_of_the_three_sits_opposite_dummy_once(room: Room) -> None:
    await begun(room, 3, match="tournee")
    with_dummy = []
    snapshot = await played_out(room)
    assert snapshot.table.status is Status.FINISHED
    # Who has dummy has nobody for a partner.
    for rubber in (1, 2, 3):
        of_rubber = [outcome for outcome in of_unit(room, "rubber") if outcome.number == rubber]
        assert len(of_rubber) == 3
        (alone,) = [outcome.user_id for outcome in of_rubber if outcome.partner_id == ALONE]
        others = {outcome.user_id: outcome.partner_id for outcome in of_rubber if outcome.user_id != alone}
        assert all(others[partner] == user for user, partner in others.items())
        with_dummy.append(alone)
    assert sorted(with_dummy) == [1, 2, 3]
    assert isinstance(snapshot.table.chairs[SOUTH].occupant, Dummy)


async def test_the_tournee_is_the_match_and_everybodys_own(room: Room) -> None:
    await begun(room, 3, match="tournee")
    await played_out(room)
    (match, *others) = of_unit(room, "tournee")
    assert {outcome.partner_id for outcome in (match, *others)} == {ALONE}
    assert all(outcome.match for outcome in (match, *others))
    assert sum(outcome.points for outcome in (match, *others)) == 0
    assert [outcome for outcome in room.store.outcomes if outcome.match] == [match, *others]
    assert not any(outcome.house for outcome in room.store.outcomes), "a dummy is no house player"
    best = max((match, *others), key=lambda outcome: outcome.points)
    assert best.won in (True, None)
    games = {(outcome.number, outcome.user_id) for outcome in of_unit(room, "game")}
    assert len(games) == len(of_unit(room, "game")), "games are numbered through"


async def test_changing_chairs_with_each_other_is_no_change_of_hands(room: Room) -> None:
    await begun(room, 3, match="tournee")
    await played_out(room)
    items = [item for post in room.store.posts for item in post.items]
    assert any(isinstance(item, GameEvent) and item.event.kind == "seated" for item in items)
    assert not any(isinstance(item, ChairsHeld) for item in items)


async def test_the_record_of_a_tournee_names_the_chairs_as_they_were_at_first(room: Room) -> None:
    await begun(room, 3, match="tournee")
    snapshot = await played_out(room)
    record = read_record(record_of(snapshot).model_dump_json())
    assert record.seats == ["Ann", "Bob", "Dummy", "Cleo"]
    last = list(play_record(record))[-1]
    assert (last.event.kind, last.names.seats) == ("tournee", snapshot.plain_names.seats)
    names = {outcome.user_id: outcome.points for outcome in of_unit(room, "tournee")}
    assert last.event.to_json(last.names)["points"] == {"Ann": names[1], "Bob": names[2], "Cleo": names[3]}


async def test_results_of_a_rubber_name_those_who_sat_there_before_they_changed_chairs(room: Room) -> None:
    await begun(room, 3, match="tournee")
    rng = random.Random(3)
    snapshot = before = await room.tables.repository.look(1)
    while snapshot.state is None or snapshot.view(None).rubber == 1:  # type: ignore[attr-defined]
        await room.settle()
        snapshot = await room.tables.repository.look(1)
        seat = snapshot.awaited[0]
        user_id = snapshot.table.chairs[snapshot.game.player_of(snapshot.state, seat)].user_id
        assert user_id
        before = snapshot
        move = str(rng.choice(snapshot.game.legal(snapshot.state, seat)))
        snapshot = await room.tables.play.act(1, actor(user_id), move, snapshot.step)
    assert snapshot.last_seats == tuple(seat.occupant for seat in before.table.chairs)
    assert snapshot.table.chairs[0].user_id == 2, "Bob has dummy now"
    # Nothing of the hand before can be entered any more, and a card is marked for nobody.
    assert not snapshot.table.dealt.marked


async def test_nobody_sits_in_dummys_chair_and_nobody_waits(room: Room) -> None:
    snapshot = await room.open("dummy-whist")
    assert isinstance(snapshot.table.chairs[SOUTH].occupant, Dummy)
    await is_refused("dummys-chair", room.tables.lobby.sit(1, actor(2), SOUTH))
    await is_refused("nobody-there", room.tables.lobby.remove(1, actor(1), SOUTH))
    await is_refused("not-empty", room.tables.lobby.seat_house(1, actor(1), SOUTH))
    for user in (2, 3):
        await room.tables.lobby.sit(1, actor(user))
    await is_refused("complete", room.tables.lobby.wait(1, actor(4)))
    await is_refused("full", room.tables.lobby.sit(1, actor(4)))
    assert isinstance(room.store.tables[1].chairs[SOUTH].occupant, Dummy)


async def test_who_takes_over_for_dummys_partner_plays_both_hands(room: Room) -> None:
    await begun(room, 3)
    await room.tables.lobby.leave(1, actor(1))
    assert isinstance(room.store.tables[1].chairs[0].occupant, House)
    snapshot = await room.tables.lobby.sit(1, actor(1))
    assert snapshot.table.chairs[0].user_id == 1, "their own hands, which they have seen"
    assert snapshot.played_by(0) == (0, SOUTH)
    await room.tables.lobby.leave(1, actor(1))
    snapshot = await room.tables.lobby.sit(1, actor(4))
    assert snapshot.table.chairs.incoming_at(4) == 0, "others come in with the next deal"


async def test_a_match_after_the_match_has_a_dummy_too(room: Room) -> None:
    await begun(room, 3, match="game")
    await played_out(room)
    following = await room.tables.rematch.again(1, actor(2))
    kinds = [type(seat.occupant) for seat in following.table.chairs]
    assert kinds[SOUTH] is Dummy
    assert kinds.count(Dummy) == 1
    for user in (1, 3):
        following = await room.tables.rematch.again(1, actor(user))
    assert following.table.status is Status.PLAYING
    assert sum(isinstance(seat.occupant, Person) for seat in following.table.chairs) == 3


async def test_what_dummys_hand_gave_away_is_its_players() -> None:
    found = Analysis(hand=1, unit="tricks", counted_from=1, best=7, made=5, losses=[1, 0, 2, 0], slips=[])
    assert _lost(found, [1, 2, 1, 3]) == {1: 3, 2: 0, 3: 0}
