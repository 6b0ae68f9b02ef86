"""Jobs, and the port of the queue they wait in."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Protocol


class Urgency(IntEnum):
    """Whether somebody waits for a job. Each urgency has slots of its own, so that quiet jobs never delay one
    that a person asked for."""

    QUIET = 0
    ASKED = 1


class State(Enum):
    """The state of a job. A finished job is deleted; a waiting one that nobody takes in time is overdue."""

    WAITING = "waiting"
    OVERDUE = "overdue"
    TAKEN = "taken"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Job:
    """Work to do once. While a job waits or is taken, the queue holds no other of its `kind` and `key`.

    A key must name everything the work depends on: what is added while a job runs needs another key.
    `payload` holds the handler's arguments, small numbers and words.
    """

    kind: str
    key: str
    payload: Mapping[str, int | str]
    urgency: Urgency = Urgency.QUIET

    @property
    def name(self) -> str:
        """Kind and key, as in the log."""
        return f"{self.kind}:{self.key}"


@dataclass(frozen=True, slots=True)
class TakenJob:
    """A job that this process has taken. `tries` counts how often it has been taken, this time included."""

    id: int
    job: Job
    tries: int


class TryLater(Exception):
    """The job could not be done this time. Whoever asked for it gets the cause."""


class Refused(Exception):
    """The job can never be done. Whoever asked for it gets the cause."""


class JobQueue(Protocol):
    """A queue of jobs. Every method is one transaction.

    Other processes take over a job whose process gives no sign of life any more.
    """

    @property
    def shared(self) -> bool:
        """Whether other processes use the queue as well."""

    async def start(self) -> None:
        """Recover what an earlier process left. Call it once, before the first `take`."""

    async def enqueue(self, jobs: Sequence[Job]) -> None:
        """Add these jobs. A job that is there already stays; if somebody asks for it now, it becomes urgent
        and may be taken at once. A failed job is tried anew."""

    async def take(self, kinds: Collection[str], urgency: Urgency, most: int) -> Sequence[TakenJob]:
        """Take at most that many jobs of these kinds, the oldest first."""

    async def beat(self, ids: Collection[int]) -> None:
        """Give a sign of life for jobs that this process runs."""

    async def done(self, ids: Collection[int]) -> None:
        """Delete jobs that are done."""

    async def try_again(self, job_id: int, seconds: float) -> None:
        """Put a job back that could not be done. It can be taken again after that time."""

    async def fail(self, job_id: int, why: str) -> None:
        """Mark a job as failed. It is not tried again, and stays with the reason for `counts`."""

    async def give_back(self, ids: Collection[int]) -> None:
        """Put jobs back unfinished; this does not count as a try."""

    async def state(self, job: Job) -> State | None:
        """Whether the job waits or is taken; None if it is done or has failed."""

    async def counts(self) -> Mapping[tuple[str, State], int]:
        """The number of jobs of each kind in each state."""

    async def tidy(self) -> None:
        """Delete jobs that failed, or that nobody has taken, for weeks."""
