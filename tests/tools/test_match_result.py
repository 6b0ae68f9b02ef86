"""A match between servers recomputed from the logs of its tables, at several games."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.duplicate.contests.contests import GRACE_SECONDS
from storage.connection.batches import each
from storage.schema.duplicate import contest_scores
from tests.databases import migrated
from tests.duplicate.daily_room import GUILD, DailyRoom, daily_room
from tests.duplicate.test_matches import MAX, OTHER, ZOE, agreed, latest, play
from tools.match_result import recomputed


@pytest.fixture(scope="module", autouse=True)
def empty() -> bytes:
    """Made before there is an event loop."""
    return migrated()


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[DailyRoom]:
    async with daily_room(tmp_path) as made:
        yield made


@each
async def _forget_scores(connection: AsyncConnection, _: None) -> None:
    await connection.execute(delete(contest_scores))


@pytest.mark.parametrize("game", ["english-whist", "bishops-whist", "american-whist"])
async def test_the_logs_alone_give_the_result_to_the_last_digit(room: DailyRoom, game: str) -> None:
    match = await agreed(room, people=3, game=game)
    with pytest.raises(SystemExit, match="not over"):
        await recomputed(room.database, match.id)
    await play(room, ZOE, GUILD, 4, pick=-1)
    await play(room, 2, GUILD, 2)
    await play(room, MAX, OTHER, 3)
    await play(room, 4, OTHER, 1, pick=-1)
    await room.tables.privacy.erase(MAX)
    room.clock.time = match.contest.ends_at + GRACE_SECONDS
    await room.look_after()
    result = await room.matches.result(await latest(room))
    assert result.totals is not None
    assert len({worth for board in result.boards for worth in board}) > 1
    await room.database.write(_forget_scores, None)
    assert await recomputed(room.database, match.id) == result
