"""What `/stats` says of somebody's skill."""

from typing import Any

import pytest

from bot.tables.judging.skill.weights import WEIGHTS
from bot.tables.state.change import Change
from bot.tables.state.outcomes import HandPlayed
from bot.tables.state.replays import Replay
from bot.tables.state.table import Status
from storage.results.replays import SqlReplayStore
from storage.tables.store import SqlTableStore
from tests.discord.world import Seen, World, seen
from tests.storage.makers import after, outcome, table_with

WHIST = "american-whist"


async def played(world: World, hands: int, above: float, game: str = WHIST) -> None:
    """So many hands of Ann with three Hoyles, in which she made so much more than the deal was worth."""
    database = world.bot.parts.database
    ann = world.people["Ann"].id
    tables, replays = SqlTableStore(database), SqlReplayStore(database)
    fields = {"guild_id": world.guild.id, "game": game, "board": None, "proposal": None}
    table = await tables.create(table_with(seats=(), waiting=(), **fields))
    over = tuple(
        HandPlayed(number, float(number), (ann, "hoyle", "hoyle", "hoyle")) for number in range(hands)
    )
    result = outcome(table.id, "hand", 0, ann, guild_id=world.guild.id, game=game)
    closed = after(table, status=Status.CLOSED, deadline=None)
    assert await tables.commit(Change(closed, table, outcomes=(result,), played=over))
    weights = WEIGHTS[game]
    for number in range(hands):
        made = above + weights.mean_alone + (0.5 if number % 2 else -0.5)
        await replays.save(table.id, number, weights.version, Replay(made, 0.0, None, dealer=0))


async def stats(world: World, name: str = "Ann", **options: Any) -> Seen:
    result = await world.slash(name, "stats", **{"game": WHIST, **options})
    return seen(result.response)


async def test_skill_is_told_with_its_interval_and_what_it_means(world: World) -> None:
    await played(world, 40, 0.25)
    shown = await stats(world)
    assert "**Skill**: 0.25 tricks a hand above Hoyle, ± 0.16 (40 hands)" in shown.text
    assert "four Hoyles" in shown.text


async def test_below_hoyle_is_said_so(world: World) -> None:
    await played(world, 30, -0.5)
    assert "**Skill**: 0.50 tricks a hand below Hoyle, ± 0.19 (30 hands)" in (await stats(world)).text


@pytest.mark.parametrize(
    ("above", "words"), [(1.5, "1.50 points a hand above"), (-1.5, "1.50 points a hand below")]
)
async def test_bishops_whist_is_told_in_points(world: World, above: float, words: str) -> None:
    await played(world, 36, above, "bishops-whist")
    assert words in (await stats(world, game="bishops-whist")).text


async def test_from_fewer_than_thirty_hands_there_is_no_number(world: World) -> None:
    await played(world, 12, 0.25)
    mine = await stats(world)
    assert "**Skill**: 30 hands are needed; you have 12" in mine.text
    assert "above Hoyle" not in mine.text
    theirs = await stats(world, "Bob", member=world.people["Ann"])
    assert "**Skill**: 30 hands are needed; there are 12" in theirs.text


async def test_at_other_games_nothing_is_said_of_it(world: World) -> None:
    await played(world, 12, 0.25)
    assert "Skill" not in (await stats(world, game="bezique")).text
    assert "Skill" not in (await stats(world, "Bob", member=world.people["Cleo"])).text
