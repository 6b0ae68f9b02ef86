"""Slow tables, the level at which the house stands in, people and places that are gone."""

from bot.tables.people.access import Action, require
from bot.tables.state import posts
from bot.tables.state.chairs import House
from bot.tables.state.snapshot import TableSnapshot
from bot.tables.state.table import SLOW_SECONDS, Status
from bot.tables.turns.deadlines import ABANDONED_SECONDS, LOBBY_SECONDS
from bot.tables.turns.proposals import PAUSED_SECONDS
from tests.present import present
from tests.tables.fakes import Room, actor, is_refused, person, play_out, refused, turn_of

WEEK = 7 * SLOW_SECONDS


async def slow(room: Room) -> TableSnapshot:
    snapshot = await room.open()
    return await room.tables.lobby.set_up(snapshot.table.id, actor(1), turn_seconds=SLOW_SECONDS)


async def begun(room: Room, people: int = 4, snapshot: TableSnapshot | None = None) -> TableSnapshot:
    """A match whose first hand is being played, by so many people."""
    lobby, play = room.tables.lobby, room.tables.play
    snapshot = snapshot or await room.open()
    for user in range(2, people + 1):
        await lobby.sit(snapshot.table.id, actor(user))
    if people < 4:
        await lobby.seat_house(snapshot.table.id, actor(1))
    snapshot = await play.start(snapshot.table.id, actor(1))
    await room.settle()
    snapshot = await room.tables.repository.fresh(snapshot.table.id)
    while "play" not in str(snapshot.game.legal(snapshot.state, snapshot.awaited[0])[0]):
        snapshot = await play_out(room, snapshot, 1)
    return snapshot


async def wait(room: Room, seconds: float, table_id: int = 1) -> TableSnapshot:
    room.clock.time += seconds
    await room.tables.clocks.tick(table_id)
    await room.settle()
    return await room.tables.repository.fresh(table_id)


async def test_a_slow_lobby_waits_for_a_week(room: Room) -> None:
    snapshot = await slow(room)
    assert snapshot.table.clock.deadline == room.clock.time + WEEK
    assert (await wait(room, WEEK - 1)).table.status is Status.LOBBY
    assert (await wait(room, 1)).table.status is Status.CLOSED


async def test_a_table_opened_as_slow_waits_for_a_week_from_the_start(room: Room) -> None:
    opened = await room.tables.lobby.open(actor(1), 10, 20, "bishops-whist", {}, SLOW_SECONDS)
    assert opened.table.clock.deadline == room.clock.time + WEEK
    usual = await room.open()
    assert usual.table.clock.deadline == room.clock.time + LOBBY_SECONDS


async def test_a_slow_turn_has_one_reminder_halfway_and_the_house_after_the_day(room: Room) -> None:
    snapshot = await begun(room, snapshot=await slow(room))
    late = turn_of(snapshot)
    await wait(room, SLOW_SECONDS / 2 - 1)
    assert not room.told(posts.TurnReminder)
    await wait(room, 1)
    assert [item.people for item in room.told(posts.TurnReminder)] == [(person(late),)]
    before = await wait(room, SLOW_SECONDS / 2 - 1)
    assert before.step == snapshot.step
    after = await wait(room, 1)
    (away,) = room.told(posts.PlayerAway)
    assert away.mentions == (late,), "they are not about to see it"
    assert after.step > snapshot.step
    assert len(room.told(posts.TurnReminder)) == 1


async def test_a_live_turn_is_reminded_after_the_clock_and_nobody_is_notified_again(room: Room) -> None:
    snapshot = await begun(room)
    await wait(room, 60)
    assert len(room.told(posts.TurnReminder)) == 1
    after = await wait(room, 60)
    assert [item.mentions for item in room.told(posts.PlayerAway)] == [()]
    assert after.step > snapshot.step


async def test_forced_cards_play_themselves_at_a_slow_table(room: Room) -> None:
    snapshot = await begun(room, snapshot=await slow(room))
    while snapshot.log[-1].text.startswith("play") or not snapshot.log:
        seat = snapshot.awaited[0]
        assert len(snapshot.game.legal(snapshot.state, seat)) > 1, "nobody is asked for a forced card"
        snapshot = await play_out(room, snapshot, 1)
        if not snapshot.awaited or snapshot.table.dealt.deals > 1:
            break


async def test_an_abandoned_slow_table_closes_after_a_week_and_a_live_one_after_a_day(room: Room) -> None:
    for snapshot, seconds in ((await slow(room), WEEK), (await room.open(), ABANDONED_SECONDS)):
        number = snapshot.table.id
        await begun(room, people=1, snapshot=snapshot)
        await wait(room, snapshot.table.clock.turn_seconds, number)
        away = await wait(room, snapshot.table.clock.turn_seconds, number)
        assert any(seat.away for seat in away.table.chairs)
        assert away.table.clock.deadline == room.clock.time + seconds
        assert (await wait(room, seconds - 1, number)).table.open
        assert (await wait(room, 1, number)).table.status is Status.CLOSED


async def test_the_house_stands_in_at_the_tables_level(room: Room) -> None:
    snapshot = await begun(room)
    number = snapshot.table.id
    await room.tables.lobby.seat_house(number, actor(1), level="last")
    await room.tables.lobby.leave(number, actor(2))
    (left,) = room.told(posts.SeatLeft)
    assert left.stand_in.player == "last"
    await room.settle()
    room.house.players.clear()
    absent = turn_of(await room.tables.repository.fresh(number))
    await wait(room, 60)
    await wait(room, 60)
    assert set(room.house.players) <= {"last"}
    assert absent in [item.person.user_id for item in room.told(posts.PlayerAway)]


async def test_the_house_that_fills_chairs_plays_at_the_tables_level(room: Room) -> None:
    await is_refused("level", room.tables.lobby.open(actor(1), 10, 20, "bishops-whist", {}, 60, level="best"))
    snapshot = await room.tables.lobby.open(actor(1), 10, 20, "bishops-whist", {}, 60, level="last")
    snapshot = await room.tables.lobby.seat_house(snapshot.table.id, actor(1))
    assert {seat.occupant.player for seat in snapshot.table.chairs if isinstance(seat.occupant, House)} == {
        "last"
    }
    await is_refused("level", room.tables.lobby.seat_house(snapshot.table.id, actor(1), level="best"))


async def test_somebody_gone_before_a_reminder_is_replaced_at_once(room: Room) -> None:
    snapshot = await begun(room)
    late = turn_of(snapshot)
    chair = present(snapshot.table.chairs.seat_of(late))
    room.members.gone.add(late)
    after = await wait(room, 60)
    (gone,) = room.told(posts.PersonGone)
    assert gone.person == person(late)
    assert after.table.chairs[chair].occupant == gone.stand_in
    assert after.table.chairs[chair].kept_for == person(late)
    assert not room.told(posts.TurnReminder)
    assert not room.told(posts.SeatLeft)
    assert after.step > snapshot.step, "the house plays on"


async def test_each_person_is_looked_for_once_a_deal(room: Room) -> None:
    await begun(room)
    assert sorted(room.members.asked) == [1, 2, 3, 4]


async def test_somebody_gone_at_a_deal_is_replaced(room: Room) -> None:
    snapshot = await room.full()
    room.members.gone.add(3)
    await room.tables.play.start(snapshot.table.id, actor(1))
    snapshot = await play_out(room, await room.tables.repository.fresh(1), 3)
    assert [item.person for item in room.told(posts.PersonGone)] == [person(3)]
    assert snapshot.table.chairs.seat_of(3) is None


async def test_nobody_is_replaced_while_discord_does_not_say(room: Room) -> None:
    room.members.silent = True
    room.members.gone.update({1, 2, 3, 4})
    await begun(room)
    await wait(room, 60)
    assert not room.told(posts.PersonGone)
    assert len(room.told(posts.TurnReminder)) == 1


async def test_in_a_lobby_the_chair_is_freed_and_the_table_passed_on(room: Room) -> None:
    snapshot = await room.full(2)
    room.members.gone.add(1)
    assert await room.tables.absence.look_for(1, snapshot.table.chairs.people)
    after = (await room.tables.repository.fresh(1)).table
    assert after.chairs.seat_of(1) is None
    assert after.chairs.host_id == 2
    assert [item.stand_in for item in room.told(posts.PersonGone)] == [None]


async def test_with_nobody_left_the_table_closes(room: Room) -> None:
    snapshot = await room.open()
    room.members.gone.add(1)
    await room.tables.absence.look_for(1, snapshot.table.chairs.people)
    assert (await room.tables.repository.fresh(1)).table.status is Status.CLOSED


async def test_a_channel_that_is_gone_closes_its_tables_and_keeps_their_record(room: Room) -> None:
    snapshot = await begun(room)
    await room.tables.absence.channel_gone(10, 20)
    table = (await room.tables.repository.fresh(1)).table
    assert (table.status, table.clock.deadline) == (Status.CLOSED, None)
    assert len(room.told(posts.PlaceGone)) == 1
    await room.tables.absence.channel_gone(10, 20)
    await room.tables.absence.place_gone(1)
    assert len(room.told(posts.PlaceGone)) == 1, "told once"
    require(actor(2, sees=False, sends=False, direct=True, gone=True), Action.LOOK, table)
    with refused("no-channel"):
        require(actor(2, sees=False, sends=False, direct=True), Action.LOOK, table)
    with refused("no-table"):
        require(actor(7, sees=False, sends=False, gone=True), Action.LOOK, table)
    assert snapshot.table.open


async def test_tables_pause_while_the_bot_is_not_on_the_server(room: Room) -> None:
    snapshot = await begun(room)
    late, absence = turn_of(snapshot), room.tables.absence
    assert await absence.bot_removed(1)
    assert not await absence.bot_removed(1)
    paused = await room.tables.repository.fresh(1)
    assert paused.table.clock.paused
    assert paused.table.clock.deadline == room.clock.time + PAUSED_SECONDS
    move = str(paused.game.legal(paused.state, paused.awaited[0])[0])
    await is_refused("paused", room.tables.play.act(1, actor(late), move))
    assert (await wait(room, 600)).step == paused.step
    assert not room.told(posts.TurnReminder)
    await absence.bot_back(1)
    back = await room.tables.repository.fresh(1)
    assert not back.table.clock.paused
    assert back.table.clock.deadline == room.clock.time + 60
    assert (len(room.told(posts.BotRemoved)), len(room.told(posts.BotBack))) == (1, 1)
    await room.tables.play.act(1, actor(late), move)


async def test_the_house_does_not_play_at_a_paused_table(room: Room) -> None:
    snapshot = await begun(room, people=1)
    await room.tables.absence.bot_removed(1)
    async with room.tables.repository.transaction(1) as tx:
        tx.set_seat(snapshot.awaited[0], away=True)
    await room.settle()
    assert (await room.tables.repository.fresh(1)).step == snapshot.step
    await room.tables.house_turns.resume()
    await room.settle()
    assert (await room.tables.repository.fresh(1)).step == snapshot.step


async def test_a_table_paused_for_a_week_closes(room: Room) -> None:
    await begun(room)
    await room.tables.absence.bot_removed(1)
    assert (await wait(room, PAUSED_SECONDS - 1)).table.open
    assert (await wait(room, 1)).table.status is Status.CLOSED


async def test_the_next_person_seated_keeps_the_table_of_a_host_who_is_away(room: Room) -> None:
    snapshot = await begun(room)
    chair = present(snapshot.table.chairs.seat_of(1))
    async with room.tables.repository.transaction(1) as tx:
        tx.set_seat(chair, away=True)
    snapshot = await room.tables.repository.fresh(1)
    keeper = snapshot.table.chairs[(chair + 1) % 4].user_id
    assert snapshot.table.chairs.keeper_id == keeper != 1
    assert keeper is not None
    other = present(snapshot.table.chairs[(chair + 2) % 4].user_id)
    await is_refused("not-host", room.tables.lobby.set_up(1, actor(other), turn_seconds=600), host=keeper)
    await room.tables.lobby.set_up(1, actor(keeper), turn_seconds=600)
    await room.tables.play.come_back(1, actor(1))
    assert (await room.tables.repository.fresh(1)).table.chairs.keeper_id == 1
