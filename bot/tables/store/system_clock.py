"""The time of the machine."""

import asyncio
import time


class SystemClock:
    """The `Clock` of a process that has no other idea of the time."""

    def now(self) -> float:
        return time.time()

    async def pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
