"""The real clock."""

import asyncio
import time


class SystemClock:
    """Wall time, seconds since the epoch."""

    def now(self) -> float:
        """Seconds since the epoch, UTC."""
        return time.time()

    async def pause(self, seconds: float) -> None:
        """Wait that many seconds."""
        await asyncio.sleep(seconds)
