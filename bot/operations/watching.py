"""The health of the bot: its database, its gateway sessions and its queues."""

import logging
import math
import time
from collections import Counter
from collections.abc import Mapping
from typing import Final, Protocol

import discord

from bot import metrics
from bot.cluster.leases import COMMANDS, UPKEEP, all_leases
from bot.cluster.ports import Cluster
from bot.house.workers import Workers
from cogs.transport.call_budget import CallBudget
from storage.connection.database import Database
from storage.connection.health import ask_anything, count_open_tables

log = logging.getLogger(__name__)

COUNT_SECONDS: Final = 30.0  # the minimum time between two counts of the tables, in seconds


class Queue(Protocol):
    """Something with waiting entries."""

    @property
    def waiting(self) -> int: ...


class Health:
    """The health of a running bot's parts."""

    def __init__(
        self,
        database: Database,
        budget: CallBudget,
        workers: Workers,
        queues: Mapping[str, Queue],
        cluster: Cluster,
    ) -> None:
        self._database = database
        self._budget = budget
        self._workers = workers
        self._queues: dict[str, Queue] = {"calls": budget, "house jobs": workers, **queues}
        self._cluster = cluster
        self._counted = -math.inf

    async def fault(self) -> str | None:
        """The fault of the database; None if it answers."""
        try:
            await ask_anything(self._database)
        except Exception as error:
            log.warning("the database does not answer: %s", error)
            return f"the database does not answer ({type(error).__name__})"
        return None

    def unready(self) -> str | None:
        """Why this process does nothing for the cluster; None if it does."""
        if self._cluster.draining:
            return "draining"
        return None if any(self._held()) else "no leases are held"

    def _held(self) -> list[str]:
        cluster = self._cluster
        return [lease for lease in all_leases(cluster.shard_count) if cluster.holds(lease)]

    async def measure(self) -> None:
        held = Counter(lease.partition(":")[0] for lease in self._held())
        for kind in ("tables", "shard", COMMANDS, UPKEEP):
            metrics.LEASES.labels(kind).set(held[kind])
        metrics.PROCESSES.set(1 + len(self._cluster.others))
        for name, queue in self._queues.items():
            metrics.QUEUE.labels(name).set(queue.waiting)
        metrics.BUDGET_LOAD.set(self._budget.load)
        metrics.WORKERS_READY.set(self._workers.ready)
        now = time.monotonic()
        if now - self._counted >= COUNT_SECONDS:
            metrics.TABLES_OPEN.set(await count_open_tables(self._database))
            self._counted = now


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
    for shard, (_, latency) in sessions_of(client).items():
        metrics.GATEWAY_SECONDS.labels(str(shard)).set(latency)
