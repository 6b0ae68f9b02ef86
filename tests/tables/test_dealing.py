"""What the bot cuts and deals by itself, and how long it pauses before it does."""

import asyncio
from typing import Any

import pytest

from bot.rules.moves import Cut
from bot.rules.preliminaries.phases import NameDealer, PutLeft, TakeChair
from bot.rules.registry import GAMES
from bot.tables.state.preferences import Pace, UserSettings
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import Status
from bot.tables.turns.deadlines import CALL_SECONDS, LATE_SECONDS, Pauses, stands_in_at, turn_since
from tests.tables.fakes import Room, actor, is_refused, play_out

PAUSES = Pauses(1.0, 1.5, 8.0)
PRELIMINARY = (Cut.verb, NameDealer.verb, TakeChair.verb, PutLeft.verb)


async def started(room: Room, game: str, people: int, **options: Any) -> TableSnapshot:
    """A match of so many people, begun, before the house has done anything."""
    snapshot = await room.open(game, **options)
    for user in range(2, people + 1):
        snapshot = await room.tables.lobby.sit(snapshot.table.id, actor(user))
    if any(seat.occupant is None for seat in snapshot.table.chairs):
        await room.tables.lobby.seat_house(snapshot.table.id, actor(1))
    return await room.tables.play.start(snapshot.table.id, actor(1))


async def now(room: Room) -> TableSnapshot:
    return await room.tables.repository.fresh(1)


async def between(room: Room, game: str = "american-whist", people: int = 4, **options: Any) -> TableSnapshot:
    """A match after its first hand, the bot about to deal the next."""
    snapshot = await started(room, game, people, **options)
    room.clock.holds = 3.0
    while not snapshot.between_hands:
        assert snapshot.table.status is Status.PLAYING
        seat = snapshot.awaited[0]
        user = snapshot.table.chairs[seat].user_id
        if user is None:
            await asyncio.sleep(0)
        else:
            move = str(snapshot.game.legal(snapshot.state, seat)[0])
            await room.tables.play.act(1, actor(user), move, snapshot.step)
        snapshot = await now(room)
    await turns(20)
    return snapshot


async def turns(number: int) -> None:
    for _ in range(number):
        await asyncio.sleep(0)


def dealt(snapshot: TableSnapshot) -> bool:
    held = getattr(snapshot.view(None), "held", ())
    return snapshot.cutting_seat is None and any(held)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("people", [1, 2])
async def test_start_leads_straight_to_the_first_hand(room: Room, game: str, people: int) -> None:
    snapshot = await room.open(game)
    if people > 1:
        snapshot = await room.tables.lobby.sit(1, actor(2))
    if any(seat.occupant is None for seat in snapshot.table.chairs):
        await room.tables.lobby.seat_house(1, actor(1))
    commits = room.store.commits
    snapshot = await room.tables.play.start(1, actor(1))
    assert room.store.commits == commits + 1
    assert dealt(snapshot) or game == "bishops-whist", "there a knight may have been turned"
    assert sum(logged.seal is not None for logged in snapshot.log) == snapshot.table.dealt.deals == 1
    cuts = [logged for logged in snapshot.log if logged.text.startswith(PRELIMINARY)]
    assert cuts
    assert all(logged.seat is not None for logged in cuts), "the record says whose cut it was"


async def test_whoever_has_the_choice_of_the_deal_leads_and_nobody_changes_chairs_without_need(room: Room):
    snapshot = await started(room, "bezique", 2)
    (named,) = (logged for logged in snapshot.log if logged.text.startswith(NameDealer.verb))
    assert snapshot.awaited == (named.seat,)
    room = Room()
    snapshot = await started(room, "english-whist", 4, partners="chairs")
    (taken,) = (logged for logged in snapshot.log if logged.text.startswith(TakeChair.verb))
    assert taken.text == f"{TakeChair.verb} {taken.seat}"


@pytest.mark.parametrize("game", GAMES)
async def test_with_the_ceremony_people_cut_and_choose(game: str) -> None:
    room = Room(ceremony=True)
    snapshot = await started(room, game, 2)
    await room.settle()
    snapshot = await now(room)
    for _ in range(8):
        seat = snapshot.cutting_seat
        if seat is None:
            break
        assert snapshot.seat_cut_for is None
        assert snapshot.seats_to_move(seat) == [seat], "it is for a person: the house has cut for itself"
        assert any(move.preliminary for move in snapshot.view(seat).legal)
        snapshot = await play_out(room, snapshot, 1)
    await is_refused("dealt", room.tables.play.next_hand(1, actor(1)))


async def test_after_a_hand_the_next_is_dealt_by_itself_after_a_pause() -> None:
    room = Room(pauses=PAUSES)
    snapshot = await between(room)
    assert room.clock.paused == [8.0]
    assert snapshot.table.clock.deadline == room.clock.time + 8.0 + LATE_SECONDS
    assert snapshot.cutting_seat is not None, "the pack is shuffled"
    assert snapshot.players_awaited() == ()
    assert all(snapshot.seats_to_move(chair) == [] for chair in range(4))
    assert all(snapshot.view(seat).legal == () for seat in range(4)), "nobody is offered the cut"
    room.clock.time += 8.0 + LATE_SECONDS
    await room.tables.clocks.tick(1)
    snapshot = await now(room)
    assert dealt(snapshot)
    await turns(20)
    assert not room.tables.house_turns._pausing, "what it paused before has been done"


async def test_the_pause_goes_with_the_pace_and_a_vote_does_not_prolong_it() -> None:
    room = Room(pauses=PAUSES)
    await room.tables.users.save(UserSettings(3, pace=Pace.SLOW))
    await between(room)
    assert room.clock.paused == [20.0]
    room.clock.time += 15.0
    async with room.tables.repository.transaction(1) as tx:
        tx.set(hints=False)
    room.tables.house_turns._pausing[1].cancel()
    await turns(20)
    assert room.clock.paused == [20.0, 5.0]


async def test_anybody_seated_has_the_next_hand_dealt_at_once() -> None:
    room = Room(pauses=PAUSES)
    snapshot = await between(room, people=2)
    hand = len(snapshot.log)
    room.clock.holds = 100.0
    await is_refused("not-playing", room.tables.play.next_hand(1, actor(5)))
    snapshot = await room.tables.play.next_hand(1, actor(2))
    assert dealt(snapshot)
    assert snapshot.log[hand].text.startswith(Cut.verb)
    await is_refused("dealt", room.tables.play.next_hand(1, actor(1)))
    await room.settle()
    snapshot = await now(room)
    awaited = snapshot.table.chairs[snapshot.awaited[0]]
    assert awaited.user_id in (1, 2), "the house does not sit out the pause before it leads"


async def test_next_hand_is_no_way_round_the_ceremony_or_a_paused_table() -> None:
    room = Room(ceremony=True)
    snapshot = await play_out(room, await started(room, "american-whist", 4), 53)
    assert snapshot.cutting_seat is not None
    await is_refused("to-be-cut", room.tables.play.next_hand(1, actor(1)))
    room = Room(pauses=PAUSES)
    await between(room)
    async with room.tables.repository.transaction(1) as tx:
        tx.set_clock(paused=True)
    await is_refused("paused", room.tables.play.next_hand(1, actor(1)))


async def test_whoever_is_away_and_asks_for_the_next_hand_is_there_again() -> None:
    room = Room(pauses=PAUSES)
    await between(room)
    async with room.tables.repository.transaction(1) as tx:
        tx.set_seat(0, away=True)
    snapshot = await room.tables.play.next_hand(1, actor(1))
    assert not snapshot.table.chairs[0].away


async def with_honours() -> tuple[Room, TableSnapshot]:
    """A match after a hand in which a side held honours that it may call."""
    for seed in range(1, 30):
        room = Room(seed, pauses=PAUSES)
        snapshot = await between(room, "english-whist", match="rubber", honours="called")
        if snapshot.players_awaited():
            return room, snapshot
    raise AssertionError("nobody ever holds honours")


async def test_honours_may_be_called_while_the_bot_waits_longer() -> None:
    room, snapshot = await with_honours()
    assert room.clock.paused == [20.0]
    callers = snapshot.players_awaited()
    for caller in callers:
        assert list(map(str, snapshot.view(caller).legal)) == ["honours"]
    user = snapshot.table.chairs[callers[0]].user_id
    assert user
    snapshot = await room.tables.play.act(1, actor(user), "honours", snapshot.step)
    await turns(20)
    assert snapshot.players_awaited() == ()
    assert room.clock.paused == [20.0, 8.0], "there is nothing left to call"


async def test_where_honours_are_counted_by_themselves_nothing_waits_for_them() -> None:
    room = Room(pauses=PAUSES)
    await between(room, "english-whist", match="rubber", honours="scored")
    assert room.clock.paused == [8.0]


async def test_after_the_last_hand_nothing_waits() -> None:
    room = Room(pauses=PAUSES)
    snapshot = await play_out(room, await started(room, "old-maid", 4))
    assert snapshot.table.status is Status.FINISHED
    assert snapshot.table.clock.deadline is None
    assert room.clock.paused == []
    await is_refused("closed", room.tables.play.next_hand(1, actor(1)))


async def test_a_trick_stays_before_the_house_leads_and_nobody_waits_for_their_own_lead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = Room(pauses=PAUSES)
    paused: list[tuple[float, bool]] = []

    async def pause(seconds: float) -> None:
        paused.append((seconds, (await room.tables.repository.look(1)).trick_over))

    monkeypatch.setattr(room.clock, "pause", pause)
    await started(room, "american-whist", 2)
    await room.settle()
    snapshot = await play_out(room, await now(room), 26)
    assert set(paused) == {(1.0, False), (1.5, True), (8.0, False)}
    by_house = [one for one in snapshot.log if one.seat in (2, 3) and one.text.startswith("play")]
    assert len(paused) == len(by_house) + 1, "one before each of its moves, one between the hands, no other"


async def test_an_absentees_lead_is_the_houses_and_a_marked_one_their_own() -> None:
    room = Room(pauses=PAUSES)
    snapshot = await started(room, "american-whist", 4)
    while not snapshot.trick_over:
        snapshot = await play_out(room, snapshot, 1)
    seat = snapshot.awaited[0]
    card = str(snapshot.view(seat).legal[0])
    room.clock.paused.clear()
    async with room.tables.repository.transaction(1) as tx:
        tx.mark(seat, card)
    await room.settle()
    assert room.clock.paused == [0.0], "as long as they have taken for the others: the clock stands still"
    snapshot = await now(room)
    while not snapshot.trick_over:
        snapshot = await play_out(room, snapshot, 1)
    room.clock.paused.clear()
    async with room.tables.repository.transaction(1) as tx:
        tx.set_seat(snapshot.awaited[0], away=True)
    await room.settle()
    assert room.clock.paused == [1.5]


async def test_since_when_and_until_when_somebody_is_to_act(room: Room) -> None:
    snapshot = await started(room, "american-whist", 4)
    begun = room.clock.time
    assert turn_since(snapshot) == begun
    assert stands_in_at(snapshot.table) == begun + 120
    room.clock.time += 61
    await room.tables.clocks.tick(1)
    snapshot = await now(room)
    assert snapshot.table.clock.reminded
    assert begun <= turn_since(snapshot) <= begun + 1
    assert stands_in_at(snapshot.table) == begun + 61 + 60
    await room.tables.lobby.set_up(1, actor(1), turn_seconds=0)
    snapshot = await now(room)
    assert stands_in_at(snapshot.table) is None
    assert turn_since(snapshot) == snapshot.log[-1].at
    assert CALL_SECONDS == 60
