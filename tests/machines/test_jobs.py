"""Jobs: each is done once, whatever becomes of the processes that take it."""

from collections import Counter
from dataclasses import dataclass

from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from bot.jobs.ports import Job, State, TakenJob, Urgency
from bot.jobs.service import DEAD_SECONDS
from storage.jobs import SqlJobQueue
from tests.machines.machine import WAITS, Machine, check

KEYS = ("a", "b", "c")


@dataclass
class Known:
    """What the model knows of a job that is not done."""

    urgency: Urgency
    state: State = State.WAITING
    tries: int = 0
    not_before: float = 0.0
    since: float = 0.0
    by: int | None = None
    id: int | None = None


class Jobs(Machine):
    def __init__(self) -> None:
        super().__init__()
        self.queues = [SqlJobQueue(self.database) for _ in range(2)]
        for queue in self.queues:
            queue.shared = True
        self.known: dict[str, Known] = {}

    @rule(key=st.sampled_from(KEYS), urgency=st.sampled_from(Urgency))
    def enqueue(self, key: str, urgency: Urgency) -> None:
        self.do(self.queues[0].enqueue([Job("sum", key, {}, urgency)]))
        job = self.known.setdefault(key, Known(urgency, since=self.now))
        if job.state is State.FAILED:
            job.state, job.tries, job.not_before = State.WAITING, 0, 0.0
        if urgency is Urgency.ASKED:
            job.urgency, job.not_before = urgency, 0.0

    @rule(who=st.integers(0, 1), urgency=st.sampled_from(Urgency), most=st.integers(1, 3))
    def take(self, who: int, urgency: Urgency, most: int) -> None:
        taken: list[TakenJob] = list(self.do(self.queues[who].take(["sum"], urgency, most)))
        free = {key for key, job in self.known.items() if job.urgency is urgency and self._is_free(job)}
        assert len(taken) == min(most, len(free))
        for one in taken:
            assert one.job.key in free
            job = self.known[one.job.key]
            job.state, job.by, job.since, job.id = State.TAKEN, who, self.now, one.id
            job.tries += 1
            assert one.tries == job.tries

    @rule(seconds=st.sampled_from(WAITS))
    def wait(self, seconds: float) -> None:
        self.pass_time(seconds)

    @precondition(lambda self: self._taken())
    @rule(
        which=st.integers(0, 2), who=st.integers(0, 1), how=st.sampled_from(("beat", "later", "fail", "back"))
    )
    def end_otherwise(self, which: int, who: int, how: str) -> None:
        job, queue = self._one(which), self.queues[who]
        assert job.id is not None
        match how:
            case "beat":
                self.do(queue.beat([job.id]))
            case "later":
                self.do(queue.try_again(job.id, 10.0))
            case "fail":
                self.do(queue.fail(job.id, "no"))
            case "back":
                self.do(queue.give_back([job.id]))
        if job.by != who:
            return  # it is another's by now
        job.since = self.now
        if how == "later":
            job.state, job.not_before = State.WAITING, self.now + 10.0
        elif how == "fail":
            job.state = State.FAILED
        elif how == "back":
            job.state, job.tries = State.WAITING, job.tries - 1

    @precondition(lambda self: self._taken())
    @rule(which=st.integers(0, 2), who=st.integers(0, 1))
    def finish(self, which: int, who: int) -> None:
        job = self._one(which)
        assert job.id is not None
        # Whoever has lost it to another has done it all the same.
        self.do(self.queues[who].done([job.id]))
        self.known = {key: known for key, known in self.known.items() if known is not job}

    @invariant()
    def the_queue_has_what_is_not_done(self) -> None:
        counts = Counter[tuple[str, State]]()
        for (kind, state), number in self.do(self.queues[0].counts()).items():
            counts[kind, State.WAITING if state is State.OVERDUE else state] += number
        assert counts == Counter(("sum", job.state) for job in self.known.values())

    def _is_free(self, job: Known) -> bool:
        if job.state is State.WAITING:
            return job.not_before <= self.now
        return job.state is State.TAKEN and job.since < self.now - DEAD_SECONDS

    def _taken(self) -> list[Known]:
        return [job for job in self.known.values() if job.state is State.TAKEN]

    def _one(self, which: int) -> Known:
        taken = self._taken()
        return taken[which % len(taken)]


def test_jobs() -> None:
    check(Jobs)
