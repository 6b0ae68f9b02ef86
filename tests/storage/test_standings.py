"""Leaderboards, people's records, winners of seasons."""

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from bot.rules.game import Ranking
from bot.tables.state.change import Change
from bot.tables.state.outcomes import Outcome
from bot.tables.state.preferences import UserSettings
from bot.tables.state.results import By, Company, Measure, Query, Result, Span, Standing
from bot.tables.state.seasons import Season
from bot.tables.store.ports import StandingStore
from storage.connection.database import Database
from storage.people.users import SqlUserStore
from storage.results import standings as queries
from storage.results.standings import SqlStandingStore
from storage.schema.results import season_winners
from storage.tables.store import SqlTableStore
from tests.storage.makers import ANN, BEN, CAY, DOT, FULL, GUILD, after, outcome
from tests.storage.plans import plan_of

GAME = FULL.game
ALL = Query(GUILD, GAME, Ranking.WINS, Span(), Company.ALL, by=By.PLAYERS, most=10)
NAMES = {ANN: "Ann", BEN: "Ben", CAY: "Cay", DOT: "Dot"}


async def test_it_fits_the_port(standings: SqlStandingStore) -> None:
    store: StandingStore = standings  # mypy holds the one against the other
    assert await store.games(GUILD) == []
    assert await store.leaderboard(ALL) == []
    assert (await store.record_of(ANN, GAME, guild_id=GUILD, span=Span(), form=20)).empty


def pair(unit: str, number: int, us: tuple[int, int], **fields: Any) -> list[Outcome]:
    return [
        outcome(0, unit, number, user, partner_id=partner, name=NAMES[user], **fields)
        for user, partner in (us, reversed(us))
    ]


def match(number: int, winners: tuple[int, int], losers: tuple[int, int], **fields: Any) -> list[Outcome]:
    """A match of one game of one hand, 5 points to 2."""
    return [
        result
        for unit in ("hand", "game")
        for result in (
            *pair(unit, number, winners, points=5, against=2, won=True, match=unit == "game", **fields),
            *pair(unit, number, losers, points=2, against=5, won=False, match=unit == "game", **fields),
        )
    ]


def line(who: int, partner: int, played: int, won: int) -> Standing:
    """What `played` matches of `match` come to."""
    lost = played - won
    points = (5 * won + 2 * lost, 2 * won + 5 * lost)
    line = Standing(who, partner, played, won, played, won, played, won, *points)
    return replace(line, name=NAMES[who], partner_name=NAMES.get(partner, ""))


MATCHES = (
    *match(1, (ANN, CAY), (BEN, DOT), at=100.0),
    *match(2, (DOT, BEN), (CAY, ANN), at=200.0, house=True),
    *match(3, (ANN, DOT), (BEN, CAY), at=300.0),
    *match(4, (BEN, CAY), (ANN, DOT), at=400.0, game="english-whist"),
    *match(5, (BEN, CAY), (ANN, DOT), at=300.0, guild_id=5),
)


async def store(tables: SqlTableStore, results: Iterable[Outcome]) -> None:
    table = await tables.create(FULL)
    own = tuple(replace(result, table_id=table.id) for result in results)
    assert await tables.commit(Change(after(table), table, outcomes=own))


LEADERBOARDS = {
    "one game, and nothing of another": (
        {},
        [line(ANN, 0, 3, 2), line(DOT, 0, 3, 2), line(BEN, 0, 3, 1), line(CAY, 0, 3, 1)],
    ),
    "since a moment, that moment included": (
        {"span": Span(200.0)},
        [line(DOT, 0, 2, 2), line(ANN, 0, 2, 1), line(BEN, 0, 2, 1), line(CAY, 0, 2, 0)],
    ),
    "until a moment, that moment left out": (
        {"span": Span(100.0, 200.0)},
        [line(ANN, 0, 1, 1), line(CAY, 0, 1, 1), line(BEN, 0, 1, 0), line(DOT, 0, 1, 0)],
    ),
    "nothing yet": ({"span": Span(300.5)}, []),
    "with the house": (
        {"company": Company.HOUSE},
        [line(BEN, 0, 1, 1), line(DOT, 0, 1, 1), line(ANN, 0, 1, 0), line(CAY, 0, 1, 0)],
    ),
    "the best among people only": ({"company": Company.PEOPLE, "most": 1}, [line(ANN, 0, 2, 2)]),
    "partnerships, each counted once": (
        {"by": By.PAIRS},
        [line(ANN, CAY, 2, 1), line(BEN, DOT, 2, 1), line(ANN, DOT, 1, 1), line(BEN, CAY, 1, 0)],
    ),
    "another server": ({"guild_id": 5, "most": 2}, [line(BEN, 0, 1, 1), line(CAY, 0, 1, 1)]),
    "a server where nobody plays": ({"guild_id": 6}, []),
}


@pytest.mark.parametrize(("asked", "expected"), LEADERBOARDS.values(), ids=LEADERBOARDS)
async def test_leaderboard(
    tables: SqlTableStore, standings: SqlStandingStore, asked: dict[str, Any], expected: list[Standing]
) -> None:
    await store(tables, MATCHES)
    found = await standings.leaderboard(replace(ALL, **asked))
    assert sorted(found, key=repr) == sorted(expected, key=repr)
    ranks = [(one.matches_won, one.games_won) for one in found]
    assert ranks == sorted(ranks, reverse=True)
    if not asked.get("by"):
        assert found == expected


def hands(who: int, number: int, **fields: Any) -> list[Outcome]:
    return [outcome(0, "hand", n, who, **fields) for n in range(1, number + 1)]


def games(who: int, played: int, won: int) -> list[Outcome]:
    return [outcome(0, "game", n, who, won=n <= won) for n in range(1, played + 1)]


ORDERS = {
    "matches before games before points": (
        Ranking.WINS,
        [
            outcome(0, "rubber", 1, CAY, won=True, match=True),
            *games(BEN, 2, 2),
            *hands(ANN, 10, points=50, won=True),
        ],
        [CAY, BEN, ANN],
    ),
    "points ahead a hand, and none of nine hands": (
        Ranking.WINS,
        [
            *hands(ANN, 10, points=3),
            *hands(BEN, 10, points=4),
            *hands(CAY, 12, points=11, against=9),
            *hands(DOT, 9, points=50),
        ],
        [BEN, ANN, CAY, DOT],
    ),
    "the share of the games, from five games on": (
        Ranking.SHARE,
        [*games(ANN, 12, 6), *games(BEN, 5, 4), *games(CAY, 4, 4), *games(DOT, 4, 1)],
        [BEN, ANN, CAY, DOT],
    ),
    "no winner, and a unit of another name, count for nobody": (
        Ranking.WINS,
        [*hands(BEN, 1, won=None), *hands(DOT, 1, won=None), outcome(0, "partie", 1, CAY, won=True)],
        [BEN, CAY, DOT],
    ),
}


@pytest.mark.parametrize(("ranking", "results", "order"), ORDERS.values(), ids=ORDERS)
async def test_order(
    tables: SqlTableStore,
    standings: SqlStandingStore,
    ranking: Ranking,
    results: list[Outcome],
    order: list[int],
) -> None:
    await store(tables, results)
    found = await standings.leaderboard(replace(ALL, ranking=ranking))
    assert [standing.user_id for standing in found] == order


async def test_house_partners_and_hidden_people_make_no_partnership(
    tables: SqlTableStore, standings: SqlStandingStore, users: SqlUserStore
) -> None:
    await store(tables, [outcome(0, "game", 1, ANN, won=True), *pair("game", 2, (BEN, CAY), won=True)])
    both = replace(ALL, by=By.PAIRS)
    assert [(one.user_id, one.partner_id) for one in await standings.leaderboard(both)] == [(BEN, CAY)]
    await users.save_settings(UserSettings(CAY, hidden=True))
    assert await standings.leaderboard(both) == []
    assert [one.user_id for one in await standings.leaderboard(ALL)] == [ANN, BEN]


async def test_the_name_is_the_latest_known(tables: SqlTableStore, standings: SqlStandingStore) -> None:
    named = [outcome(0, "hand", n, ANN, at=float(n), name=name) for n, name in ((1, "Anne"), (2, "Annie"))]
    await store(tables, [*named, outcome(0, "hand", 3, ANN, at=9.0, name="Elsewhere", guild_id=5)])
    (found,) = await standings.leaderboard(ALL)
    assert found.name == "Annie"
    assert await standings.name_of(ANN, GUILD) == "Annie"
    assert await standings.name_of(BEN, GUILD) == ""


async def test_games_and_companies_there_are_results_of(tables: SqlTableStore, standings: SqlStandingStore):
    await store(tables, MATCHES)
    assert await standings.games(GUILD) == ["english-whist", GAME]
    assert await standings.games(5, user_id=ANN) == [GAME]
    assert await standings.games(None, user_id=ANN) == ["english-whist", GAME]
    assert await standings.companies(GUILD, GAME, Span()) == [Company.PEOPLE, Company.HOUSE]
    assert await standings.companies(GUILD, GAME, Span(300.0)) == [Company.PEOPLE]
    assert await standings.companies(GUILD, "bezique", Span()) == []


async def test_a_persons_record(tables: SqlTableStore, standings: SqlStandingStore, users: SqlUserStore):
    bishops = [{"saved": 2, "captured": 1}, {"saved": 0, "captured": 3, "claims": 1}]
    alone = [
        outcome(0, "hand", 9 + n, ANN, points=7, against=1, won=True, at=500.0 + n, house=True, details=more)
        for n, more in enumerate(bishops)
    ]
    await store(tables, [*MATCHES, *alone])
    record = await standings.record_of(ANN, GAME, guild_id=GUILD, span=Span(), form=4)
    assert (record.people.hands, record.people.hands_won, record.people.points) == (2, 2, 10)
    assert (record.house.hands, record.house.hands_won, record.house.matches) == (3, 2, 1)
    partners = [(one.partner_id, one.partner_name, one.hands, one.hands_won) for one in record.partners]
    assert partners == [(CAY, "Cay", 2, 1), (DOT, "Dot", 1, 1), (0, "", 2, 2)] or partners == [
        (DOT, "Dot", 1, 1), (CAY, "Cay", 2, 1), (0, "", 2, 2)
    ]  # fmt: skip
    assert record.form == [Result(-3, False), Result(3, True), Result(6, True), Result(6, True)]
    assert record.details == {"saved": (2, 2), "captured": (4, 2), "claims": (1, 1)}
    later = await standings.record_of(ANN, GAME, guild_id=GUILD, span=Span(501.0), form=4)
    assert (later.people.hands, later.house.hands, later.partners[0].partner_id) == (0, 1, 0)
    everywhere = await standings.record_of(ANN, GAME, guild_id=None, span=Span(), form=20)
    assert everywhere.people.hands + everywhere.house.hands == 6
    await users.save_settings(UserSettings(CAY, hidden=True))
    shown = await standings.record_of(ANN, GAME, guild_id=GUILD, span=Span(), form=4)
    assert CAY not in [one.partner_id for one in shown.partners]
    assert (await standings.record_of(ANN, GAME, guild_id=6, span=Span(), form=4)).empty


async def test_games_without_partners_have_none_and_no_house_partner(
    tables: SqlTableStore, standings: SqlStandingStore
) -> None:
    results = [outcome(0, "game", 1, ANN, won=True, house=True, game=game) for game in ("bezique",)]
    await store(tables, results)
    record = await standings.record_of(ANN, "bezique", guild_id=GUILD, span=Span(), form=20)
    assert record.partners == ()
    assert (record.unit, record.form) == ("game", [Result(0, True)])


OCTOBER, NOVEMBER, DECEMBER = Season(2026, 10), Season(2026, 11), Season(2026, 12)


async def settled(standings: SqlStandingStore, now: float) -> list[tuple[Season, int, int, bool]]:
    await standings.settle(GUILD, GAME, Ranking.WINS, now)
    kept = await standings.winners(GUILD, GAME)
    return [(one.season, one.place, one.user_id, one.house) for one in kept]


async def test_the_winners_of_a_season_are_kept_once_it_is_over(
    tables: SqlTableStore, standings: SqlStandingStore
) -> None:
    await store(
        tables,
        [
            *match(1, (ANN, CAY), (BEN, DOT), at=OCTOBER.start),
            *match(2, (BEN, DOT), (ANN, CAY), at=DECEMBER.start - 1, house=True),
            *match(3, (CAY, DOT), (ANN, BEN), at=DECEMBER.start),
        ],
    )
    october = [(OCTOBER, 1, ANN, False), (OCTOBER, 2, CAY, False), (OCTOBER, 3, BEN, False)]
    assert await settled(standings, NOVEMBER.start) == [], "somebody may still be storing a result"
    assert await settled(standings, NOVEMBER.start + 3600) == october
    # With the house only where nobody played among people.
    november = [(NOVEMBER, 1, BEN, True), (NOVEMBER, 2, DOT, True), (NOVEMBER, 3, ANN, True)]
    assert await settled(standings, DECEMBER.end - 1) == november + october
    first = (await standings.winners(GUILD, GAME))[0]
    assert (first.name, first.measure, first.won, first.played) == ("Ben", Measure.GAMES, 1, 1)
    record = await standings.record_of(ANN, GAME, guild_id=GUILD, span=Span(), form=1)
    assert [(one.season, one.place) for one in record.seasons] == [(NOVEMBER, 3), (OCTOBER, 1)]


async def test_two_who_settle_a_season_at_once_keep_it_once(
    tables: SqlTableStore, standings: SqlStandingStore, database: Database
) -> None:
    await store(tables, match(1, (ANN, CAY), (BEN, DOT), at=OCTOBER.start))
    again = SqlStandingStore(database)
    both = (one.settle(GUILD, GAME, Ranking.WINS, DECEMBER.start) for one in (standings, again))
    await asyncio.gather(*both)
    assert len(await standings.winners(GUILD, GAME)) == 3
    # What was kept stands, whatever becomes known later.
    await store(tables, [outcome(0, "game", n, DOT, won=True, match=True, at=OCTOBER.start) for n in (8, 9)])
    await again.settle(GUILD, GAME, Ranking.WINS, DECEMBER.start)
    assert (await standings.winners(GUILD, GAME))[0].user_id == ANN


async def test_a_season_in_which_all_hide_holds_up_no_other(
    tables: SqlTableStore, standings: SqlStandingStore, users: SqlUserStore
) -> None:
    await users.save_settings(UserSettings(DOT, hidden=True))
    await store(
        tables,
        [
            outcome(0, "hand", 1, DOT, at=OCTOBER.start),
            outcome(0, "hand", 2, ANN, at=NOVEMBER.start, won=True),
        ],
    )
    assert await settled(standings, DECEMBER.end) == [(NOVEMBER, 1, ANN, False)]
    await users.save_settings(UserSettings(ANN, hidden=True))
    assert await settled(standings, DECEMBER.end) == []


QUERIES = {
    "leaderboard": queries._leaderboard(replace(ALL, span=Span(1.0, 2.0))),
    "partnerships": queries._leaderboard(replace(ALL, by=By.PAIRS)),
    "seasons": queries._seasons(season_winners.c.user_id == ANN, GAME, GUILD),
}


@pytest.mark.parametrize("query", QUERIES.values(), ids=QUERIES)
async def test_no_board_looks_through_all_results(database: Database, kind: str, query: Any) -> None:
    steps = await plan_of(database, kind, query)
    if kind == "sqlite":
        assert any("SEARCH outcomes" in step and "INDEX" in step for step in steps)
        assert not any(step.startswith(("SCAN outcomes", "SCAN season")) for step in steps), steps
        return
    assert any("ix_outcomes" in step for step in steps), steps
    assert any(step.startswith("Index Cond") for step in steps), steps
    assert not any(f"Seq Scan on {name}" in step for step in steps for name in ("outcomes", "season")), steps


async def test_chouettes_stand_on_a_leaderboard_of_their_own(
    tables: SqlTableStore, standings: SqlStandingStore
) -> None:
    """Ann won two games alone and Ben, who only advised, lost and won one."""
    assert not await standings.staked(GUILD, GAME)
    played = match(1, (ANN, CAY), (BEN, DOT), at=100.0)[:1]
    staked = [
        outcome(0, "chouette", 1, ANN, points=2, won=True, name="Ann"),
        outcome(0, "chouette", 1, BEN, points=-1, won=False, name="Ben"),
        outcome(0, "chouette", 2, BEN, points=3, won=True, name="Ben"),
        outcome(0, "chouette", 2, CAY, points=-1, won=False, name="Cay"),
    ]
    await store(tables, [*played, *staked])
    assert await standings.staked(GUILD, GAME)
    assert not await standings.staked(GUILD, "old-maid")
    found = await standings.leaderboard(replace(ALL, by=By.STAKES))
    assert [(one.user_id, one.stakes, one.chouettes) for one in found] == [
        (ANN, 2, 1),
        (BEN, 2, 2),
        (CAY, -1, 1),
    ], "of equal points the fewer games come first"
    assert [one.user_id for one in await standings.leaderboard(ALL)] == [ANN], "advisers won no hand"
    record = await standings.record_of(BEN, GAME, guild_id=GUILD, span=Span(), form=20)
    assert (record.people.stakes, record.people.chouettes, record.people.games) == (2, 2, 0)
    assert not record.empty
