"""The board of the day of 10,000 people in a SQLite file: one's result and rank, and tables of periods."""

import asyncio
import random
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from sqlalchemy import insert

from benchmarks.figures import Figure, percentile
from bot.duplicate.contests.comparison import Comparison, Standing, compared
from bot.duplicate.contests.daily import standing_of
from bot.duplicate.contests.days import BOARDS, FEWEST_DAYS, start_of
from bot.duplicate.contests.ports import DailyQuery
from storage.connection.database import Database, open_database
from storage.duplicate.contests import SqlContestStore, written
from storage.duplicate.daily import SqlDailyStore
from storage.schema.duplicate import contest_entries, contest_scores, contests

PEOPLE = 10_000
SERVERS = 200
DAYS = 31
"""Days over before today, of each of which half of the people have played all boards."""
POOLS = PEOPLE // 40
BUDGET_MS = 50.0
_TODAY = 20_000
_GAMES = {"english-whist": (6.5, 1.4), "bishops-whist": (0.0, 4.0)}
"""The mean and the spread of scores."""
_TABLES = (("a server, a month", 7, 31), ("a server, a week", 7, 7), ("all servers, a week", 0, 7))
_ROUNDS = 30


def measure() -> list[Figure]:
    """How long a person's result takes among 10,000, and the table of a month."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measure(Path(folder)))


async def _measure(folder: Path) -> list[Figure]:
    database = await open_database(f"sqlite+aiosqlite:///{folder}/days.db")
    try:
        await _fill(database)
        store, days, figures = SqlContestStore(database), SqlDailyStore(database), list[Figure]()
        for game in _GAMES:
            rng = random.Random(2)
            people = [rng.randrange(1, PEOPLE + 1) for _ in range(_ROUNDS)]
            pools = await _timed([partial(_standings, store, game)] * 5)
            others = await _standings(store, game)
            result = await _timed([partial(_result, store, days, game, others, who) for who in people])
            median = percentile(result, 0.5)
            met, target = median < BUDGET_MS, f"under {BUDGET_MS:.0f}"
            figures += [
                Figure(f"{game}: a result and its ranks among 10,000, median", median, "ms", target, met),
                Figure(f"{game}: share of the budget", median / BUDGET_MS),
                Figure(f"{game}: all pools counted, once a minute, median", percentile(pools, 0.5), "ms"),
                Figure(f"{game}: 95 of 100 take at most", percentile(result, 0.95), "ms"),
            ]
        for name, guild_id, length in _TABLES:
            query = DailyQuery(guild_id, "english-whist", _TODAY - length, _TODAY, FEWEST_DAYS, 11)
            table = await _timed([partial(days.table, query)] * 5)
            figures.append(Figure(f"the table of {name}", percentile(table, 0.5), "ms"))
        return figures
    finally:
        await database.close()


async def _result(
    store: SqlContestStore, days: SqlDailyStore, game: str, others: Sequence[Standing], user_id: int
) -> None:
    # What `Daily.result` asks of the store, and the ranking itself.
    contest = await days.entered(_TODAY, game, user_id)
    assert contest is not None
    entry = await store.entry(contest, user_id)
    assert entry is not None
    for field, among in zip(await store.fields(contest, None, entry.guild_id), (others, []), strict=True):
        for number, made in enumerate(entry.scores, 1):
            compared(made, field.counts[number])
        pool = Comparison([field.counts[number] for number in range(1, BOARDS + 1)])
        rank = pool.rank(entry.scores, pool.standing(field.lines), *among)
        assert rank.people in range(1, 2 * PEOPLE)
    await days.days_played(user_id, game, 1000)


async def _standings(store: SqlContestStore, game: str) -> list[Standing]:
    # What `Daily` keeps of all pools for a minute.
    fields = await store.fields_of([_contest(_TODAY, game, pool) for pool in range(POOLS)])
    return [standing_of(field) for field in fields.values()]


async def _timed(calls: list[Callable[[], Awaitable[Any]]]) -> list[float]:
    taken = []
    for call in calls:
        start = time.perf_counter()
        await call()
        taken.append((time.perf_counter() - start) * 1000)
    return taken


async def _fill(database: Database) -> None:
    rng = random.Random(1)
    days = [
        {"id": _contest(day, game, pool), "kind": "day", "game": game, "boards": BOARDS}
        | {"begins_at": start_of(day), "ends_at": start_of(day + 1), "pool": pool, "closed": True}
        for day, game, pool in product(range(_TODAY - DAYS, _TODAY + 1), _GAMES, range(POOLS))
    ]
    await database.write(_insert, (contests, days))
    for game, (mean, spread) in _GAMES.items():
        entries, scores = list[dict[str, Any]](), list[dict[str, Any]]()
        deals = [rng.gauss(mean, spread) for _ in range(BOARDS)]
        for user_id in range(1, PEOPLE + 1):
            made = tuple(min(13, max(-13, round(rng.gauss(deal, 1.5)))) for deal in deals)
            guild_id = user_id % SERVERS + 1
            contest = _contest(_TODAY, game, guild_id - 1)
            at = {"contest_id": contest, "user_id": user_id, "guild_id": guild_id}
            who = at | {"name": f"Player {user_id}", "at": 0.0, "scores": written(made)}
            entries.append(who | {"worth": None, "exact_worth": None})
            scores += [
                at | {"number": number, "score": score, "table_id": user_id * BOARDS + number, "at": 0.0}
                for number, score in enumerate(made, 1)
            ]
        for day in range(_TODAY - DAYS, _TODAY) if game == "english-whist" else ():
            entries += [
                entry | {"contest_id": _contest(day, game, who % SERVERS)} | _worth(rng, day)
                for who, entry in enumerate(entries[:PEOPLE], 1)
                if who % 2 != day % 2
            ]
        await database.write(_insert, (contest_entries, entries))
        await database.write(_insert, (contest_scores, scores))


def _contest(day: int, game: str, pool: int) -> int:
    return (2 * day + list(_GAMES).index(game)) * POOLS + pool


def _worth(rng: random.Random, day: int) -> dict[str, Any]:
    # In each pool and on each day another number of people have played.
    most = 2 * BOARDS * (1 + rng.randrange(40) + day % DAYS)
    worth = Fraction(rng.randrange(most), most)
    return {"worth": round(worth * 1_000_000), "exact_worth": str(worth)}


async def _insert(connection: Any, batches: Any) -> list[None]:
    for table, rows in batches:
        await connection.execute(insert(table), rows)
    return [None] * len(batches)
