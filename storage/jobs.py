"""Where jobs wait: in a table of ours in SQLite, which one process has to itself, else in pgqueuer's."""

import time
from collections.abc import Collection, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

from sqlalchemy import Row, case, delete, func, select, update
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.jobs.ports import Job, JobQueue, State, TakenJob, Urgency
from storage.database import Database, DatabaseError
from storage.jobs_schema import jobs

PGQUEUER: Final = "1.6"
"""The release whose tables our revisions make."""

FORGOTTEN_SECONDS: Final = 30 * 86400.0
"""How long what has failed, or is not done by anybody, is kept."""

_LONGEST_REASON: Final = 300

_new = sqlite.insert(jobs)
_failed = jobs.c.state == State.FAILED.value
_wanted_now = _new.excluded.urgency == Urgency.ASKED.value
_ENTER = _new.on_conflict_do_update(
    index_elements=[jobs.c.kind, jobs.c.key],
    set_={
        "state": case((_failed, State.WAITING.value), else_=jobs.c.state),
        "tries": case((_failed, 0), else_=jobs.c.tries),
        "error": None,
        "not_before": case((_failed | _wanted_now, 0.0), else_=jobs.c.not_before),
        "urgency": func.max(jobs.c.urgency, _new.excluded.urgency),
    },
)


def job_queue(database: Database) -> JobQueue:
    """Where jobs wait in that database. Raises DatabaseError where pgqueuer is of another release."""
    if not database.shared:
        return SqliteJobQueue(database)
    _check_pgqueuer()
    # The package is there only where PostgreSQL is.
    from storage.jobs_postgres import PostgresJobQueue

    return PostgresJobQueue(database)


async def enter_jobs(connection: AsyncConnection, new: Sequence[Job]) -> None:
    """Let these jobs be done too, in a transaction that stores what makes them necessary."""
    if not new:
        return
    if connection.dialect.name == "postgresql":
        from storage import jobs_postgres

        await jobs_postgres.enter(connection, new)
        return
    await connection.execute(_ENTER, [_row(job) for job in new])


class SqliteJobQueue:
    """The `JobQueue` of a database that no other process uses."""

    shared = False

    def __init__(self, database: Database) -> None:
        self._database = database

    async def start(self) -> None:
        """To be called once: what the process before this one had taken is to be taken again, and what failed
        there is tried again at once."""
        taken = update(jobs).where(jobs.c.state == State.TAKEN.value)
        waits = update(jobs).where(jobs.c.state == State.WAITING.value, jobs.c.not_before > 0)
        statements = [
            taken.values(state=State.WAITING.value, since=time.time()),
            waits.values(not_before=0.0),
        ]
        await self._database.write(_do, statements)

    async def enqueue(self, new: Sequence[Job]) -> None:
        """Let these be done too; one that is there already becomes as urgent."""
        await self._database.write(_enqueue, tuple(new))

    async def take(self, kinds: Collection[str], urgency: Urgency, most: int) -> Sequence[TakenJob]:
        """Take so many jobs of these kinds, the oldest first."""
        query = (
            select(jobs)
            .where(
                jobs.c.state == State.WAITING.value,
                jobs.c.urgency == urgency.value,
                jobs.c.kind.in_(kinds),
                jobs.c.not_before <= time.time(),
            )
            .order_by(jobs.c.id)
            .limit(most)
        )
        (rows,) = await self._database.read(query)
        if not rows:
            return []
        taken = jobs.c.id.in_([row.id for row in rows])
        statement = (
            update(jobs)
            .where(taken)
            .values(state=State.TAKEN.value, since=time.time(), tries=jobs.c.tries + 1)
        )
        await self._database.write(_do, [statement])
        return [TakenJob(row.id, _job_of(row), row.tries + 1) for row in rows]

    async def beat(self, ids: Collection[int]) -> None:
        """Nobody else would take them."""

    async def done(self, ids: Collection[int]) -> None:
        """They are done."""
        await self._database.write(_do, [delete(jobs).where(jobs.c.id.in_(ids))])

    async def try_again(self, job_id: int, seconds: float) -> None:
        """It could not be done: it is to be taken again, so much later at the soonest."""
        now = time.time()
        values = {"state": State.WAITING.value, "not_before": now + seconds, "since": now}
        await self._database.write(_do, [update(jobs).where(jobs.c.id == job_id).values(values)])

    async def fail(self, job_id: int, why: str) -> None:
        """It is not to be tried again."""
        values = {"state": State.FAILED.value, "since": time.time(), "error": why[:_LONGEST_REASON]}
        await self._database.write(_do, [update(jobs).where(jobs.c.id == job_id).values(values)])

    async def give_back(self, ids: Collection[int]) -> None:
        """They are to be taken again; that they were taken does not count as a try."""
        statement = update(jobs).where(jobs.c.id.in_(ids), jobs.c.state == State.TAKEN.value)
        values = {"state": State.WAITING.value, "tries": jobs.c.tries - 1, "since": time.time()}
        await self._database.write(_do, [statement.values(values)])

    async def state(self, job: Job) -> State | None:
        """Whether it waits or is being done; None if it is not there any more."""
        (rows,) = await self._database.read(
            select(jobs.c.state).where(
                jobs.c.kind == job.kind, jobs.c.key == job.key, jobs.c.state != State.FAILED.value
            )
        )
        return State(rows[0].state) if rows else None

    async def counts(self) -> Mapping[tuple[str, State], int]:
        """How many jobs there are of each kind in each state."""
        (rows,) = await self._database.read(
            select(jobs.c.kind, jobs.c.state, func.count().label("number")).group_by(
                jobs.c.kind, jobs.c.state
            )
        )
        return {(row.kind, State(row.state)): row.number for row in rows}

    async def tidy(self) -> None:
        """Delete what has failed, or waited in vain, for weeks."""
        old = delete(jobs).where(
            jobs.c.state != State.TAKEN.value, jobs.c.since < time.time() - FORGOTTEN_SECONDS
        )
        await self._database.write(_do, [old])


def _check_pgqueuer() -> None:
    # Its tables are made by our revisions, not by itself.
    try:
        found = version("pgqueuer")
    except PackageNotFoundError:
        raise DatabaseError("PostgreSQL needs the package pgqueuer, which is not installed") from None
    if not found.startswith(f"{PGQUEUER}."):
        raise DatabaseError(f"PostgreSQL needs pgqueuer {PGQUEUER}; {found} is installed")


async def _enqueue(connection: AsyncConnection, batch: Sequence[Sequence[Job]]) -> Sequence[None]:
    await enter_jobs(connection, [job for new in batch for job in new])
    return [None] * len(batch)


async def _do(connection: AsyncConnection, batch: Sequence[Sequence[Any]]) -> Sequence[None]:
    for statements in batch:
        for statement in statements:
            await connection.execute(statement)
    return [None] * len(batch)


def _row(job: Job) -> dict[str, object]:
    return {
        "kind": job.kind,
        "key": job.key,
        "payload": dict(job.payload),
        "urgency": job.urgency.value,
        "state": State.WAITING.value,
        "tries": 0,
        "not_before": 0.0,
        "since": time.time(),
    }


def _job_of(row: Row[Any]) -> Job:
    return Job(row.kind, row.key, row.payload, Urgency(row.urgency))
