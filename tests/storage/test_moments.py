"""People's moments of hands, and who played a hand from its first card to its last."""

import pytest

from bot.tables.state.change import Change
from bot.tables.state.moments import Moment, Problem, Tried
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


async def test_a_problem_is_a_moment_with_what_was_answered_last(
    moments: SqlMomentStore, tables: SqlTableStore
) -> None:
    table = await tables.create(FULL)
    await moments.save_moments(table.id, 1, ANN, 7.5, [ONE, OTHER])
    await moments.save_moments(table.id, 2, ANN, 6.5, [ONE])
    await moments.save_moments(table.id, 1, BEN, 7.5, [ONE])
    for missed, due in ((0, 9.0), (3, None)):
        await moments.save_problem(ANN, Problem(table.id, 1, OTHER, missed, due))
        assert await moments.problems(ANN) == [
            Problem(table.id, 2, ONE),
            Problem(table.id, 1, ONE),
            Problem(table.id, 1, OTHER, missed, due),
        ]
    assert await moments.problems(BEN) == [Problem(table.id, 1, ONE)]


async def test_the_latest_answer_to_a_lesson_counts_for_each_person(moments: SqlMomentStore) -> None:
    for missed, due in ((0, 9.0), (3, None)):
        await moments.save_lesson(ANN, "whist-her-majesty", Tried(missed, due))
        assert await moments.lessons(ANN) == {"whist-her-majesty": Tried(missed, due)}
    assert await moments.lessons(BEN) == {}
