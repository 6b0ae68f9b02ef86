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
    """The same bot Discord gets, with chance that comes out the same in every run."""
    return await opened(stack, settings, dealer=SeededDealer(7), days_dealer=SeededDealer(8))


PATIENCE = 300.0
"""Seconds until a bot that does not come to rest is given up; a busy machine is slow in a simulated hour."""


class Offline(simcord.Env):
    """SimCord's world, whose bot can stop or die while another begins over the same store.

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
        """The bot that runs, or ran last."""
        return cast(Cardinal, self.bot)

    async def stop(self) -> None:
        """The bot stops in good order."""
        await self._parts.aclose()

    async def begin(self, settings: Settings) -> None:
        """A bot begins after one that has stopped."""
        self._parts = AsyncExitStack()
        await self.restart_bot(await opened_bot(self._parts, settings))

    async def restart(self, settings: Settings) -> None:
        """The bot stops in good order, and another begins."""
        await self.stop()
        await self.begin(settings)

    async def die(self, settings: Settings) -> None:
        """The bot dies where it stands, and another begins."""
        died = self.cardinal.parts.database
        # First nothing of it may run any more, for the system releases its locks.
        await self._detach_bot()
        await free_locks(died)
        await self.begin(settings)
        await died.close()

    async def end(self) -> None:
        """The bot stops, and the world with it."""
        await self.stop()
        await self.shutdown()


async def offline(settings: Settings) -> Offline:
    """A world, and the bot in it that is still to connect."""
    parts = AsyncExitStack()
    return Offline(await opened_bot(parts, settings), parts)
