"""People's settings, leaderboards and records."""

from collections.abc import Iterable
from typing import Any

import pytest

from bot.tables.change import Change
from bot.tables.model import Outcome, Standing, UserSettings
from bot.tables.ports import UserStore
from storage.tables import SqlTableStore
from storage.users import SqlUserStore
from tests.storage.makers import ANN, BEN, CAY, DOT, FULL, GUILD, after, outcome

pytestmark = pytest.mark.asyncio


async def test_it_fits_the_port(users: SqlUserStore):
    store: UserStore = users  # mypy holds the one against the other
    assert await store.settings(1) == UserSettings(1)


async def test_settings_are_the_defaults_until_set(users: SqlUserStore):
    assert await users.settings(ANN) == UserSettings(ANN)
    for settings in (UserSettings(ANN, False, True, False, True), UserSettings(ANN, dm_closed=True)):
        await users.save_settings(settings)
        assert await users.settings(ANN) == settings
    assert await users.settings(BEN) == UserSettings(BEN)


def pair(unit: str, number: int, us: tuple[int, int], **fields: Any) -> list[Outcome]:
    """The same result of two partners."""
    return [
        outcome(0, unit, number, user, partner_id=partner, **fields) for user, partner in (us, reversed(us))
    ]


def match(number: int, winners: tuple[int, int], losers: tuple[int, int], **fields: Any) -> list[Outcome]:
    """A rubber of one game of one hand, 5 points to 2."""
    return [
        result
        for unit in ("hand", "game", "rubber")
        for result in (
            *pair(unit, number, winners, points=5, against=2, won=True, **fields),
            *pair(unit, number, losers, points=2, against=5, won=False, **fields),
        )
    ]


def line(who: int, partner: int, played: int, won: int) -> Standing:
    """What `played` matches of `match` come to."""
    lost = played - won
    points = (5 * won + 2 * lost, 2 * won + 5 * lost)
    return Standing(who, partner, played, won, played, won, played, won, *points)


MATCHES = (
    *match(1, (ANN, CAY), (BEN, DOT), at=100.0),
    *match(2, (DOT, BEN), (CAY, ANN), at=200.0),
    *match(3, (ANN, DOT), (BEN, CAY), at=300.0),
    *match(4, (BEN, CAY), (ANN, DOT), at=300.0, game="bezique"),
    *match(5, (BEN, CAY), (ANN, DOT), at=300.0, guild_id=5),
)


async def store(tables: SqlTableStore, results: Iterable[Outcome]) -> None:
    table = await tables.create(FULL)
    own = tuple(
        Outcome(table.id, *(getattr(result, name) for name in Outcome.__slots__[1:])) for result in results
    )
    assert await tables.commit(Change(after(table), 1, outcomes=own))


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        pytest.param(
            {},
            [line(ANN, 0, 4, 2), line(BEN, 0, 4, 2), line(CAY, 0, 4, 2), line(DOT, 0, 4, 2)],
            id="everything of the server: all equal, so by id",
        ),
        pytest.param(
            {"game": "bishops-whist"},
            [line(ANN, 0, 3, 2), line(DOT, 0, 3, 2), line(BEN, 0, 3, 1), line(CAY, 0, 3, 1)],
            id="one game",
        ),
        pytest.param(
            {"game": "bishops-whist", "since": 200.0},
            [line(DOT, 0, 2, 2), line(ANN, 0, 2, 1), line(BEN, 0, 2, 1), line(CAY, 0, 2, 0)],
            id="one game since a moment, that moment included",
        ),
        pytest.param(
            {"since": 300.5},
            [],
            id="nothing yet",
        ),
        pytest.param(
            {"limit": 1, "game": "bezique"},
            [line(BEN, 0, 1, 1)],
            id="the best only",
        ),
        pytest.param(
            {"partnerships": True, "game": "bishops-whist"},
            [line(ANN, CAY, 2, 1), line(BEN, DOT, 2, 1), line(ANN, DOT, 1, 1), line(BEN, CAY, 1, 0)],
            id="partnerships, each counted once",
        ),
        pytest.param(
            {"partnerships": True},
            [line(BEN, CAY, 2, 1), line(ANN, CAY, 2, 1), line(ANN, DOT, 2, 1), line(BEN, DOT, 2, 1)],
            id="partnerships over all games",
        ),
        pytest.param(
            {"guild_id": 5, "limit": 2}, [line(BEN, 0, 1, 1), line(CAY, 0, 1, 1)], id="another server"
        ),
        pytest.param({"guild_id": 6}, [], id="a server where nobody plays"),
    ],
)
async def test_leaderboard(tables: SqlTableStore, users: SqlUserStore, asked, expected):
    await store(tables, MATCHES)
    query = {"guild_id": GUILD, "game": None, "since": None, "partnerships": False, "limit": 10} | asked
    found = await users.leaderboard(query.pop("guild_id"), **query)
    assert sorted(found, key=repr) == sorted(expected, key=repr)
    ranks = [(s.rubbers_won, s.games_won, (s.points - s.against) / s.hands) for s in found]
    assert ranks == sorted(ranks, reverse=True)
    if not asked.get("partnerships"):
        assert found == expected


@pytest.mark.parametrize(
    ("results", "order"),
    [
        pytest.param(
            [
                outcome(0, "rubber", 1, CAY, won=True),
                outcome(0, "game", 1, BEN, won=True),
                outcome(0, "game", 2, BEN, won=True),
                outcome(0, "hand", 1, ANN, points=50, won=True),
            ],
            [CAY, BEN, ANN],
            id="rubbers before games before points",
        ),
        pytest.param(
            [
                outcome(0, "hand", 1, ANN, points=3),
                outcome(0, "hand", 2, ANN, points=4),
                outcome(0, "hand", 1, BEN, points=4),
                outcome(0, "hand", 1, CAY, points=11, against=9),
                outcome(0, "hand", 2, CAY, points=0, against=9),
                outcome(0, "game", 1, DOT, points=100),
            ],
            [BEN, ANN, DOT, CAY],
            id="points are of hands, less those against, and a hand; none without a hand",
        ),
        pytest.param(
            [outcome(0, "hand", 1, who, won=None) for who in (DOT, BEN)]
            + [outcome(0, "partie", 1, CAY, won=True)],
            [BEN, CAY, DOT],
            id="no winner, and a unit of another name, count for nobody",
        ),
    ],
)
async def test_order(tables: SqlTableStore, users: SqlUserStore, results, order):
    await store(tables, results)
    found = await users.leaderboard(GUILD, game=None, since=None, partnerships=False, limit=10)
    assert [standing.user_id for standing in found] == order
    assert all(standing.partner_id == 0 for standing in found)


async def test_house_partners_make_no_partnership(tables: SqlTableStore, users: SqlUserStore):
    await store(tables, [outcome(0, "rubber", 1, ANN, won=True), *pair("rubber", 2, (BEN, CAY), won=True)])
    found = await users.leaderboard(GUILD, game=None, since=None, partnerships=True, limit=10)
    assert [(standing.user_id, standing.partner_id) for standing in found] == [(BEN, CAY)]


async def test_a_persons_record(tables: SqlTableStore, users: SqlUserStore):
    alone = outcome(0, "hand", 9, ANN, points=7, against=1, won=True, at=400.0)
    await store(tables, [*MATCHES, alone])
    assert await users.record_of(ANN, guild_id=GUILD) == [
        ("bezique", line(ANN, -1, 1, 0)),
        ("bezique", line(ANN, DOT, 1, 0)),
        ("bishops-whist", Standing(ANN, -1, 3, 2, 3, 2, 4, 3, 19, 10)),
        ("bishops-whist", line(ANN, DOT, 1, 1)),
        ("bishops-whist", line(ANN, CAY, 2, 1)),
        ("bishops-whist", Standing(ANN, 0, 0, 0, 0, 0, 1, 1, 7, 1)),
    ]
    everywhere = dict(reversed(await users.record_of(ANN, guild_id=None)))
    assert everywhere["bishops-whist"].hands == 5
    assert await users.record_of(ANN, guild_id=6) == []
