"""The bot on the offline Discord."""

from contextlib import AsyncExitStack
from typing import Any, cast

import simcord

from bot.app import opened
from bot.client import Cardinal
from bot.settings import Settings
from tests.databases import free_locks
from tests.tables.fakes import SeededDealer


async def opened_bot(stack: AsyncExitStack, settings: Settings) -> Cardinal:
    """The real bot, with deterministic chance."""
    return await opened(stack, settings, dealer=SeededDealer(7), days_dealer=SeededDealer(8))


PATIENCE = 30.0
"""Timeout for the bot to become idle, in seconds. SimCord waits for every timer that ends before it, so a
longer one waits for the polling of jobs."""


class Offline(simcord.Env):
    """SimCord's world, whose bot can stop or die while another begins with the same store.

    Make it with `offline`, start it, and end it with `end`.
    """

    def __init__(self, bot: Cardinal, parts: AsyncExitStack) -> None:
        super().__init__(bot, settle_timeout=PATIENCE)
        self._parts = parts

    async def _settle_internal(self, **options: Any) -> None:
        # SimCord gives a bot five seconds to start.
        await super()._settle_internal(**options | {"timeout": PATIENCE})

    @property
    def cardinal(self) -> Cardinal:
        """The running bot, or the last one."""
        return cast(Cardinal, self.bot)

    async def stop(self) -> None:
        """Stop the bot cleanly."""
        await self._parts.aclose()

    async def begin(self, settings: Settings) -> None:
        """Begin a bot after another has stopped."""
        self._parts = AsyncExitStack()
        await self.restart_bot(await opened_bot(self._parts, settings))

    async def restart(self, settings: Settings) -> None:
        """Stop the bot cleanly, and begin another."""
        await self.stop()
        await self.begin(settings)

    async def die(self, settings: Settings) -> None:
        """Kill the bot, and begin another."""
        died = self.cardinal.parts.database
        # First nothing of it may run, because we release its locks as the system would.
        await self._detach_bot()
        await free_locks(died)
        await self.begin(settings)
        await died.close()

    async def end(self) -> None:
        """Stop the bot and its world."""
        await self.stop()
        await self.shutdown()


async def offline(settings: Settings) -> Offline:
    """A world, with a bot that has not connected yet."""
    parts = AsyncExitStack()
    return Offline(await opened_bot(parts, settings), parts)
