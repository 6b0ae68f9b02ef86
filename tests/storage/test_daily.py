"""What days of the board of the day were worth, and the tables of periods."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from bot.duplicate.contests.daily import contest_of
from bot.duplicate.contests.days import BOARDS
from bot.duplicate.contests.ports import DailyQuery, Entry, Score
from bot.tables.seating.boards import draw_boards
from storage.connection.database import Database
from storage.duplicate.contests import SqlContestStore
from storage.duplicate.daily import SqlDailyStore
from tests.tables.fakes import SeededDealer

GAME = "english-whist"
GUILD = 10
TABLE = DailyQuery(GUILD, GAME, first=0, end=100, fewest=1, most=10)
THIRD = Fraction(1, 3)
HALF = Fraction(1, 2)


async def close(store: SqlContestStore, day: int, worths: Mapping[int, Fraction]) -> None:
    """A day that is over, by what it was worth to each person."""
    drawn = draw_boards(GAME, {}, BOARDS, SeededDealer(day))
    contest = (await store.add(contest_of(day, GAME), drawn))[0].contest.id
    for who in worths:
        await store.enter(Entry(contest, who, GUILD, f"Player {who}", 0.0))
        for number in range(1, BOARDS + 1):
            await store.record(Score(contest, number, who, who, 100 * who + number, 0.0))
    await store.close(contest, {(who,) * BOARDS: worth for who, worth in worths.items()})


async def test_means_that_are_equal_are_told_by_days_and_ids_not_by_rounding(database: Database) -> None:
    store, days = SqlContestStore(database), SqlDailyStore(database)
    # Rounded to millionths, 1 has less than 2 and 3.
    await close(store, 1, {1: THIRD, 2: HALF, 3: HALF, 4: Fraction(1, 5)})
    await close(store, 2, {1: THIRD, 2: HALF, 3: HALF, 4: Fraction(1, 5)})
    await close(store, 3, {1: THIRD, 2: Fraction(0), 3: Fraction(0), 4: Fraction(1, 5)})
    lines = await days.table(TABLE)
    assert [(line.user_id, line.worth, line.days) for line in lines] == [
        (1, THIRD, 3),
        (2, THIRD, 3),
        (3, THIRD, 3),
        (4, Fraction(1, 5), 3),
    ]
    assert [line.user_id for line in await days.table(replace(TABLE, most=1))] == [1]
    await close(store, 4, {3: THIRD})
    assert [line.user_id for line in await days.table(TABLE)] == [3, 1, 2, 4]


async def test_a_difference_smaller_than_what_is_rounded_away_is_one(database: Database) -> None:
    store, days = SqlContestStore(database), SqlDailyStore(database)
    tiny = Fraction(1, 10**12)
    await close(store, 1, {1: HALF, 2: HALF + tiny, 3: HALF - tiny})
    assert [line.user_id for line in await days.table(TABLE)] == [2, 1, 3]
    assert [line.user_id for line in await days.table(replace(TABLE, most=1))] == [2]


async def test_a_fraction_of_very_many_people_is_kept_whole(database: Database) -> None:
    store, days = SqlContestStore(database), SqlDailyStore(database)
    others = 2 * 999_999, 2 * 999_983, 2 * 999_979, 2 * 999_961
    worth = sum((Fraction(999_957, each) for each in others), Fraction()) / BOARDS
    await close(store, 1, {1: worth})
    (line,) = await days.table(TABLE)
    assert line.worth == worth
