"""The processes that share a database, and their leases. All times are by the database's clock."""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Double, delete, func, insert, literal_column, null, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.cluster.leases import Census, Process
from bot.cluster.member import DEAD_SECONDS
from storage.connection.batches import each
from storage.connection.database import Database, SqlStore
from storage.connection.upserts import insert_new
from storage.schema.cluster import cluster, leases, processes

_FORGOTTEN_SECONDS = 3600.0
_ONLY = 1
"""The id of the one row of `cluster`."""


class SqlClusterStore(SqlStore):
    """The `ClusterStore` of a database, for a bot or for a process that runs `jobs_only`."""

    def __init__(self, database: Database, *, jobs_only: bool = False) -> None:
        super().__init__(database)
        self._jobs_only = jobs_only

    async def join(self) -> int:
        return await self._database.write_apart(_join, self._jobs_only)

    async def beat(self, process: int, *, draining: bool) -> Census | None:
        return await self._database.write_apart(_beat, (process, draining))

    async def take(self, process: int, leases: Sequence[str]) -> Sequence[str]:
        return await self._database.write_apart(_take, (process, tuple(leases)))

    async def give_up(self, process: int, leases: Sequence[str]) -> None:
        await self._database.write_apart(_give_up, (process, tuple(leases)))

    async def serves(self, process: int, lease: str) -> None:
        await self._database.write_apart(_serve, (process, lease))

    async def leave(self, process: int) -> None:
        await self._database.write_apart(_leave, process)

    async def agree_on_shards(self, process: int, recommended: int) -> int:
        return await self._database.write_apart(_agree, (process, recommended))


def database_time(connection: AsyncConnection) -> ColumnElement[float]:
    """SQL for the database's clock, in seconds since the epoch."""
    if connection.dialect.name == "postgresql":
        return literal_column("extract(epoch from clock_timestamp())::double precision", Double())
    return literal_column("((julianday('now') - 2440587.5) * 86400.0)", Double())


def _alive(connection: AsyncConnection) -> ColumnElement[bool]:
    return processes.c.seen_at > database_time(connection) - DEAD_SECONDS


async def _join(connection: AsyncConnection, new: Sequence[bool]) -> Sequence[int]:
    now = database_time(connection)
    await connection.execute(delete(processes).where(processes.c.seen_at < now - _FORGOTTEN_SECONDS))
    ids = []
    for jobs_only in new:
        row = insert(processes).values(seen_at=now, draining=True, jobs_only=jobs_only)
        result = await connection.execute(row)
        (key,) = result.inserted_primary_key or (0,)
        ids.append(key)
    return ids


@each
async def _beat(connection: AsyncConnection, item: tuple[int, bool]) -> Census | None:
    process, draining = item
    stays = await connection.execute(
        update(processes)
        .where(processes.c.id == process, _alive(connection))
        .values(seen_at=database_time(connection), draining=draining)
    )
    return await _census(connection) if stays.rowcount else None


async def _census(connection: AsyncConnection) -> Census:
    columns = processes.c.id, processes.c.draining, processes.c.jobs_only
    alive = (
        await connection.execute(select(*columns).where(_alive(connection)).order_by(processes.c.id))
    ).all()
    known = tuple(Process(row.id, row.draining) for row in alive if not row.jobs_only)
    held = (await connection.execute(select(leases))).all()
    ids = {process.id for process in known}
    return Census(
        known,
        {row.name: row.process_id for row in held if row.process_id in ids},
        {row.name: row.served_by for row in held if row.served_by in ids},
        len(alive) - len(known),
    )


@each
async def _take(connection: AsyncConnection, item: tuple[int, tuple[str, ...]]) -> Sequence[str]:
    process, names = item
    await insert_new(connection, leases, [{"name": name} for name in names])
    alive = select(processes.c.id).where(_alive(connection))
    free = await connection.scalars(
        select(leases.c.name)
        .where(
            leases.c.name.in_(names), or_(leases.c.process_id.is_(None), leases.c.process_id.not_in(alive))
        )
        # Skip one that another process is taking.
        .with_for_update(skip_locked=True)
    )
    mine = free.all()
    await connection.execute(update(leases).where(leases.c.name.in_(mine)).values(process_id=process))
    return mine


@each
async def _give_up(connection: AsyncConnection, item: tuple[int, tuple[str, ...]]) -> None:
    process, names = item
    await connection.execute(
        update(leases)
        .where(leases.c.name.in_(names), leases.c.process_id == process)
        .values(process_id=null())
    )


@each
async def _serve(connection: AsyncConnection, item: tuple[int, str]) -> None:
    process, name = item
    await connection.execute(update(leases).where(leases.c.name == name).values(served_by=process))


async def _leave(connection: AsyncConnection, gone: Sequence[int]) -> Sequence[None]:
    await connection.execute(update(leases).where(leases.c.process_id.in_(gone)).values(process_id=null()))
    await connection.execute(delete(processes).where(processes.c.id.in_(gone)))
    return [None] * len(gone)


@each
async def _agree(connection: AsyncConnection, item: tuple[int, int]) -> int:
    process, recommended = item
    await insert_new(connection, cluster, [{"id": _ONLY, "shard_count": recommended}])
    count: int = (await connection.execute(select(cluster.c.shard_count).with_for_update())).scalar_one()
    others = select(func.count()).select_from(processes)
    others = others.where(_alive(connection), ~processes.c.jobs_only, processes.c.id != process)
    if count == recommended or (await connection.execute(others)).scalar_one():
        return count
    await connection.execute(update(cluster).values(shard_count=recommended))
    return recommended
