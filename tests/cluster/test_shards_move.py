"""Shards move among bot processes, as they are run in earnest, when one is stopped or killed."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cluster.processes import BotProcess
from tests.fake_discord.server import Behaviour, FakeDiscord

pytestmark = pytest.mark.slow


async def until(happened: Callable[[], object], said: Callable[[], str]) -> None:
    try:
        async with asyncio.timeout(90):
            while not happened():  # noqa: ASYNC110 - of the fake Discord, which says nothing
                await asyncio.sleep(0.05)
    except TimeoutError:
        raise AssertionError(said()) from None


async def test_a_shard_is_never_without_a_session(empty_postgres_url: str, tmp_path: Path):
    async with FakeDiscord(Behaviour(shards=3, max_concurrency=3)) as fake:
        one, two, three = (BotProcess(fake, name, empty_postgres_url, tmp_path) for name in ("a", "b", "c"))

        def on(process: BotProcess) -> list[int]:
            return sorted(s.shard for s in fake.gateway.sessions if s.live and s.process == process.name)

        def logs() -> str:
            started = [process for process in (one, two, three) if process.started_at]
            return "\n\n".join(process.tail() for process in started)

        async def shared_out(*processes: BotProcess) -> None:
            # Everybody is on shard 0, and each of the others is one process's, with another as its standby.
            wanted = sorted([0] * len(processes) + [1, 2] * min(2, len(processes)))
            await until(lambda: sorted(s for process in processes for s in on(process)) == wanted, logs)

        try:
            await one.start()
            await shared_out(one)
            await two.start()
            await shared_out(one, two)
            assert await one.stop() == 0
            await shared_out(two)
            for shard in (1, 2):
                came = max(at for at, who, its in fake.records.ready if (who, its) == ("b", shard))
                went = max(at for at, who, its in fake.records.ended if (who, its) == ("a", shard))
                assert came < went, "events of that shard were lost in between"
            await three.start()
            await shared_out(two, three)
            identified = len(fake.records.identifies)
            await two.kill()
            assert on(three) == [0, 1, 2], "a kill leaves no shard without a session"
            await until(lambda: "holds 36 leases" in three.tail(), logs)
            assert len(fake.records.identifies) == identified
            assert not any(identify.early for identify in fake.records.identifies)
            assert len(fake.records.command_syncs) == 1
            assert not [line for process in (one, two, three) for line in process.troubles()]
        finally:
            for process in (one, two, three):
                await process.kill()
