"""Stores the boards of the day, and what people made of them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from sqlalchemy import Double, Row, cast, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.duplicate.daily.days import BOARDS, Scores
from bot.duplicate.daily.ports import DailyBoard, DailyLine, DailyQuery, DailyScore, Entry, Field
from bot.tables.state.board import Board
from bot.tables.state.table import Status
from storage.connection.batches import each
from storage.connection.database import SqlStore
from storage.connection.upserts import insert_into, insert_new
from storage.duplicate.boards import add_board, board_of
from storage.people.pseudonyms import HIGHEST, SECRET, for_day, pseudonym, secret_of
from storage.schema.duplicate import (
    board_plays,
    boards,
    daily_boards,
    daily_days,
    daily_entries,
    daily_scores,
)
from storage.schema.people import user_settings
from storage.schema.tables import is_open, tables

_BOARDS = select(daily_boards.c.day, *boards.columns).join_from(
    daily_boards, boards, boards.c.id == daily_boards.c.board_id
)
_HIDDEN: Final = select(user_settings.c.user_id).where(user_settings.c.hidden.is_(True))
_AT_ONCE: Final = 500
_MILLION: Final = 1_000_000
_ROUNDING: Final = 2.0
"""How far rounding can move a mean, in millionths; means further apart are in the right order."""


class SqlDailyStore(SqlStore):
    """The `DailyStore` of a database."""

    async def boards(self, day: int, game: str) -> Sequence[DailyBoard]:
        (rows,) = await self._database.read(_boards_of(day, game))
        return [_board(row) for row in rows]

    async def keep_boards(self, day: int, game: str, drawn: Sequence[Board]) -> Sequence[DailyBoard]:
        return await self._database.write(_keep_boards, (day, game, drawn))

    async def which(self, board_id: int) -> DailyBoard | None:
        (rows,) = await self._database.read(_BOARDS.where(daily_boards.c.board_id == board_id))
        return _board(rows[0]) if rows else None

    async def enter(self, entry: Entry) -> Entry:
        return await self._database.write(_enter, entry)

    async def entry(self, day: int, game: str, user_id: int) -> Entry | None:
        (rows,) = await self._database.read(_entry_of(day, game, user_id))
        return _entry(rows[0]) if rows else None

    async def latest_game(self, user_id: int) -> str | None:
        latest = select(daily_entries.c.game).where(daily_entries.c.user_id == user_id)
        order = (daily_entries.c.day.desc(), daily_entries.c.at.desc())
        (rows,) = await self._database.read(latest.order_by(*order).limit(1))
        return rows[0].game if rows else None

    async def erased(self, day: int, game: str, user_id: int) -> bool:
        (rows,) = await self._database.read(SECRET)
        if not rows:
            return False
        known = pseudonym(rows[0].secret, for_day(day, game), user_id)
        (rows,) = await self._database.read(_entry_of(day, game, known))
        return bool(rows)

    async def record(self, score: DailyScore) -> None:
        await self._database.write(_record, score)

    async def unrecorded(self, first: int) -> Sequence[int]:
        kept = (
            (daily_scores.c.day == daily_boards.c.day)
            & (daily_scores.c.game == daily_boards.c.game)
            & (daily_scores.c.number == daily_boards.c.number)
            & (daily_scores.c.user_id == board_plays.c.place)
        )
        query = (
            select(board_plays.c.table_id)
            .select_from(daily_boards)
            .join(board_plays, board_plays.c.board_id == daily_boards.c.board_id)
            .join(tables, tables.c.id == board_plays.c.table_id)
            .outerjoin(daily_scores, kept)
            .where(
                daily_boards.c.day >= first,
                board_plays.c.session_id == 0,
                board_plays.c.place > 0,
                tables.c.status == Status.FINISHED.value,
                daily_scores.c.user_id.is_(None),
            )
            .order_by(board_plays.c.table_id)
        )
        (rows,) = await self._database.read(query)
        return [row.table_id for row in rows]

    async def scores(self, day: int, game: str, user_id: int) -> Mapping[int, int]:
        of_person = (
            daily_scores.c.day == day,
            daily_scores.c.game == game,
            daily_scores.c.user_id == user_id,
        )
        query = select(daily_scores.c.number, daily_scores.c.score).where(*of_person)
        (rows,) = await self._database.read(query.order_by(daily_scores.c.number))
        return {row.number: row.score for row in rows}

    async def fields(self, day: int, game: str, *guild_ids: int | None) -> Sequence[Field]:
        asked = [query for guild_id in guild_ids for query in _field(day, game, guild_id)]
        found = await self._database.read(*asked)
        fields = []
        for scores, lines in zip(found[::2], found[1::2], strict=True):
            counts: dict[int, dict[int, int]] = {}
            for row in scores:
                counts.setdefault(row.number, {})[row.score] = row.people
            fields.append(Field(counts, [(_read(row.scores), row.people) for row in lines]))
        return fields

    async def days_played(self, user_id: int, game: str, most: int) -> Sequence[int]:
        whole = (daily_entries.c.user_id == user_id, daily_entries.c.game == game)
        query = select(daily_entries.c.day).where(*whole, daily_entries.c.scores.is_not(None))
        (rows,) = await self._database.read(query.order_by(daily_entries.c.day.desc()).limit(most))
        return [row.day for row in rows]

    async def playing(self, day: int, game: str) -> Sequence[int]:
        query = (
            select(tables.c.id)
            .join(board_plays, board_plays.c.table_id == tables.c.id)
            .join(daily_boards, daily_boards.c.board_id == board_plays.c.board_id)
            .where(
                is_open, board_plays.c.session_id == 0, daily_boards.c.day == day, daily_boards.c.game == game
            )
            .order_by(tables.c.id)
        )
        (rows,) = await self._database.read(query)
        return [row.id for row in rows]

    async def not_closed(self, before: int) -> Sequence[tuple[int, str]]:
        days = daily_days.c
        query = select(days.day, days.game).where(days.day < before, ~days.closed)
        (rows,) = await self._database.read(query.order_by(days.day, days.game))
        return [(row.day, row.game) for row in rows]

    async def close(self, day: int, game: str, worth: Mapping[Scores, Fraction]) -> None:
        await self._database.write(_close, (day, game, worth))

    async def table(self, query: DailyQuery) -> Sequence[DailyLine]:
        (rows,) = await self._database.read(_candidates(query))
        return _ranked(rows)[: query.most]

    async def games(self, guild_id: int) -> Sequence[str]:
        latest = func.max(daily_entries.c.day).label("latest")
        query = (
            select(daily_entries.c.game, latest)
            .where(daily_entries.c.guild_id == guild_id, daily_entries.c.worth.is_not(None))
            .group_by(daily_entries.c.game)
            .order_by(latest.desc(), daily_entries.c.game)
        )
        (rows,) = await self._database.read(query)
        return [row.game for row in rows]


def written(scores: Scores) -> str:
    """The scores of a day as they are stored: `7 9 5 11`."""
    return " ".join(map(str, scores))


def _read(scores: str) -> Scores:
    return tuple(map(int, scores.split()))


def _board(row: Row[Any]) -> DailyBoard:
    return DailyBoard(row.day, board_of(row._mapping))


def _boards_of(day: int, game: str) -> Any:
    of_day = (daily_boards.c.day == day, daily_boards.c.game == game)
    return _BOARDS.where(*of_day).order_by(daily_boards.c.number)


def _field(day: int, game: str, guild_id: int | None) -> tuple[Any, Any]:
    # How often each score of each board was made, and each line of scores. Both use an index alone.
    made, line = (daily_scores.c.number, daily_scores.c.score), daily_entries.c.scores
    scores = select(*made, func.count().label("people")).group_by(*made)
    scores = scores.where(daily_scores.c.day == day, daily_scores.c.game == game)
    lines = select(line, func.count().label("people")).group_by(line)
    lines = lines.where(daily_entries.c.day == day, daily_entries.c.game == game, line.is_not(None))
    if guild_id is not None:
        scores = scores.where(daily_scores.c.guild_id == guild_id)
        lines = lines.where(daily_entries.c.guild_id == guild_id)
    return scores, lines


def _entry_of(day: int, game: str, user_id: int) -> Any:
    return select(daily_entries).where(
        daily_entries.c.day == day, daily_entries.c.game == game, daily_entries.c.user_id == user_id
    )


def _entry(row: Row[Any]) -> Entry:
    scores = () if row.scores is None else _read(row.scores)
    return Entry(row.day, row.game, row.user_id, row.guild_id, row.name, row.at, scores)


@each
async def _keep_boards(
    connection: AsyncConnection, item: tuple[int, str, Sequence[Board]]
) -> Sequence[DailyBoard]:
    day, game, drawn = item
    # Another process may draw the same day now: whoever inserts the row draws, and the other waits.
    claim = insert_into(daily_days, connection.dialect.name).values(day=day, game=game, closed=False)
    if (await connection.execute(claim.on_conflict_do_nothing())).rowcount:
        for board in drawn:
            stored = await add_board(connection, board)
            row = {"day": day, "game": game, "number": board.number, "board_id": stored.id, "line": []}
            await connection.execute(insert(daily_boards), [row])
    return [_board(row) for row in await connection.execute(_boards_of(day, game))]


@each
async def _enter(connection: AsyncConnection, entry: Entry) -> Entry:
    row = {name: getattr(entry, name) for name in ("day", "game", "user_id", "guild_id", "name", "at")}
    await insert_new(connection, daily_entries, [row])
    return _entry((await connection.execute(_entry_of(entry.day, entry.game, entry.user_id))).one())


@each
async def _record(connection: AsyncConnection, score: DailyScore) -> None:
    entry = (await connection.execute(_entry_of(score.day, score.game, score.user_id))).first()
    if entry is None:
        return
    row = {name: getattr(score, name) for name in score.__slots__} | {"guild_id": entry.guild_id}
    await insert_new(connection, daily_scores, [row])
    mine = await connection.scalars(
        select(daily_scores.c.score)
        .where(
            daily_scores.c.day == score.day,
            daily_scores.c.game == score.game,
            daily_scores.c.user_id == score.user_id,
        )
        .order_by(daily_scores.c.number)
    )
    made = tuple(mine)
    if len(made) == BOARDS:
        whole = update(daily_entries).where(
            daily_entries.c.day == score.day,
            daily_entries.c.game == score.game,
            daily_entries.c.user_id == score.user_id,
            daily_entries.c.scores.is_(None),
        )
        await connection.execute(whole.values(scores=written(made)))


@each
async def _close(connection: AsyncConnection, item: tuple[int, str, Mapping[Scores, Fraction]]) -> None:
    day, game, worth = item
    lines: dict[Fraction, list[str]] = {}
    for scores, value in worth.items():
        lines.setdefault(value, []).append(written(scores))
    of_day = (daily_entries.c.day == day, daily_entries.c.game == game)
    for value, made in lines.items():
        kept = {"worth": round(value * _MILLION), "exact_worth": str(value)}
        for start in range(0, len(made), _AT_ONCE):
            these = daily_entries.c.scores.in_(made[start : start + _AT_ONCE])
            await connection.execute(update(daily_entries).where(*of_day, these).values(kept))
    this = (daily_days.c.day == day, daily_days.c.game == game)
    await connection.execute(update(daily_days).where(*this).values(closed=True))
    erased = select(daily_entries.c.user_id).where(*of_day, daily_entries.c.user_id <= HIGHEST)
    for known in (await connection.scalars(erased)).all():
        await leave_to_nobody(connection, known)


async def leave_to_nobody(connection: AsyncConnection, user_id: int) -> None:
    """Make the results under that id anonymous: each gets a negative number, that of its table."""
    plays = (board_plays.c.session_id == 0, board_plays.c.place == user_id)
    await connection.execute(update(board_plays).where(*plays).values(place=-board_plays.c.table_id))
    day = (daily_scores.c.day, daily_scores.c.game)
    first = select(*day, func.min(daily_scores.c.table_id).label("first"))
    found = await connection.execute(first.where(daily_scores.c.user_id == user_id).group_by(*day))
    mine = daily_entries.c.user_id == user_id
    await connection.execute(delete(daily_entries).where(mine, daily_entries.c.scores.is_(None)))
    for row in found.all():
        of_day = (daily_entries.c.day == row.day, daily_entries.c.game == row.game)
        await connection.execute(
            update(daily_entries).where(mine, *of_day).values(user_id=-row.first, name="")
        )
    made = update(daily_scores).where(daily_scores.c.user_id == user_id)
    await connection.execute(made.values(user_id=-daily_scores.c.table_id))


async def keep_under_pseudonyms(connection: AsyncConnection, user_id: int) -> None:
    """Replace that person by a pseudonym on days that are not closed."""
    of_day = (daily_days.c.day == daily_entries.c.day) & (daily_days.c.game == daily_entries.c.game)
    entered = select(daily_entries.c.day, daily_entries.c.game).join(daily_days, of_day)
    found = await connection.execute(entered.where(daily_entries.c.user_id == user_id, ~daily_days.c.closed))
    for day, game in found.all():
        known = pseudonym(await secret_of(connection), for_day(day, game), user_id)
        for table in (daily_entries, daily_scores):
            mine = (table.c.day == day, table.c.game == game, table.c.user_id == user_id)
            await connection.execute(update(table).where(*mine).values(user_id=known))
        drawn = select(daily_boards.c.board_id).where(daily_boards.c.day == day, daily_boards.c.game == game)
        plays = (board_plays.c.session_id == 0, board_plays.c.place == user_id)
        await connection.execute(
            update(board_plays).where(*plays, board_plays.c.board_id.in_(drawn)).values(place=known)
        )
        named = (daily_entries.c.day == day, daily_entries.c.game == game, daily_entries.c.user_id == known)
        await connection.execute(update(daily_entries).where(*named).values(name=""))


def _candidates(query: DailyQuery) -> Any:
    # SQL cannot add fractions. It selects, by rounded worths, everybody who may be among the best, and counts
    # each worth they have.
    counted = [
        daily_entries.c.game == query.game,
        daily_entries.c.day >= query.first,
        daily_entries.c.day < query.end,
        daily_entries.c.worth.is_not(None),
        daily_entries.c.user_id > 0,
        daily_entries.c.user_id.not_in(_HIDDEN),
    ]
    if query.guild_id:
        counted.append(daily_entries.c.guild_id == query.guild_id)
    mean = (cast(func.sum(daily_entries.c.worth), Double) / func.count()).label("mean")
    means = (
        select(daily_entries.c.user_id, mean)
        .where(*counted)
        .group_by(daily_entries.c.user_id)
        .having(func.count() >= query.fewest)
        .cte("means")
    )
    best = select(means.c.mean).order_by(means.c.mean.desc()).limit(query.most).subquery()
    least = select(func.min(best.c.mean)).scalar_subquery()
    last = daily_entries.alias()
    name = (
        select(last.c.name)
        .where(last.c.user_id == means.c.user_id, last.c.game == query.game)
        .order_by(last.c.day.desc())
        .limit(1)
        .scalar_subquery()
    )
    found = select(means.c.user_id, name.label("name")).where(means.c.mean >= least - _ROUNDING).subquery()
    worth = (found.c.user_id, found.c.name, daily_entries.c.exact_worth)
    return (
        select(*worth, func.count().label("days"))
        .join_from(found, daily_entries, daily_entries.c.user_id == found.c.user_id)
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
