"""The database of a process, and the process among those that share it."""

from dataclasses import dataclass
from functools import partial

from bot.cluster.alone import Alone, Silence
from bot.cluster.member import ClusterMember
from bot.cluster.ports import Cluster, HintChannel
from bot.operations.closing import Closing
from bot.operations.starting import Start
from storage.cluster.health import ask_anything
from storage.cluster.hints import PostgresHints
from storage.cluster.members import SqlClusterStore
from storage.connection.database import Database, open_database


@dataclass(frozen=True, slots=True)
class Joined:
    """What every other part of a process is built on. `closing` closes it, and whatever is added."""

    closing: Closing
    database: Database
    cluster: Cluster
    hints: HintChannel


async def join(url: str, start: Start, *, jobs_only: bool = False) -> Joined:
    """Open the database, and join the processes that share it. Raises DatabaseError, and what the database
    raises if it is lost meanwhile."""
    database = await open_database(url, playing=True)
    closing = Closing(partial(ask_anything, database) if database.shared else None)
    closing.add("the database", database.close)
    closing.callback(start.stopped)
    if not database.shared:
        return Joined(closing, database, Alone(), Silence())
    try:
        hints = PostgresHints(url)
        closing.add("the hints", hints.stop)
        hints.start()
        cluster = ClusterMember(SqlClusterStore(database, jobs_only=jobs_only), hints)
        closing.add("this process's row", cluster.stop)
        await cluster.start()
    except BaseException:
        await closing.close()
        raise
    return Joined(closing, database, cluster, hints)
