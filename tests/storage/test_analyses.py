"""Analyses of hands, and what people gave away."""

from typing import Any

import pytest

from bot.rules.records.record import Analysis, Slip
from bot.tables.state.change import Change
from bot.tables.state.outcomes import GivenAway, HandAnalysis
from bot.tables.state.posts import HandAnalysed, Post
from bot.tables.store.ports import AnalysisStore
from storage.connection.database import Database
from storage.results.analyses import SqlAnalysisStore
from storage.tables.posts import SqlPostStore
from storage.tables.store import SqlTableStore
from tests.storage.makers import ANN, BEN, CAY, FULL, GUILD, after, hand_result, outcome, table_with


@pytest.fixture
def analyses(database: Database) -> SqlAnalysisStore:
    return SqlAnalysisStore(database)


def analysis(hand: int = 1, **fields: Any) -> Analysis:
    slip = Slip(trick=5, seat=1, card="KS", loss=2, better=["9H"])
    blank = Analysis(
        hand=hand, unit="points", counted_from=1, best=3, made=5, losses=[1, 2, 0, 0], slips=[slip]
    )
    return blank.model_copy(update=fields)


def analysed(table_id: int, found: Analysis, **fields: Any) -> HandAnalysis:
    lost = fields.get("lost", {ANN: 1, BEN: 2, CAY: 0})
    guild, game = fields.get("guild", GUILD), fields.get("game", FULL.game)
    return HandAnalysis(table_id, guild, game, 7.5, found, lost)


async def played(tables: SqlTableStore, hands: int = 3) -> int:
    """A table at which Ann and Ben have finished hands, and Cay has not."""
    table = await tables.create(FULL)
    results = tuple(
        outcome(table.id, "hand", number, who) for number in range(1, hands + 1) for who in (ANN, BEN)
    )
    assert await tables.commit(Change(after(table), table, outcomes=results))
    return table.id


async def test_it_fits_the_port(analyses: SqlAnalysisStore):
    store: AnalysisStore = analyses  # mypy holds the one against the other
    assert await store.analysis(1, 1) is None
    assert await store.analyses(1) == []
    assert await store.analysis_post(1, 1) is None
    assert await store.given_away(ANN, guild_id=None) == []


def test_a_record_says_only_of_an_estimate_that_it_is_one() -> None:
    written = analysis().model_dump(mode="json")
    assert "estimated" not in written, "so 1.0.0 can read it"
    assert Analysis.model_validate(written) == analysis()
    estimate = Analysis.model_validate({**written, "estimated": True})
    assert Analysis.model_validate_json(estimate.model_dump_json()).estimated


async def test_an_analysis_is_kept_and_the_first_stands(analyses: SqlAnalysisStore, tables: SqlTableStore):
    table_id = await played(tables)
    await analyses.save_analysis(analysed(table_id, analysis(2)))
    await analyses.save_analysis(analysed(table_id, analysis(1)))
    await analyses.save_analysis(analysed(table_id, analysis(1, best=9), lost={ANN: 9}))
    assert await analyses.analysis(table_id, 1) == analysis(1)
    assert await analyses.analysis(table_id, 3) is None
    assert await analyses.analyses(table_id) == [analysis(1), analysis(2)]
    assert await analyses.given_away(ANN, guild_id=GUILD) == [GivenAway(FULL.game, "points", 2, 2)]


async def test_what_people_gave_away(analyses: SqlAnalysisStore, tables: SqlTableStore):
    table_id = await played(tables)
    other = await tables.create(table_with(guild_id=5))
    theirs = outcome(other.id, "hand", 1, BEN, guild_id=5)
    assert await tables.commit(Change(after(other), other, outcomes=(theirs,)))
    await analyses.save_analysis(analysed(table_id, analysis(1)))
    await analyses.save_analysis(analysed(table_id, analysis(2), lost={}))
    await analyses.save_analysis(analysed(table_id, analysis(3), lost={BEN: 5, CAY: 7}))
    await analyses.save_analysis(analysed(other.id, analysis(1, unit="tricks"), guild=5, game="whist"))
    # Too little of hand 2 was analysed; Cay sat down after all three.
    assert await analyses.given_away(CAY, guild_id=None) == []
    assert await analyses.given_away(BEN, guild_id=GUILD) == [GivenAway(FULL.game, "points", 2, 7)]
    assert await analyses.given_away(BEN, guild_id=None) == [
        GivenAway(FULL.game, "points", 2, 7),
        GivenAway("whist", "tricks", 1, 2),
    ]


async def test_the_post_that_tells_it(analyses: SqlAnalysisStore, tables: SqlTableStore, posts: SqlPostStore):
    table = await tables.create(FULL)
    told = Post(table.id, 2, (HandAnalysed(analysis()),))
    others = (hand_result(table.id, 1), told)
    assert await tables.commit(Change(after(table), table, posts=others))
    assert await analyses.analysis_post(table.id, 1) == 0
    assert await posts.owed(table.id) == list(others)
    await posts.delivered(told, 99)
    assert await analyses.analysis_post(table.id, 1) == 99
    assert await analyses.analysis_post(table.id, 2) is None
