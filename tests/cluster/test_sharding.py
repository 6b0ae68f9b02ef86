"""Gateway sessions follow the leases: real discord.py, connected to the fake Discord."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

import discord
import pytest

from bot.cluster.leases import Changed, shard_lease
from bot.rest import use_api
from bot.sharding import LocalSlots, ShardedBot
from tests.fake_discord.server import Behaviour, FakeDiscord
from tests.fake_discord.world import Guild

SHARDS = 3
API = discord.http.Route.BASE


class _Leases:
    """The part of a process in a cluster, whose leases a test gives and takes."""

    shared = True

    def __init__(self) -> None:
        self.held: set[str] = set()
        self.standby: set[str] = set()
        self.elsewhere: set[str] = set()
        self.served: list[str] = []
        self.takes_part = False
        self.looks = 0
        self._callbacks: list[Callable[[Changed], None]] = []

    def holds(self, lease: str) -> bool:
        return lease in self.held

    def stands_by(self, lease: str) -> bool:
        return lease in self.standby

    def subscribe(self, callback: Callable[[Changed], None]) -> None:
        self._callbacks.append(callback)

    def take_part(self) -> None:
        self.takes_part = True

    async def serves(self, lease: str) -> None:
        self.served.append(lease)

    def served_elsewhere(self, lease: str) -> bool:
        self.looks += 1
        return lease in self.elsewhere

    async def agree_on_shards(self, recommended: int) -> int:
        return recommended

    def set(self, *shards: int, standby: tuple[int, ...] = ()) -> None:
        before, self.held = self.held, set(map(shard_lease, shards))
        stood_by, self.standby = self.standby, set(map(shard_lease, standby))
        taken, lost = self.held - before, before - self.held
        changed = Changed(frozenset(taken), frozenset(lost), frozenset(self.standby ^ stood_by))
        for callback in self._callbacks:
            callback(changed)


class _AtOnce:
    """Slots without a wait, noted."""

    def __init__(self) -> None:
        self.buckets: list[int] = []

    async def reserve(self, bucket: int) -> float:
        self.buckets.append(bucket)
        return 0.0


async def _help(interaction: discord.Interaction[Any]) -> None: ...


class _Bot(ShardedBot):
    def __init__(self, leases: _Leases, **options: Any) -> None:
        self.slots = _AtOnce()
        options |= {"intents": discord.Intents(guilds=True), "guild_ready_timeout": 0.1}
        super().__init__(cast(Any, leases), self.slots, "!", help_command=None, **options)
        self.clicked: list[int] = []
        self.tree.add_command(discord.app_commands.Command(name="help", description="Help", callback=_help))

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        self.clicked.append(interaction.id)


async def until(happened: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not happened():  # noqa: ASYNC110 - of the fake Discord, which says nothing
            await asyncio.sleep(0.01)


@pytest.fixture(autouse=True)
def quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.sharding._LOOK_SECONDS", 0.01)


@pytest.fixture
async def fake() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord(Behaviour(shards=SHARDS, max_concurrency=2, identify_seconds=0.0)) as fake:
        yield fake
    use_api(API)


@pytest.fixture
def guilds(fake: FakeDiscord) -> list[Guild]:
    """A server on each shard."""
    found = sorted((fake.world.add_guild(f"Club {key}", key=key) for key in range(SHARDS)), key=_shard)
    assert [_shard(guild) for guild in found] == [0, 1, 2]
    return found


def _shard(guild: Guild) -> int:
    return (guild.id >> 22) % SHARDS


@asynccontextmanager
async def running(fake: FakeDiscord, leases: _Leases, name: str = "one") -> AsyncIterator[_Bot]:
    use_api(fake.api(name))
    bot = _Bot(leases)
    async with bot:
        task = asyncio.create_task(bot.start(fake.world.token))
        async with asyncio.timeout(20):
            while not bot.is_ready():
                assert not task.done(), task.exception()
                await asyncio.sleep(0.01)
        yield bot
        await bot.close()
    await task


def live(fake: FakeDiscord, process: str = "one") -> list[int]:
    """The shards on which that process has a session."""
    return sorted(one.shard for one in fake.gateway.sessions if one.live and one.process == process)


async def test_shard_0_is_enough_to_be_ready(fake: FakeDiscord, guilds: list[Guild]) -> None:
    leases = _Leases()
    async with running(fake, leases) as bot:
        await until(lambda: leases.takes_part)
        assert live(fake) == [0]
        assert bot.shard_count == SHARDS
        assert [guild.id for guild in bot.guilds] == [guilds[0].id]
        assert [bot.connected_to(guild.id) for guild in guilds] == [True, False, False]


async def test_a_session_comes_with_a_lease(fake: FakeDiscord, guilds: list[Guild]) -> None:
    leases = _Leases()
    async with running(fake, leases) as bot:
        leases.set(2)
        await until(lambda: leases.served == ["shard:2"])
        assert live(fake) == [0, 2]
        assert bot.get_guild(guilds[2].id)
        # Each bucket of shards has slots of its own.
        assert bot.slots.buckets == [0, 0]
        leases.set(1, 2)
        await until(lambda: len(leases.served) == 2)
        assert bot.slots.buckets == [0, 0, 1]
        assert bot.is_ready()


async def test_a_session_goes_once_another_process_has_one(fake: FakeDiscord, guilds: list[Guild]) -> None:
    leases = _Leases()
    async with running(fake, leases) as bot:
        leases.set(1, 2)
        await until(lambda: len(leases.served) == 2)
        leases.set(2)
        await until(lambda: leases.looks >= 3)
        assert live(fake) == [0, 1, 2], "until then it takes what arrives there"
        leases.elsewhere.add("shard:1")
        await until(lambda: live(fake) == [0, 2])
        # It is not known there any more whether the bot is on that server.
        await until(lambda: bot.get_guild(guilds[1].id) is None)
        assert not bot.connected_to(guilds[1].id)
        assert bot.get_guild(guilds[2].id)
        # And it may come back.
        leases.set(1, 2)
        await until(lambda: bot.get_guild(guilds[1].id))
        assert live(fake) == [0, 1, 2]


async def test_a_lease_that_goes_and_comes_leaves_the_session(fake: FakeDiscord, guilds: list[Guild]) -> None:
    leases = _Leases()
    async with running(fake, leases) as bot:
        leases.set(1)
        await until(lambda: leases.served == ["shard:1"])
        leases.set()
        leases.set(1)
        await until(lambda: bot._following[1].done())
        assert live(fake) == [0, 1]
        assert len(fake.records.identifies) == 2


async def test_a_standby_has_a_session_and_says_so_once_it_holds_the_lease(
    fake: FakeDiscord, guilds: list[Guild]
) -> None:
    leases = _Leases()
    async with running(fake, leases) as bot:
        leases.set(standby=(1,))
        await until(lambda: bot.get_guild(guilds[1].id))
        assert live(fake) == [0, 1]
        assert not leases.served
        leases.set(1)
        await until(lambda: leases.served == ["shard:1"])
        leases.set(standby=(1,))
        leases.set(1)
        await until(lambda: len(leases.served) == 2)
        assert len(fake.records.identifies) == 2, "it is the same session all the while"
        leases.set()
        leases.elsewhere.add("shard:1")
        await until(lambda: live(fake) == [0])


async def test_a_session_that_discord_ends_is_taken_up_again(fake: FakeDiscord, guilds: list[Guild]) -> None:
    leases = _Leases()
    async with running(fake, leases) as bot:
        leases.set(1)
        await until(lambda: leases.served == ["shard:1"])
        await fake.gateway.disconnect([one for one in fake.gateway.sessions if one.shard == 1])
        await until(lambda: fake.records.resumed or len(leases.served) == 2)
        assert live(fake) == [0, 1]
        assert bot.get_guild(guilds[1].id)


async def test_what_has_been_sent_before_the_end_is_taken(fake: FakeDiscord, guilds: list[Guild]) -> None:
    channel, ann = fake.world.add_channel(guilds[0], "cards"), fake.world.add_user("Ann")
    async with running(fake, _Leases()) as bot:
        clicks = [fake.type(ann.id, channel, "help").id for _ in range(5)]
        closing = asyncio.create_task(bot.close())
        # Discord sends on until it has heard of it.
        await asyncio.sleep(0)
        clicks += [fake.type(ann.id, channel, "help").id for _ in range(5)]
        await closing
        await asyncio.sleep(0)
        assert live(fake) == []
        assert bot.clicked == clicks


async def test_a_process_alone_has_all_shards_before_it_is_ready(fake: FakeDiscord, guilds: list[Guild]):
    leases = _Leases()
    leases.held = {"shard:1", "shard:2"}
    async with running(fake, leases) as bot:
        assert live(fake) == [0, 1, 2]
        assert {guild.id for guild in bot.guilds} == {guild.id for guild in guilds}


async def test_two_processes_are_both_on_shard_0(fake: FakeDiscord, guilds: list[Guild]) -> None:
    async with running(fake, _Leases(), "one"), running(fake, _Leases(), "two"):
        assert live(fake, "one") == live(fake, "two") == [0]


async def test_a_process_alone_spaces_its_sessions() -> None:
    time = 100.0
    slots = LocalSlots(lambda: time)
    assert [await slots.reserve(0), await slots.reserve(0), await slots.reserve(1)] == [0.0, 5.0, 0.0]
    time = 103.0
    assert await slots.reserve(0) == 7.0
    time = 200.0
    assert await slots.reserve(0) == 0.0
