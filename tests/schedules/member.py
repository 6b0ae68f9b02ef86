"""One process: the parts of the bot that a cluster shares, over a store and a channel."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from types import SimpleNamespace
from typing import Any, Final

from bot.cluster.leases import part_of
from bot.cluster.member import ClusterMember
from bot.jobs.service import Jobs
from bot.rules.trick_taking.claiming import ClaimCheck
from bot.tables.service import Ports, Tables, build_tables
from bot.tables.store.cached_posts import CachedPosts
from bot.tables.turns.deadlines import Pauses
from cogs.delivery.backlog import Backlog
from cogs.delivery.channel_surfaces import OwedPosts
from cogs.delivery.cluster_cog import ClusterCog
from cogs.delivery.publisher import DiscordPublisher
from cogs.delivery.upkeep_cog import UpkeepCog
from cogs.transport.editable_messages import EditableMessages
from storage.cluster.claims import SqlClaimStore
from storage.cluster.editable_messages import SqlEditableStore
from storage.cluster.members import SqlClusterStore
from storage.connection.database import Database
from storage.jobs import SqlJobQueue
from storage.tables.calls import SqlCallStore
from storage.tables.posts import SqlPostStore
from tests.cluster.fakes import Wire
from tests.rare import Rare
from tests.schedules.store import Line, SharedDatabase, SlowWire, Store
from tests.seeded_loop import EPOCH
from tests.sql_stores import sql_stores
from tests.tables.fakes import FirstLegal, IdleAnalyst, IdleCoach, IdleReplayer, Members, SeededDealer

TABLE: Final = 1
TURN_SECONDS: Final = 15
_NONCE_SECONDS: Final = 180.0


class LoopClock:
    """The time of the event loop."""

    def now(self) -> float:
        return EPOCH + asyncio.get_running_loop().time()

    async def pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class ThinkingHouse(FirstLegal):
    """House players who take a while to prove a claim, and cannot."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__()
        self._random = rng

    async def prove_claim(self, game: str, view: Any, tricks: int) -> ClaimCheck:
        await asyncio.sleep(self._random.random() * 3)
        return await super().prove_claim(game, view, tricks)


@dataclass
class Channel:
    """Discord's side: every message with its nonce. A nonce it knows gives the message it had."""

    sent: list["Sent"] = field(default_factory=list)

    def take(self, nonce: str, line: Line) -> int:
        now = asyncio.get_running_loop().time()
        for known in self.sent:
            if known.nonce == nonce and now - known.at < _NONCE_SECONDS:
                line.reached[Rare.SENT_BY_BOTH] += known.by is not line
                return known.message_id
        self.sent.append(Sent(nonce, len(self.sent) + 1, now, line))
        return len(self.sent)


@dataclass(frozen=True, slots=True)
class Sent:
    """A message of the channel: its nonce, when it was sent, and over which line."""

    nonce: str
    message_id: int
    at: float
    by: Line


@dataclass
class _Client:
    """As much of discord.py's client as `OwedPosts` uses."""

    channel: Channel
    line: Line
    owns: Callable[[int], bool]

    def get_guild(self, guild_id: int) -> object:
        return self

    def get_partial_messageable(self, channel_id: int, *, guild_id: int | None = None) -> Any:
        return self

    async def send(self, *, nonce: str, **_: Any) -> Any:
        await self.line.pass_through()
        self.line.reached[Rare.SENT_BY_FORMER] += not self.owns(TABLE)
        message_id = self.channel.take(nonce, self.line)
        await self.line.pass_through()
        return SimpleNamespace(id=message_id)


class _Drawings:
    async def post(self, post: object, snapshot: object, *, hand_button: bool) -> Any:
        return SimpleNamespace(view=None, files=list)


async def _nobody_gone(number: int) -> bool:
    return False


async def _not_sought(snapshot: object) -> bool:
    return False


async def _nothing() -> None: ...


class Member:
    """A process. Once it is killed, nothing that it does has any effect."""

    def __init__(
        self,
        store: Store,
        wires: list[Wire],
        channel: Channel,
        rng: random.Random,
        reached: Counter[Rare],
    ) -> None:
        self.line = Line(rng, reached)
        self.database = database = SharedDatabase(store, self.line, partial(self.owns, TABLE))
        clock, hints = LoopClock(), SlowWire(wires, self.line, rng)
        self.cluster = ClusterMember(
            SqlClusterStore(database), hints, lambda: asyncio.get_running_loop().time()
        )
        self.tables = _tables(database, clock, hints, self.cluster, rng)
        repository = self.tables.repository
        posts = CachedPosts(SqlPostStore(database), SqlCallStore(database), repository)
        messages = EditableMessages(
            posts, SqlEditableStore(database), clock, self.cluster, hints.tell, lambda *_: None
        )
        client: Any = _Client(channel, self.line, self.owns)
        drawings: Any = _Drawings()
        owed = OwedPosts(client, posts, drawings, self.tables.users, self.tables.servers, _not_sought)
        self.publisher = DiscordPublisher(
            repository, posts, messages, (owed,), clock=clock, place_gone=_nobody_gone, interval=0.0
        )
        for committed in (posts.committed, self.publisher.committed):
            repository.subscribe(committed)
        # There are no sessions and no matches between servers.
        idle: Any = SimpleNamespace(
            repository=SimpleNamespace(subscribe=lambda _: None),
            resume=_nothing,
            publish_owed=_nothing,
            tick=_nothing,
            try_again=lambda: None,
        )
        backlog = Backlog(self.cluster, self.tables, idle, self.publisher, idle)
        claims = SqlClaimStore(database)
        self._follows = ClusterCog(
            self.cluster, hints, claims, messages, clock, self.tables, self.publisher, idle, idle, backlog
        )
        self._upkeep = UpkeepCog(
            self.tables, self.publisher, clock, idle, idle, idle, backlog, idle, self.cluster, idle
        )
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def alive(self) -> bool:
        return not self.line.dead

    @property
    def is_fenced(self) -> bool:
        """Whether it holds leases of which it cannot be sure any more."""
        held = self.cluster._held
        return bool(held) and not any(map(self.cluster.holds, held))

    def owns(self, table_id: int) -> bool:
        return self.alive and self.cluster.holds(part_of(table_id))

    async def start(self) -> None:
        await self.cluster.start()
        self.cluster.take_part()
        upkeep, follows = type(self._upkeep), type(self._follows)
        rounds: list[tuple[float, Any, Any]] = [
            (1.0, upkeep.try_again, self._upkeep),
            (5.0, upkeep.tick_clocks, self._upkeep),
            (30.0, upkeep.show_owed, self._upkeep),
            (30.0, follows.look_for_answers, self._follows),
        ]
        for seconds, loop, cog in rounds:
            self._tasks.append(asyncio.create_task(_every(seconds, partial(loop.coro, cog))))

    def kill(self) -> None:
        self.line.dead = True
        for task in self._tasks:
            task.cancel()


async def _every(seconds: float, do: Callable[[], Awaitable[None]]) -> None:
    while True:
        await do()
        await asyncio.sleep(seconds)


def _tables(
    database: Database, clock: LoopClock, hints: Wire, cluster: ClusterMember, rng: random.Random
) -> Tables:
    ports = Ports(
        **sql_stores(database),
        house=ThinkingHouse(rng),
        analyst=IdleAnalyst(),
        coach=IdleCoach(),
        replayer=IdleReplayer(),
        jobs=Jobs(SqlJobQueue(database), hints),
        membership=Members(),
        clock=clock,
        dealer=SeededDealer(rng.getrandbits(32)),
        ownership=cluster,
        chance=rng,
    )
    return build_tables(ports, pauses=Pauses(0.5, hand=4.0), turn_seconds=TURN_SECONDS)
