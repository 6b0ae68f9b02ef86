"""The messages that call people for their turns."""

from dataclasses import replace

from bot.tables.state.messages import TurnCall
from bot.tables.state.table import Status
from bot.tables.store.ports import CallStore
from storage.connection.database import Database
from storage.tables.calls import SqlCallStore
from storage.tables.posts import SqlPostStore
from storage.tables.store import SqlTableStore
from tests.storage.makers import ANN, BEN, FULL, step


async def test_a_call_stands_until_it_has_ended(database: Database, tables: SqlTableStore) -> None:
    calls: CallStore = SqlCallStore(database)  # mypy holds the one against the other
    table, other = await tables.create(FULL), await tables.create(FULL)
    call = TurnCall(table.id, ANN, 5, 61, 71)
    await calls.save_turn_call(call)
    await calls.save_turn_call(replace(call, table_id=other.id))
    assert await calls.turn_calls(table.id) == [call]
    newer = replace(call, step=9, message_id=72)
    await calls.save_turn_call(newer)
    await calls.call_ended(call)
    assert await calls.turn_calls(table.id) == [newer], "the older message has gone, this one has not"
    await calls.call_ended(newer)
    assert await calls.turn_calls(table.id) == []
    assert len(await calls.turn_calls(other.id)) == 1


async def test_nobody_who_does_not_belong_to_the_table_is_written_down(
    database: Database, tables: SqlTableStore
) -> None:
    calls, table = SqlCallStore(database), await tables.create(FULL)
    await calls.save_turn_call(TurnCall(table.id, BEN, 5, 61, 71))
    assert await calls.turn_calls(table.id) == []


async def test_a_closed_table_is_behind_while_somebody_is_called(
    database: Database, tables: SqlTableStore, posts: SqlPostStore
) -> None:
    calls, table = SqlCallStore(database), await tables.create(FULL)
    call = TurnCall(table.id, ANN, 5, 61, 71)
    await calls.save_turn_call(call)
    assert await tables.commit(step(table, 1, status=Status.CLOSED))
    await posts.give_up(table.id)
    assert await posts.behind() == [table.id]
    await calls.call_ended(call)
    assert await posts.behind() == []
