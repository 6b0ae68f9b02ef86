"""Logs laid away are the same when looked at, and nothing is laid away that somebody has to do with."""

import asyncio
import os
import random
import signal
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Engine, event, func, insert, select, text, update

from benchmarks.tables import begun, move, tables_at
from bot.duplicate.sessions.session import Status as SessionStatus
from bot.rules.records.record import Analysis
from bot.tables.judging.records import record_of
from bot.tables.people.access import Actor
from bot.tables.state.board import Board
from bot.tables.state.chairs import Person
from bot.tables.state.change import Change
from bot.tables.state.messages import HandPanel, PanelState
from bot.tables.state.posts import HandAnalysed, Post
from bot.tables.state.table import BoardPlay, LoggedMove, Seal, Status
from bot.tables.upkeep.archive import Archive
from storage.connection.database import Database, open_database
from storage.conversion import converter
from storage.duplicate.boards import SqlBoardStore
from storage.duplicate.sessions import SqlSessionStore
from storage.privacy import SqlPrivacyStore
from storage.schema.duplicate import board_plays, sessions
from storage.schema.results import replays
from storage.schema.tables import archived_logs, hand_panels, moves, posts, tables, unsettled_tables
from storage.tables import archive as archiving
from storage.tables.archive import CODEC, SqlArchiveStore, read, written
from storage.tables.posts import SqlPostStore
from storage.tables.store import SqlTableStore
from tests.forked import is_killed
from tests.present import present
from tests.storage.makers import ANN, BEN, GUILD, after, reminder, seats, step, table_with
from tests.storage.test_sessions import NEW

LATER = 2_000_000_000.0
"""When everything the makers make has long been over."""

seals = st.none() | st.builds(
    Seal, st.text("0123456789abcdef", min_size=32, max_size=32), st.text("0123456789abcdef", min_size=64)
)
texts = st.sampled_from(["play QH", "deck TD 9D 7S", "cut 38", "take"]) | st.text(max_size=30)
times = st.floats(0, 4e9, allow_nan=False) | st.integers(0, 4 * 10**15).map(lambda micros: micros / 1e6)


@st.composite
def logs(draw: st.DrawFn) -> tuple[LoggedMove, ...]:
    """Any log; mostly numbered from 1 on."""
    first = draw(st.sampled_from([1, 1, 1, 7]))
    made = draw(st.lists(st.tuples(st.none() | st.integers(0, 9), texts, times, seals), max_size=30))
    return tuple(LoggedMove(number, *parts) for number, parts in enumerate(made, first))


@given(logs())
def test_a_log_is_read_as_it_was_written(log: tuple[LoggedMove, ...]) -> None:
    assert read(CODEC, written(log)) == log


def test_what_was_written_once_is_read_forever() -> None:
    # The bytes of today: whatever changes must be another codec.
    assert read(1, bytes.fromhex(PINNED)) == PINNED_LOG


@pytest.mark.parametrize(("codec", "stored"), [(CODEC + 1, b""), (CODEC, b"x\x9c nonsense")])
def test_what_is_no_log_is_said_to_be_none(codec: int, stored: bytes) -> None:
    with pytest.raises(ValueError, match="log"):
        read(codec, stored)


PINNED_LOG = (
    LoggedMove(1, None, "deck TD 9D 7S", 1_700_000_000.123456, Seal("ab" * 16, "cd" * 32)),
    LoggedMove(2, 0, "cut 38", 1_700_000_001.5),
    LoggedMove(3, 1, "play QH", 1_700_000_009.25),
)
PINNED = (
    "78f928399dc2c3340d434908b8e8017b00543a1a5b2085115a899e98841f828c48a10ca2541986e606506068646c626a"
    "a663686c6e666a62a2636e6e0a128dad0500f03b4779"
)


async def over(database: Database, **fields: Any) -> int:
    """A table that is over, shown to its end, with three moves and a post that was delivered."""
    store, owing = SqlTableStore(database), SqlPostStore(database)
    tidy: dict[str, Any] = {"invited": (), "removed": (), "marked": {}, "proposal": None}
    table = await store.create(table_with(**tidy | {"seats": seats(ANN, BEN), "board": None} | fields))
    delivered = reminder(table.id, 1, ANN), reminder(table.id, 2, ANN)
    assert await store.commit(Change(after(table), table, PINNED_LOG, delivered))
    assert await store.commit(Change(replace(after(table), version=3, status=Status.FINISHED), after(table)))
    for post in delivered:
        await owing.delivered(post, 70 + post.number)
    await owing.give_up(table.id)
    await database.write(_settled, table.id)
    return table.id


async def _settled(connection: Any, ids: Any) -> list[None]:
    await connection.execute(unsettled_tables.delete().where(unsettled_tables.c.table_id.in_(ids)))
    return [None] * len(ids)


async def archive(database: Database, now: float = LATER) -> None:
    """A round of upkeep at that time."""
    await SqlPrivacyStore(database).tidy(now)
    store, place = SqlArchiveStore(database), None
    while place := await store.archive(now - 86_400, place):
        pass


async def counted(database: Database, table: Any, table_id: int) -> int:
    query = select(func.count()).select_from(table).where(table.c.table_id == table_id)
    (rows,) = await database.read(query)
    return int(rows[0][0])


async def is_archived(database: Database, table_id: int) -> bool:
    in_rows, kept = [await counted(database, table, table_id) for table in (moves, archived_logs)]
    assert bool(in_rows) is not bool(kept)
    return bool(kept)


async def test_an_archived_log_is_loaded_as_before(database: Database) -> None:
    store = SqlTableStore(database)
    ids = [await over(database) for _ in range(23)]
    going = await store.create(table_with(status=Status.PLAYING))
    assert await store.commit(step(going, 1))
    before = [await store.load(table_id) for table_id in (*ids, going.id)]
    await archive(database)
    assert [await is_archived(database, table_id) for table_id in ids] == [True] * 23
    assert not await is_archived(database, going.id)
    assert [await store.load(table_id) for table_id in (*ids, going.id)] == before
    rows = (await database.read(select(archived_logs)))[0]
    await archive(database)
    assert (await database.read(select(archived_logs)))[0] == rows, "it is done once"


async def test_delivered_posts_go_but_for_the_last_and_those_of_analyses(database: Database) -> None:
    table_id, owing = await over(database), SqlPostStore(database)
    found = Analysis(hand=1, unit="points", counted_from=1, best=0, made=0, losses=[0, 0], slips=[])
    analysed, last = Post(table_id, 3, (HandAnalysed(found),)), reminder(table_id, 4, ANN)
    store = SqlTableStore(database)
    loaded = present(await store.load(table_id))
    assert await store.commit(Change(after(loaded[0]), loaded[0], posts=(analysed, last)))
    for post in (analysed, last):
        await owing.delivered(post, 80)
    await owing.give_up(table_id)
    await database.write(_settled, table_id)
    await archive(database)
    (rows,) = await database.read(select(posts.c.number).where(posts.c.table_id == table_id))
    assert sorted(row.number for row in rows) == [3, 4]
    assert await store.last_post(table_id) == 4


async def test_only_what_is_old_enough_and_tidied_up_is_archived(database: Database) -> None:
    table_id = await over(database)
    ended = PINNED_LOG[-1].at
    store = SqlArchiveStore(database)
    assert await store.archive(LATER, None) is None, "it was not tidied up"
    await archive(database, ended + 86_400)
    assert not await is_archived(database, table_id)
    await archive(database, ended + 86_401)
    assert await is_archived(database, table_id)


Hold = Callable[[Database, int], Awaitable[object]]


async def _owe(database: Database, table_id: int) -> None:
    await database.write(_execute, insert(posts).values(table_id=table_id, number=9, kind="x"))


async def _execute(connection: Any, statements: Any) -> list[None]:
    for statement in statements:
        await connection.execute(statement)
    return [None] * len(statements)


async def _unsettle(database: Database, table_id: int) -> None:
    await database.write(_execute, insert(unsettled_tables).values(table_id=table_id))


async def _replay(database: Database, table_id: int) -> None:
    row = {"hand": 1, "user_id": ANN, "guild_id": GUILD, "game": "x", "at": 1.0, "chairs": [], "version": 0}
    await database.write(_execute, insert(replays).values(table_id=table_id, **row))


async def _secret_board(database: Database, table_id: int) -> None:
    play = {"board": 1, "number": 1, "dealer": 0, "session": 0, "table": ANN, "open": False}
    await database.write(_execute, update(tables).where(tables.c.id == table_id).values(board=play))


async def _session(database: Database, table_id: int) -> None:
    session = await SqlSessionStore(database).create(NEW)
    (board,) = await SqlBoardStore(database).add_boards([Board(0, "x", {}, 1, 0, (), Seal("", ""))])
    assert session is not None
    row = {"session_id": session.id, "board_id": board.id, "place": 1, "table_id": table_id}
    await database.write(_execute, insert(board_plays).values(**row))


async def _call(database: Database, table_id: int) -> None:
    await database.write(_execute, text(f"INSERT INTO turn_calls VALUES ({table_id}, {ANN}, 1, 2, 3)"))


async def _remove(database: Database, table_id: int) -> None:
    await database.write(
        _execute, text(f"INSERT INTO removals (table_id, message_id, channel_id) VALUES ({table_id}, 3, 2)")
    )


@pytest.mark.parametrize("hold", [_owe, _unsettle, _replay, _secret_board, _session, _call, _remove])
async def test_what_somebody_has_to_do_with_stays(database: Database, hold: Hold) -> None:
    held, free = await over(database), await over(database)
    await hold(database, held)
    await archive(database)
    assert not await is_archived(database, held)
    assert await is_archived(database, free)


async def test_once_the_session_is_over_and_the_board_open_it_goes(database: Database) -> None:
    play = BoardPlay(1, 1, 0, session=1, table=1, open=True)
    table_id = await over(database, board=play)
    await _session(database, table_id)
    await archive(database)
    assert not await is_archived(database, table_id)
    await database.write(_execute, update(sessions).values(status=SessionStatus.OVER.value))
    await archive(database)
    assert await is_archived(database, table_id)


async def test_a_table_that_changes_after_it_was_archived_is_archived_again(database: Database) -> None:
    table_id, store = await over(database), SqlTableStore(database)
    await archive(database)
    loaded = present(await store.load(table_id))
    table, log = loaded
    late = LoggedMove(4, 0, "penalty revoke 2", 1_700_000_100.0)
    changed = after(table, next_table=9)
    assert await store.commit(Change(changed, table, (late,)))
    assert await store.load(table_id) == (changed, (*log, late))
    await database.write(_settled, table_id)
    await archive(database)
    assert await counted(database, moves, table_id) == 0
    assert await store.load(table_id) == (changed, (*log, late))


async def test_a_record_is_the_same_before_and_after(migrated_url: str, database: Database) -> None:
    async with tables_at(await open_database(migrated_url), 1) as service:
        snapshot, rng = await begun(service, 0), random.Random(3)
        for _ in range(90):
            snapshot = await move(service, snapshot, rng)
        table_id = snapshot.table.id
        host = Actor(Person(1, "P1"), sees=True, sends=True, manages=True)
        await service.lobby.close(table_id, host)
        await service.house_turns.settled()
        before = await service.repository.fresh(table_id)
        owing = SqlPostStore(database)
        await owing.give_up(table_id)
        await database.write(_settled, table_id)
        await database.write(_execute, update(replays).values(version=99))
        await archive(database)
        assert await is_archived(database, table_id)
        service.repository.forget(table_id)
        again = await service.repository.look(table_id)
        assert again.log == before.log
        assert record_of(again) == record_of(before)
        assert [*again.finished_hands] == [*before.finished_hands]


async def test_nothing_of_a_person_is_in_an_archive_and_they_are_erased_as_before(database: Database) -> None:
    table_id, privacy = await over(database), SqlPrivacyStore(database)
    told = await privacy.rows_of(ANN)
    await archive(database)
    again = await privacy.rows_of(ANN)
    assert [row["id"] for row in again["tables"]] == [row["id"] for row in told["tables"]] == [table_id]
    assert "archived_logs" not in again
    assert await privacy.erase(ANN) == [table_id]
    loaded = present(await SqlTableStore(database).load(table_id))
    table, log = loaded
    assert table.chairs[0].occupant == Person(0, "a former player")
    assert log == PINNED_LOG
    assert await privacy.rows_of(ANN) == {}


async def test_panels_that_do_not_say_yet_that_all_is_over_are_tidied_up_another_time(database: Database):
    table_id, owing = await over(database), SqlPostStore(database)
    panel = HandPanel(table_id, ANN, 1, 2, 1, 3, PanelState.TURN)
    await database.write(_execute, insert(hand_panels).values(**converter().unstructure(panel)))
    await archive(database)
    assert not await is_archived(database, table_id)
    await owing.save_hand_panel(replace(panel, state=PanelState.OVER))
    await database.write(_settled, table_id)
    await archive(database)
    assert await owing.hand_panels(table_id) == []
    assert await is_archived(database, table_id)


class _Clock:
    def __init__(self) -> None:
        self.paused = 0

    def now(self) -> float:
        return LATER

    async def pause(self, seconds: float) -> None:
        self.paused += 1


async def test_it_goes_on_to_the_end_with_pauses_and_never_with_no_days(database: Database) -> None:
    ids = [await over(database) for _ in range(25)]
    await SqlPrivacyStore(database).tidy(LATER)
    clock = _Clock()
    await Archive(SqlArchiveStore(database), clock, 0).run()
    assert not await is_archived(database, ids[0])
    await Archive(SqlArchiveStore(database), clock, 30).run()
    assert all([await is_archived(database, table_id) for table_id in ids])
    assert clock.paused == 3


def archive_until_killed(url: str, statement: int) -> None:
    """Archive, and be killed after so many statements of it."""
    left, real = statement, archiving._archive

    def count(*_: object) -> None:
        nonlocal left
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)

    async def counted(connection: Any, pages: Any) -> Any:
        event.listen(Engine, "after_cursor_execute", count)
        results = await real(connection, pages)
        event.remove(Engine, "after_cursor_execute", count)
        return results

    async def main() -> None:
        await archive(await open_database(url))

    archiving._archive = counted
    asyncio.run(main())


@pytest.mark.parametrize("statement", [1, 3, 4, 5, 6, 9, 11])
async def test_killed_between_any_two_steps_nothing_is_lost(
    migrated_url: str, database: Database, statement: int
) -> None:
    store = SqlTableStore(database)
    ids = [await over(database) for _ in range(15)]
    await SqlPrivacyStore(database).tidy(LATER)
    before = [await store.load(table_id) for table_id in ids]
    assert is_killed(archive_until_killed, migrated_url, statement)
    # Ten tables a transaction: those of one are archived whole or not at all.
    done = [await is_archived(database, table_id) for table_id in ids]
    assert len({*done[:10]}) == len({*done[10:]}) == 1
    assert [await store.load(table_id) for table_id in ids] == before
    await archive(database)
    assert [await store.load(table_id) for table_id in ids] == before
    assert all([await is_archived(database, table_id) for table_id in ids])
