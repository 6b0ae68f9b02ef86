"""The processes that share a database, and their leases. All times are by the database's clock."""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Double, delete, func, insert, literal_column, null, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.cluster.leases import Census, Process
from bot.cluster.member import DEAD_SECONDS
from storage.connection.database import Database
from storage.connection.upserts import insert_new
from storage.schema.cluster import cluster, leases, processes

_FORGOTTEN_SECONDS = 3600.0
_ONLY = 1
"""The id of the one row of `cluster`."""


class SqlClusterStore:
    """The `ClusterStore` of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def join(self) -> int:
        """Enter a new process, which holds nothing yet; returns its id."""
        return await self._database.write_apart(_join, None)

    async def beat(self, process: int, *, draining: bool) -> Census | None:
        """Give a sign of life, and see who else is alive; None if the process was given up for dead."""
        return await self._database.write_apart(_beat, (process, draining))

    async def take(self, process: int, leases: Sequence[str]) -> Sequence[str]:
        """Take those leases that no living process holds; returns the ones taken."""
        return await self._database.write_apart(_take, (process, tuple(leases)))

    async def give_up(self, process: int, leases: Sequence[str]) -> None:
        """Release these leases."""
        await self._database.write_apart(_give_up, (process, tuple(leases)))

    async def serves(self, process: int, lease: str) -> None:
        """Store that this process's session gets the events of that shard."""
        await self._database.write_apart(_serve, (process, lease))

    async def leave(self, process: int) -> None:
        """Remove the process, and release its leases."""
        await self._database.write_apart(_leave, process)

    async def agree_on_shards(self, process: int, recommended: int) -> int:
        """The number of shards: that of the other living processes, else the recommended one."""
        return await self._database.write_apart(_agree, (process, recommended))


def database_time(connection: AsyncConnection) -> ColumnElement[float]:
    """SQL for the database's clock, in seconds since the epoch."""
    if connection.dialect.name == "postgresql":
        return literal_column("extract(epoch from clock_timestamp())::double precision", Double())
    return literal_column("((julianday('now') - 2440587.5) * 86400.0)", Double())


def _alive(connection: AsyncConnection) -> ColumnElement[bool]:
    return processes.c.seen_at > database_time(connection) - DEAD_SECONDS


async def _join(connection: AsyncConnection, new: Sequence[None]) -> Sequence[int]:
    now = database_time(connection)
    await connection.execute(delete(processes).where(processes.c.seen_at < now - _FORGOTTEN_SECONDS))
    ids = []
    for _ in new:
        result = await connection.execute(insert(processes).values(seen_at=now, draining=True))
        (key,) = result.inserted_primary_key or (0,)
        ids.append(key)
    return ids


async def _beat(connection: AsyncConnection, signs: Sequence[tuple[int, bool]]) -> Sequence[Census | None]:
    found: list[Census | None] = []
    for process, draining in signs:
        stays = await connection.execute(
            update(processes)
            .where(processes.c.id == process, _alive(connection))
            .values(seen_at=database_time(connection), draining=draining)
        )
        found.append(await _census(connection) if stays.rowcount else None)
    return found


async def _census(connection: AsyncConnection) -> Census:
    alive = await connection.execute(
        select(processes.c.id, processes.c.draining).where(_alive(connection)).order_by(processes.c.id)
    )
    known = tuple(Process(row.id, row.draining) for row in alive)
    held = (await connection.execute(select(leases))).all()
    ids = {process.id for process in known}
    return Census(
        known,
        {row.name: row.process_id for row in held if row.process_id in ids},
        {row.name: row.served_by for row in held if row.served_by in ids},
    )


async def _take(
    connection: AsyncConnection, wished: Sequence[tuple[int, tuple[str, ...]]]
) -> Sequence[Sequence[str]]:
    taken: list[Sequence[str]] = []
    for process, names in wished:
        rows = [{"name": name} for name in names]
        await insert_new(connection, leases, rows)
        alive = select(processes.c.id).where(_alive(connection))
        free = await connection.execute(
            select(leases.c.name)
            .where(
                leases.c.name.in_(names),
                or_(leases.c.process_id.is_(None), leases.c.process_id.not_in(alive)),
            )
            # Skip one that another process is taking.
            .with_for_update(skip_locked=True)
        )
        mine = [row.name for row in free]
        await connection.execute(update(leases).where(leases.c.name.in_(mine)).values(process_id=process))
        taken.append(mine)
    return taken


async def _give_up(
    connection: AsyncConnection, given: Sequence[tuple[int, tuple[str, ...]]]
) -> Sequence[None]:
    for process, names in given:
        await connection.execute(
            update(leases)
            .where(leases.c.name.in_(names), leases.c.process_id == process)
            .values(process_id=null())
        )
    return [None] * len(given)


async def _serve(connection: AsyncConnection, serving: Sequence[tuple[int, str]]) -> Sequence[None]:
    for process, name in serving:
        await connection.execute(update(leases).where(leases.c.name == name).values(served_by=process))
    return [None] * len(serving)


async def _leave(connection: AsyncConnection, gone: Sequence[int]) -> Sequence[None]:
    await connection.execute(update(leases).where(leases.c.process_id.in_(gone)).values(process_id=null()))
    await connection.execute(delete(processes).where(processes.c.id.in_(gone)))
    return [None] * len(gone)


async def _agree(connection: AsyncConnection, wishes: Sequence[tuple[int, int]]) -> Sequence[int]:
    agreed = []
    for process, recommended in wishes:
        row = {"id": _ONLY, "shard_count": recommended}
        await insert_new(connection, cluster, [row])
        found = await connection.execute(select(cluster.c.shard_count).with_for_update())
        count: int = found.scalar_one()
        others = select(func.count()).select_from(processes)
        others = others.where(_alive(connection), processes.c.id != process)
        if count != recommended and not (await connection.execute(others)).scalar_one():
            await connection.execute(update(cluster).values(shard_count=recommended))
            count = recommended
        agreed.append(count)
    return agreed
