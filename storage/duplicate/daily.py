"""Finds days of the board of the day, and ranks people over a period."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Final

from sqlalchemy import Double, Row, cast, exists, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.duplicate.contests.collusion import Play
from bot.duplicate.contests.comparison import worths
from bot.duplicate.contests.days import day_at, start_of
from bot.duplicate.contests.ports import ContestBoard, DailyLine, DailyQuery, Kind
from storage.connection.batches import each
from storage.connection.database import SqlStore
from storage.duplicate.contests import board_in_contest, boards_of_day, entries_of_day, of_day
from storage.people.pseudonyms import SECRET, for_pools, lot, secret_of
from storage.schema.duplicate import contest_entries, contest_scores, contests
from storage.schema.people import user_settings
from storage.schema.tables import tables

HIDDEN: Final = select(user_settings.c.user_id).where(user_settings.c.hidden.is_(True))
"""Queries the people who are left out of leaderboards."""

_ROUNDING: Final = 2.0
"""How far rounding can move a mean, in millionths; means further apart are in the right order."""

_OF_CONTEST = contests.c.id == contest_entries.c.contest_id
_IS_DAY = contests.c.kind == Kind.DAY.value


class SqlDailyStore(SqlStore):
    """The `DailyStore` of a database."""

    async def boards(self, day: int, game: str) -> Sequence[ContestBoard]:
        (rows,) = await self._database.read(boards_of_day(game, start_of(day)))
        # The first pool is stored last.
        return [board_in_contest(row) for row in rows] if rows and rows[0].of_pool == 0 else []

    async def entered(self, day: int, game: str, user_id: int) -> int | None:
        (rows,) = await self._database.read(entries_of_day(game, start_of(day), user_id))
        return rows[0].contest_id if rows else None

    async def people(self, day: int, game: str) -> int:
        counted = select(func.count().label("people")).join_from(contest_entries, contests, _OF_CONTEST)
        whole = contest_entries.c.scores.is_not(None)
        (rows,) = await self._database.read(counted.where(of_day(game, start_of(day)), whole))
        return int(rows[0].people)

    async def plays(self, guild_id: int, since: float) -> Sequence[Play]:
        here = contest_scores.c.guild_id == guild_id
        of_contest = contests.c.id == contest_scores.c.contest_id
        over = (_IS_DAY, contests.c.closed, contests.c.ends_at > since)
        board = (contest_scores.c.contest_id, contest_scores.c.number)
        made = (*board, contest_scores.c.score)
        played = (
            select(contest_scores, tables.c.created_at.label("began"))
            .join(contests, of_contest)
            .join(tables, tables.c.id == contest_scores.c.table_id)
            .where(here, *over, contest_scores.c.user_id > 0, contest_scores.c.user_id.not_in(HIDDEN))
        )
        theirs = select(contest_scores.c.contest_id).join(contests, of_contest).where(here, *over).distinct()
        everybody = select(*made, func.count().label("people")).group_by(*made)
        rows, counted = await self._database.read(
            played.order_by(*board), everybody.where(contest_scores.c.contest_id.in_(theirs))
        )
        counts: dict[tuple[int, int], dict[int, int]] = {}
        for row in counted:
            counts.setdefault((row.contest_id, row.number), {})[row.score] = row.people
        worth = {board: worths(made) for board, made in counts.items()}
        return [
            Play(row.user_id, *board, float(worth[board][row.score]), row.began, row.at)
            for row in rows
            for board in [(row.contest_id, row.number)]
        ]

    async def lot(self, day: int, user_id: int, guild_id: int) -> int:
        of_servers = select(contest_entries.c.guild_id).join(contests, _OF_CONTEST)
        latest = of_servers.order_by(contest_entries.c.contest_id.desc()).limit(1)
        mine = (contest_entries.c.user_id == user_id, contest_entries.c.guild_id > 0)
        before, secrets = await self._database.read(latest.where(*mine, _IS_DAY), SECRET)
        secret = secrets[0].secret if secrets else await self._database.write(_made, None)
        return lot(secret, for_pools(day), guild_id or (before[0].guild_id if before else user_id))

    async def latest_game(self, user_id: int) -> str | None:
        entered = select(contests.c.game).join(contest_entries, _OF_CONTEST)
        latest = entered.order_by(contest_entries.c.at.desc()).limit(1)
        # Not by their kind, or SQLite would look through all days: days alone have pools.
        days = (contest_entries.c.user_id == user_id, contests.c.pool.is_not(None))
        (rows,) = await self._database.read(latest.where(*days))
        return rows[0].game if rows else None

    async def days_played(self, user_id: int, game: str, most: int) -> Sequence[int]:
        whole = (contest_entries.c.user_id == user_id, contest_entries.c.scores.is_not(None))
        entered = select(contests.c.begins_at).join(contest_entries, _OF_CONTEST)
        days = entered.where(*whole, _IS_DAY, contests.c.game == game)
        # Later days are drawn later, but for those drawn together.
        (rows,) = await self._database.read(days.order_by(contest_entries.c.contest_id.desc()).limit(most))
        return sorted((day_at(row.begins_at) for row in rows), reverse=True)

    async def days_of_server(self, guild_id: int, most: int) -> Sequence[int]:
        whole = (contest_entries.c.guild_id == guild_id, contest_entries.c.scores.is_not(None))
        days = select(contests.c.begins_at).join(contest_entries, _OF_CONTEST).where(*whole, _IS_DAY)
        (rows,) = await self._database.read(days.distinct().order_by(contests.c.begins_at.desc()).limit(most))
        return [day_at(row.begins_at) for row in rows]

    async def table(self, query: DailyQuery) -> Sequence[DailyLine]:
        (rows,) = await self._database.read(_candidates(query))
        return _ranked(rows)[: query.most]

    async def games(self, guild_id: int) -> Sequence[str]:
        whole = (contest_entries.c.guild_id == guild_id, contest_entries.c.scores.is_not(None))
        played = select(contest_entries.c.contest_id).where(*whole).distinct()
        latest = func.max(contests.c.begins_at)
        query = (
            select(contests.c.game)
            .where(contests.c.id.in_(played), _IS_DAY, contests.c.closed)
            .group_by(contests.c.game)
            .order_by(latest.desc(), contests.c.game)
        )
        (rows,) = await self._database.read(query)
        return [row.game for row in rows]


@each
async def _made(connection: AsyncConnection, _: None) -> str:
    return await secret_of(connection)


def _candidates(query: DailyQuery) -> Any:
    # SQL cannot add fractions. It selects, by rounded worths, everybody who may be among the best, and counts
    # each worth they have.
    of_game = (_IS_DAY, contests.c.game == query.game)
    period = (contests.c.begins_at >= start_of(query.first), contests.c.begins_at < start_of(query.end))
    these = select(contests.c.id).where(*of_game, *period)
    counted = [
        # A server has fewer entries than there are pools.
        exists(these.where(_OF_CONTEST)) if query.guild_id else contest_entries.c.contest_id.in_(these),
        contest_entries.c.worth.is_not(None),
        contest_entries.c.user_id > 0,
        contest_entries.c.user_id.not_in(HIDDEN),
    ]
    if query.guild_id:
        counted.append(contest_entries.c.guild_id == query.guild_id)
    mean = (cast(func.sum(contest_entries.c.worth), Double) / func.count()).label("mean")
    means = (
        select(contest_entries.c.user_id, mean)
        .where(*counted)
        .group_by(contest_entries.c.user_id)
        .having(func.count() >= query.fewest)
        .cte("means")
    )
    best = select(means.c.mean).order_by(means.c.mean.desc()).limit(query.most).subquery()
    least = select(func.min(best.c.mean)).scalar_subquery()
    last = contest_entries.alias()
    name = (
        select(last.c.name)
        .join(contests, contests.c.id == last.c.contest_id)
        .where(last.c.user_id == means.c.user_id, *of_game)
        .order_by(last.c.contest_id.desc())  # later days are drawn later
        .limit(1)
        .scalar_subquery()
    )
    found = select(means.c.user_id, name.label("name")).where(means.c.mean >= least - _ROUNDING).subquery()
    worth = (found.c.user_id, found.c.name, contest_entries.c.exact_worth)
    return (
        select(*worth, func.count().label("days"))
        .join_from(found, contest_entries, contest_entries.c.user_id == found.c.user_id)
        .where(*counted)
        .group_by(*worth)
    )


def _ranked(rows: Iterable[Row[Any]]) -> list[DailyLine]:
    names, days = dict[int, str](), Counter[int]()
    totals: dict[int, Fraction] = {}
    for row in rows:
        worth = Fraction(row.exact_worth)
        names[row.user_id] = row.name or ""
        days[row.user_id] += row.days
        totals[row.user_id] = totals.get(row.user_id, Fraction()) + row.days * worth
    lines = [DailyLine(who, names[who], days[who], total / days[who]) for who, total in totals.items()]
    return sorted(lines, key=lambda line: (-line.worth, -line.days, line.user_id))
