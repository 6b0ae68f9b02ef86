"""Taking moves back at a table: what is stored, owed and read of it. Who agrees to it is asked elsewhere."""

from typing import Any

import pytest

from bot.rules.errors import RuleError
from bot.rules.events import Undone
from bot.rules.moves import Cut
from bot.rules.records.history import Undo
from bot.rules.records.record import play_record, read_record
from bot.tables.judging.analysis import hands_over, played_hand
from bot.tables.judging.records import record_of, seals_of
from bot.tables.state.change import Change
from bot.tables.state.posts import GameEvent
from bot.tables.state.snapshot import TableSnapshot, restore
from bot.tables.state.table import Status
from tests.present import present
from tests.tables.fakes import Room, actor, is_refused, play_out, turn_of


async def started(room: Room, moves: int, **options: Any) -> TableSnapshot:
    """A match of four people after so many of their moves, with the ceremony the cut among them."""
    snapshot = await room.full(**options)
    return await play_out(room, await room.tables.play.start(snapshot.table.id, actor(1)), moves)


async def take_back(room: Room, seat: int) -> TableSnapshot:
    async with room.tables.repository.transaction(1) as tx:
        tx.move(seat, Undo())
    return tx.snapshot


async def make(room: Room, seat: int, text: str) -> Change:
    """A move without what chance does after it, and what was stored of it."""
    async with room.tables.repository.transaction(1) as tx:
        tx.move(seat, tx.game.parse(text))
    return room.listener.told[-1].change


async def test_a_move_taken_back_is_a_move_of_the_log(room: Room) -> None:
    before = await started(room, 3)
    after = await play_out(room, before, 1)
    seat = present(after.log[-1].seat)
    assert [made.seat for made in after.undoable(seat)] == [seat]
    assert [made.seat for made in after.undoable((seat - 1) % 4)] == [(seat - 1) % 4, seat]
    back = await take_back(room, seat)
    assert back.state == before.state
    assert back.view(seat) == before.view(seat)
    assert back.step == before.step + 2
    assert [(move.seat, move.text) for move in back.log[-1:]] == [(seat, "undo")]
    assert room.told(GameEvent)[-1].event == Undone(seat, 1, after.log[-1].text)
    stored = present(await room.store.load(1))
    assert restore(*stored, back.posts).history == back.history, "another process plays the same match"


async def test_what_was_shown_before_is_stale_for_everybody(room: Room) -> None:
    before = await started(room, 3)
    user = turn_of(before)
    after = await play_out(room, before, 1)
    await take_back(room, after.log[-1].seat or 0)
    (card, *_) = before.game.legal(before.state, before.awaited[0])
    await is_refused("stale", room.tables.play.act(1, actor(user), str(card), before.step))
    now = await room.tables.play.act(1, actor(user), str(card), before.step + 2)
    assert now.step == before.step + 3


async def test_nobody_takes_a_move_back_by_writing_so(room: Room) -> None:
    snapshot = await started(room, 3)
    user = turn_of(snapshot)
    with pytest.raises(RuleError, match="not a move of this game"):
        await room.tables.play.act(1, actor(user), "undo", snapshot.step)


async def test_what_cannot_be_taken_back() -> None:
    room = Room(ceremony=True)
    snapshot = await started(room, 1, match="game")
    assert [snapshot.undoable(seat) for seat in range(4)] == [()] * 4, "the cut has dealt the hand"
    step = snapshot.step
    with pytest.raises(RuleError) as refusal:
        await take_back(room, 0)
    assert refusal.value.code == "nothing-to-undo"
    snapshot = await play_out(room, snapshot, 53)
    with pytest.raises(RuleError) as refusal:
        await take_back(room, 0)
    assert refusal.value.code == "dealt"
    assert snapshot.step > step
    snapshot = await play_out(room, snapshot)
    assert snapshot.table.status is Status.FINISHED
    with pytest.raises(RuleError) as refusal:
        await take_back(room, 0)
    assert refusal.value.code == "over"
    assert [snapshot.undoable(seat) for seat in range(4)] == [()] * 4


async def test_before_the_match_there_is_nothing(room: Room) -> None:
    snapshot = await room.full()
    assert snapshot.undoable(0) == ()
    await is_refused("not-started", take_back(room, 0))
    await is_refused("not-started", make(room, 0, str(Cut(20))))


async def test_a_hand_that_is_taken_back_counts_when_it_is_over_again() -> None:
    room = Room(ceremony=True)
    snapshot = await started(room, 52)
    (seat,) = snapshot.awaited
    (last,) = snapshot.game.legal(snapshot.state, seat)
    counted = await make(room, seat, str(last))
    assert {(one.unit, one.number) for one in counted.outcomes} == {("hand", 1)}
    assert hands_over(room.listener.told[-1].snapshot) == [1]
    assert len(room.store.outcomes) == 4
    back = await take_back(room, seat)
    assert room.listener.told[-1].change.withdrawn == (("hand", 1),)
    assert room.store.outcomes == []
    assert hands_over(back) == []
    assert not any(text.startswith("deck") for _, text in record_of(back).moves), "its pack is not shown"
    await make(room, seat, str(last))
    assert room.store.outcomes == list(counted.outcomes)
    assert seals_of(await room.tables.repository.fresh(1), 9)[-1].salt


async def test_a_hand_that_ends_and_is_taken_back_at_once_leaves_nothing_to_withdraw() -> None:
    room = Room(ceremony=True)
    snapshot = await started(room, 52)
    (seat,) = snapshot.awaited
    (last,) = snapshot.game.legal(snapshot.state, seat)
    async with room.tables.repository.transaction(1) as tx:
        tx.move(seat, last)
        tx.move(seat, Undo())
        tx.move(seat, last)
        tx.move(seat, Undo())
    assert room.store.outcomes == []
    assert tx.snapshot.state == snapshot.state


async def test_the_record_and_the_tricks_of_a_hand_with_moves_taken_back(room: Room) -> None:
    snapshot = await started(room, 20)
    for seat in (0, 2):
        await take_back(room, seat)
    snapshot = await play_out(room, await room.tables.repository.fresh(1), 50)
    assert hands_over(snapshot) == [1]
    hand = present(played_hand(snapshot, 1))
    assert [trick.number for trick in hand.tricks] == list(range(1, 14))
    assert all(len(trick.pieces) == 4 for trick in hand.tricks)
    assert len({piece.text for trick in hand.tricks for piece in trick.pieces} - {"N"}) == 48
    record = read_record(record_of(snapshot).model_dump_json())
    kinds = [happening.event.kind for happening in play_record(record)]
    assert kinds.count("undo") == 2
    assert kinds[-1] == "hand"
    assert await room.tables.analyses.which(1, None) == 1


async def test_a_long_log_is_played_through_as_a_short_one_is(room: Room, monkeypatch: pytest.MonkeyPatch):
    snapshot = await started(room, 60)
    monkeypatch.setattr("bot.tables.store.repository._LONG_LOG", 10)
    elsewhere = await room.another_process().repository.look(1)
    for part in ("table", "log", "history", "posts"):
        assert getattr(elsewhere, part) == getattr(snapshot, part)


async def test_the_record_leaves_out_what_is_not_known_without_playing_it_through(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = Room()
    snapshot = await started(room, 1 + 52 + 10, partners="cut")
    with monkeypatch.context() as patch:
        patch.setattr(type(snapshot.game), "apply", None)
        record = record_of(snapshot)
    known = 0
    names = list(record.seats)
    whole = record.model_copy(
        update={"moves": [(move.seat, move.text) for move in snapshot.log], "seals": []}
    )
    for happening in play_record(whole):
        known = happening.move_number if happening.event.closes_deal else known
        names = list(happening.names.seats)
    assert len(record.moves) == known
    assert names == list(snapshot.plain_names.seats), "they sit there now, having been moved by the cut"
