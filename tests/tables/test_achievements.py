"""Whose achievements count: those of people who have played the whole hand themselves."""

from typing import Any

import pytest

from bot.rules.achievements import Achievement
from bot.rules.events import Scored
from bot.rules.registry import GAMES
from bot.tables.state.outcomes import Achieved
from tests.tables.fakes import Room, actor, play_out
from tests.tables.test_results import played


@pytest.fixture(autouse=True)
def every_hand_is_a_slam(monkeypatch: pytest.MonkeyPatch) -> None:
    def achievements(options: Any, scored: Scored, hand: Any, seat: int) -> tuple[Achievement, ...]:
        assert scored in hand
        return (Achievement.SLAM,)

    monkeypatch.setattr(GAMES["bishops-whist"], "achievements", achievements, raising=True)


async def achieved(room: Room, user_id: int) -> list[Achieved]:
    return [*await room.tables.standings.store.achievements(user_id)]


async def test_each_person_achieves_it_once_in_their_first_hand(room: Room) -> None:
    table_id = (await played(room, 3, "bishops-whist", match="game")).table.id
    assert max(outcome.number for outcome in room.store.outcomes if outcome.unit == "hand") > 1
    for user_id in (1, 2, 3):
        (one,) = await achieved(room, user_id)
        assert (one.game, one.table_id, one.hand) == ("bishops-whist", table_id, 1)
    assert {one.user_id for one in await room.tables.standings.achieved_in_hand(table_id, 1)} == {1, 2, 3}


async def test_a_hand_that_the_house_has_played_in_part_counts_for_nobody_in_that_chair(room: Room) -> None:
    snapshot = await room.full(4, match="game")
    snapshot = await room.tables.play.start(snapshot.table.id, actor(1))
    await room.settle()
    snapshot = await play_out(room, await room.tables.repository.look(snapshot.table.id), 20)
    async with room.tables.repository.transaction(snapshot.table.id) as tx:
        # The house has played a card for Bob, who is back.
        tx.set_dealt(shared_chairs=(1,))
    await play_out(room, await room.tables.repository.look(snapshot.table.id))
    first = [(await achieved(room, user_id))[0].hand for user_id in (1, 2, 3, 4)]
    bob = snapshot.table.chairs[1].user_id
    assert [hand > 1 for hand in first] == [user_id == bob for user_id in (1, 2, 3, 4)]
