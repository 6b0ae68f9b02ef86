"""Jobs in pgqueuer's tables, which every process over a PostgreSQL database shares.

Its schema is installed by our revisions, without its trigger: that one would NOTIFY within the transaction of
every move that leaves a job, which makes all commits of the database wait for each other. So workers look for
themselves, and hear our own hints (`storage.hints`), which are given after the commit. Statements are
pgqueuer's own, on our connections and in our transactions; its `QueueManager` is not used, for what it is
doing when it is stopped it strikes out, where another process is to go on with it.
"""

import json
import uuid
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from datetime import timedelta
from typing import Final, TypeVar, cast

from pgqueuer.adapters.persistence.qb import QueryBuilderEnvironment, QueryQueueBuilder, QuerySchedulerBuilder
from pgqueuer.adapters.persistence.queries import Queries
from pgqueuer.domain import models
from pgqueuer.domain.settings import DBSettings
from pgqueuer.domain.types import JOB_STATUS, JobId, QueueEntrypoint, QueueManagerId
from pgqueuer.ports.driver import Driver
from pgqueuer.ports.repository import EntrypointExecutionParameter
from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.jobs.ports import Job, State, TakenJob, Urgency
from bot.jobs.service import DEAD_SECONDS
from storage.database import Database
from storage.jobs_schema import jobs

_T = TypeVar("_T")

SETTINGS: Final = DBSettings(
    # Whatever the environment says: our revisions have installed these.
    prefix="",
    db_schema=None,
    channel="ch_pgqueuer",
    function="fn_pgqueuer_changed",
    statistics_table="pgqueuer_statistics",
    queue_status_type="pgqueuer_status",
    queue_table="pgqueuer",
    queue_table_log="pgqueuer_log",
    trigger="tg_pgqueuer_changed",
    schedules_table="pgqueuer_schedules",
)
_BUILDERS: Final = (
    QueryBuilderEnvironment(SETTINGS),
    QueryQueueBuilder(SETTINGS),
    QuerySchedulerBuilder(SETTINGS),
)

_FORGOTTEN = "interval '30 days'"
_ASKED: Final = "asked-"
"""What a kind of job is called while somebody waits for it: each urgency is taken by itself."""

_STATES: Final[Mapping[JOB_STATUS, State]] = {
    "queued": State.WAITING,
    "picked": State.TAKEN,
    "failed": State.FAILED,
}

_RAISE: Final = """
UPDATE pgqueuer SET entrypoint = raised.entrypoint, priority = $3, execute_after = NOW()
FROM (
    SELECT waiting.id, wanted.entrypoint
    FROM UNNEST($1::text[], $2::text[]) AS wanted(dedupe_key, entrypoint)
    JOIN pgqueuer waiting ON waiting.dedupe_key = wanted.dedupe_key
    WHERE waiting.status = 'queued'
    -- One that is being taken at this moment need not become more urgent.
    FOR UPDATE OF waiting SKIP LOCKED
) raised
WHERE pgqueuer.id = raised.id
"""
_PICKS: Final = """
SELECT job_id, COUNT(*) AS picks FROM pgqueuer_log
WHERE job_id = ANY($1::bigint[]) AND status = 'picked' GROUP BY job_id
"""
_GIVE_BACK: Final = """
WITH given AS (
    UPDATE pgqueuer SET status = 'queued', queue_manager_id = NULL, slot = NULL, updated = NOW()
    WHERE id = ANY($1::bigint[]) AND status = 'picked' AND queue_manager_id = $2
    RETURNING id
), latest AS (
    SELECT MAX(id) AS id FROM pgqueuer_log
    WHERE job_id IN (SELECT id FROM given) AND status = 'picked' GROUP BY job_id
)
DELETE FROM pgqueuer_log WHERE id IN (SELECT id FROM latest)
"""
_STATE: Final = "SELECT status FROM pgqueuer WHERE dedupe_key = $1 AND status IN ('queued', 'picked')"
_TIDY: Final = (
    f"DELETE FROM pgqueuer WHERE status IN ('queued', 'failed') AND updated < NOW() - {_FORGOTTEN}",
    # What is still to be done is known by how often it was taken.
    f"""
    DELETE FROM pgqueuer_log WHERE created < NOW() - {_FORGOTTEN}
    AND NOT EXISTS (SELECT FROM pgqueuer WHERE pgqueuer.id = pgqueuer_log.job_id)
    """,
)


class _OurConnection:
    # What pgqueuer's statements ask of a driver, within a transaction of ours.

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def fetch(self, query: str, *args: object) -> list[dict[str, object]]:
        result = await self._connection.exec_driver_sql(query, args)
        return [dict(row) for row in result.mappings()]

    async def execute(self, query: str, *args: object) -> str:
        await self._connection.exec_driver_sql(query, args)
        return ""


def queries(connection: AsyncConnection) -> Queries:
    """What pgqueuer can do, in the transaction of that connection."""
    return Queries(cast(Driver, _OurConnection(connection)), *_BUILDERS)


async def enter(connection: AsyncConnection, new: Sequence[Job]) -> None:
    """Let these jobs be done too, in a transaction that stores what makes them necessary."""
    # Each name once, in an order that is the same everywhere: two transactions never wait for each other.
    by_name = {job.name: job for job in sorted(new, key=lambda job: (job.name, job.urgency))}
    entered = list(by_name.values())
    ours = queries(connection)
    asked = [job for job in entered if job.urgency is Urgency.ASKED]
    if asked:
        names, points = [job.name for job in asked], [_entrypoint(job.kind, job.urgency) for job in asked]
        await ours.driver.execute(_RAISE, names, points, Urgency.ASKED.value)
    await ours.enqueue(
        [_entrypoint(job.kind, job.urgency) for job in entered],
        [json.dumps([job.key, dict(job.payload)]).encode() for job in entered],
        [job.urgency.value for job in entered],
        dedupe_key=[job.name for job in entered],
        on_conflict="skip",
    )


class PostgresJobQueue:
    """The `JobQueue` of a database that several processes share, this being one of them. A job of which there
    has been no sign of life for `dead` seconds is taken again."""

    shared = True

    def __init__(self, database: Database, dead: float = DEAD_SECONDS) -> None:
        self._database = database
        self._dead = timedelta(seconds=dead)
        self._manager = QueueManagerId(uuid.uuid4())
        self._taken: dict[int, models.Job] = {}

    async def start(self) -> None:
        """To be called once: what a SQLite file that was carried over had waiting is to be done too."""
        await self._database.write(_each, _bring_in)

    async def enqueue(self, new: Sequence[Job]) -> None:
        """Let these be done too; one that is there already becomes as urgent."""
        await self._database.write(_each, lambda connection: enter(connection, new))

    async def take(self, kinds: Collection[str], urgency: Urgency, most: int) -> Sequence[TakenJob]:
        """Take so many jobs of these kinds, the oldest first."""
        unlimited = EntrypointExecutionParameter(concurrency_limit=0)
        points = {QueueEntrypoint(_entrypoint(kind, urgency)): unlimited for kind in kinds}

        async def dequeue(connection: AsyncConnection) -> list[tuple[models.Job, int]]:
            ours = queries(connection)
            rows = await ours.dequeue(most, points, self._manager, None, self._dead)
            if not rows:
                return []
            counted = await ours.driver.fetch(_PICKS, [row.id for row in rows])
            picks = {row["job_id"]: row["picks"] for row in counted}
            return [(row, int(str(picks[row.id]))) for row in rows]

        taken = []
        for row, tries in await self._database.write(_each, dequeue):
            self._taken[row.id] = row
            key, payload = json.loads(row.payload or b"")
            taken.append(TakenJob(row.id, Job(_kind(row.entrypoint), key, payload, urgency), tries))
        return taken

    async def beat(self, ids: Collection[int]) -> None:
        """Note that the jobs taken are being done."""
        still = [JobId(job_id) for job_id in ids]
        await self._database.write(_each, lambda connection: queries(connection).update_heartbeat(still))

    async def done(self, ids: Collection[int]) -> None:
        """They are done."""
        await self._end([self._taken.pop(job_id) for job_id in ids], "successful", None)

    async def try_again(self, job_id: int, seconds: float) -> None:
        """It could not be done: it is to be taken again, so much later at the soonest."""
        row, later = self._taken.pop(job_id), timedelta(seconds=seconds)
        await self._database.write(_each, lambda connection: queries(connection).retry_job(row, later, None))

    async def fail(self, job_id: int, why: str) -> None:
        """It is not to be tried again."""
        row = self._taken.pop(job_id)
        await self._end([row], "failed", models.TracebackRecord.from_exception(RuntimeError(why), row.id))

    async def give_back(self, ids: Collection[int]) -> None:
        """Others are to do them; that they were taken does not count as a try."""
        for job_id in ids:
            self._taken.pop(job_id, None)
        given = (list(ids), self._manager)
        await self._database.write(
            _each, lambda connection: queries(connection).driver.execute(_GIVE_BACK, *given)
        )

    async def state(self, job: Job) -> State | None:
        """Whether it waits or is being done; None if it is not there any more."""
        found = await self._database.look_up(
            _each, lambda connection: queries(connection).driver.fetch(_STATE, job.name)
        )
        return _STATES[cast(JOB_STATUS, found[0]["status"])] if found else None

    async def counts(self) -> Mapping[tuple[str, State], int]:
        """How many jobs there are of each kind in each state."""
        sizes = await self._database.look_up(_each, lambda connection: queries(connection).queue_size())
        counts: dict[tuple[str, State], int] = {}
        for size in sizes:
            which = _kind(size.entrypoint), _STATES[size.status]
            counts[which] = counts.get(which, 0) + size.count
        return counts

    async def tidy(self) -> None:
        """Delete what has failed, or waited in vain, for weeks, and notes as old."""
        for statement in _TIDY:
            await self._database.write(
                _each, lambda connection, sql=statement: queries(connection).driver.execute(sql)
            )

    async def _end(
        self, rows: Sequence[models.Job], status: JOB_STATUS, why: models.TracebackRecord | None
    ) -> None:
        ended = [(row, status, why) for row in rows]
        await self._database.write(_each, lambda connection: queries(connection).log_jobs(ended))


def _entrypoint(kind: str, urgency: Urgency) -> str:
    return f"{_ASKED}{kind}" if urgency is Urgency.ASKED else kind


def _kind(entrypoint: str) -> str:
    return entrypoint.removeprefix(_ASKED)


async def _each(
    connection: AsyncConnection, work: Sequence[Callable[[AsyncConnection], Awaitable[_T]]]
) -> Sequence[_T]:
    return [await one(connection) for one in work]


async def _bring_in(connection: AsyncConnection) -> None:
    # Whoever locks a row first takes it with them.
    waiting = select(jobs).where(jobs.c.state != State.FAILED.value).with_for_update(skip_locked=True)
    rows = (await connection.execute(waiting)).all()
    if rows:
        new = [Job(row.kind, row.key, row.payload, Urgency(row.urgency)) for row in rows]
        await enter(connection, new)
        await connection.execute(delete(jobs).where(jobs.c.id.in_([row.id for row in rows])))
