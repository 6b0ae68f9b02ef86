import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
import simcord

from bot.settings import Settings
from tests.discord.world import World, make_bot


@pytest.fixture(autouse=True)
def _no_errors_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    # discord.py only logs what goes wrong in a button's callback.
    yield
    errors = [r.getMessage() for r in caplog.get_records("call") if r.levelno >= logging.ERROR]
    assert not errors


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        _env_file=None,
        database_url=f"sqlite+aiosqlite:///{tmp_path}/cards.db",
        house_pause=0,
        render_interval=0,
        pictures=False,
    )


@pytest_asyncio.fixture
async def env(settings: Settings) -> AsyncIterator[simcord.Env]:
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
