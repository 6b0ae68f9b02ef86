"""The queue of jobs: one table, on SQLite and on PostgreSQL."""

import secrets
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any, Final

from sqlalchemy import ColumnElement, Insert, Update, and_, case, delete, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.jobs.ports import Job, State, TakenJob, Urgency
from bot.jobs.service import DEAD_SECONDS
from storage.cluster.members import database_time
from storage.connection.batches import each
from storage.connection.database import Database
from storage.connection.upserts import insert_into
from storage.schema.jobs import is_taken, is_waiting, jobs

FORGOTTEN_SECONDS: Final = 30 * 86400.0  # how long a job is kept that has failed, or that nobody takes

ASKED_SECONDS: Final = 120.0  # after so long a job that somebody waits for is overdue
QUIET_SECONDS: Final = 3600.0  # and any other

_LONGEST_REASON: Final = 300


async def enter_jobs(connection: AsyncConnection, new: Sequence[Job]) -> None:
    """Add these jobs in a transaction that stores what makes them necessary."""
    if not new:
        return
    # Each name once, and in the same order everywhere, so that two transactions cannot deadlock.
    by_name = {job.name: job for job in sorted(new, key=lambda job: (job.name, job.urgency))}
    statement = _add(connection.dialect.name).values(since=database_time(connection))
    await connection.execute(statement, [_row(job) for job in by_name.values()])


class SqlJobQueue:
    """The `JobQueue` of a database.

    Where processes share the database, a job is taken over from a process that has given no sign of life for
    `dead` seconds. A SQLite file has one process: `start` puts back what the one before it had taken.
    """

    def __init__(self, database: Database, dead: float = DEAD_SECONDS) -> None:
        self.shared = database.shared
        self._database = database
        self._dead = dead
        self._me = secrets.token_hex(8)

    async def start(self) -> None:
        if not self.shared:
            await self._database.write(_restart, None)

    async def enqueue(self, new: Sequence[Job]) -> None:
        await self._database.write(_enqueue, tuple(new))

    async def take(self, kinds: Collection[str], urgency: Urgency, most: int) -> Sequence[TakenJob]:
        wanted = and_(jobs.c.kind.in_(kinds), jobs.c.urgency == urgency.value)

        async def takeable(connection: AsyncConnection, work: Sequence[None]) -> Sequence[bool]:
            found = select(jobs.c.id).where(wanted, or_(*self._free(connection))).limit(1)
            return [(await connection.execute(found)).first() is not None] * len(work)

        async def take(connection: AsyncConnection, work: Sequence[None]) -> Sequence[list[TakenJob]]:
            taken: list[TakenJob] = []
            for free in self._free(connection):
                if len(taken) < most:
                    taken += await self._claim(connection, and_(wanted, free), most - len(taken))
            return [taken] * len(work)

        if not await self._database.look_up(takeable, None):
            return []
        return await self._database.write(take, None)

    async def beat(self, ids: Collection[int]) -> None:
        await self._change(self._mine(ids))

    async def done(self, ids: Collection[int]) -> None:
        # Whoever else has taken it meanwhile finds the result stored.
        await self._database.write(_delete, jobs.c.id.in_(ids))

    async def try_again(self, job_id: int, seconds: float) -> None:
        await self._change(self._mine([job_id]).values(state=State.WAITING.value), later=seconds)

    async def fail(self, job_id: int, why: str) -> None:
        failed = {"state": State.FAILED.value, "error": why[:_LONGEST_REASON]}
        await self._change(self._mine([job_id]).values(failed))

    async def give_back(self, ids: Collection[int]) -> None:
        given = {"state": State.WAITING.value, "tries": jobs.c.tries - 1}
        await self._change(self._mine(ids).values(given))

    async def state(self, job: Job) -> State | None:
        named = (jobs.c.kind == job.kind, jobs.c.key == job.key)
        there = select(jobs.c.state).where(*named, jobs.c.state != State.FAILED.value)
        (rows,) = await self._database.read(there)
        return State(rows[0].state) if rows else None

    async def counts(self) -> Mapping[tuple[str, State], int]:
        async def count(connection: AsyncConnection, work: Sequence[None]) -> Sequence[Sequence[Any]]:
            patience = case((jobs.c.urgency == Urgency.ASKED.value, ASKED_SECONDS), else_=QUIET_SECONDS)
            late = database_time(connection) - patience
            overdue = and_(is_waiting, jobs.c.since < late, jobs.c.not_before < late)
            state = case((overdue, State.OVERDUE.value), else_=jobs.c.state).label("state")
            counted = select(jobs.c.kind, state, func.count().label("number")).group_by(jobs.c.kind, state)
            return [(await connection.execute(counted)).all()] * len(work)

        rows = await self._database.look_up(count, None)
        return {(row.kind, State(row.state)): row.number for row in rows}

    async def tidy(self) -> None:
        async def tidy(connection: AsyncConnection, work: Sequence[None]) -> Sequence[None]:
            old = jobs.c.since < database_time(connection) - FORGOTTEN_SECONDS
            await connection.execute(delete(jobs).where(old, jobs.c.state != State.TAKEN.value))
            return work

        await self._database.write(tidy, None)

    def _free(self, connection: AsyncConnection) -> list[ColumnElement[bool]]:
        """Jobs that wait and, where processes share the queue, those of dead ones; each has an index."""
        now = database_time(connection)
        waiting = and_(is_waiting, jobs.c.not_before <= now)
        abandoned = and_(is_taken, jobs.c.since < now - self._dead)
        return [waiting, abandoned] if self.shared else [waiting]

    async def _claim(
        self, connection: AsyncConnection, which: ColumnElement[bool], most: int
    ) -> list[TakenJob]:
        # As a CTE, or PostgreSQL may run it more than once. SQLite has one writer and ignores the lock.
        free = (
            select(jobs.c.id)
            .where(which)
            .order_by(jobs.c.id)
            .limit(most)
            .with_for_update(skip_locked=True)
            .cte("free")
        )
        taking = update(jobs).where(jobs.c.id.in_(select(free.c.id)))
        values = {
            "state": State.TAKEN.value,
            "taken_by": self._me,
            "tries": jobs.c.tries + 1,
            "since": database_time(connection),
        }
        rows = (await connection.execute(taking.values(values).returning(jobs))).all()
        return [
            TakenJob(row.id, Job(row.kind, row.key, row.payload, Urgency(row.urgency)), row.tries)
            for row in sorted(rows, key=lambda row: row.id)
        ]

    def _mine(self, ids: Collection[int]) -> Update:
        return update(jobs).where(jobs.c.id.in_(ids), is_taken, jobs.c.taken_by == self._me)

    async def _change(self, statement: Update, later: float | None = None) -> None:
        await self._database.write(_change, (statement, later))


async def _restart(connection: AsyncConnection, work: Sequence[None]) -> Sequence[None]:
    taken = update(jobs).where(is_taken)
    await connection.execute(taken.values(state=State.WAITING.value, since=database_time(connection)))
    await connection.execute(update(jobs).where(is_waiting, jobs.c.not_before > 0).values(not_before=0.0))
    return work


async def _enqueue(connection: AsyncConnection, batch: Sequence[Sequence[Job]]) -> Sequence[None]:
    await enter_jobs(connection, [job for new in batch for job in new])
    return [None] * len(batch)


@each
async def _change(connection: AsyncConnection, item: tuple[Update, float | None]) -> None:
    statement, later = item
    now = database_time(connection)
    times = {"since": now} if later is None else {"since": now, "not_before": now + later}
    await connection.execute(statement.values(times))


@each
async def _delete(connection: AsyncConnection, which: ColumnElement[bool]) -> None:
    await connection.execute(delete(jobs).where(which))


@cache
def _add(dialect: str) -> Insert:
    new = insert_into(jobs, dialect)
    failed = jobs.c.state == State.FAILED.value
    wanted_now = new.excluded.urgency == Urgency.ASKED.value
    return new.on_conflict_do_update(
        index_elements=[jobs.c.kind, jobs.c.key],
        set_={
            "state": case((failed, State.WAITING.value), else_=jobs.c.state),
            "tries": case((failed, 0), else_=jobs.c.tries),
            "error": None,
            "not_before": case((failed | wanted_now, 0.0), else_=jobs.c.not_before),
            "urgency": case((wanted_now, Urgency.ASKED.value), else_=jobs.c.urgency),
        },
    )


def _row(job: Job) -> dict[str, Any]:
    return {
        "kind": job.kind,
        "key": job.key,
        "payload": dict(job.payload),
        "urgency": job.urgency.value,
        "state": State.WAITING.value,
        "tries": 0,
        "not_before": 0.0,
    }
