"""Recomputes a match between servers from the logs of its tables: `python -m tools.match_result DB MATCH`.

Every log is played again by the rules, and every pair of scores compared; what was stored as scores is not
read. The database is a SQLite file or an SQLAlchemy URL.
"""

import argparse
import asyncio
from collections.abc import Mapping, Sequence
from fractions import Fraction

from sqlalchemy import select

from bot.duplicate.contests.matches import MatchResult
from bot.duplicate.scores import points_score
from bot.rules.records.history import History
from bot.rules.registry import game_named
from bot.tables.state.table import Status
from storage.connection.database import Database, open_database
from storage.schema.duplicate import board_plays, contest_boards, contests, match_sides
from storage.schema.tables import tables
from storage.tables.store import SqlTableStore


async def recomputed(database: Database, match_id: int) -> MatchResult:
    """The result of a match by the logs of its tables alone. Raises SystemExit if there is none."""
    played = (
        select(contest_boards.c.number, tables.c.id, tables.c.guild_id, contests.c.ends_at)
        .join_from(contest_boards, contests, contests.c.id == contest_boards.c.contest_id)
        .join(board_plays, board_plays.c.board_id == contest_boards.c.board_id)
        .join(tables, tables.c.id == board_plays.c.table_id)
        .where(contest_boards.c.contest_id == match_id, tables.c.status == Status.FINISHED.value)
    )
    of_match = match_sides.c.contest_id == match_id
    sides = select(match_sides.c.guild_id, contests.c.boards, contests.c.closed).join(
        contests, contests.c.id == match_sides.c.contest_id
    )
    rows, found = await database.read(played, sides.where(of_match).order_by(match_sides.c.side))
    if not found or not found[0].closed:
        raise SystemExit(f"match {match_id} is not there, or not over")
    made: dict[int, dict[int, list[int]]] = {}
    for row in rows:
        loaded = await SqlTableStore(database).load(row.id)
        assert loaded is not None
        table, log = loaded
        if log[-1].at >= row.ends_at:
            continue
        assert table.board is not None
        game = game_named(table.game)
        history = History.begin(game, game.options(table.options), table.board.dealer)
        for move in log:
            history = history.apply(move.seat, history.parse(move.text)).history
        result = game.result(history.state)
        assert result is not None
        seating = game.seating(game.options(table.options))
        score = points_score(table.game, result.points, seating.side_of(seating.alone))
        made.setdefault(row.number, {}).setdefault(row.guild_id, []).append(score)
    guilds = [row.guild_id for row in found]
    boards = [_worths(made.get(number, {}), guilds) for number in range(1, found[0].boards + 1)]
    both = [worth for worth in boards if None not in worth]
    totals = None
    if both:
        totals = tuple(
            sum((worth[at] or Fraction() for worth in both), Fraction()) / len(both) for at in (0, 1)
        )
    return MatchResult(boards, totals)


def _worths(made: Mapping[int, Sequence[int]], guilds: Sequence[int]) -> tuple[Fraction | None, ...]:
    # A side's mean, of every score against every other: 1 for more, 1/2 for as much.
    field = [(guild, place, score) for guild in guilds for place, score in enumerate(made.get(guild, ()))]
    found: list[Fraction | None] = []
    for guild in guilds:
        mine = [one for one in field if one[0] == guild]
        total = Fraction()
        for one in mine:
            others = [other[2] for other in field if other[:2] != one[:2]]
            won = sum((one[2] > score) - (one[2] < score) + 1 for score in others)
            total += Fraction(won, 2 * len(others)) if others else Fraction(1, 2)
        found.append(total / len(mine) if mine else None)
    return tuple(found)


async def _main(url: str, match_id: int) -> None:
    database = await open_database(url if "://" in url else f"sqlite+aiosqlite:///{url}")
    try:
        result = await recomputed(database, match_id)
    finally:
        await database.close()
    for number, worth in enumerate(result.boards, 1):
        print(f"board {number}: {worth[0]} : {worth[1]}")
    print("no result" if result.totals is None else f"in all: {result.totals[0]} : {result.totals[1]}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("database", help="the SQLite file, or the URL of the database")
    parser.add_argument("match", type=int, help="the number of the match")
    given = parser.parse_args()
    asyncio.run(_main(given.database, given.match))
