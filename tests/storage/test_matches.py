"""Matches between servers: an offer makes one match, and its places are no more than agreed."""

import asyncio
from dataclasses import replace

from bot.duplicate.contests.match_ports import Match, Offer, Side
from bot.duplicate.contests.ports import Contest, Entry, Kind
from bot.tables.seating.boards import draw_boards
from storage.connection.database import Database, open_database
from storage.duplicate.contests import SqlContestStore
from storage.duplicate.matches import SqlMatchStore
from tests.present import present
from tests.tables.fakes import SeededDealer

GAME = "english-whist"
HERE, THERE = Side(10, "Here", 20), Side(11, "There", 21)
OFFER = Offer("0123456789abcdef0123", HERE, GAME, 2, 3, 700.0)
CONTEST = Contest(0, Kind.MATCH, GAME, 2, 100.0, 200.0)


async def accepted(*stores: SqlMatchStore) -> list[Match]:
    drawn = draw_boards(GAME, {}, 2, SeededDealer(1))
    made = await asyncio.gather(*(store.accept(OFFER, THERE, CONTEST, drawn) for store in stores))
    return [match for match in made if match is not None]


async def test_an_offer_makes_one_match(database: Database) -> None:
    store = SqlMatchStore(database)
    await store.offer(replace(OFFER, code="before"))
    await store.offer(OFFER)
    assert await store.offered("before", 0.0) is None, "another has replaced it"
    assert await store.offered(OFFER.code, 699.0) == OFFER
    assert await store.offered(OFFER.code, 700.0) is None
    (match,) = await accepted(store, store)
    assert (match.people, match.sides, match.contest) == (3, [HERE, THERE], replace(CONTEST, id=match.id))
    assert await store.latest(10) == await store.latest(11) == match
    assert await store.offered(OFFER.code, 0.0) is None
    assert sorted(await store.owed(0.0)) == [2 * match.id, 2 * match.id + 1]
    await store.posted(2 * match.id, 5, 50.0, told=False)
    assert await store.owed(49.0) == [2 * match.id + 1]
    await SqlContestStore(database).close(match.id, {})
    assert len(await store.owed(49.0)) == 2, "the result is owed"
    for side in (0, 1):
        await store.posted(2 * match.id + side, 6, 60.0, told=True)
    assert await store.owed(1e9) == []


async def test_the_last_place_goes_to_one(migrated_url: str) -> None:
    databases = [await open_database(migrated_url) for _ in range(2)]
    stores = [SqlMatchStore(one) for one in databases]
    await stores[0].offer(OFFER)
    match = present((await accepted(stores[0]))[0])
    people = [Entry(match.id, number, 10 + number % 2, f"P{number}", 1.0) for number in range(1, 21)]
    made = await asyncio.gather(*(stores[one.user_id % 3 % 2].enter(one, 3) for one in people))
    entered = [one for one in made if one is not None]
    assert [sum(one.guild_id == guild for one in entered) for guild in (10, 11)] == [3, 3]
    again = replace(entered[0], guild_id=entered[0].guild_id ^ 1)
    assert await stores[1].enter(again, 3) == entered[0], "they play for the side they entered first"
    for one in databases:
        await one.close()
