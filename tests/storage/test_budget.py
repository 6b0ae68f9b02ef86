"""What processes share in the database: calls, slots for identifying, refused requests, commands."""

import asyncio
import random

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.cluster.ports import LATE_SECONDS
from storage.cluster.budget import SqlCallBudget, SqlInvalidRequests
from storage.cluster.gateway import SPACING_SECONDS, SqlCommandStore, SqlIdentifySlots
from storage.connection.database import Database
from tests.forked import exit_code, started

# Every grant is written down by the database itself, so that what is looked at is what holds there.
_NOTED = (
    "CREATE TABLE noted (at double precision)",
    """CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN INSERT INTO noted SELECT unnest(NEW.granted); RETURN NEW; END $$""",
    "CREATE TRIGGER note AFTER UPDATE ON call_budget FOR EACH ROW EXECUTE FUNCTION note()",
)


def take_some(url: str, seed: str) -> None:
    async def main() -> None:
        budget, rng = SqlCallBudget(url), random.Random(seed)
        for _ in range(60):
            grant = await budget.take(rng.randint(0, 9), 12)
            await asyncio.sleep(rng.choice((0, 0, 0.01, grant.next_in / 2)))
        await budget.close()

    asyncio.run(main())


async def _run(url: str, *statements: str) -> list[float]:
    engine = create_async_engine(url)
    found: list[float] = []
    async with engine.begin() as connection:
        for statement in statements:
            result = await connection.execute(text(statement))
            found = list(result.scalars()) if result.returns_rows else []
    await engine.dispose()
    return found


@pytest.mark.slow
async def test_two_processes_never_have_more_than_the_budget_in_any_second(postgres_url: str) -> None:
    budget = SqlCallBudget(postgres_url)
    await budget.take(0, 12)
    await _run(postgres_url, *_NOTED)
    running = [started(take_some, postgres_url, seed) for seed in ("one", "another")]
    assert [exit_code(process) for process in running] == [0, 0]
    times = await _run(postgres_url, "SELECT at FROM noted ORDER BY at")
    assert len(times) == await budget.total() > 24
    for calls, least in ((12, 1 + LATE_SECONDS), (4, (1 + LATE_SECONDS) / 3)):
        apart = zip(times, times[calls:], strict=False)
        assert all(later - earlier >= least - 1e-6 for earlier, later in apart)
    await budget.close()


async def test_as_many_are_granted_as_are_left(postgres_url: str) -> None:
    budget, other = SqlCallBudget(postgres_url), SqlCallBudget(postgres_url)
    first = await budget.take(2, 9)
    second = await other.take(8, 9)
    third = await budget.take(8, 9)
    assert [len(grant.delays) for grant in (first, second, third)] == [2, 1, 0], "a third of them at a time"
    assert {*first.delays, *second.delays} == {0.0}
    assert 0 < third.next_in <= (1 + LATE_SECONDS) / 3
    assert third.total == await budget.total() == 3
    await budget.close()
    await other.close()


async def test_a_budget_that_was_made_smaller_holds_at_once(postgres_url: str) -> None:
    budget = SqlCallBudget(postgres_url)
    assert len((await budget.take(9, 9)).delays) == 3
    assert not (await budget.take(3, 3)).delays
    # And one that was made larger lets as many more through.
    assert len((await budget.take(30, 36)).delays) == 9
    await budget.close()


async def test_a_clock_that_was_set_back_holds_nothing_up(postgres_url: str) -> None:
    budget = SqlCallBudget(postgres_url)
    await budget.take(1, 5)
    await _run(postgres_url, "UPDATE call_budget SET times = array_fill(9e9::double precision, ARRAY[5])")
    assert (await budget.take(1, 5)).next_in <= 1.3 + LATE_SECONDS
    await budget.close()


async def test_sessions_of_a_bucket_identify_one_after_another(database: Database) -> None:
    slots = SqlIdentifySlots(database)
    waits = sorted(await asyncio.gather(*(slots.reserve(0) for _ in range(3))))
    assert waits[0] == 0.0
    assert await slots.reserve(1) == 0.0
    # Less what has passed meanwhile.
    assert waits[1] > SPACING_SECONDS - 3
    assert SPACING_SECONDS - 3 < waits[2] - waits[1] <= SPACING_SECONDS


async def test_a_free_slot_is_not_kept_for_anybody(database: Database) -> None:
    slots = SqlIdentifySlots(database)
    await slots.reserve(0)
    await database.write(_long_ago, None)
    assert await slots.reserve(0) == 0.0
    assert await slots.reserve(0) > SPACING_SECONDS - 3


async def _long_ago(connection, items):
    await connection.execute(text("UPDATE identify_buckets SET next_at = next_at - 3600"))
    return items


async def test_refused_requests_are_counted_for_ten_minutes(database: Database) -> None:
    here, there = SqlInvalidRequests(database), SqlInvalidRequests(database)
    assert await here.add(0) == 0
    assert await here.add(3) == 3
    assert await there.add(2) == 5
    assert list(await asyncio.gather(here.add(1), there.add(1))) == [7, 7]
    await database.write(_eleven_minutes_on, None)
    assert await here.add(0) == 0
    assert await here.add(1) == 1


async def _eleven_minutes_on(connection, items):
    await connection.execute(text("UPDATE invalid_requests SET minute = minute - 11"))
    return items


async def test_what_was_registered_is_known_by_application_and_server(database: Database) -> None:
    store = SqlCommandStore(database)
    assert await store.digest(1, 0) is None
    await store.registered(1, 0, "a" * 64)
    await store.registered(1, 7, "b" * 64)
    await store.registered(1, 0, "c" * 64)
    assert await store.digest(1, 0) == "c" * 64
    assert await store.digest(1, 7) == "b" * 64
    assert await store.digest(2, 0) is None
