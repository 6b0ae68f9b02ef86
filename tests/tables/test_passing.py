"""Which states of a table nobody needs to see, because the house moves on within a moment."""

from bot.tables.state.snapshot import PASSING_SECONDS, TableSnapshot
from bot.tables.store.repository import Committed
from tests.tables.fakes import Room, actor


async def test_a_trick_in_the_house_s_hands_passes_but_not_its_end_nor_a_person_s_turn(room: Room) -> None:
    seen: list[TableSnapshot] = []

    def note(committed: Committed) -> None:
        seen.append(committed.snapshot)

    room.tables.repository.subscribe(note)
    snapshot = await room.full(1)
    table_id = snapshot.table.id
    snapshot = await room.tables.play.start(table_id, actor(1))
    await room.settle()
    for _ in range(3):
        snapshot = await room.tables.repository.fresh(table_id)
        move = str(snapshot.game.legal(snapshot.state, snapshot.awaited[0])[0])
        await room.tables.play.act(table_id, actor(1), move, snapshot.step)
        await room.settle()
    kinds = set()
    for one in seen:
        cards = sum(move.text.startswith("play ") for move in one.log)
        if not cards or one.step == len(seen[0].log):
            continue
        persons = one.awaited and one.table.chairs[one.awaited[0]].user_id == 1
        kind = "turn" if persons else "trick over" if cards % 4 == 0 else "passing"
        kinds.add(kind)
        assert one.passing_until == (one.log[-1].at + PASSING_SECONDS if kind == "passing" else 0.0)
    assert kinds == {"turn", "trick over", "passing"}
