"""Jobs kept in memory, for tests that need no database."""

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.jobs.ports import Job, State, TakenJob, Urgency


@dataclass
class Kept:
    """A job with what has become of it."""

    job: Job
    state: State = State.WAITING
    tries: int = 0
    not_before: float = 0.0
    error: str | None = None


class MemoryJobQueue:
    """The `JobQueue` of a test; `kept` are the jobs that are not done, by number."""

    shared = False

    def __init__(self) -> None:
        self.kept: dict[int, Kept] = {}
        self._last = 0

    async def start(self) -> None:
        for kept in self.kept.values():
            if kept.state is State.TAKEN:
                kept.state = State.WAITING

    async def enqueue(self, jobs: Sequence[Job]) -> None:
        self.enter(jobs)

    def enter(self, jobs: Sequence[Job]) -> None:
        """Let these be done too."""
        for job in jobs:
            kept = next((one for one in self.kept.values() if one.job.name == job.name), None)
            if kept is None:
                self._last += 1
                self.kept[self._last] = Kept(job)
                continue
            if kept.state is State.FAILED:
                kept.state, kept.tries, kept.not_before = State.WAITING, 0, 0.0
            if job.urgency is Urgency.ASKED:
                kept.job, kept.not_before = replace(kept.job, urgency=job.urgency), 0.0

    async def take(self, kinds: Collection[str], urgency: Urgency, most: int) -> Sequence[TakenJob]:
        found = [
            (number, kept)
            for number, kept in self.kept.items()
            if kept.state is State.WAITING
            and kept.job.kind in kinds
            and kept.job.urgency is urgency
            and kept.not_before <= time.time()
        ]
        for _, kept in found[:most]:
            kept.state = State.TAKEN
            kept.tries += 1
        return [TakenJob(number, kept.job, kept.tries) for number, kept in found[:most]]

    async def beat(self, ids: Collection[int]) -> None:
        pass

    async def done(self, ids: Collection[int]) -> None:
        for number in ids:
            del self.kept[number]

    async def try_again(self, job_id: int, seconds: float) -> None:
        kept = self.kept[job_id]
        kept.state, kept.not_before = State.WAITING, time.time() + seconds

    async def fail(self, job_id: int, why: str) -> None:
        self.kept[job_id].state, self.kept[job_id].error = State.FAILED, why

    async def give_back(self, ids: Collection[int]) -> None:
        for number in ids:
            if number in self.kept:
                self.kept[number].state = State.WAITING
                self.kept[number].tries -= 1

    async def state(self, job: Job) -> State | None:
        kept = next((one for one in self.kept.values() if one.job.name == job.name), None)
        return None if kept is None or kept.state is State.FAILED else kept.state

    async def counts(self) -> Mapping[tuple[str, State], int]:
        counts: dict[tuple[str, State], int] = {}
        for kept in self.kept.values():
            which = kept.job.kind, kept.state
            counts[which] = counts.get(which, 0) + 1
        return counts

    async def tidy(self) -> None:
        self.kept = {number: kept for number, kept in self.kept.items() if kept.state is not State.FAILED}
