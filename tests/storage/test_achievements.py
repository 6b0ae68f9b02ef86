"""Achievements are stored with their hands, each once a person."""

from dataclasses import replace
from typing import Any

from bot.rules.achievements import Achievement
from bot.tables.state.change import Change
from bot.tables.state.outcomes import Achieved
from bot.tables.state.preferences import UserSettings
from bot.tables.state.table import Table
from storage.connection.database import Database
from storage.people.users import SqlUserStore
from storage.results.standings import SqlStandingStore
from storage.tables.store import SqlTableStore
from tests.storage.makers import ANN, BEN, FULL, after


def achieved(table: Table, hand: int, user_id: int = ANN, at: float = 100.0, **fields: Any) -> Achieved:
    return replace(Achieved(user_id, Achievement.SLAM, table.game, at, table.id, hand), **fields)


async def commit(tables: SqlTableStore, table: Table, *found: Achieved, **fields: Any) -> Table:
    later = after(table)
    assert await tables.commit(Change(later, table, achieved=found, **fields))
    return later


async def test_only_the_first_of_its_kind_is_stored(
    tables: SqlTableStore, standings: SqlStandingStore
) -> None:
    table = await tables.create(FULL)
    first, hers = achieved(table, 1), achieved(table, 1, BEN)
    table = await commit(tables, table, first, hers)
    bishops = achieved(table, 2, achievement=Achievement.FOUR_BISHOPS, at=200.0)
    await commit(tables, table, achieved(table, 2, at=200.0), bishops)
    assert await standings.achievements(ANN) == [first, bishops]
    assert await standings.achieved_at(table_id=table.id, hand=1) == [first, hers]
    assert await standings.achieved_at(table_id=table.id, hand=2) == [bishops]
    assert await standings.achieved_at(session_id=1) == []


async def test_what_is_taken_back_is_forgotten_and_may_be_achieved_again(
    tables: SqlTableStore, standings: SqlStandingStore
) -> None:
    table = await tables.create(FULL)
    table = await commit(tables, table, achieved(table, 1), achieved(table, 2, BEN))
    table = await commit(tables, table, withdrawn=(("hand", 1), ("game", 2)))
    assert await standings.achievements(ANN) == []
    assert len(await standings.achievements(BEN)) == 1, "only hands have achievements"
    again = achieved(table, 1, at=300.0)
    await commit(tables, table, again, withdrawn=(("hand", 1),))
    assert await standings.achievements(ANN) == [again]


async def test_a_hidden_person_is_told_of_it_and_nobody_else(
    tables: SqlTableStore, standings: SqlStandingStore, database: Database
) -> None:
    table = await tables.create(FULL)
    await commit(tables, table, achieved(table, 1), achieved(table, 1, BEN))
    await SqlUserStore(database).save_settings(replace(UserSettings(ANN), hidden=True))
    assert [one.user_id for one in await standings.achieved_at(table_id=table.id, hand=1)] == [BEN]
    assert len(await standings.achievements(ANN)) == 1
