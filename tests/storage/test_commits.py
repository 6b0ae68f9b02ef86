"""Commits of many tables at once: each holds or fails by itself, wholly."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.exc import DBAPIError, IntegrityError

from bot.tables.state.change import Change
from bot.tables.state.table import Status
from storage.connection import engines
from storage.connection.database import Database, open_database
from storage.schema.results import outcomes
from storage.tables.posts import SqlPostStore
from storage.tables.store import SqlTableStore
from tests.present import present
from tests.storage.makers import ANN, FULL, after, move, outcome, reminder, step, table_with


def others_running() -> set[str]:
    """The tasks there are besides the one that asks."""
    return {task.get_name() for task in asyncio.all_tasks() if task is not asyncio.current_task()}


async def test_many_tables_at_once(tables: SqlTableStore):
    async def play(table):
        for number in range(1, 6):
            assert await tables.commit(step(table, number, post=number))
            table = after(table)

    created = await asyncio.gather(*(tables.create(table_with(host_id=host)) for host in range(300)))
    assert len({table.id for table in created}) == 300
    await asyncio.gather(*map(play, created))
    for table in created[::37]:
        assert await tables.load(table.id) == (
            replace(table, version=6),
            tuple(move(number) for number in range(1, 6)),
        )


async def test_of_many_changes_to_one_version_one_holds(tables: SqlTableStore):
    table = await tables.create(FULL)
    changes = [step(table, 1, deals=number) for number in range(20)]
    verdicts = await asyncio.gather(*map(tables.commit, changes))
    assert verdicts == [True] + [False] * 19
    assert await tables.load(table.id) == (after(table, deals=0), (move(1),))


async def test_changes_that_follow_each_other_may_share_a_transaction(tables: SqlTableStore):
    table = await tables.create(FULL)
    changes = [step(table, 1), step(after(table), 2, deals=9), step(table, 1)]
    assert await asyncio.gather(*map(tables.commit, changes)) == [True, True, False]
    assert await tables.load(table.id) == (after(after(table), deals=9), (move(1), move(2)))


async def test_two_processes_on_one_table(migrated_url: str):
    """Two databases share nothing but the file, like two processes."""
    both = [await open_database(migrated_url) for _ in range(2)]
    stores = [SqlTableStore(database) for database in both]
    table = await stores[0].create(FULL)
    won = [0, 0]

    async def play(index: int):
        while True:
            stored = present(await stores[index].load(table.id))
            known, log = stored
            assert known.version == 1 + len(log), "a load is of one moment"
            if len(log) >= 40:
                return
            held = await stores[index].commit(step(known, len(log) + 1))
            won[index] += held

    await asyncio.gather(*(play(index) for index in (0, 1, 0, 1)))
    stored = present(await stores[1].load(table.id))
    assert [entry.number for entry in stored[1]] == list(range(1, sum(won) + 1))
    assert stored[0].version == 1 + sum(won)
    for database in both:
        await database.close()


async def test_one_bad_change_loses_no_other(tables: SqlTableStore, posts: SqlPostStore):
    created = [await tables.create(FULL) for _ in range(9)]
    bad = created[4]
    assert await tables.commit(step(bad, 1))
    changes = [step(table, 1, post=1) for table in created]
    changes[4] = replace(step(after(bad), 2, post=1), moves=(move(1),))
    changes.append(step(created[0], 1))
    answers = await asyncio.gather(*map(tables.commit, changes), return_exceptions=True)
    fault = answers.pop(4)
    assert isinstance(fault, IntegrityError)
    assert answers == [True] * 8 + [False]
    assert await tables.load(bad.id) == (after(bad), (move(1),))
    assert await posts.owed(bad.id) == []
    assert all([len(await posts.owed(table.id)) == 1 for table in created if table is not bad])


async def test_other_writes_share_the_transaction(tables: SqlTableStore, posts: SqlPostStore):
    table = await tables.create(FULL)
    owed = reminder(table.id, 1)
    assert await tables.commit(Change(after(table), table, posts=(owed,)))
    await asyncio.gather(
        posts.delivered(owed, 3),
        tables.commit(step(after(table), 1)),
        tables.create(FULL),
        posts.delivered(owed, 3),
    )
    assert await posts.owed(table.id) == []
    assert await tables.load(table.id) == (after(after(table)), (move(1),))


@pytest.mark.parametrize("ticks", [0, 1, 2, 3, 5, 8, 13, 21, 34])
async def test_cancelled_callers_take_nobody_with_them(
    tables: SqlTableStore, posts: SqlPostStore, ticks: int
):
    created = [await tables.create(FULL) for _ in range(12)]
    tasks = [asyncio.create_task(tables.commit(step(table, 1, post=1))) for table in created]
    for _ in range(ticks):
        await asyncio.sleep(0)
    for task in tasks[::3]:  # among them the one that came first
        task.cancel()
    answers = await asyncio.gather(*tasks, return_exceptions=True)
    for index, (table, answer) in enumerate(zip(created, answers, strict=True)):
        stored = await tables.load(table.id)
        owed = await posts.owed(table.id)
        if index % 3 or answer is True:
            assert answer is True
            assert stored == (after(table), (move(1),))
            assert len(owed) == 1
        else:
            assert isinstance(answer, asyncio.CancelledError)
            assert (stored, len(owed)) in [((table, ()), 0), ((after(table), (move(1),)), 1)]
    assert others_running() == set()


async def test_a_caller_cancelled_before_its_turn_has_done_nothing(tables: SqlTableStore):
    table = await tables.create(FULL)
    task = asyncio.create_task(tables.commit(step(table, 1)))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await tables.commit(step(table, 1, status=Status.CLOSED))


async def test_nothing_is_left_running(tables: SqlTableStore, posts: SqlPostStore):
    table = await tables.create(FULL)
    await asyncio.gather(*(tables.commit(step(table, 1)) for _ in range(5)), posts.behind())
    assert others_running() == set()


async def test_cancelled_reads_do_no_harm():
    database = await open_database("sqlite+aiosqlite://")
    tables = SqlTableStore(database)
    table = await tables.create(FULL)
    reads: Sequence[Callable[[], Any]] = (lambda: tables.load(table.id), lambda: tables.due(1.0))
    for read in reads:
        for ticks in range(12):
            task = asyncio.create_task(read())
            for _ in range(ticks):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
    assert await tables.load(table.id) == (table, ())
    await database.close()


async def test_close_finishes_what_is_under_way(migrated_url: str):
    database = await open_database(migrated_url)
    tables = SqlTableStore(database)
    table = await tables.create(FULL)
    commit = asyncio.create_task(tables.commit(step(table, 1)))
    reads = [asyncio.create_task(tables.load(table.id)), asyncio.create_task(tables.due(0.0))]
    await asyncio.sleep(0)
    await database.close()
    assert await commit
    await asyncio.gather(*reads)
    assert others_running() == set()


async def test_a_torn_down_loop_leaves_nobody_waiting(tables: SqlTableStore):
    """`asyncio.run` cancels every task at its end, ours too."""
    created = [await tables.create(FULL) for _ in range(5)]
    commits = [asyncio.create_task(tables.commit(step(table, 1, post=1))) for table in created]
    await asyncio.sleep(0.0005)
    for task in asyncio.all_tasks():
        if task.get_name() == "storage-batches":
            task.cancel()
    await asyncio.wait_for(asyncio.gather(*commits, return_exceptions=True), 5)
    loaded = [await tables.load(table.id) for table in created]
    assert len({len(stored[1]) for stored in loaded if stored is not None}) == 1, (
        "all of the batch or nothing"
    )
    await tables.create(FULL)  # and the store goes on


class TestSharedFile:
    """What is so of SQLite only, where one process at a time writes."""

    @pytest.fixture
    def kind(self) -> str:
        return "sqlite"

    @pytest.fixture
    def other(self, database: Database, migrated_url: str):
        """Another process's connection."""
        connection = sqlite3.connect(migrated_url.partition("///")[2], isolation_level=None)
        yield connection
        connection.close()

    async def test_commits_wait_for_another_process(self, tables: SqlTableStore, other: sqlite3.Connection):
        table = await tables.create(FULL)
        other.execute("BEGIN IMMEDIATE")
        commit = asyncio.create_task(tables.commit(step(table, 1)))
        await asyncio.sleep(0.05)
        assert not commit.done()
        assert await tables.load(table.id) == (table, ()), "reads do not wait"
        other.execute("ROLLBACK")
        assert await commit

    async def test_patience_ends(
        self, migrated_url: str, monkeypatch: pytest.MonkeyPatch, other: sqlite3.Connection
    ):
        monkeypatch.setattr(engines, "PATIENCE", 0.05)
        database = await open_database(migrated_url)
        tables = SqlTableStore(database)
        created = [await tables.create(FULL) for _ in range(3)]
        other.execute("BEGIN IMMEDIATE")
        answers = await asyncio.gather(
            *(tables.commit(step(table, 1)) for table in created), return_exceptions=True
        )
        assert all(isinstance(answer, DBAPIError) and "locked" in str(answer) for answer in answers)
        other.execute("ROLLBACK")
        assert await asyncio.gather(*(tables.commit(step(table, 1)) for table in created)) == [True] * 3
        await database.close()

    async def test_how_the_file_is_kept(self, database: Database, other: sqlite3.Connection):
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)

        async def pragmas(connection, names):
            return [(await connection.exec_driver_sql(f"PRAGMA {name}")).scalar_one() for name in names]

        for ask in (database.write, database.look_up):
            assert await ask(pragmas, "foreign_keys") == 1
            assert await ask(pragmas, "synchronous") == 1
            assert await ask(pragmas, "busy_timeout") == 15_000


async def entered(database: Database) -> list[tuple[int, int, int]]:
    """The table, the number and the points of every outcome."""
    (rows,) = await database.read(
        select(outcomes.c.table_id, outcomes.c.number, outcomes.c.points).order_by(
            outcomes.c.table_id, outcomes.c.number
        )
    )
    return [tuple(row) for row in rows]


async def test_outcomes_are_withdrawn_before_new_ones_are_entered(database: Database, tables: SqlTableStore):
    table, other = await tables.create(FULL), await tables.create(FULL)
    hands = tuple(outcome(table.id, "hand", number, ANN, points=3) for number in (1, 2))
    kept = outcome(other.id, "hand", 2, ANN)
    assert await tables.commit(Change(after(table), table, outcomes=hands))
    assert await tables.commit(Change(after(other), other, outcomes=(kept,)))
    anew = outcome(table.id, "hand", 2, ANN, points=5)
    table = after(table)
    assert await tables.commit(Change(after(table), table, outcomes=(anew,), withdrawn=(("hand", 2),)))
    assert await entered(database) == [(table.id, 1, 3), (table.id, 2, 5), (other.id, 2, 0)]


async def test_what_another_change_of_the_same_transaction_entered_is_withdrawn(
    database: Database, tables: SqlTableStore
):
    table = await tables.create(FULL)
    first = outcome(table.id, "hand", 1, ANN, points=3)
    changes = [
        Change(after(table), table, outcomes=(first,)),
        Change(after(after(table)), after(table), withdrawn=(("hand", 1),)),
    ]
    assert await asyncio.gather(*map(tables.commit, changes)) == [True, True]
    assert await entered(database) == []
