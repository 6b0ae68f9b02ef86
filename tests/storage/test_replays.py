"""Finished hands and what others make of their deals, as they are stored."""

from typing import Any

import pytest

from bot.tables.state.change import Change
from bot.tables.state.outcomes import SEVERAL, Chair, HandPlayed
from bot.tables.state.replays import Replay, ReplayedHand
from bot.tables.state.results import Span
from bot.tables.state.table import BoardPlay, Table
from bot.tables.store.ports import ReplayStore
from storage.connection.database import Database
from storage.privacy import SqlPrivacyStore
from storage.results.replays import SqlReplayStore
from storage.tables.store import SqlTableStore
from tests.storage.makers import ANN, BEN, CAY, DOT, GUILD, after, table_with

GAME = "american-whist"
VERSIONS = {GAME: 1, "bishops-whist": 2}
REPLAY = Replay(1.5, 0.5, -0.5, 2)


@pytest.fixture
def replays(database: Database) -> SqlReplayStore:
    return SqlReplayStore(database)


async def played(tables: SqlTableStore, *hands: tuple[Chair, ...], at: float = 100.0, **fields: Any) -> Table:
    """A table at which those hands are over, one a second."""
    table = await tables.create(table_with(**{"game": GAME, "board": None, **fields}))
    over = tuple(HandPlayed(number, at + number, chairs) for number, chairs in enumerate(hands, 1))
    changed = after(table)
    assert await tables.commit(Change(changed, table, played=over))
    return changed


async def test_it_fits_the_port(replays: SqlReplayStore) -> None:
    store: ReplayStore = replays  # mypy holds the one against the other
    assert await store.owed(VERSIONS, None) == ([], None)
    assert await store.hands(1, 1) == []
    assert await store.around(ANN, GAME, guild_id=None, span=Span()) == []
    await store.save(1, 1, 1, REPLAY)
    assert await store.around(ANN, GAME, guild_id=None, span=Span()) == []


async def test_hands_are_owed_until_they_are_replayed(replays: SqlReplayStore, tables: SqlTableStore) -> None:
    one = await played(tables, (ANN, "hoyle", BEN, "hoyle"), (ANN, "hoyle", BEN, "hoyle"))
    two = await played(tables, (ANN, "hoyle", SEVERAL, "hoyle"))
    await played(tables, (SEVERAL, "hoyle", "hoyle", "hoyle"))
    assert await replays.owed(VERSIONS, None) == ([two.id, one.id], None)
    assert await replays.owed(VERSIONS, two.id) == ([one.id], None)
    assert await replays.hands(one.id, 1) == [1, 2]
    await replays.save(one.id, 1, 1, REPLAY)
    assert await replays.hands(one.id, 1) == [2]
    await replays.save(one.id, 2, 1, None)
    assert await replays.owed(VERSIONS, None) == ([two.id], None)
    # Weights found anew.
    assert await replays.hands(one.id, 2) == [1, 2]
    assert await replays.owed({GAME: 2}, None) == ([two.id, one.id], None)


async def test_a_closed_board_is_not_owed(replays: SqlReplayStore, tables: SqlTableStore) -> None:
    board = BoardPlay(3, 1, 0, session=2, table=1)
    closed = await played(tables, (ANN, BEN, CAY, DOT), board=board)
    assert await replays.owed(VERSIONS, None) == ([], None)
    opened = table_with(
        id=closed.id, version=closed.version + 1, game=GAME, board=BoardPlay(3, 1, 0, 2, 1, open=True)
    )
    assert await tables.commit(Change(opened, closed))
    assert await replays.owed(VERSIONS, None) == ([closed.id], None)


async def test_very_many_are_told_bit_by_bit(
    replays: SqlReplayStore, tables: SqlTableStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.results.replays._AT_ONCE", 2)
    ids = [(await played(tables, (ANN, BEN, CAY, DOT))).id for _ in range(5)][::-1]
    found, before = await replays.owed(VERSIONS, None)
    assert (found, before) == (ids[:2], ids[1])
    found, before = await replays.owed(VERSIONS, before)
    assert (found, before) == (ids[2:4], ids[3])
    assert await replays.owed(VERSIONS, before) == (ids[4:], None)


async def test_a_hand_taken_back_is_struck_out_and_one_counted_again_entered_anew(
    replays: SqlReplayStore, tables: SqlTableStore
) -> None:
    table = await played(tables, (ANN, BEN, CAY, DOT))
    await replays.save(table.id, 1, 1, REPLAY)
    back = after(table)
    assert await tables.commit(Change(back, table, withdrawn=(("hand", 1),)))
    assert await replays.hands(table.id, 9) == []
    again = HandPlayed(1, 300.0, (ANN, "hoyle", CAY, DOT))
    assert await tables.commit(Change(after(back), back, played=(again, again)))
    assert await replays.hands(table.id, 1) == [1]


async def test_the_hands_around_somebody(replays: SqlReplayStore, tables: SqlTableStore) -> None:
    mine = await played(tables, (ANN, "hoyle", BEN, "hoyle"), at=100)
    theirs = await played(tables, (BEN, CAY, DOT, "bob-short"), at=50)
    far = await played(tables, (CAY, DOT, "hoyle", "hoyle"), at=10)
    elsewhere = await played(tables, (ANN, "hoyle", "hoyle", "hoyle"), at=200, guild_id=GUILD + 1)
    other = await played(tables, (ANN, "hoyle", "hoyle", "hoyle"), at=200, game="bishops-whist")
    for table in (mine, theirs, far, elsewhere, other):
        await replays.save(table.id, 1, 1, REPLAY)

    def told(table: Table, at: float, *chairs: Chair) -> ReplayedHand:
        return ReplayedHand(table.id, 1, at, 1, chairs, REPLAY)

    here = [told(theirs, 51, BEN, CAY, DOT, "bob-short"), told(mine, 101, ANN, "hoyle", BEN, "hoyle")]
    assert await replays.around(ANN, GAME, guild_id=GUILD, span=Span()) == here
    anywhere = [*here, told(elsewhere, 201, ANN, "hoyle", "hoyle", "hoyle")]
    assert await replays.around(ANN, GAME, guild_id=None, span=Span()) == anywhere
    assert await replays.around(ANN, GAME, guild_id=GUILD, span=Span(start=60)) == here[1:]
    assert await replays.around(ANN, GAME, guild_id=GUILD, span=Span(end=101)) == []


async def test_what_is_told_and_erased_of_a_person(
    replays: SqlReplayStore, tables: SqlTableStore, database: Database
) -> None:
    table = await played(tables, (ANN, "hoyle", BEN, CAY))
    await replays.save(table.id, 1, 1, REPLAY)
    privacy = SqlPrivacyStore(database)
    (row,) = (await privacy.rows_of(ANN))["replays"]
    assert (row["user_id"], row["made"], row["chairs"]) == (ANN, 1.5, [ANN, "hoyle", BEN, CAY])
    await privacy.begin_erasure(ANN)
    await privacy.erase(ANN)
    assert "replays" not in await privacy.rows_of(ANN)
    (hand,) = await replays.around(BEN, GAME, guild_id=None, span=Span())
    assert hand == ReplayedHand(table.id, 1, 101.0, 1, (SEVERAL, "hoyle", BEN, CAY), REPLAY)
