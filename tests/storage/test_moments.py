"""People's moments of hands, and who played a hand from its first card to its last."""

import pytest

from bot.tables.state.change import Change
from bot.tables.state.moments import Moment
from bot.tables.state.outcomes import SEVERAL, Chair, HandPlayed
from bot.tables.store.ports import MomentStore
from storage.connection.database import Database
from storage.results.moments import SqlMomentStore
from storage.tables.store import SqlTableStore
from tests.storage.makers import ANN, BEN, FULL, after

ONE = Moment(12, ("play KH", "play QH"), 0.42, "tricks", "A rule.", "Its author.")
OTHER = Moment(30, ("play 2C",), 1.5, "tricks")


@pytest.fixture
def moments(database: Database) -> SqlMomentStore:
    return SqlMomentStore(database)


async def test_moments_are_kept_for_each_person_and_hand(moments: SqlMomentStore, tables: SqlTableStore):
    store: MomentStore = moments  # mypy holds the one against the other
    table = await tables.create(FULL)
    assert await store.moments(table.id, 1, ANN) is None
    await store.save_moments(table.id, 1, ANN, 7.5, [ONE, OTHER])
    await store.save_moments(table.id, 2, ANN, 8.5, [])
    assert await store.moments(table.id, 1, ANN) == [ONE, OTHER]
    assert await store.moments(table.id, 2, ANN) == []
    assert await store.moments(table.id, 1, BEN) is None
    await store.save_moments(table.id, 1, ANN, 9.5, [OTHER])
    assert await store.moments(table.id, 1, ANN) == [OTHER]


async def test_who_played_a_hand_is_known_by_chair(moments: SqlMomentStore, tables: SqlTableStore) -> None:
    table = await tables.create(FULL)
    chairs: tuple[Chair, ...] = (ANN, "hoyle", SEVERAL, BEN)
    assert await tables.commit(Change(after(table), table, played=(HandPlayed(1, 7.5, chairs),)))
    assert await moments.players(table.id, 1) == list(chairs)
    assert await moments.players(table.id, 2) == []
