"""The health of the bot: its database, its gateway sessions and its queues."""

from collections import Counter
from collections.abc import Mapping
from typing import Protocol

import discord

from bot import metrics
from bot.cluster.leases import COMMANDS, UPKEEP, all_leases
from bot.cluster.ports import Cluster
from bot.house.workers import Workers
from bot.operations.database_health import DatabaseHealth
from cogs.delivery.retrying_publisher import Showing
from cogs.transport.call_budget import CallBudget


class Queue(Protocol):
    """Something with waiting entries."""

    @property
    def waiting(self) -> int: ...


class Health:
    """The health of a running bot's parts. `publishers` are named for what they publish."""

    def __init__(
        self,
        database: DatabaseHealth,
        budget: CallBudget,
        workers: Workers,
        wanted_workers: int,
        publishers: Mapping[str, Showing],
        cluster: Cluster,
    ) -> None:
        self.database = database
        self._budget = budget
        self._workers = workers
        self._publishers = publishers
        self._queues: Mapping[str, Queue] = {"calls": budget, "house jobs": workers}
        self._cluster = cluster
        metrics.WORKERS.set(wanted_workers)

    def unready(self) -> str | None:
        """Why this process does nothing for the cluster; None if it does."""
        if self._cluster.draining:
            return "draining"
        return None if any(self._held()) else "no leases are held"

    def _held(self) -> list[str]:
        cluster = self._cluster
        return [lease for lease in all_leases(cluster.shard_count) if cluster.holds(lease)]

    async def measure(self) -> None:
        """Update the metrics that are not counted as things happen. Raises what the database raises."""
        held = Counter(lease.partition(":")[0] for lease in self._held())
        for kind in ("tables", "shard", COMMANDS, UPKEEP):
            metrics.LEASES.labels(kind).set(held[kind])
        metrics.PROCESSES.set(1 + len(self._cluster.others))
        metrics.JOB_PROCESSES.set(self._cluster.workers)
        for name, queue in self._queues.items():
            metrics.QUEUE.labels(name).set(queue.waiting)
        for what, publisher in self._publishers.items():
            for state, number in publisher.counts().items():
                metrics.TO_SHOW.labels(what, state).set(number)
        metrics.BUDGET_LOAD.set(self._budget.load)
        metrics.WORKERS_READY.set(self._workers.ready)
        await self.database.measure()


def sessions_of(client: discord.Client) -> Mapping[int, tuple[bool, float]]:
    """The gateway sessions by shard: whether each is up, and its heartbeat's round trip."""
    if isinstance(client, discord.AutoShardedClient):
        return {number: (not shard.is_closed(), shard.latency) for number, shard in client.shards.items()}
    # Both are untyped: there is no connection before the first one.
    socket = getattr(client, "ws", None)
    return {} if socket is None else {client.shard_id or 0: (bool(socket.open), client.latency)}


def measure_sessions(client: discord.Client) -> None:
    """Update the metrics of the gateway."""
    metrics.GATEWAY_SECONDS.clear()
    metrics.SERVERS.clear()
    servers = Counter(guild.shard_id for guild in client.guilds)
    for shard, (_, latency) in sessions_of(client).items():
        metrics.GATEWAY_SECONDS.labels(str(shard)).set(latency)
        metrics.SERVERS.labels(str(shard)).set(servers[shard])
