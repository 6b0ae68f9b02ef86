"""The house's worker processes, with metrics of their jobs."""

from collections.abc import Callable
from typing import Any, TypeVar

from bot import metrics
from bot.house.workers import Urgency, Workers

T = TypeVar("T")


class MeasuredWorkers(Workers):
    """Workers that measure the time of each job by its name."""

    async def run(
        self, job: Callable[..., T], *arguments: Any, limit: float, urgency: Urgency = Urgency.MOVE
    ) -> T:
        with metrics.SOLVER_SECONDS.labels(job.__name__).time():
            return await super().run(job, *arguments, limit=limit, urgency=urgency)
