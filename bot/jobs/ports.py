"""Jobs, and where they wait until somebody does them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Protocol


class Urgency(IntEnum):
    """Who waits for a job. Each urgency has its own turns: what is quiet keeps nothing waiting that was asked
    for."""

    QUIET = 0
    ASKED = 1


class State(Enum):
    """How far a job has come; one that is done is gone."""

    WAITING = "waiting"
    TAKEN = "taken"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Job:
    """Something to be done once: as long as one waits or is taken, there is no other of its `kind` and `key`.

    So a key names everything that the work depends on: what is added while a job is being done needs another
    key. `payload` is what whoever does it is told, small numbers and words.
    """

    kind: str
    key: str
    payload: Mapping[str, int | str]
    urgency: Urgency = Urgency.QUIET

    @property
    def name(self) -> str:
        """Kind and key."""
        return f"{self.kind}:{self.key}"


@dataclass(frozen=True, slots=True)
class TakenJob:
    """A job that this process has taken: for the how many-th time it is tried, from 1."""

    id: int
    job: Job
    tries: int


class TryLater(Exception):
    """The job could not be done this time. The cause is what those who asked for it are told."""


class Refused(Exception):
    """The job cannot be done, now or ever. The cause is what those who asked for it are told."""


class JobQueue(Protocol):
    """Where jobs wait. Every method is one transaction.

    What a process has taken and does not give a sign of any more, others take again.
    """

    @property
    def shared(self) -> bool:
        """Whether other processes put jobs in and take them out."""

    async def start(self) -> None:
        """To be called once before anything is taken."""

    async def enqueue(self, jobs: Sequence[Job]) -> None:
        """Let these be done too. One that is there already stays, and becomes as urgent as this one is: what
        somebody asks for is tried again at once. One that has failed is tried anew."""

    async def take(self, kinds: Collection[str], urgency: Urgency, most: int) -> Sequence[TakenJob]:
        """Take so many jobs of these kinds, the oldest first."""

    async def beat(self, ids: Collection[int]) -> None:
        """Note that the jobs taken are being done."""

    async def done(self, ids: Collection[int]) -> None:
        """They are done."""

    async def try_again(self, job_id: int, seconds: float) -> None:
        """It could not be done: it is to be taken again, so much later at the soonest."""

    async def fail(self, job_id: int, why: str) -> None:
        """It is not to be tried again. It stays, with the reason, for whoever looks."""

    async def give_back(self, ids: Collection[int]) -> None:
        """Others are to do them; that they were taken does not count as a try."""

    async def state(self, job: Job) -> State | None:
        """Whether it waits or is being done; None if it is not there any more."""

    async def counts(self) -> Mapping[tuple[str, State], int]:
        """How many jobs there are of each kind in each state."""

    async def tidy(self) -> None:
        """Delete what has failed, or waited in vain, for weeks, and notes as old."""
