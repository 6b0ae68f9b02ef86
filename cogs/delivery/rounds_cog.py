"""What features do at intervals."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from discord.ext import commands, tasks

from bot.cluster.leases import UPKEEP
from bot.cluster.ports import Cluster

log = logging.getLogger(__name__)

_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Round:
    """The `work` of a feature: in the process with the lease, or in every process for what is its own."""

    feature: str
    work: Callable[[], Awaitable[None]]
    everywhere: bool = False


class RoundsCog(commands.Cog):
    """Does the work of every feature at intervals, each on its own. What fails is logged and tried again."""

    def __init__(self, cluster: Cluster, rounds: Sequence[Round]) -> None:
        self._cluster = cluster
        self.rounds = {one.feature: one for one in rounds}
        self._loops = [self._loop(one) for one in rounds]

    async def cog_load(self) -> None:
        for loop in self._loops:
            loop.start()

    async def cog_unload(self) -> None:
        for loop in self._loops:
            loop.cancel()

    def _loop(self, one: Round) -> "tasks.Loop[Any]":
        @tasks.loop(seconds=_SECONDS)
        async def work() -> None:
            if not (one.everywhere or self._cluster.holds(UPKEEP)):
                return
            try:
                await one.work()
            except Exception:
                log.exception("%s could not be looked after", one.feature)

        return work
