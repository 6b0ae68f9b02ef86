from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
import simcord

from bot.settings import Settings
from tests.databases import migrated, without_threads
from tests.discord.world import World, make_bot
from tests.surface import no_errors_logged, settings

__all__ = ["no_errors_logged", "settings"]


@pytest.fixture
def database(settings: Settings) -> Iterator[None]:
    """The database the bot finds, and how it gets there: without threads, and so it waits for no lock."""
    Path(settings.database_url.partition(":///")[2]).write_bytes(migrated())
    with without_threads():
        yield


@pytest_asyncio.fixture
async def env(settings: Settings, database: None) -> AsyncIterator[simcord.Env]:
    # Named in the tests' arguments, so that SimCord's plugin gives them its clock.
    env = simcord.Env(make_bot(settings), settle_timeout=30)
    await env.start()
    try:
        yield env
    finally:
        await env.bot.close()
        await env.shutdown()


@pytest.fixture
def world(env: simcord.Env, settings: Settings) -> World:
    return World(env, settings)
