from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp

from bot.app import running
from bot.sandbox.server import claim_port, serving
from bot.sandbox.show import forget_discord
from bot.sandbox.stage import Stage, on_stage
from bot.settings import Settings
from tests.sandbox.visitor import Visitor
from tests.surface import no_errors_logged, settings
from tests.tables.fakes import SeededDealer

__all__ = ["no_errors_logged", "settings"]


@asynccontextmanager
async def visiting(settings: Settings) -> AsyncIterator[tuple[Visitor, Stage]]:
    """The sandbox running in this process, and a browser with its page open."""
    await forget_discord(settings.database_url)
    with claim_port(0) as sock:
        port = sock.getsockname()[1]
        bot = running(settings, dealer=SeededDealer(7))
        async with (
            on_stage(bot, port) as stage,
            serving(stage, sock) as address,
            aiohttp.ClientSession(address) as session,
        ):
            visitor = Visitor(session)
            await visitor.open()
            yield visitor, stage
