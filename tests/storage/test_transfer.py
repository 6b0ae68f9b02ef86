"""A store copied into another database: all of it or nothing, whatever happens meanwhile."""

import asyncio
import dataclasses
import json
import os
import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, insert, update

from bot.jobs.ports import Job, State, Urgency
from bot.jobs.service import Jobs
from bot.rules.whist.state import Playing
from bot.tables.service import Ports, Tables, build_tables
from bot.tables.state.change import Change
from bot.tables.state.table import LoggedMove, Status
from bot.tables.turns.deadlines import Pauses
from storage.backup import row_copy as carrying
from storage.backup import transfer
from storage.backup.row_copy import copied_tables
from storage.backup.transfer import move
from storage.cluster.members import SqlClusterStore
from storage.connection.database import Database, DatabaseError, migrate, open_database
from storage.jobs import SqlJobQueue
from storage.schema.cluster import EPHEMERAL
from storage.schema.jobs import jobs
from storage.schema.metadata import metadata
from storage.schema.tables import tables
from storage.tables.store import SqlTableStore
from tests.forked import is_killed
from tests.sql_stores import sql_stores
from tests.storage.makers import ANN, BEN, CAY, DOT, FULL, after, seats
from tests.storage.samples import ROWS, Place, contents, copied, execute, fails, files, fill, quiet
from tests.stored_tables import stored_table
from tests.tables.fakes import (
    FirstLegal,
    HandClock,
    IdleAnalyst,
    IdleCoach,
    IdleReplayer,
    Members,
    SeededDealer,
    actor,
)

ROOT = Path(__file__).parents[2]
IN_MID_TRICK = 9
ENGLISH_RECORD = ROOT / "tests/golden/english-whist-long-game.json"
KINDS = ("sqlite", "postgresql")
PAIRS = [(one, other) for one in KINDS for other in KINDS]
CROSSING = [("sqlite", "postgresql"), ("postgresql", "sqlite")]


async def test_no_table_of_a_store_refers_to_one_that_is_not_copied():
    names = {table.name for table in copied_tables()}
    for table in copied_tables():
        assert list(table.primary_key), f"{table} has an order"
        assert {key.column.table.name for key in table.foreign_keys} <= names


@pytest.mark.parametrize(("kind", "other"), PAIRS)
async def test_all_of_it_is_there_afterwards(place: Place, kind: str, other: str, monkeypatch):
    monkeypatch.setattr(carrying, "BATCH", 3)
    source, target = place(kind), place(other)
    await fill(source)
    before = await contents(source)
    told: list[str] = []
    done = await move(source, target, told.append)
    assert await contents(source) == before
    expected, after = await copied(source), await contents(target)
    assert await copied(target) == expected
    assert all(len(rows) >= ROWS for rows in expected.values())
    assert all(after[table.name] == [] for table in EPHEMERAL)
    assert done.rows == {name: len(rows) for name, rows in expected.items()}
    lines = [f"  {name}: {rows} rows" for name, rows in done.rows.items()]
    assert told == [*lines, "Reading it all again, to compare:", *lines]


@pytest.mark.parametrize(("kind", "other"), CROSSING)
async def test_a_number_is_never_given_again(place: Place, kind: str, other: str):
    source, target = place(kind), place(other)
    database = await open_database(source)
    store = SqlTableStore(database)
    ids = [(await store.create(FULL)).id for _ in range(4)]
    await database.close()
    await execute(source, delete(tables).where(tables.c.id.in_(ids[1:])))
    await move(source, target, quiet)
    database = await open_database(target)
    assert (await SqlTableStore(database).create(FULL)).id == ids[-1] + 1
    await database.close()


@pytest.mark.parametrize(("kind", "other"), CROSSING)
async def test_an_empty_store_is_one_too(place: Place, kind: str, other: str):
    source, target = place(kind), place(other)
    await migrate(source)
    await move(source, target, quiet)
    for url in (source, target):
        database = await open_database(url)
        assert (await SqlTableStore(database).create(FULL)).id == 1
        await database.close()


def opened_tables(database: Database) -> Tables:
    ports = Ports(
        **sql_stores(database),
        house=FirstLegal(),
        analyst=IdleAnalyst(),
        coach=IdleCoach(),
        replayer=IdleReplayer(),
        jobs=Jobs(SqlJobQueue(database)),
        membership=Members(),
        clock=HandClock(),
        dealer=SeededDealer(),
    )
    return build_tables(ports, pauses=Pauses(0.0))


@pytest.mark.parametrize(("kind", "other"), CROSSING)
async def test_a_match_in_mid_trick_goes_on(place: Place, kind: str, other: str):
    record = json.loads(ENGLISH_RECORD.read_text())
    log = tuple(LoggedMove(number, seat, text, 5.0) for number, (seat, text) in enumerate(record["moves"], 1))
    source, target = place(kind), place(other)
    database = await open_database(source)
    store = SqlTableStore(database)
    chairs = seats(ANN, BEN, CAY, DOT)
    new = stored_table(
        0, 1, 2, ANN, "english-whist", record["options"], chairs, 1.0, 0, status=Status.PLAYING, deals=1
    )
    table = await store.create(new)
    assert await store.commit(Change(after(table), table, log[:IN_MID_TRICK]))
    opened = opened_tables(database)
    before = await opened.repository.fresh(table.id)
    assert isinstance(before.state, Playing)
    assert before.state.cards
    await opened.stop()
    await database.close()

    await move(source, target, quiet)
    database = await open_database(target)
    opened = opened_tables(database)
    there = await opened.repository.fresh(table.id)
    assert (there.table, there.log, there.state) == (before.table, before.log, before.state)
    seat, text = record["moves"][IN_MID_TRICK]
    there = await opened.play.act(table.id, actor((ANN, BEN, CAY, DOT)[seat]), text, there.step)
    assert [logged.text for logged in there.log] == [text for _, text in record["moves"][: IN_MID_TRICK + 1]]
    await opened.stop()
    await database.close()


@pytest.mark.parametrize(("kind", "other"), CROSSING)
async def test_jobs_that_wait_are_done_after_it(place: Place, kind: str, other: str):
    source, target = place(kind), place(other)
    wanted = [
        Job("analysis", "7:1", {"table": 7, "hand": 1}, Urgency.ASKED),
        Job("replay", "7:2:♠", {"word": "♠ 'x'"}),
        Job("replay", "8:1", {}),
    ]
    database = await open_database(source)
    queue = SqlJobQueue(database)
    await queue.start()
    await queue.enqueue(wanted)
    (taken,) = await queue.take(["replay"], Urgency.QUIET, 1)
    await database.close()

    for replace in (False, True):
        await move(source, target, quiet, replace=replace)
        database = await open_database(target)
        queue = SqlJobQueue(database)
        await queue.start()
        if other == "postgresql":
            # Nobody gives a sign of life for it any more.
            await execute(target, update(jobs).values(since=jobs.c.since - 60))
        else:
            assert await queue.counts() == {("analysis", State.WAITING): 1, ("replay", State.WAITING): 2}
        found = [
            one.job
            for urgency in reversed(Urgency)
            for one in await queue.take(["analysis", "replay"], urgency, 9)
        ]
        assert sorted(found, key=repr) == sorted(wanted, key=repr)
        assert taken.job in found, "nobody is doing it any more"
        await database.close()


def move_until_killed(source: str, target: str, steps: int) -> None:
    """Move a store, and be killed before a table is written, or before the last look at all of it."""
    left = steps

    def counted(function: Any) -> Any:
        async def wrapped(*arguments: Any) -> Any:
            nonlocal left
            left -= 1
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)
            return await function(*arguments)

        return wrapped

    for name in ("write_rows", "copy_last_numbers"):
        setattr(transfer, name, counted(getattr(transfer, name)))
    asyncio.run(move(source, target, quiet, replace=True))


@pytest.mark.parametrize(("kind", "other"), CROSSING)
async def test_killed_at_any_point_it_has_done_nothing(place: Place, kind: str, other: str):
    source, target = place(kind), place(other)
    await fill(source)
    database = await open_database(target)
    await SqlTableStore(database).create(FULL)
    await database.close()
    before = await contents(target)
    last = len(copied_tables()) + 1
    for at in (1, last // 2, last):
        assert is_killed(move_until_killed, source, target, at)
        assert await contents(target) == before
    await move(source, target, quiet, replace=True)
    assert await copied(target) == await copied(source)
    await (await open_database(target)).close()


@pytest.mark.parametrize("other", KINDS)
async def test_what_is_not_there_as_it_was_written_is_noticed(
    place: Place, other: str, monkeypatch: pytest.MonkeyPatch
):
    source, target = place("sqlite"), place(other)
    await fill(source)
    real = carrying.write_rows

    async def losing(connection: Any, table: Any, rows: Any) -> None:
        await real(connection, table, rows[:-1] if table.name == "blocks" else rows)

    monkeypatch.setattr("storage.backup.transfer.write_rows", losing)
    await fails(move(source, target, quiet), rf"does not hold .*: blocks \({ROWS - 1} of {ROWS} rows\)")
    await migrate(target)
    assert not any((await copied(target)).values())


async def test_a_row_that_the_other_database_does_not_take_is_named(place: Place):
    source, target = place("sqlite"), place("postgresql")
    database = await open_database(source)
    await SqlTableStore(database).create(dataclasses.replace(FULL, game="x" * 65))
    await database.close()
    await fails(move(source, target, quiet), r"value too long .* \(a row of tables\)$")


async def test_a_sqlite_file_that_is_open_elsewhere_is_not_touched(place: Place, tmp_path: Path):
    used, free = place("sqlite"), place("sqlite")
    database = await open_database(used, playing=True)
    table = await SqlTableStore(database).create(FULL)
    for one, other in ((used, free), (free, used)):
        if one == free:
            await migrate(free)
        await fails(move(one, other, quiet), r"store0\.db is in use by another process of Cardinal")
    assert await SqlTableStore(database).load(table.id) == (table, ())
    await database.close()


async def test_a_postgresql_database_that_cardinal_runs_on_is_not_touched(place: Place):
    used, free = place("postgresql"), place("sqlite")
    database = await open_database(used)
    cluster = SqlClusterStore(database)
    process = await cluster.join()
    await migrate(free)
    for one, other in ((used, free), (free, used)):
        await fails(move(one, other, quiet), r"is in use by Cardinal \(processes: 1\); stop it first")
    await cluster.leave(process)
    await database.close()
    await move(used, free, quiet)


@pytest.mark.parametrize("kind", KINDS)
async def test_no_bot_opens_either_end_meanwhile(place: Place, kind: str, monkeypatch: pytest.MonkeyPatch):
    source, target = place(kind), place(kind)
    await fill(source)
    await migrate(target)
    refused = []
    real = carrying.copy_last_numbers

    async def trying(*arguments: Any) -> None:
        for url in (source, target):
            await fails(open_database(url, playing=True))
            await fails(move(url, place("sqlite"), quiet))
            refused.append(url)
        await real(*arguments)

    monkeypatch.setattr(transfer, "copy_last_numbers", trying)
    await move(source, target, quiet)
    assert refused == [source, target]
    await (await open_database(target, playing=True)).close()


@pytest.mark.parametrize("kind", KINDS)
async def test_a_database_that_holds_a_store_is_emptied_only_if_that_is_said(
    place: Place, kind: str, tmp_path: Path
):
    source, target = place("sqlite"), place(kind)
    await fill(source)
    database = await open_database(target)
    there = dataclasses.replace(FULL, game="zzz-a-game-of-long-ago")
    kept = [await SqlTableStore(database).create(there) for _ in range(50)]
    await database.close()
    await execute(target, insert(metadata.tables["seated"]).values(table_id=kept[-1].id, user_id=ANN + 99))
    before = await contents(target)
    await fails(move(source, target, quiet), r"holds a store already \(.*: name an empty database, or add")
    assert await contents(target) == before
    await move(source, target, quiet, replace=True)
    assert await copied(target) == await copied(source)
    for content in files(tmp_path).values():
        assert b"zzz-a-game" not in content, "what was deleted is really gone"


async def test_what_is_no_store_is_refused(place: Place, tmp_path: Path):
    await fails(move(place("sqlite"), place("sqlite"), quiet), r"store0\.db: there is no such file")
    assert files(tmp_path) == {}
    await fails(move(place("postgresql"), place("sqlite"), quiet), "holds nothing of Cardinal's")
    with closing(sqlite3.connect(tmp_path / "other.db")) as connection:
        connection.execute("CREATE TABLE places (id)")
    for url in (f"sqlite+aiosqlite:///{tmp_path}/other.db", f"sqlite+aiosqlite:///{tmp_path}/empty.db"):
        (tmp_path / "empty.db").touch()
        with pytest.raises(DatabaseError, match=r"another program's database|holds nothing of Cardinal's"):
            await move(url, place("sqlite"), quiet)
    source = place("sqlite")
    await migrate(source)
    with pytest.raises(DatabaseError, match=r"other\.db: another program's database"):
        await move(source, f"sqlite+aiosqlite:///{tmp_path}/other.db", quiet)
    with pytest.raises(DatabaseError, match="both are the same database"):
        await move(
            source, f"sqlite+aiosqlite:///{tmp_path}/../{tmp_path.name}/{source.rpartition('/')[2]}", quiet
        )
    for one, other in ((source, "sqlite+aiosqlite://"), ("sqlite+aiosqlite://", source)):
        await fails(move(one, other, quiet), "lives in memory")
