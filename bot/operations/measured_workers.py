"""The house's worker processes, with the time of their jobs counted."""

from collections.abc import Callable
from typing import Any, TypeVar

from bot import metrics
from bot.house.workers import Urgency, Workers

T = TypeVar("T")


class MeasuredWorkers(Workers):
    """Workers whose jobs are timed by what they are called."""

    async def run(
        self, job: Callable[..., T], *arguments: Any, limit: float, urgency: Urgency = Urgency.MOVE
    ) -> T:
        """See `Workers.run`."""
        with metrics.SOLVER_SECONDS.labels(job.__name__).time():
            return await super().run(job, *arguments, limit=limit, urgency=urgency)
