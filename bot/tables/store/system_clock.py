"""The time of the machine."""

import asyncio
import time


class SystemClock:
    """The clock of the machine."""

    def now(self) -> float:
        return time.time()

    async def pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
