"""A store carried over into another database: all of it, once, whatever happens meanwhile."""

import dataclasses
import json
import signal
import sqlite3
import subprocess
import sys
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
from storage import row_copy as carrying
from storage.analyses import SqlAnalysisStore
from storage.boards import SqlBoardStore
from storage.cluster import SqlClusterStore
from storage.database import Database, DatabaseError, migrate, open_database
from storage.jobs import SqlJobQueue
from storage.jobs_schema import jobs
from storage.privacy import SqlPrivacyStore
from storage.replays import SqlReplayStore
from storage.row_copy import CARRIED, LEFT_OUT, carried
from storage.schema import metadata, tables
from storage.servers import SqlServerStore
from storage.standings import SqlStandingStore
from storage.tables import SqlTableStore
from storage.transfer import Progress, move
from storage.transfer_ends import at_rest, being_filled
from storage.users import SqlUserStore
from tests.storage.makers import ANN, BEN, CAY, DOT, FULL, after, seats
from tests.storage.samples import ROWS, Place, contents, execute, files, fill, quiet
from tests.stored_tables import stored_table
from tests.tables.fakes import FirstLegal, HandClock, IdleAnalyst, IdleReplayer, Members, SeededDealer, actor

pytestmark = pytest.mark.asyncio

ROOT = Path(__file__).parents[2]
IN_MID_TRICK = 9
ENGLISH_RECORD = ROOT / "tests/golden/english-whist-long-game.json"
KINDS = ("sqlite", "postgresql")
PAIRS = [(one, other) for one in KINDS for other in KINDS]


async def test_every_table_is_carried_over_or_left_out_knowingly():
    assert set(metadata.tables) == CARRIED | LEFT_OUT
    assert not CARRIED & LEFT_OUT
    for table in carried():
        assert list(table.primary_key), f"{table} has an order"
        referred = {key.column.table.name for key in table.foreign_keys}
        assert referred <= CARRIED, f"{table} refers to nothing that is left out"


@pytest.mark.parametrize(("kind", "other"), PAIRS)
async def test_all_of_it_is_there_afterwards(place: Place, kind: str, other: str, monkeypatch):
    monkeypatch.setattr(carrying, "BATCH", 3)
    source, target = place(kind), place(other)
    await migrate(source)
    await fill(source)
    before = await contents(source)
    assert all(len(before[name]) >= ROWS for name in CARRIED)
    told: list[Progress] = []
    done = await move(source, target, told.append)
    after = await contents(target)
    assert {name: after[name] for name in CARRIED} == {name: before[name] for name in CARRIED}
    assert all(after[name] == [] for name in LEFT_OUT)
    assert done.rows == {name: len(before[name]) for name in CARRIED}
    assert await contents(source) == before
    for checking in (False, True):
        last = {one.table: one for one in told if one.checking is checking}
        assert {name: (one.rows, one.of) for name, one in last.items()} == {
            name: (rows, rows) for name, rows in done.rows.items()
        }


@pytest.mark.parametrize(("kind", "other"), PAIRS)
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


@pytest.mark.parametrize(("kind", "other"), PAIRS)
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
        tables=SqlTableStore(database),
        boards=SqlBoardStore(database),
        users=SqlUserStore(database),
        servers=SqlServerStore(database),
        privacy=SqlPrivacyStore(database),
        analyses=SqlAnalysisStore(database),
        standings=SqlStandingStore(database),
        replays=SqlReplayStore(database),
        house=FirstLegal(),
        analyst=IdleAnalyst(),
        replayer=IdleReplayer(),
        jobs=Jobs(SqlJobQueue(database)),
        membership=Members(),
        clock=HandClock(),
        dealer=SeededDealer(),
    )
    return build_tables(ports, pauses=Pauses(0.0))


@pytest.mark.parametrize(("kind", "other"), PAIRS)
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
    assert await store.commit(Change(after(table), table.version, log[:IN_MID_TRICK]))
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


@pytest.mark.parametrize(("kind", "other"), PAIRS)
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


KILLED = """
import asyncio, os, signal, sys
from storage import transfer, transfer_ends
from storage import row_copy as carrying
from storage.transfer_ends import Target

source, target, left = *sys.argv[1:3], int(sys.argv[3])
carrying.BATCH = 3

def step():
    global left
    left -= 1
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)

def stepping(function):
    async def wrapped(*arguments):
        step()
        done = await function(*arguments)
        step()
        return done
    return wrapped

transfer_ends.write = stepping(carrying.write)
transfer._verify = stepping(transfer._verify)
Target.finish = stepping(Target.finish)
asyncio.run(transfer.move(source, target, lambda progress: None))
"""
"""Moves a store, and kills itself at a step: before rows are written, or before they are stored."""

STEPS = 6 * len(CARRIED)
"""Before and after each of three batches of each table."""


def killed(source: str, target: str, step: int) -> bool:
    done = subprocess.run([sys.executable, "-c", KILLED, source, target, str(step)], cwd=ROOT, check=False)
    assert done.returncode in (0, -signal.SIGKILL)
    return done.returncode != 0


@pytest.mark.parametrize(("kind", "other"), [("sqlite", "postgresql"), ("postgresql", "sqlite")])
async def test_killed_at_any_point_it_goes_on_and_nobody_opens_half_a_store(
    place: Place, kind: str, other: str
):
    source, target = place(kind), place(other)
    await migrate(source)
    await fill(source)
    before = await contents(source)
    # Either before rows are written or when they are, and not yet stored.
    kills = 0
    while killed(source, target, 36 + kills % 2):
        kills += 1
        with pytest.raises(DatabaseError, match="is not whole: `move-database` or `restore` is filling it"):
            await open_database(target)
        with pytest.raises(DatabaseError, match="is not whole"):
            await move(target, place("sqlite"), quiet)
        assert kills < STEPS
    assert kills >= 4
    after = await contents(target)
    assert {name: after[name] for name in CARRIED} == {name: before[name] for name in CARRIED}
    await (await open_database(target)).close()
    with pytest.raises(DatabaseError, match="holds a store already"):
        await move(source, target, quiet)


@pytest.mark.parametrize(
    "change",
    [
        update(tables).where(tables.c.id == 1).values(version=77),
        delete(tables).where(tables.c.id == 1),
        insert(metadata.tables["erasures"]).values(user_id=-6),
    ],
    ids=["changed", "deleted", "added"],
)
async def test_a_source_that_has_changed_since_is_noticed(place: Place, change: Any):
    source, target = place("sqlite"), place("postgresql")
    await migrate(source)
    await fill(source)
    assert killed(source, target, STEPS)
    await execute(source, change)
    with pytest.raises(DatabaseError, match=r"store0\.db is not as it was .* --replace, which") as caught:
        await move(source, target, quiet)
    assert str(caught.value).isprintable()
    with pytest.raises(DatabaseError, match="is not whole"):
        await open_database(target)
    await move(source, target, quiet, replace=True)
    before, after = await contents(source), await contents(target)
    assert {name: after[name] for name in CARRIED} == {name: before[name] for name in CARRIED}


async def test_a_source_that_has_changed_where_it_was_not_yet_read_is_carried_as_it_is_now(place: Place):
    source, target = place("sqlite"), place("postgresql")
    await migrate(source)
    await fill(source)
    assert killed(source, target, 2)
    await execute(source, delete(tables).where(tables.c.id == 1))
    await move(source, target, quiet)
    before, after = await contents(source), await contents(target)
    assert {name: after[name] for name in CARRIED} == {name: before[name] for name in CARRIED}


@pytest.mark.parametrize("other", KINDS)
async def test_what_is_not_there_as_it_was_written_is_noticed(
    place: Place, other: str, monkeypatch: pytest.MonkeyPatch
):
    source, target = place("sqlite"), place(other)
    await migrate(source)
    await fill(source)
    real = carrying.write

    async def losing(connection: Any, table: Any, rows: Any) -> None:
        await real(connection, table, rows[:-1] if table.name == "blocks" else rows)

    monkeypatch.setattr("storage.transfer_ends.write", losing)
    with pytest.raises(DatabaseError, match=rf"does not hold .*: blocks \({ROWS - 1} of {ROWS} rows\)"):
        await move(source, target, quiet)
    with pytest.raises(DatabaseError, match="is not whole"):
        await open_database(target)


async def test_a_row_that_the_other_database_does_not_take_is_named(place: Place):
    source, target = place("sqlite"), place("postgresql")
    database = await open_database(source)
    await SqlTableStore(database).create(dataclasses.replace(FULL, game="x" * 65))
    await database.close()
    with pytest.raises(DatabaseError, match=r"value too long .* \(a row of tables\)$"):
        await move(source, target, quiet)


async def test_a_sqlite_file_that_is_open_elsewhere_is_not_touched(place: Place, tmp_path: Path):
    used, free = place("sqlite"), place("sqlite")
    database = await open_database(used)
    table = await SqlTableStore(database).create(FULL)
    for one, other in ((used, free), (free, used)):
        if one == free:
            await migrate(free)
        with pytest.raises(DatabaseError, match=r"store0\.db is in use by another process; stop Cardinal"):
            await move(one, other, quiet)
    assert await SqlTableStore(database).load(table.id) == (table, ())
    await database.close()


async def test_a_postgresql_database_that_cardinal_runs_on_is_not_touched(place: Place):
    used, free = place("postgresql"), place("sqlite")
    database = await open_database(used)
    cluster = SqlClusterStore(database)
    process = await cluster.join()
    await migrate(free)
    for one, other in ((used, free), (free, used)):
        with pytest.raises(DatabaseError, match=r"is in use by Cardinal \(processes: 1\); stop it first"):
            await move(one, other, quiet)
    await cluster.leave(process)
    await database.close()
    await move(used, free, quiet)


@pytest.mark.parametrize("kind", KINDS)
async def test_nobody_opens_either_end_meanwhile(place: Place, kind: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("storage.engines.PATIENCE", 0.1)
    monkeypatch.setattr("storage.sqlite_files.PATIENCE", 0.1)
    monkeypatch.setattr("storage.transfer_ends.PATIENCE", 0.1)
    source, target = place(kind), place(kind)
    await migrate(source)
    async with at_rest(source), being_filled(target, replace=False):
        for url in (source, target):
            with pytest.raises(DatabaseError):
                await open_database(url)
        with pytest.raises(DatabaseError):
            await move(source, place("sqlite"), quiet)
        with pytest.raises(DatabaseError):
            await move(target, place("sqlite"), quiet)
    await (await open_database(source)).close()


@pytest.mark.parametrize("kind", KINDS)
async def test_a_database_that_holds_a_store_is_emptied_only_if_that_is_said(
    place: Place, kind: str, tmp_path: Path
):
    source, target = place("sqlite"), place(kind)
    await migrate(source)
    await fill(source)
    database = await open_database(target)
    there = dataclasses.replace(FULL, game="zzz-a-game-of-long-ago")
    kept = [await SqlTableStore(database).create(there) for _ in range(50)]
    await database.close()
    await execute(target, insert(metadata.tables["seated"]).values(table_id=kept[-1].id, user_id=ANN + 99))
    before = await contents(target)
    with pytest.raises(DatabaseError, match=r"holds a store already \(.*: name an empty database, or add"):
        await move(source, target, quiet)
    assert await contents(target) == before
    await move(source, target, quiet, replace=True)
    expected, after = await contents(source), await contents(target)
    assert {name: after[name] for name in CARRIED} == {name: expected[name] for name in CARRIED}
    for content in files(tmp_path).values():
        assert b"zzz-a-game" not in content, "what was deleted is really gone"


async def test_what_is_no_store_is_refused(place: Place, tmp_path: Path):
    with pytest.raises(DatabaseError, match=r"store0\.db: there is no such file"):
        await move(place("sqlite"), place("sqlite"), quiet)
    assert files(tmp_path) == {}
    with pytest.raises(DatabaseError, match="holds nothing of Cardinal's"):
        await move(place("postgresql"), place("sqlite"), quiet)
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
        with pytest.raises(DatabaseError, match="lives in memory"):
            await move(one, other, quiet)
