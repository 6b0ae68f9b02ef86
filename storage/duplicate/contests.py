"""Stores contests, and what people made of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from sqlalchemy import Row, Table, and_, delete, exists, func, insert, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql import ColumnElement

from bot.duplicate.contests.comparison import Scores
from bot.duplicate.contests.days import day_at
from bot.duplicate.contests.ports import Contest, ContestBoard, Entry, Field, Kind, Score
from bot.tables.state.board import Board
from bot.tables.state.table import Status
from storage.connection.batches import each
from storage.connection.database import SqlStore
from storage.connection.upserts import insert_into, insert_new
from storage.duplicate.boards import add_board, board_of
from storage.people.pseudonyms import HIGHEST, SECRET, for_contest, for_day, pseudonym, secret_of
from storage.schema.duplicate import (
    board_plays,
    boards,
    contest_boards,
    contest_entries,
    contest_scores,
    contests,
    match_sides,
)
from storage.schema.tables import is_open, tables

CONTEST: Final = tuple(contests.c[one.name].label(f"of_{one.name}") for one in contests.columns)
"""The columns that `contest_in` reads."""

_BOARDS = (
    select(*CONTEST, *boards.columns)
    .join_from(contest_boards, contests, contests.c.id == contest_boards.c.contest_id)
    .join(boards, boards.c.id == contest_boards.c.board_id)
    .order_by(contest_boards.c.number)
)
_AT_ONCE: Final = 500
_MILLION: Final = 1_000_000

# Goes one release before these tables do. Scores are found again at the tables played.
_ADOPT: Final = (
    "INSERT INTO contest_entries (contest_id, user_id, guild_id, name, at) "
    "SELECT c.id, d.user_id, d.guild_id, d.name, d.at FROM daily_entries d "
    "JOIN contests c ON c.kind = 'day' AND c.game = d.game AND c.begins_at = d.day * 86400.0 AND c.pool = 0 "
    "WHERE NOT c.closed ON CONFLICT DO NOTHING",
    "DELETE FROM daily_entries",
    "DELETE FROM daily_scores",
)


class SqlContestStore(SqlStore):
    """The `ContestStore` of a database."""

    async def add(self, contest: Contest, drawn: Sequence[Board]) -> Sequence[ContestBoard]:
        return await self._database.write(add_contest, (contest, drawn))

    async def boards(self, contest_id: int) -> Sequence[ContestBoard]:
        (rows,) = await self._database.read(_BOARDS.where(contest_boards.c.contest_id == contest_id))
        return [board_in_contest(row) for row in rows]

    async def which(self, board_id: int) -> ContestBoard | None:
        (rows,) = await self._database.read(_BOARDS.where(contest_boards.c.board_id == board_id))
        return board_in_contest(rows[0]) if rows else None

    async def enter(self, entry: Entry) -> Entry:
        return await self._database.write(_enter, entry)

    async def entry(self, contest_id: int, user_id: int) -> Entry | None:
        (rows,) = await self._database.read(_entry_of(contest_id, user_id))
        return entry_in(rows[0]) if rows else None

    async def entries(self, contest_id: int) -> Sequence[Entry]:
        of_contest = select(contest_entries).where(contest_entries.c.contest_id == contest_id)
        (rows,) = await self._database.read(
            of_contest.order_by(contest_entries.c.at, contest_entries.c.user_id)
        )
        return [entry_in(row) for row in rows]

    async def erased(self, contest: Contest, user_id: int) -> bool:
        (rows,) = await self._database.read(SECRET)
        if not rows:
            return False
        known = pseudonym(rows[0].secret, _scope(contest), user_id)
        entered = _entry_of(contest.id, known)
        if contest.kind is Kind.DAY:
            entered = entries_of_day(contest.game, contest.begins_at, known)
        (rows,) = await self._database.read(entered)
        return bool(rows)

    async def record(self, score: Score) -> None:
        await self._database.write(_record, score)

    async def adopt(self) -> None:
        # A SQLite file has one process.
        if self._database.shared:
            await self._database.write(_adopt, None)

    async def unrecorded(self, contest_id: int | None = None) -> Sequence[int]:
        these = ~contests.c.closed if contest_id is None else contests.c.id == contest_id
        kept = (
            (contest_scores.c.contest_id == contest_boards.c.contest_id)
            & (contest_scores.c.number == contest_boards.c.number)
            & (contest_scores.c.user_id == board_plays.c.place)
        )
        query = (
            select(board_plays.c.table_id)
            .select_from(contests)
            .join(contest_boards, contest_boards.c.contest_id == contests.c.id)
            .join(board_plays, board_plays.c.board_id == contest_boards.c.board_id)
            .join(tables, tables.c.id == board_plays.c.table_id)
            .outerjoin(contest_scores, kept)
            .where(
                these,
                board_plays.c.session_id == 0,
                board_plays.c.place > 0,
                tables.c.status == Status.FINISHED.value,
                contest_scores.c.user_id.is_(None),
            )
            .order_by(board_plays.c.table_id)
        )
        (rows,) = await self._database.read(query)
        return [row.table_id for row in rows]

    async def scores(self, contest_id: int, user_id: int) -> Mapping[int, int]:
        (rows,) = await self._database.read(_scores_of(contest_id, user_id))
        return {row.number: row.score for row in rows}

    async def fields(self, contest_id: int, *guild_ids: int | None) -> Sequence[Field]:
        asked = [query for guild_id in guild_ids for query in _fields([contest_id], guild_id)]
        found = await self._database.read(*asked)
        return [
            _by_contest([contest_id], scores, lines)[contest_id]
            for scores, lines in zip(found[::2], found[1::2], strict=True)
        ]

    async def fields_of(self, contest_ids: Sequence[int]) -> Mapping[int, Field]:
        return _by_contest(contest_ids, *await self._database.read(*_fields(contest_ids, None)))

    async def playing(self, contest_id: int) -> Sequence[int]:
        query = (
            select(tables.c.id)
            .join(board_plays, board_plays.c.table_id == tables.c.id)
            .join(contest_boards, contest_boards.c.board_id == board_plays.c.board_id)
            .where(is_open, board_plays.c.session_id == 0, contest_boards.c.contest_id == contest_id)
            .order_by(tables.c.id)
        )
        (rows,) = await self._database.read(query)
        return [row.id for row in rows]

    async def not_closed(self, now: float) -> Sequence[int]:
        entered = contest_entries.c.contest_id == contests.c.id
        left = exists().where(entered, contest_entries.c.scores.is_(None), contest_entries.c.user_id > 0)
        # A match goes on until both sides have all their people.
        places = select(func.sum(match_sides.c.people)).where(match_sides.c.contest_id == contests.c.id)
        people = select(func.count()).where(entered).scalar_subquery()
        full = (contests.c.kind != Kind.MATCH.value) | (people >= places.scalar_subquery())
        played = (contests.c.kind != Kind.DAY.value) & exists().where(entered) & ~left & full
        over = select(contests.c.id).where(~contests.c.closed, or_(contests.c.ends_at <= now, played))
        (rows,) = await self._database.read(over.order_by(contests.c.ends_at, contests.c.id))
        return [row.id for row in rows]

    async def close(self, contest_id: int, worth: Mapping[Scores, Fraction]) -> None:
        await self._database.write(_close, (contest_id, worth))


def written(scores: Scores) -> str:
    """The scores of a contest as they are stored: `7 9 5 11`."""
    return " ".join(map(str, scores))


def boards_of_day(game: str, begins_at: float) -> Any:
    """Queries the boards of a day, of all pools, by pool and number."""
    by_pool = _BOARDS.where(of_day(game, begins_at)).order_by(None)
    return by_pool.order_by(contests.c.pool, contest_boards.c.number)


def entries_of_day(game: str, begins_at: float, user_id: int) -> Any:
    """Queries that person's entries for a day, of whatever pool, the first first."""
    entered = select(contest_entries).join(contests, contests.c.id == contest_entries.c.contest_id)
    mine = (contest_entries.c.user_id == user_id, of_day(game, begins_at))
    return entered.where(*mine).order_by(contest_entries.c.at)


def of_day(game: str, begins_at: float) -> ColumnElement[bool]:
    """Whether a contest is one of that day and game."""
    return and_(contests.c.kind == Kind.DAY.value, contests.c.game == game, contests.c.begins_at == begins_at)


def board_in_contest(row: Row[Any]) -> ContestBoard:
    """The board of a contest that a row of such a query holds."""
    return ContestBoard(contest_in(row), board_of(row._mapping))


def contest_in(row: Row[Any]) -> Contest:
    """The contest that a row with the columns `CONTEST` holds."""
    times = (row.of_begins_at, row.of_ends_at)
    kind = Kind(row.of_kind)
    return Contest(row.of_id, kind, row.of_game, row.of_boards, *times, row.of_pool, row.of_closed)


def _read(scores: str) -> Scores:
    return tuple(map(int, scores.split()))


def _by_contest(
    contest_ids: Sequence[int], scores: Iterable[Row[Any]], lines: Iterable[Row[Any]]
) -> dict[int, Field]:
    counts: dict[int, dict[int, dict[int, int]]] = {contest_id: {} for contest_id in contest_ids}
    made: dict[int, list[tuple[Scores, int]]] = {contest_id: [] for contest_id in contest_ids}
    for row in scores:
        counts[row.contest_id].setdefault(row.number, {})[row.score] = row.people
    for row in lines:
        made[row.contest_id].append((_read(row.scores), row.people))
    return {contest_id: Field(counts[contest_id], made[contest_id]) for contest_id in contest_ids}


def _fields(contest_ids: Sequence[int], guild_id: int | None) -> tuple[Any, Any]:
    # How often each score of each board was made, and each line of scores. Both use an index alone.
    made = (contest_scores.c.contest_id, contest_scores.c.number, contest_scores.c.score)
    line = (contest_entries.c.contest_id, contest_entries.c.scores)
    scores = select(*made, func.count().label("people")).group_by(*made)
    scores = scores.where(contest_scores.c.contest_id.in_(contest_ids))
    lines = select(*line, func.count().label("people")).group_by(*line)
    lines = lines.where(contest_entries.c.contest_id.in_(contest_ids), contest_entries.c.scores.is_not(None))
    if guild_id is not None:
        scores = scores.where(contest_scores.c.guild_id == guild_id)
        lines = lines.where(contest_entries.c.guild_id == guild_id)
    return scores, lines


def _of(table: Table, contest_id: int, user_id: int) -> ColumnElement[bool]:
    return and_(table.c.contest_id == contest_id, table.c.user_id == user_id)


def _entry_of(contest_id: int, user_id: int) -> Any:
    return select(contest_entries).where(_of(contest_entries, contest_id, user_id))


def entry_in(row: Row[Any]) -> Entry:
    """The entry that a row of `contest_entries` holds."""
    scores = () if row.scores is None else _read(row.scores)
    return Entry(row.contest_id, row.user_id, row.guild_id, row.name, row.at, scores)


def _scores_of(contest_id: int, user_id: int) -> Any:
    made = select(contest_scores.c.number, contest_scores.c.score)
    return made.where(_of(contest_scores, contest_id, user_id)).order_by(contest_scores.c.number)


def _scope(contest: Contest) -> str:
    # Whoever was erased is dealt no boards of the day again, of whatever pool.
    if contest.kind is Kind.DAY:
        return for_day(day_at(contest.begins_at), contest.game)
    return for_contest(contest.id)


@each
async def add_contest(
    connection: AsyncConnection, item: tuple[Contest, Sequence[Board]]
) -> Sequence[ContestBoard]:
    """Store a contest with its boards, as `ContestStore.add`."""
    contest, drawn = item
    row = {name: getattr(contest, name) for name in ("game", "boards", "begins_at", "ends_at", "pool")}
    # Another process may draw the same day now: whoever inserts the row draws, and the other waits.
    claim = insert_into(contests, connection.dialect.name).values(
        kind=contest.kind.value, closed=False, **row
    )
    contest_id = await connection.scalar(claim.on_conflict_do_nothing().returning(contests.c.id))
    if contest_id is None:
        same = boards_of_day(contest.game, contest.begins_at).where(contests.c.pool == contest.pool)
        kept = await connection.execute(same)
        return [board_in_contest(row) for row in kept]
    added = [
        ContestBoard(replace(contest, id=contest_id), await add_board(connection, board)) for board in drawn
    ]
    rows = [{"contest_id": contest_id, "number": one.number, "board_id": one.board.id} for one in added]
    await connection.execute(insert(contest_boards), rows)
    return added


@each
async def _enter(connection: AsyncConnection, entry: Entry) -> Entry:
    this = select(contests).where(contests.c.id == entry.contest_id, contests.c.kind == Kind.DAY.value)
    if (day := (await connection.execute(this)).first()) is not None:
        # Somebody may ask on two servers at the same time: one waits for the other.
        first = select(contests.c.id).where(of_day(day.game, day.begins_at), contests.c.pool == 0)
        await connection.execute(first.with_for_update())
        mine = entries_of_day(day.game, day.begins_at, entry.user_id)
        if (standing := (await connection.execute(mine)).first()) is not None:
            return entry_in(standing)
    return await enter(connection, entry)


async def enter(connection: AsyncConnection, entry: Entry) -> Entry:
    """Store an entry; one that is stored already stands, and is returned."""
    row = {name: getattr(entry, name) for name in ("contest_id", "user_id", "guild_id", "name", "at")}
    await insert_new(connection, contest_entries, [row])
    return entry_in((await connection.execute(_entry_of(entry.contest_id, entry.user_id))).one())


@each
async def _record(connection: AsyncConnection, score: Score) -> None:
    of_person = (score.contest_id, score.user_id)
    entry = (await connection.execute(_entry_of(*of_person))).first()
    if entry is None:
        return
    row = {name: getattr(score, name) for name in score.__slots__} | {"guild_id": entry.guild_id}
    await insert_new(connection, contest_scores, [row])
    made = tuple(row.score for row in await connection.execute(_scores_of(*of_person)))
    if len(made) == await connection.scalar(
        select(contests.c.boards).where(contests.c.id == score.contest_id)
    ):
        whole = update(contest_entries).where(_of(contest_entries, *of_person))
        await connection.execute(whole.where(contest_entries.c.scores.is_(None)).values(scores=written(made)))


@each
async def _adopt(connection: AsyncConnection, _: None) -> None:
    for statement in _ADOPT:
        await connection.execute(text(statement))


@each
async def _close(connection: AsyncConnection, item: tuple[int, Mapping[Scores, Fraction]]) -> None:
    contest_id, worth = item
    lines: dict[Fraction, list[str]] = {}
    for scores, value in worth.items():
        lines.setdefault(value, []).append(written(scores))
    of_contest = contest_entries.c.contest_id == contest_id
    for value, made in lines.items():
        kept = {"worth": round(value * _MILLION), "exact_worth": str(value)}
        for start in range(0, len(made), _AT_ONCE):
            these = contest_entries.c.scores.in_(made[start : start + _AT_ONCE])
            await connection.execute(update(contest_entries).where(of_contest, these).values(kept))
    await connection.execute(update(contests).where(contests.c.id == contest_id).values(closed=True))
    erased = select(contest_entries.c.user_id).where(of_contest, contest_entries.c.user_id <= HIGHEST)
    for known in (await connection.scalars(erased)).all():
        await leave_to_nobody(connection, known)


async def leave_to_nobody(connection: AsyncConnection, user_id: int) -> None:
    """Make the results under that id anonymous: each gets a negative number, that of its table."""
    plays = (board_plays.c.session_id == 0, board_plays.c.place == user_id)
    await connection.execute(update(board_plays).where(*plays).values(place=-board_plays.c.table_id))
    mine, of_contest = contest_entries.c.user_id == user_id, contest_scores.c.contest_id
    first = select(of_contest, func.min(contest_scores.c.table_id).label("first"))
    found = await connection.execute(first.where(contest_scores.c.user_id == user_id).group_by(of_contest))
    await connection.execute(delete(contest_entries).where(mine, contest_entries.c.scores.is_(None)))
    for row in found.all():
        this = _of(contest_entries, row.contest_id, user_id)
        await connection.execute(update(contest_entries).where(this).values(user_id=-row.first, name=""))
    made = update(contest_scores).where(contest_scores.c.user_id == user_id)
    await connection.execute(made.values(user_id=-contest_scores.c.table_id))


async def keep_under_pseudonyms(connection: AsyncConnection, user_id: int) -> None:
    """Replace that person by a pseudonym in contests that are not closed."""
    entered = select(*CONTEST).join(contest_entries, contest_entries.c.contest_id == contests.c.id)
    found = await connection.execute(entered.where(contest_entries.c.user_id == user_id, ~contests.c.closed))
    for row in found.all():
        contest = contest_in(row)
        known = pseudonym(await secret_of(connection), _scope(contest), user_id)
        this = _of(contest_entries, contest.id, user_id)
        await connection.execute(update(contest_entries).where(this).values(user_id=known, name=""))
        made = update(contest_scores).where(_of(contest_scores, contest.id, user_id))
        await connection.execute(made.values(user_id=known))
        drawn = select(contest_boards.c.board_id).where(contest_boards.c.contest_id == contest.id)
        plays = (board_plays.c.session_id == 0, board_plays.c.place == user_id)
        await connection.execute(
            update(board_plays).where(*plays, board_plays.c.board_id.in_(drawn)).values(place=known)
        )
