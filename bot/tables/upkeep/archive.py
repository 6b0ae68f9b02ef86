"""Lays away the logs of matches that were over long ago."""

from typing import Final

from bot.tables.store.ports import ArchiveStore, Clock

_DAY: Final = 24 * 60 * 60

_PAUSE: Final = 0.05  # seconds between two transactions: moves go first


class Archive:
    """Archives logs older than `days`; 0: none."""

    def __init__(self, store: ArchiveStore, clock: Clock, days: int) -> None:
        self._store = store
        self._clock = clock
        self._days = days

    async def run(self) -> None:
        """Archive whatever is old enough, a few tables at a time. If cancelled, the next run goes on."""
        if not self._days:
            return
        before, place = self._clock.now() - self._days * _DAY, None
        while place := await self._store.archive(before, place):
            await self._clock.pause(_PAUSE)
