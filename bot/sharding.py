"""Sessions with Discord's gateway, one for each shard of this process.

Every process has a session on shard 0, where DMs arrive, and one on each other shard whose lease it holds or
whose standby it is. A session is closed only once another process has one on that shard, so that no event is
lost in between.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any, Final

import aiohttp
import discord
import yarl
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from bot.cluster.leases import Changed, shard_lease, shard_of
from bot.cluster.ports import Cluster, IdentifySlots
from cogs.answering.services import ServicesBot
from cogs.transport import discord_internals

log = logging.getLogger(__name__)

_SPACING_SECONDS: Final = 5.0
_HANDED_OVER_SECONDS: Final = 60.0
"""After so long a session that was given up is closed even if nobody else has one on its shard."""

_LOOK_SECONDS: Final = 0.5


class LocalSlots:
    """The `IdentifySlots` of a process that has its database to itself."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._next: dict[int, float] = {}

    async def reserve(self, bucket: int) -> float:
        now = self._monotonic()
        slot = max(now, self._next.get(bucket, now))
        self._next[bucket] = slot + _SPACING_SECONDS
        return slot - now


class ShardedBot(ServicesBot):
    """A client whose sessions follow the leases of its process."""

    def __init__(self, cluster: Cluster, slots: IdentifySlots, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._cluster = cluster
        self._slots = slots
        self._max_concurrency = 1
        self._following: dict[int, asyncio.Task[None]] = {}
        self._buckets: dict[int, asyncio.Lock] = {}
        self._ready_shards: set[int] = set()
        self._told_shards: set[int | None] = set()
        self._takes_in = True

    @property
    def sessions(self) -> dict[int, Any]:
        """The sessions by shard, as discord.py keeps them."""
        return discord_internals.sessions_of(self)

    def shard_id_of(self, guild_id: int) -> int:
        """The shard of a server."""
        return (guild_id >> 22) % (self.shard_count or 1)

    def connected_to(self, guild_id: int) -> bool:
        """Whether this process has a session on that server's shard, and so knows whether it is on it."""
        return self.shard_id_of(guild_id) in self.sessions

    async def launch_shards(self) -> None:
        """Connect shard 0, and begin to connect the others that are this process's. Raises GatewayNotFound,
        OSError, aiohttp.ClientError where it cannot be reached."""
        if self.is_closed():
            return
        recommended, gateway, limits = await self.http.get_bot_gateway()
        # discord.py connects there whenever a session begins anew.
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
        self._max_concurrency = max(1, limits["max_concurrency"])
        count = await self._cluster.agree_on_shards(self.shard_count or recommended)
        first = [shard_id for shard_id in range(count) if self._is_ours(shard_id)]
        # The bot is ready once it has these.
        discord_internals.use_shards(self, count, awaited=first)
        await self.connect_first()
        self._cluster.subscribe(self._leases_changed)
        for shard_id in first[1:]:
            self._follow(shard_id)

    async def connect_first(self) -> None:
        """Begin the first session, on shard 0. Raises what discord.py raises."""
        await self._connect(0, initial=True)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for the next slot of the shard's bucket, which all processes share."""
        try:
            wait = await self._slots.reserve((shard_id or 0) % self._max_concurrency)
        except Exception as error:
            log.warning("the other processes' identify slots are not known: %s", error)
            wait = 0.0 if initial else _SPACING_SECONDS
        if wait > 0:
            await asyncio.sleep(wait)

    async def on_ready(self) -> None:
        """Begin to take leases: this process can show tables on Discord now."""
        if self._cluster.shared:
            discord_internals.await_no_shards(self)
        self._cluster.take_part()

    async def on_shard_ready(self, shard_id: int) -> None:
        """Tell other processes that this one gets the events of that shard, if it holds its lease."""
        if shard_id and shard_id in self.sessions:
            self._ready_shards.add(shard_id)
            self._told_shards.discard(shard_id)
            self._follow(shard_id)

    async def close(self) -> None:
        """Take in nothing more, except what is on its way. Calls can be made until the end of `async with`.

        discord.py calls this as well, where Discord ends the sessions for good.
        """
        self._takes_in = False
        for task in self._following.values():
            task.cancel()
        await asyncio.gather(*self._following.values(), return_exceptions=True)
        ours = [one for one in self.sessions.values() if isinstance(one, discord_internals.Session)]
        await asyncio.gather(*(session.give_up() for session in ours), return_exceptions=True)

    async def __aexit__(self, *exception: object) -> None:
        await super().close()

    def _is_ours(self, shard_id: int) -> bool:
        return shard_id == 0 or self._cluster.holds(shard_lease(shard_id))

    def _is_wanted(self, shard_id: int) -> bool:
        return self._is_ours(shard_id) or self._cluster.stands_by(shard_lease(shard_id))

    def _is_settled(self, shard_id: int) -> bool:
        if not self._is_wanted(shard_id):
            return shard_id not in self.sessions
        return shard_id in self.sessions and not self._is_untold(shard_id)

    def _is_untold(self, shard_id: int) -> bool:
        # Whether it took over a shard, gets its events, and has not yet told the others.
        return self._is_ours(shard_id) and shard_id in self._ready_shards - self._told_shards

    def _leases_changed(self, changed: Changed) -> None:
        self._told_shards.difference_update(map(shard_of, changed.lost))
        # The leases first: sessions of one bucket identify one after the other.
        for lease in [*changed.taken, *changed.lost, *changed.standby]:
            shard_id = shard_of(lease)
            if shard_id:
                self._follow(shard_id)

    def _follow(self, shard_id: int) -> None:
        known = self._following.get(shard_id)
        if self._takes_in and (known is None or known.done()):
            self._following[shard_id] = asyncio.create_task(self._keep(shard_id), name=f"shard-{shard_id}")

    async def _keep(self, shard_id: int) -> None:
        # Until there is a session if there is to be one, and none if there is not.
        backoff, given_up_at = ExponentialBackoff(), None
        while not self._is_settled(shard_id):
            if not self._is_wanted(shard_id):
                given_up_at = given_up_at or time.monotonic()
                late = time.monotonic() - given_up_at > _HANDED_OVER_SECONDS
                if late or self._cluster.served_elsewhere(shard_lease(shard_id)):
                    await self._give_up(shard_id)
                else:
                    await asyncio.sleep(_LOOK_SECONDS)
                continue
            given_up_at = None
            try:
                if shard_id in self.sessions:
                    await self._tell_others(shard_id)
                else:
                    await self._connect(shard_id)
            except (discord.DiscordException, ReconnectWebSocket, aiohttp.ClientError, OSError) as error:
                wait = backoff.delay()
                log.warning("shard %s: no session, the next try is in %.1f s: %s", shard_id, wait, error)
                await asyncio.sleep(wait)

    async def _tell_others(self, shard_id: int) -> None:
        self._told_shards.add(shard_id)
        try:
            await self._cluster.serves(shard_lease(shard_id))
        except Exception as error:
            self._told_shards.discard(shard_id)
            log.warning("shard %s: the others do not know of its session: %s", shard_id, type(error).__name__)
            await asyncio.sleep(_LOOK_SECONDS)

    async def _connect(self, shard_id: int, *, initial: bool = False) -> None:
        bucket = shard_id % self._max_concurrency
        # One by one, so that no connection waits long before it identifies.
        async with self._buckets.setdefault(bucket, asyncio.Lock()):
            coming = DiscordWebSocket.from_client(
                self, initial=initial, gateway=DiscordWebSocket.DEFAULT_GATEWAY, shard_id=shard_id
            )
            socket = await asyncio.wait_for(coming, self.shard_connect_timeout)
        discord_internals.begin_session(self, shard_id, socket)

    async def _give_up(self, shard_id: int) -> None:
        session = self.sessions.pop(shard_id)
        self._ready_shards.discard(shard_id)
        await session.give_up()
        log.info("shard %s: its session is another process's", shard_id)
        ours = [guild.id for guild in self.guilds if self.shard_id_of(guild.id) == shard_id]
        discord_internals.forget_shard(self, shard_id, ours)
