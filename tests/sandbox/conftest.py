import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from bot.client import create_bot
from bot.sandbox.reopening import forget_messages
from bot.sandbox.server import claim_port, serving
from bot.sandbox.stage import Stage, on_stage
from bot.settings import Settings
from tests.sandbox.visitor import Visitor
from tests.tables.fakes import SeededDealer


@pytest.fixture(autouse=True)
def _no_errors_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
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


@asynccontextmanager
async def visiting(settings: Settings) -> AsyncIterator[tuple[Visitor, Stage]]:
    """The sandbox running in this process, and a browser with its page open."""
    await forget_messages(settings.database_url)
    with claim_port(0) as sock:
        port = sock.getsockname()[1]
        bot = create_bot(settings, dealer=SeededDealer(7))
        async with (
            on_stage(bot, port) as stage,
            serving(stage, sock) as address,
            aiohttp.ClientSession(address) as session,
        ):
            visitor = Visitor(session)
            await visitor.open()
            yield visitor, stage
