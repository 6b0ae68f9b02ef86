"""The work this process finds undone when it starts, or when it takes over from another process."""

import logging
from dataclasses import dataclass, field

from bot.cluster.leases import UPKEEP
from bot.cluster.ports import Cluster
from bot.duplicate.sessions.progress import Progress
from bot.tables.service import Tables
from bot.tables.store.background import Background
from cogs.delivery.publisher import DiscordPublisher
from cogs.delivery.session_surfaces import SessionPublisher

log = logging.getLogger(__name__)


@dataclass(eq=False)
class Backlog:
    """Resumes house turns, sessions and posts and, with the lease for upkeep, also skills and erasures.

    It is `unfinished` until every part has run without an error.
    """

    cluster: Cluster
    tables: Tables
    progress: Progress
    publisher: DiscordPublisher
    sessions: SessionPublisher
    _working: Background = field(init=False, default_factory=Background)
    _more: bool = field(init=False, default=False)
    unfinished: bool = field(init=False, default=True)

    def take_up(self) -> None:
        """Begin, or begin again after it has finished. Returns at once."""
        self._more = True
        self._working.wake(self._take_up)

    async def stop(self) -> None:
        await self._working.stop()

    async def _take_up(self) -> None:
        tables = self.tables
        while self._more:
            self._more = self.unfinished = False
            upkeep = [tables.skills.resume, tables.privacy.resume] if self.cluster.holds(UPKEEP) else []
            for step in (
                *upkeep,
                tables.house_turns.resume,
                self.progress.resume,
                self.sessions.publish_owed,
                self.publisher.take_up,
            ):
                try:
                    await step()
                except Exception:
                    self.unfinished = True
                    log.exception("%s failed", step.__qualname__)
