"""One process of several: it sends heartbeats and holds its share of the leases.

After `DEAD_SECONDS` without a heartbeat, by the database's clock, others take its leases. It stops acting
before that, when it could not send one for `FENCED_SECONDS`.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final

from bot.cluster.hints import Hint, Topic
from bot.cluster.leases import (
    Census,
    Changed,
    all_leases,
    part_of,
    shard_lease,
    shard_of,
    standby_of,
    to_give_up,
    to_take,
)
from bot.cluster.ports import ClusterStore, HintChannel
from bot.subscribers import Subscribers

log = logging.getLogger(__name__)

BEAT_SECONDS: Final = 2.0
FENCED_SECONDS: Final = 6.0
DEAD_SECONDS: Final = 8.0
DRAIN_SECONDS: Final = 10.0
"""How long a process that ends waits for others to take over what it held."""

SHARD_SECONDS: Final = 8.0  # how much longer for each shard, whose new session has to be let in

MOST_DRAIN_SECONDS: Final = 60.0


class ClusterMember:
    """The `Cluster` of a process that shares its database with others."""

    shared = True

    def __init__(
        self, store: ClusterStore, hints: HintChannel, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._store = store
        self._hints = hints
        self._monotonic = monotonic
        self._process: int | None = None
        self._census = Census((), {})
        self._held: frozenset[str] = frozenset()
        self._standby: frozenset[str] = frozenset()
        self._beaten = 0.0
        self._able = False
        self._draining = False
        self._shard_count = 1
        self._subscribers: Subscribers[Changed] = Subscribers("process")
        self._task: asyncio.Task[None] | None = None
        self._sooner = asyncio.Event()
        self._turn = asyncio.Lock()
        hints.listen(self._heard)

    @property
    def process(self) -> int:
        return self._process or 0

    @property
    def shard_count(self) -> int:
        return self._shard_count

    @property
    def draining(self) -> bool:
        return self._draining

    @property
    def others(self) -> frozenset[int]:
        return frozenset(process.id for process in self._census.processes) - {self.process}

    @property
    def workers(self) -> int:
        return self._census.workers

    @property
    def able(self) -> frozenset[int]:
        mine = frozenset({self.process}) if self._able and not self._draining else frozenset()
        return mine.union(self._able_others)

    def holds(self, lease: str) -> bool:
        return lease in self._held and not self._fenced

    def stands_by(self, lease: str) -> bool:
        return lease in self._standby

    def owns(self, guild_id: int, number: int) -> bool:
        return self.holds(self._lease_of(guild_id, number))

    def owner_of(self, guild_id: int, number: int) -> int | None:
        lease = self._lease_of(guild_id, number)
        return self.process if lease in self._held else self._census.holders.get(lease)

    def subscribe(self, callback: Callable[[Changed], None]) -> None:
        self._subscribers.add(callback)

    async def start(self) -> None:
        """Join the others and begin to send heartbeats. Takes nothing before `take_part`."""
        self._process = await self._store.join()
        log.info("this is process %s", self._process)
        await self.beat()
        # The others must know of it before it receives anything.
        self._hints.tell(Hint(Topic.LEASES))
        self._task = asyncio.create_task(self._keep_beating(), name="cluster-beat")

    def take_part(self) -> None:
        self._able = True
        self._sooner.set()

    async def serves(self, lease: str) -> None:
        await self._store.serves(self.process, lease)

    def served_elsewhere(self, lease: str) -> bool:
        return self._census.served.get(lease) in self._able_others

    async def agree_on_shards(self, recommended: int) -> int:
        self._shard_count = await self._store.agree_on_shards(self.process, recommended)
        await self.beat()
        return self._shard_count

    async def beat(self) -> None:
        """Send a heartbeat, and take or give up leases as needed. Raises what the store raises."""
        async with self._turn:
            await self._send_heartbeat()

    async def drain(self) -> None:
        # Shards take longer to hand over, since their new sessions must identify first.
        if self._process is None or not self._able_others:
            return
        self._draining, given = True, self._held
        shards = [lease for lease in given if shard_of(lease) is not None]
        longest = min(DRAIN_SECONDS + SHARD_SECONDS * len(shards), MOST_DRAIN_SECONDS)
        deadline = self._monotonic() + longest
        while self._monotonic() < deadline:
            await self.beat()
            holders = {self._census.holders.get(lease) for lease in given}
            if holders <= self._able_others and all(map(self.served_elsewhere, shards)):
                return
            await asyncio.sleep(BEAT_SECONDS / 10)

    async def stop(self) -> None:
        """Leave the cluster, which frees at once whatever this process still held."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
        if self._process is not None:
            process, self._process = self._process, None
            self._set(frozenset())
            await self._store.leave(process)
            self._hints.tell(Hint(Topic.LEASES))

    @property
    def _able_others(self) -> set[int]:
        return {one.id for one in self._census.processes if not one.draining and one.id != self._process}

    @property
    def _fenced(self) -> bool:
        return self._monotonic() - self._beaten > FENCED_SECONDS

    def _lease_of(self, guild_id: int, number: int) -> str:
        shard_id = (guild_id >> 22) % self._shard_count
        return shard_lease(shard_id) if shard_id else part_of(number)

    async def _keep_beating(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT_SECONDS):
                    await self._sooner.wait()
            self._sooner.clear()
            try:
                await self.beat()
            except Exception as error:
                log.warning("the heartbeat failed: %s", error)
                if self._fenced and self._held:
                    self._set(frozenset())

    async def _send_heartbeat(self) -> None:
        assert self._process is not None
        began = self._monotonic()
        census = await self._store.beat(self._process, draining=self._draining or not self._able)
        if census is None:
            # Too late: others may have taken its leases.
            self._set(frozenset())
            self._process = await self._store.join()
            log.warning("this process counted as dead, and goes on as process %s", self._process)
            return
        self._beaten, self._census = began, census
        mine = {lease for lease, holder in census.holders.items() if holder == self._process}
        leases = all_leases(self._shard_count)
        given = to_give_up(self._process, census, leases)
        # It may hold more than its share, from when there were fewer processes.
        self._set(frozenset(mine.difference(given)))
        if given:
            await self._store.give_up(self._process, given)
            self._hints.tell(Hint(Topic.LEASES))
        if wanted := to_take(self._process, census, leases):
            taken = await self._store.take(self._process, wanted)
            self._set(self._held.union(taken))

    def _set(self, held: Iterable[str]) -> None:
        now, before = frozenset(held), self._held
        standby = self._find_standby(now)
        changed = Changed(now - before, before - now, standby ^ self._standby)
        if changed == Changed():
            return
        self._held, self._standby = now, standby
        if now != before:
            log.info("process %s holds %s leases", self._process, len(now))
        self._subscribers.notify(self.process, changed)

    def _find_standby(self, held: frozenset[str]) -> frozenset[str]:
        me = self._process
        if me is None:
            return frozenset()
        shards = [lease for lease in all_leases(self._shard_count) if shard_of(lease) is not None]
        return frozenset(lease for lease in shards if standby_of(lease, self._census) == me) - held

    def _heard(self, hint: Hint) -> None:
        if hint.topic is Topic.LEASES:
            self._sooner.set()
