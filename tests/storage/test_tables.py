"""Tables: stored and read back whole, changed only from the version they are at."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from sqlalchemy import text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.state.chairs import Person
from bot.tables.state.change import Change
from bot.tables.state.table import Deferred, Posting, Seal, Status
from bot.tables.store.ports import TableStore
from storage.connection.database import Database
from storage.schema.tables import tables as stored_tables
from storage.tables.posts import SqlPostStore
from storage.tables.store import SqlTableStore
from tests.storage.makers import (
    ANN,
    BEN,
    CAY,
    CHANNEL,
    FULL,
    GUILD,
    after,
    hand_result,
    move,
    outcome,
    reminder,
    seats,
    step,
    table_with,
)
from tests.storage.plans import plan_of
from tests.stored_tables import changed


async def test_it_fits_the_port(tables: SqlTableStore):
    store: TableStore = tables  # mypy holds the one against the other
    assert await store.load(1) is None


@pytest.mark.parametrize(
    "table",
    [
        FULL,
        table_with(deadline=None, invited=(), options={}, seats=(), reminded=False, turn_seconds=0),
        table_with(status=Status.LOBBY, deals=0),
        table_with(status=Status.FINISHED),
        table_with(status=Status.CLOSED, version=12),
        table_with(guild_id=2**63 - 1, channel_id=2**63 - 1, host_id=2**63 - 1, seats=seats(2**63 - 1)),
    ],
)
async def test_every_field_comes_back(tables: SqlTableStore, table):
    created = await tables.create(table)
    assert created.id > 0
    assert created == replace(table, id=created.id)
    assert await tables.load(created.id) == (created, ())


async def test_every_field_can_change(tables: SqlTableStore):
    before = await tables.create(FULL)
    later = changed(
        before,
        guild_id=1,
        channel_id=2,
        host_id=BEN,
        game="solo",
        options={"prussian": False},
        seats=seats(BEN, CAY),
        created_at=5.5,
        turn_seconds=60,
        status=Status.FINISHED,
        version=2,
        deals=4,
        deadline=None,
        reminded=False,
        invited=(),
    )
    assert await tables.commit(Change(later, before))
    assert await tables.load(before.id) == (later, ())


async def test_the_log_comes_back_in_order_with_its_seals(tables: SqlTableStore):
    table = await tables.create(FULL)
    log = (move(1, "deck AS ♠", Seal("5a17" * 8, "f" * 64)), move(2), move(3, ""))
    assert await tables.commit(Change(after(table), table, log[:2]))
    assert await tables.commit(Change(after(after(table)), after(table), log[2:]))
    assert await tables.load(table.id) == (after(after(table)), log)


async def test_a_table_that_is_not_there(tables: SqlTableStore):
    assert await tables.load(404) is None
    assert await tables.last_post(404) == 0
    assert await tables.version(404) is None
    assert not await tables.commit(step(table_with(id=404), 1))
    assert await tables.load(404) is None


async def test_a_change_holds_only_from_its_version(tables: SqlTableStore):
    table = await tables.create(FULL)
    assert await tables.commit(step(table, 1))
    assert not await tables.commit(step(table, 1, status=Status.CLOSED))
    assert not await tables.commit(step(replace(table, version=7), 2))
    assert await tables.load(table.id) == (after(table), (move(1),))


@pytest.mark.parametrize("at_fault", ["move", "post", "outcome"])
async def test_a_change_is_stored_whole_or_not_at_all(
    tables: SqlTableStore, posts: SqlPostStore, at_fault: str
):
    table = await tables.create(FULL)
    first = replace(step(table, 1, post=1), outcomes=(outcome(table.id, "hand", 1, ANN),))
    assert await tables.commit(first)
    second = Change(
        after(after(table), status=Status.CLOSED, seats=seats(CAY)),
        after(table),
        (move(1 if at_fault == "move" else 2),),
        (reminder(table.id, 1 if at_fault == "post" else 2),),
        (outcome(table.id, "hand", 1 if at_fault == "outcome" else 2, ANN),),
    )
    with pytest.raises(IntegrityError):
        await tables.commit(second)
    assert await tables.load(table.id) == (after(table), (move(1),))
    assert await posts.owed(table.id) == list(first.posts)
    assert await tables.open_tables(user_id=CAY) == []
    assert len(await tables.open_tables(user_id=ANN)) == 1


async def test_ids_are_never_used_again(tables: SqlTableStore, database: Database):
    async def remove(connection, ids):
        for table_id in ids:
            await connection.execute(text("DELETE FROM tables WHERE id = :id"), {"id": table_id})
        return ids

    last = await tables.create(FULL)
    assert await tables.commit(step(last, 1, post=1))
    await database.write(remove, last.id)
    assert (await tables.create(FULL)).id > last.id
    assert await tables.last_post(last.id) == 0, "what was part of the table goes with it"


async def test_tables_at_which_the_bot_is_to_move_are_found(tables: SqlTableStore):
    bots = table_with(status=Status.PLAYING, bots_turn=True)
    later, sooner = [await tables.create(changed(bots, deadline=at)) for at in (90.0, 50.0)]
    await tables.create(changed(bots, bots_turn=False))
    await tables.create(replace(bots, status=Status.CLOSED))
    assert await tables.bots_turns() == [sooner.id, later.id]
    assert await tables.commit(step(sooner, 1, bots_turn=False))
    assert await tables.bots_turns() == [later.id]


async def test_due_tables_the_longest_overdue_first(tables: SqlTableStore):
    late = await tables.create(table_with(deadline=100.0))
    lobby = await tables.create(table_with(deadline=50.0, status=Status.LOBBY))
    await tables.create(table_with(deadline=100.5))
    await tables.create(table_with(deadline=None))
    await tables.create(table_with(deadline=10.0, status=Status.FINISHED))
    assert await tables.due(100.0) == [lobby.id, late.id]
    assert await tables.commit(step(lobby, 1, deadline=200.0))
    assert await tables.due(100.0) == [late.id]


async def test_open_tables_of_a_server_a_channel_a_person(tables: SqlTableStore):
    mine = await tables.create(table_with(seats=seats(ANN, BEN)))
    theirs = await tables.create(table_with(seats=seats(CAY), channel_id=7))
    far = await tables.create(table_with(seats=seats(ANN), guild_id=8, channel_id=9))
    await tables.create(table_with(seats=seats(ANN, BEN, CAY), status=Status.CLOSED))
    assert await tables.open_tables() == [far, theirs, mine]
    assert await tables.open_tables(guild_id=GUILD) == [theirs, mine]
    assert await tables.open_tables(channel_id=CHANNEL) == [mine]
    assert await tables.open_tables(user_id=ANN) == [far, mine]
    assert await tables.open_tables(user_id=ANN, guild_id=GUILD) == [mine]
    assert await tables.open_tables(user_id=ANN, guild_id=8, channel_id=CHANNEL) == []


async def test_a_person_is_found_where_they_sit_now(tables: SqlTableStore):
    async def seated(user_id: int) -> list[int]:
        return [found.version for found in await tables.open_tables(user_id=user_id)]

    table = await tables.create(table_with(seats=seats(ANN, BEN)))
    assert await tables.commit(step(table, 1, seats=seats(CAY, ANN)))
    assert (await seated(ANN), await seated(BEN), await seated(CAY)) == ([2], [], [2])
    table = after(table, seats=seats(CAY, ANN))
    assert await tables.commit(step(table, 2, status=Status.FINISHED))
    assert (await seated(ANN), await seated(CAY)) == ([], [])
    table = after(table, status=Status.FINISHED)
    assert await tables.commit(step(table, 3, status=Status.PLAYING))
    assert (await seated(ANN), await seated(CAY)) == ([4], [4])
    table = after(table, status=Status.PLAYING)
    assert await tables.commit(step(table, 4, seats=()))
    assert (await seated(ANN), await seated(CAY)) == ([], [])


async def test_a_person_is_found_where_they_wait_for_a_chair(tables: SqlTableStore):
    table = await tables.create(table_with(seats=seats(ANN), waiting=(Person(BEN, "Ben"),)))
    (found,) = await tables.open_tables(user_id=BEN)
    assert found == table
    assert await tables.commit(step(table, 1, waiting=()))
    assert list(await tables.open_tables(user_id=BEN)) == []


async def test_the_latest_post(tables: SqlTableStore, posts: SqlPostStore):
    table = await tables.create(FULL)
    assert await tables.last_post(table.id) == 0
    change = step(table, 1, post=1)
    more = (*change.posts, hand_result(table.id, 2))
    assert await tables.commit(replace(change, posts=more))
    assert await tables.last_post(table.id) == 2
    await posts.delivered(more[1], 5)
    assert await tables.last_post(table.id) == 2


@pytest.mark.parametrize(
    ("query", "index"),
    [
        ("SELECT id FROM tables WHERE {open} AND deadline <= 1", "ix_tables_open_deadline"),
        ("SELECT id FROM tables WHERE {open} AND guild_id = 1", "ix_tables_open_guild_id"),
        ("SELECT id FROM tables WHERE {open} AND channel_id = 1", "ix_tables_open_channel_id"),
        ("SELECT id FROM tables WHERE {open} ORDER BY id DESC", "ix_tables_open_id"),
        ("SELECT number FROM posts WHERE table_id IN (1, 2, 3) AND message_id IS NULL", "ix_posts_owed"),
        ("SELECT table_id FROM posts WHERE message_id IS NULL", "ix_posts_owed"),
    ],
)
async def test_what_is_asked_often_has_an_index(database: Database, kind: str, query: str, index: str):
    query = query.format(open="tables.status IN ('lobby', 'playing')")
    plan = await plan_of(database, kind, query)
    if kind == "postgresql" and "tables_open" in index:
        # While there are none, all indices of open tables are alike to it.
        index = "ix_tables_open"
    assert index in str(plan)
    assert "Seq Scan" not in str(plan)


async def test_a_stored_row_is_read_field_by_field(tables: SqlTableStore, database: Database):
    table = await tables.create(FULL)
    values: dict[str, object] = {
        "invited": [BEN, CAY, GUILD],
        "arrivals": [CAY, ANN],
        "deferred": {"2": [40, 9.5]},
        "deferred_until": 9.5,
        "bots_turn": True,
        "posting": "thread",
        "thread_id": 77,
        "rubbers": {str(ANN): 2},
        "marked": {"0": "play QH"},
        "seen": {str(CAY): 3},
    }
    await database.write(_overwrite, (table.id, values))
    found = await tables.load(table.id)
    assert found is not None
    now = found[0]
    assert (now.chairs.invited, now.chairs.called) == ((BEN, CAY), True)
    assert (now.chairs.arrivals, now.chairs.rubbers) == ((CAY, ANN), {ANN: 2})
    assert (now.clock.deferred, now.clock.bots_turn) == ({2: Deferred(40, 9.5)}, True)
    assert (now.telling.posting, now.telling.thread_id, now.telling.place) == (Posting.THREAD, 77, 77)
    assert (now.dealt.marked, now.dealt.seen) == ({0: "play QH"}, {CAY: 3})


async def _overwrite(
    connection: AsyncConnection, rows: Sequence[tuple[int, dict[str, object]]]
) -> Sequence[None]:
    for table_id, values in rows:
        await connection.execute(update(stored_tables).where(stored_tables.c.id == table_id).values(values))
    return [None for _ in rows]
