"""A card marked while waiting is played when the turn comes, if it is legal then."""

import pytest

from bot.tables.state.snapshot import TableSnapshot
from bot.tables.turns.move_policy import mark_fails, markable
from tests.present import present
from tests.tables.fakes import Room, actor, is_refused, play_out, turn_of
from tests.tables.test_absence import begun


def seat_after(snapshot: TableSnapshot, places: int = 1) -> tuple[int, int]:
    """The chair so many places after the one to play, and who sits there."""
    chair = (snapshot.awaited[0] + places) % 4
    user_id = present(snapshot.table.chairs[chair].user_id)
    return chair, user_id


async def led(room: Room) -> tuple[TableSnapshot, int, int, str, str]:
    """A hand before the lead: the second player's chair and id, a card of theirs that will be legal when
    the first legal card has been led, and one that will not."""
    snapshot = await begun(room)
    seat = snapshot.awaited[0]
    chair, user_id = seat_after(snapshot)
    for lead in snapshot.game.legal(snapshot.state, seat):
        after = snapshot.game.apply(snapshot.state, seat, lead).state
        legal = [str(move) for move in snapshot.game.legal(after, chair)]
        held = [str(move) for move in snapshot.game.plays_held(snapshot.state, chair)]
        if len(legal) > 1 and (illegal := [move for move in held if move not in legal]):
            room.lead = str(lead)  # type: ignore[attr-defined]
            return snapshot, chair, user_id, legal[-1], illegal[0]
    raise AssertionError("no such lead")


async def lead(room: Room, snapshot: TableSnapshot) -> TableSnapshot:
    await room.tables.play.act(1, actor(turn_of(snapshot)), room.lead)  # type: ignore[attr-defined]
    await room.settle()
    return await room.tables.repository.fresh(1)


async def test_a_marked_card_plays_itself_if_it_is_legal(room: Room) -> None:
    snapshot, chair, user_id, legal, _ = await led(room)
    marked = await room.tables.play.act(1, actor(user_id), legal, snapshot.step)
    assert (marked.step, marked.table.dealt.marked) == (snapshot.step, {chair: legal})
    assert marked.table.clock.deadline == snapshot.table.clock.deadline, (
        "the clock of whose turn it is goes on"
    )
    paused = len(room.clock.paused)
    after = await lead(room, snapshot)
    assert [logged.text for logged in after.log[snapshot.step :]] == [room.lead, legal]  # type: ignore[attr-defined]
    assert not after.table.dealt.marked
    assert len(room.clock.paused) == paused + 1, "after one pause"


async def test_a_marked_card_that_is_not_legal_leaves_the_turn_to_the_person(room: Room) -> None:
    snapshot, chair, user_id, legal, illegal = await led(room)
    await room.tables.play.act(1, actor(user_id), illegal)
    after = await lead(room, snapshot)
    assert after.step == snapshot.step + 1
    assert turn_of(after) == user_id
    assert str(mark_fails(after, chair)) == illegal
    assert after.table.clock.deadline == room.clock.time + 60
    done = await room.tables.play.act(1, actor(user_id), legal)
    assert not done.table.dealt.marked, "with the move the mark is gone"


async def test_pressing_another_card_marks_that_one_and_unmarking_none(room: Room) -> None:
    snapshot, chair, user_id, legal, illegal = await led(room)
    await room.tables.play.act(1, actor(user_id), illegal)
    again = await room.tables.play.act(1, actor(user_id), legal)
    assert again.table.dealt.marked == {chair: legal}
    twice = await room.tables.play.act(1, actor(user_id), legal)
    assert twice.table.dealt.marked == {chair: legal}, "a double press marks once"
    assert not (await room.tables.play.unmark(1, actor(user_id))).table.dealt.marked
    assert turn_of(await lead(room, snapshot)) == user_id


async def test_a_press_that_comes_when_the_turn_has_just_come_is_a_move_and_counts_once(room: Room) -> None:
    snapshot, _, user_id, legal, _ = await led(room)
    assert (await lead(room, snapshot)).step == snapshot.step + 1
    done = await room.tables.play.act(1, actor(user_id), legal, snapshot.step)
    assert done.log[-1].text == legal
    await is_refused("stale", room.tables.play.act(1, actor(user_id), legal, snapshot.step))


async def test_a_second_press_after_the_mark_was_played_is_stale(room: Room) -> None:
    snapshot, _, user_id, legal, _ = await led(room)
    await room.tables.play.act(1, actor(user_id), legal, snapshot.step)
    after = await lead(room, snapshot)
    await is_refused("stale", room.tables.play.act(1, actor(user_id), legal, snapshot.step))
    assert (await room.tables.repository.fresh(1)).step == after.step


async def test_a_late_unmarking_plays_nothing(room: Room) -> None:
    snapshot, _, user_id, _, illegal = await led(room)
    await room.tables.play.act(1, actor(user_id), illegal)
    after = await lead(room, snapshot)
    done = await room.tables.play.unmark(1, actor(user_id))
    assert (done.step, done.table.dealt.marked) == (after.step, {})


async def test_only_a_card_that_is_held_can_be_marked(room: Room) -> None:
    snapshot, _, user_id, _, _ = await led(room)
    other, _ = seat_after(snapshot, 2)
    foreign = str(snapshot.game.plays_held(snapshot.state, other)[0])
    for text in (foreign, "cut 20", "nonsense"):
        await is_refused("not-your-turn", room.tables.play.act(1, actor(user_id), text))
    assert not (await room.tables.repository.fresh(1)).table.dealt.marked


async def test_marks_survive_a_restart(room: Room) -> None:
    snapshot, _, user_id, legal, _ = await led(room)
    await room.tables.play.act(1, actor(user_id), legal)
    again = room.another_process()
    await again.play.act(1, actor(turn_of(snapshot)), room.lead)  # type: ignore[attr-defined]
    await again.house_turns.stop()
    third = room.another_process()
    for table_id in await room.store.due(room.clock.time):
        await third.clocks.tick(table_id)
    await third.house_turns.settled()
    assert (await third.repository.fresh(1)).log[snapshot.step + 1].text == legal


async def test_marks_are_gone_at_the_next_deal_and_when_the_chair_changes_hands(room: Room) -> None:
    snapshot, _, user_id, legal, _ = await led(room)
    await room.tables.play.act(1, actor(user_id), legal)
    await room.tables.lobby.leave(1, actor(user_id))
    assert not (await room.tables.repository.fresh(1)).table.dealt.marked
    third, other = seat_after(snapshot, 2)
    held = str(snapshot.game.plays_held(snapshot.state, third)[0])
    await room.tables.play.act(1, actor(other), held)
    async with room.tables.repository.transaction(1) as tx:
        tx._bring_in()
    assert not (await room.tables.repository.fresh(1)).table.dealt.marked


async def test_taking_a_move_back_takes_the_marks_back(room: Room) -> None:
    snapshot = await begun(room)
    first = turn_of(snapshot)
    seat = snapshot.awaited[0]
    snapshot = await play_out(room, snapshot, 1)
    chair, user_id = seat_after(snapshot)
    await room.tables.play.act(1, actor(user_id), str(markable(snapshot, chair)[0]))
    async with room.tables.repository.transaction(1) as tx:
        tx.move(seat, tx.snapshot.history.parse("undo"))  # type: ignore[union-attr]
    after = await room.tables.repository.fresh(1)
    assert turn_of(after) == first
    assert not after.table.dealt.marked


async def test_marking_tells_nobody_and_brings_somebody_back(room: Room) -> None:
    snapshot, chair, user_id, legal, _ = await led(room)
    async with room.tables.repository.transaction(1) as tx:
        tx.set_seat(chair, away=True, called=True)
    told = len(room.store.posts)
    marked = await room.tables.play.act(1, actor(user_id), legal)
    assert not marked.table.chairs[chair].away
    assert not marked.table.chairs[chair].called, "nobody is to take the chair of who is there"
    assert len(room.store.posts) == told
    assert (await lead(room, snapshot)).log[-1].text == legal


@pytest.mark.parametrize("game", ["bezique", "american-whist"])
async def test_other_games_of_tricks_have_cards_to_mark(room: Room, game: str) -> None:
    snapshot = await room.tables.lobby.open(actor(1), 10, 20, game, {}, 60)
    for user in range(2, len(snapshot.table.chairs) + 1):
        await room.tables.lobby.sit(1, actor(user))
    snapshot = await room.tables.play.start(1, actor(1))
    while not snapshot.game.plays_held(snapshot.state, 0):
        snapshot = await play_out(room, snapshot, 1)
    chairs = [chair for chair in range(len(snapshot.table.chairs)) if chair not in snapshot.awaited]
    chair = chairs[0]
    user_id = present(snapshot.table.chairs[chair].user_id)
    text = str(markable(snapshot, chair)[0])
    assert (await room.tables.play.act(1, actor(user_id), text)).table.dealt.marked == {chair: text}


@pytest.mark.parametrize("game", ["old-maid", "matador"])
async def test_games_without_such_cards_have_none(room: Room, game: str) -> None:
    snapshot = await room.tables.lobby.open(actor(1), 10, 20, game, {}, 60)
    for user in range(2, len(snapshot.table.chairs) + 1):
        await room.tables.lobby.sit(1, actor(user))
    snapshot = await play_out(room, await room.tables.play.start(1, actor(1)), 12)
    assert not any(markable(snapshot, chair) for chair in range(len(snapshot.table.chairs)))
