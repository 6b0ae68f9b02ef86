"""How the bot is: its database, its gateway sessions, and what waits in it."""

import logging
import math
import time
from collections import Counter
from collections.abc import Collection, Mapping
from typing import Final, Protocol

import discord

from bot import metrics
from bot.cluster.leases import COMMANDS, UPKEEP, all_leases
from storage.database import Database
from storage.health import ask_anything, count_open_tables

log = logging.getLogger(__name__)

COUNT_SECONDS: Final = 30.0
"""Tables are counted at most so often."""


class Queue(Protocol):
    """Something in which things wait."""

    @property
    def waiting(self) -> int:
        """How many."""


class Budget(Queue, Protocol):
    """The limiter of calls (`cogs.transport.call_budget`)."""

    @property
    def load(self) -> float:
        """How much of it is used, from 0 to 1."""


class WorkerPool(Queue, Protocol):
    """The house's worker processes."""

    @property
    def ready(self) -> int:
        """How many are ready."""


class Cluster(Protocol):
    """The part of this process among those over the same database (`bot.cluster`)."""

    @property
    def shard_count(self) -> int:
        """How many shards all processes have."""

    @property
    def draining(self) -> bool:
        """Whether this process is about to end."""

    @property
    def others(self) -> Collection[int]:
        """The other processes."""

    def holds(self, lease: str) -> bool:
        """Whether this process has that lease."""


class Parts:
    """The parts of a bot that has started, as far as they are watched."""

    def __init__(
        self,
        database: Database,
        budget: Budget,
        workers: WorkerPool,
        queues: Mapping[str, Queue],
        cluster: Cluster,
    ) -> None:
        self._database = database
        self._budget = budget
        self._workers = workers
        self._queues = {"calls": budget, "house jobs": workers, **queues}
        self._cluster = cluster
        self._counted = -math.inf

    async def fault(self) -> str | None:
        """What is wrong with the database; None if it answers."""
        try:
            await ask_anything(self._database)
        except Exception as error:
            log.warning("the database does not answer: %s", error)
            return f"the database does not answer ({type(error).__name__})"
        return None

    def unready(self) -> str | None:
        """Why this process has no part in the cluster; None if it has."""
        if self._cluster.draining:
            return "draining"
        return None if any(self._held()) else "no leases are held"

    def _held(self) -> list[str]:
        cluster = self._cluster
        return [lease for lease in all_leases(cluster.shard_count) if cluster.holds(lease)]

    async def measure(self) -> None:
        """Bring the figures up to date."""
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
    """The gateway sessions by shard: whether each is up, and the round trip of its heartbeat."""
    if isinstance(client, discord.AutoShardedClient):
        return {number: (not shard.is_closed(), shard.latency) for number, shard in client.shards.items()}
    # Neither is typed: there is no connection before the first one.
    socket = getattr(client, "ws", None)
    return {} if socket is None else {client.shard_id or 0: (bool(socket.open), client.latency)}


def measure_sessions(client: discord.Client) -> None:
    """Bring the figures of the gateway up to date."""
    metrics.GATEWAY_SECONDS.clear()
    for shard, (_, latency) in sessions_of(client).items():
        metrics.GATEWAY_SECONDS.labels(str(shard)).set(latency)
