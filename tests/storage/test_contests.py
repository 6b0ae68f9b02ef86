"""Days stored before there were contests, what processes of then go on writing, and entering pools."""

import asyncio
from fractions import Fraction
from typing import Any, Final

import pytest
import sqlalchemy as sa
from alembic import command

from bot.duplicate.contests.daily import contest_of
from bot.duplicate.contests.ports import DailyLine, DailyQuery, Entry
from bot.tables.seating.boards import draw_boards
from storage.connection.database import Database, open_database
from storage.duplicate.contests import SqlContestStore
from storage.duplicate.daily import SqlDailyStore
from storage.people.pseudonyms import pseudonym
from tests.storage.stored import Stored, configured
from tests.tables.fakes import SeededDealer

BEFORE: Final = "v0006"
"""The last revision without contests."""

ANN, BEN, ZOE = 101, 102, 1_190_000_000_123_456_789
GAMES = ("english-whist", "american-whist")
SCORES = {ANN: "7 9 5 11", BEN: "7 8 5 12"}
ERASED = pseudonym("secret", f"day 7 {GAMES[0]}", ZOE)


def stored_days(connection: sa.Connection) -> None:
    """Day 6 is closed and day 7 open, at two games; Zoe has been erased on day 7, somebody else long ago."""
    command.upgrade(configured(connection), BEFORE)
    schema = sa.MetaData()
    schema.reflect(connection)

    def add(table: str, **row: Any) -> None:
        connection.execute(sa.insert(schema.tables[table]), row)

    add("erasure_secret", id=1, secret="secret")
    board_id = 0
    for day, closed in ((6, True), (7, False)):
        for game in GAMES:
            at = {"day": day, "game": game}
            add("daily_days", **at, closed=closed)
            for number in range(1, 5):
                board_id += 1
                board = {"game": game, "options": {}, "number": number, "dealer": 0, "opening": []}
                add("boards", id=board_id, **board, salt="", sha256="")
                add("daily_boards", **at, number=number, board_id=board_id)
        of_day = {"day": day, "game": GAMES[0], "guild_id": 10}
        who = (
            {ANN: SCORES[ANN], BEN: SCORES[BEN], -77: "6 6 6 6"} if closed else {ANN: SCORES[ANN], BEN: None}
        )
        for user_id, scores in who.items():
            worth = Fraction(2, 3) if user_id == ANN else Fraction(1, 3)
            kept = {"worth": round(worth * 10**6), "exact_worth": str(worth)} if closed else {}
            entry = {"name": f"P{user_id}", "at": 3.5, "scores": scores} | kept
            add("daily_entries", **of_day, user_id=user_id, **entry)
            for number, score in enumerate((scores or "4").split(), 1):
                made = {"score": int(score), "table_id": 100 + number, "at": 4.5}
                add("daily_scores", **of_day, number=number, user_id=user_id, **made)
    add("daily_entries", day=7, game=GAMES[0], guild_id=10, user_id=ERASED, name="", at=1.0)
    jobs = {"payload": {}, "urgency": 0, "state": "queued", "tries": 0, "not_before": 0.0, "since": 0.0}
    add("jobs", kind="close-day", key="6:english-whist", **jobs)


async def test_days_of_before_give_the_same_results(url: str) -> None:
    stored = Stored(url)
    stored.do(stored_days)
    database = await open_database(url)
    store, daily = SqlContestStore(database), SqlDailyStore(database)
    ids = {
        (day, game): [one.board.id for one in await daily.boards(day, game)]
        for day in (6, 7)
        for game in GAMES
    }
    assert [ids[6, GAMES[0]], ids[6, GAMES[1]]] == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert [ids[7, GAMES[0]], ids[7, GAMES[1]]] == [[9, 10, 11, 12], [13, 14, 15, 16]]
    assert await daily.boards(8, GAMES[0]) == []
    closed, today = [(await daily.boards(day, GAMES[0]))[0].contest for day in (6, 7)]
    assert (today.begins_at, today.ends_at, today.boards) == (7 * 86_400, 8 * 86_400, 4)
    assert await store.not_closed(9 * 86_400) == [(await daily.boards(7, GAMES[1]))[0].contest.id, today.id]
    assert await daily.table(DailyQuery(10, GAMES[0], 0, 8, 1, 10)) == [
        DailyLine(ANN, f"P{ANN}", 1, Fraction(2, 3)),
        DailyLine(BEN, f"P{BEN}", 1, Fraction(1, 3)),
    ]
    assert await daily.days_played(ANN, GAMES[0], 10) == [7, 6]
    assert await daily.days_played(BEN, GAMES[0], 10) == [6]
    assert (await daily.latest_game(BEN), await daily.games(10)) == (GAMES[0], [GAMES[0]])
    assert await store.entry(closed.id, ANN) == Entry(closed.id, ANN, 10, f"P{ANN}", 3.5, (7, 9, 5, 11))
    assert await store.scores(today.id, BEN) == {1: 4}
    (everybody,) = await store.fields(closed.id, None)
    assert everybody.counts[2] == {9: 1, 8: 1, 6: 1}
    assert dict(everybody.lines) == {(7, 9, 5, 11): 1, (7, 8, 5, 12): 1, (6, 6, 6, 6): 1}
    assert [await store.erased(today, who) for who in (ZOE, BEN)] == [True, False]
    # A day drawn already is not drawn again.
    assert await store.add(contest_of(7, GAMES[0]), drawn()) == await daily.boards(7, GAMES[0])
    await database.close()
    for table in ("daily_entries", "daily_scores", "jobs"):
        assert stored.execute(f"SELECT * FROM {table}") == []


@pytest.mark.parametrize("kind", ["postgresql"])
async def test_whom_older_processes_enter_is_taken_over_once(database: Database, migrated_url: str) -> None:
    store = SqlContestStore(database)
    contests = [(await store.add(contest_of(day, GAMES[0]), drawn()))[0].contest for day in (6, 7)]
    other = (await store.add(contest_of(7, GAMES[0], pool=1), drawn()))[0].contest
    await store.close(contests[0].id, {})
    first = await store.enter(Entry(contests[1].id, ANN, 10, "Ann", 1.0))
    late = {"game": GAMES[0], "guild_id": 11, "name": "P", "at": 2.0}
    Stored(migrated_url).execute(
        "INSERT INTO daily_entries (day, game, user_id, guild_id, name, at) "
        "VALUES (:day, :game, :user_id, :guild_id, :name, :at)",
        *(late | {"day": day, "user_id": who} for day, who in ((6, BEN), (7, ANN), (7, BEN))),
    )
    for _ in range(2):
        await store.adopt()
    assert await store.entry(contests[1].id, ANN) == first
    assert await store.entry(contests[1].id, BEN) == Entry(contests[1].id, BEN, 11, "P", 2.0)
    assert await store.entry(contests[0].id, BEN) is None, "it is closed"
    assert await store.entries(other.id) == []
    assert Stored(migrated_url).execute("SELECT * FROM daily_entries") == []


async def test_a_person_enters_one_pool_whichever_processes_ask(
    database: Database, migrated_url: str
) -> None:
    store, daily = SqlContestStore(database), SqlDailyStore(database)
    pools = [(await store.add(contest_of(7, GAMES[0], pool), drawn()))[0].contest.id for pool in (2, 1, 0)]
    other = await open_database(migrated_url) if database.shared else database
    try:
        asked = [
            (SqlContestStore(who), Entry(pool, user_id, 10, "P", 1.0))
            for user_id in range(1, 9)
            for who, pool in zip((database, other, database), pools, strict=True)
        ]
        entered = await asyncio.gather(*(asks.enter(entry) for asks, entry in asked))
    finally:
        if other is not database:
            await other.close()
    for user_id in range(1, 9):
        (contest_id,) = {one.contest_id for one in entered if one.user_id == user_id}
        assert await daily.entered(7, GAMES[0], user_id) == contest_id
    assert sum([len(await store.entries(pool)) for pool in pools]) == 8


def drawn() -> Any:
    return draw_boards(GAMES[0], {}, 4, SeededDealer(1))
