"""Stores tables and their logs."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from sqlalchemy import CompoundSelect, Update, bindparam, delete, false, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import metrics
from bot.tables.state.change import Change
from bot.tables.state.outcomes import Outcome
from bot.tables.state.table import DEFERRED_AHEAD, LoggedMove, Table
from storage.connection.batches import each
from storage.connection.database import Database
from storage.connection.lookups import Lookup
from storage.conversion import converter
from storage.jobs import enter_jobs
from storage.results.achievements import enter_achieved_at_tables
from storage.results.replays import enter_played
from storage.schema.duplicate import board_plays
from storage.schema.results import outcomes
from storage.schema.tables import awaits_bot, is_deferred, is_open, moves, posts, seated, tables
from storage.tables.archive import archived
from storage.tables.posts import end_calls, unsettle
from storage.tables.rows import Row, move_of, move_row, post_row, table_of, table_row
from storage.tables.versioned import VersionedRows, lock_rows, which_hold

_WITHDRAW = delete(outcomes).where(
    outcomes.c.table_id == bindparam("gone_table"),
    outcomes.c.unit == bindparam("gone_unit"),
    outcomes.c.number == bindparam("gone_number"),
)
_TABLES = Lookup(select(tables), tables.c.id)
_LOGS = Lookup(select(moves).order_by(moves.c.table_id, moves.c.number), moves.c.table_id)
_LAST_POSTS = Lookup(
    select(posts.c.table_id, func.max(posts.c.number).label("last")).group_by(posts.c.table_id),
    posts.c.table_id,
)


class SqlTableStore(VersionedRows):
    """The `TableStore` of a database."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, tables)

    async def create(self, table: Table) -> Table:
        return await self._database.write(_create, table)

    async def create_dealt(self, change: Change) -> tuple[Table, bool]:
        return await self._database.write(_create_dealt, change)

    async def load(self, table_id: int) -> tuple[Table, tuple[LoggedMove, ...]] | None:
        return await self._database.look_up(_load, table_id)

    async def commit(self, change: Change) -> bool:
        # Raises SQLAlchemy's `IntegrityError`, having stored nothing of it, where a number of a move, a post
        # or an outcome has been used before.
        return await self._database.write(_commit, change)

    async def due(self, now: float) -> Sequence[int]:
        found = await self._database.read(
            *(
                select(tables.c.id, at.label("at")).where(condition, at <= latest)
                for condition, at, latest in (
                    (is_open, tables.c.deadline, now),
                    (is_deferred, tables.c.deferred_until, now + DEFERRED_AHEAD),
                )
            )
        )
        rows = sorted((row.at, row.id) for rows in found for row in rows)
        return list(dict.fromkeys(table_id for _, table_id in rows))

    async def bots_turns(self) -> Sequence[int]:
        (rows,) = await self._database.read(
            select(tables.c.id).where(awaits_bot).order_by(tables.c.deadline, tables.c.id)
        )
        return [row.id for row in rows]

    async def open_tables(
        self, *, guild_id: int | None = None, channel_id: int | None = None, user_id: int | None = None
    ) -> Sequence[Table]:
        query = select(tables).where(is_open).order_by(tables.c.id.desc())
        if guild_id is not None:
            query = query.where(tables.c.guild_id == guild_id)
        if channel_id is not None:
            query = query.where(tables.c.id.in_(_tables_in(channel_id)))
        if user_id is not None:
            # A subquery, for a join could begin with all open tables.
            theirs = select(seated.c.table_id).where(seated.c.user_id == user_id)
            query = query.where(tables.c.id.in_(theirs))
        (rows,) = await self._database.read(query)
        return [table_of(row._mapping) for row in rows]

    async def last_game(self, channel_id: int) -> str | None:
        (rows,) = await self._database.read(
            select(tables.c.game)
            .where(tables.c.channel_id == channel_id)
            .order_by(tables.c.id.desc())
            .limit(1)
        )
        return next((row.game for row in rows), None)

    async def last_post(self, table_id: int) -> int:
        rows = await self._database.look_up(_LAST_POSTS, table_id)
        return rows[0]["last"] if rows else 0


def _tables_in(channel_id: int) -> CompoundSelect[tuple[int]]:
    # Two queries with an index each, for an OR could scan all open tables.
    places = (tables.c.channel_id, tables.c.thread_id)
    here, own = (select(tables.c.id).where(is_open, place == channel_id).correlate(None) for place in places)
    return here.union_all(own)


async def _load(
    connection: AsyncConnection, ids: Sequence[int]
) -> Sequence[tuple[Table, tuple[LoggedMove, ...]] | None]:
    found = await _TABLES(connection, ids)
    logs = [tuple(map(move_of, rows)) for rows in await _LOGS(connection, ids)]
    stored = [table_of(rows[0]) if rows else None for rows in found]
    # Archived moves are not rows; a match in play has rows only.
    lacking = [
        table.id
        for table, log in zip(stored, logs, strict=True)
        if table is not None and not table.open and (not log or log[0].number > 1)
    ]
    earlier = await archived(connection, lacking) if lacking else {}
    return [
        None if table is None else (table, (*earlier.get(table.id, ()), *log))
        for table, log in zip(stored, logs, strict=True)
    ]


async def insert_table(connection: AsyncConnection, table: Table) -> Table:
    """Store a new table (its `id` is ignored) and return it with its id."""
    inserted = await connection.execute(insert(tables).values(table_row(table)))
    (key,) = inserted.inserted_primary_key or (0,)
    await unsettle(connection, [key])
    if people := _sitting(table):
        await connection.execute(insert(seated), [{"table_id": key, "user_id": who} for who in people])
    return replace(table, id=key)


def _sitting(table: Table) -> frozenset[int]:
    """The people of an open table, as in `seated`."""
    return frozenset(person.user_id for person in table.chairs.members) if table.open else frozenset()


_create = each(insert_table)


@each
async def _create_dealt(connection: AsyncConnection, change: Change) -> tuple[Table, bool]:
    play = change.table.board
    assert play is not None
    at = {"session_id": play.session, "board_id": play.board, "place": play.table}
    there = [board_plays.c[name] == value for name, value in at.items()]
    found = await connection.execute(
        select(tables).join(board_plays, board_plays.c.table_id == tables.c.id).where(*there)
    )
    if (row := found.first()) is not None:
        return table_of(row._mapping), False
    table = await insert_table(connection, change.table)
    await connection.execute(insert(board_plays).values(**at, table_id=table.id))
    await connection.execute(insert(moves), [move_row(table.id, logged) for logged in change.moves])
    return table, True


async def _commit(connection: AsyncConnection, changes: Sequence[Change]) -> Sequence[bool]:
    stored = await lock_rows(connection, tables, (change.table.id for change in changes))
    verdicts = which_hold(stored, ((one.table.id, one.before.version, one.table.version) for one in changes))
    held = [change for change, holds in zip(changes, verdicts, strict=True) if holds]
    if conflicts := len(changes) - len(held):
        metrics.VERSION_CONFLICTS.inc(conflicts)
    if not held:
        return verdicts
    await _update(connection, held)
    await unsettle(connection, {change.table.id for change in held})
    made = [move_row(change.table.id, logged) for change in held for logged in change.moves]
    if made:
        await connection.execute(insert(moves), made)
    owed = [post_row(post) for change in held for post in change.posts]
    if owed:
        await connection.execute(insert(posts), owed)
    if filled := [change.table.id for change in held if change.ends_calls]:
        await end_calls(connection, filled)
    withdrawn, results = _results(held)
    if withdrawn:
        await connection.execute(_WITHDRAW, withdrawn)
    if results:
        await connection.execute(insert(outcomes), results)
    await enter_achieved_at_tables(connection, held)
    await enter_played(connection, held)
    await enter_jobs(connection, [job for change in held for job in change.jobs])
    await _reseat(connection, held)
    return verdicts


async def _update(connection: AsyncConnection, changes: Sequence[Change]) -> None:
    rows: dict[int, Row] = {}
    for change in changes:
        rows.setdefault(change.table.id, {}).update(table_row(change.table, change.before))
    alike: dict[tuple[str, ...], list[Row]] = {}
    for key, row in rows.items():
        alike.setdefault(tuple(row), []).append(row | {"changed_id": key})
    for columns, these in alike.items():
        await connection.execute(_updating(columns), these)


@cache
def _updating(columns: tuple[str, ...]) -> Update:
    # A changed table must be tidied up again.
    over = {"over_since": None, "archived": false()}
    changed: Row = {name: bindparam(name) for name in columns}
    return update(tables).where(tables.c.id == bindparam("changed_id")).values(changed | over)


def _results(changes: Sequence[Change]) -> tuple[list[Row], list[Row]]:
    # The results to delete, and those to insert then. A later change may withdraw what an earlier one enters.
    withdrawn: list[Row] = []
    entered: list[Outcome] = []
    for change in changes:
        gone = {(change.table.id, unit, number) for unit, number in change.withdrawn}
        withdrawn += [{"gone_table": key, "gone_unit": unit, "gone_number": n} for key, unit, n in gone]
        entered = [one for one in entered if (one.table_id, one.unit, one.number) not in gone]
        entered += change.outcomes
    return withdrawn, [converter().unstructure(outcome) for outcome in entered]


async def _reseat(connection: AsyncConnection, changes: Sequence[Change]) -> None:
    people: dict[int, frozenset[int]] = {}
    for before, after in ((change.before, change.table) for change in changes):
        # Most changes leave the chairs alone.
        alike = before.chairs is after.chairs and before.status is after.status
        if not alike and _sitting(before) != _sitting(after):
            people[after.id] = _sitting(after)
    if not people:
        return
    await connection.execute(delete(seated).where(seated.c.table_id.in_(people)))
    sitters = [{"table_id": key, "user_id": user} for key, who in people.items() for user in who]
    if sitters:
        await connection.execute(insert(seated), sitters)
