"""An event loop whose schedule a seed decides, so that a run can be played again exactly.

Which of the callbacks that are ready runs next is drawn by the seed. Time is simulated: when nothing is
ready it jumps to the next timer. There are no threads and no I/O: work for an executor runs in the loop, as
one callback among the others. The clocks and the system's chance follow the seed as well.
"""

import asyncio
import random
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from hashlib import blake2b
from heapq import heappop
from itertools import count
from typing import Any, Final, TypeVar
from unittest.mock import patch

T = TypeVar("T")

EPOCH: Final = 1_767_225_600.0  # when the simulated time begins: 2026-01-01, as SimCord's does


_MOST_ROUNDS: Final = 20
MOST_AT_ONCE: Final = 3_000_000  # how many callbacks may run while the time stands still


class Stuck(Exception):
    """Nothing is ready and no timer runs, or callbacks follow one another without end."""


class _Numbered:
    """Hashed by a number in the order of creation, not by its address, so that sets keep their order."""

    def __init__(self, *args: Any, number: int, **named: Any) -> None:
        self._number = number
        super().__init__(*args, **named)

    def __hash__(self) -> int:
        return self._number


class _Task(_Numbered, asyncio.Task[Any]):
    pass


class _Future(_Numbered, asyncio.Future[Any]):
    pass


class SeededLoop(asyncio.BaseEventLoop):
    """The event loop; with the seed None callbacks run in the order in which they were made ready. `digest`
    tells two schedules apart; `steps` is how many callbacks have run."""

    def __init__(self, seed: object) -> None:
        super().__init__()
        self._in_order = seed is None
        self.random = random.Random(f"schedule {seed}")
        self.steps = self._since = 0
        self._elapsed = 0.0
        self._hash = blake2b(digest_size=8)
        self._numbers = count()
        self.set_task_factory(self._new_task)

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()

    def time(self) -> float:
        return self._elapsed

    def note(self, what: str) -> None:
        """Make `what` part of the digest."""
        self._hash.update(what.encode())

    def create_future(self) -> asyncio.Future[Any]:
        return _Future(number=next(self._numbers), loop=self)

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """Call `func` in the loop, when its turn comes."""
        result = self.create_future()
        self.call_soon(self._execute, result, func, args)
        return result

    @staticmethod
    def _execute(result: asyncio.Future[Any], func: Callable[..., Any], args: tuple[Any, ...]) -> None:
        try:
            found = func(*args)
        except Exception as error:
            if not result.done():
                result.set_exception(error)
        else:
            if not result.done():
                result.set_result(found)

    def _new_task(self, loop: asyncio.AbstractEventLoop, work: Any, **named: Any) -> _Task:
        return _Task(work, number=next(self._numbers), loop=loop, **named)

    # What `BaseEventLoop` asks of a loop: one turn, and the pipe by which threads wake it.

    def _run_once(self) -> None:
        scheduled: list[asyncio.TimerHandle] = self._scheduled  # type: ignore[attr-defined]
        ready = self._ready  # type: ignore[attr-defined]
        while scheduled and (scheduled[0].cancelled() or scheduled[0].when() <= self._elapsed or not ready):
            timer = heappop(scheduled)
            timer._scheduled = False  # type: ignore[attr-defined]
            if not timer.cancelled():
                if timer.when() > self._elapsed:
                    self._elapsed, self._since = timer.when(), self.steps
                ready.append(timer)
        if not ready or self.steps - self._since > MOST_AT_ONCE:
            if self._stopping:  # type: ignore[attr-defined]
                return
            self._since = self.steps
            raise Stuck(", ".join(sorted(task.get_name() for task in asyncio.all_tasks(self))))
        place = 0 if self._in_order or len(ready) == 1 else self.random.randrange(len(ready))
        handle: asyncio.Handle = ready[place]
        del ready[place]
        if handle.cancelled():
            return
        self.steps += 1
        self.note(f"{place}/{len(ready)} {_name(handle)} {self._elapsed:.6f};")
        handle._run()

    def _write_to_self(self) -> None:
        pass

    def _process_events(self, event_list: Any) -> None:
        pass

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        pass


def _name(handle: asyncio.Handle) -> str:
    callback: Any = handle._callback  # type: ignore[attr-defined]
    callback = getattr(callback, "__simcord_original_callback__", callback)
    owner = getattr(callback, "__self__", None)
    if isinstance(owner, asyncio.Task):
        callback = owner.get_coro()
    return str(getattr(callback, "__qualname__", type(callback).__name__))


def digest_of(*texts: str) -> str:
    """16 hexadecimal digits that tell whether texts are the same."""
    return blake2b("\n".join(texts).encode(), digest_size=8).hexdigest()


def run_seeded(seed: object, main: Callable[[], Coroutine[Any, Any, T]]) -> tuple[T, str]:
    """Run `main` to its end on a loop of that seed. Returns its result and the digest of the schedule."""
    loop = SeededLoop(seed)
    with seeded_chance(seed, loop.time), asyncio.Runner(loop_factory=lambda: loop) as runner:
        try:
            return runner.run(main()), loop.digest
        finally:
            runner.run(_end_all_tasks())


async def _end_all_tasks() -> None:
    # A task that ends may begin another.
    for _ in range(_MOST_ROUNDS):
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        if not tasks:
            return
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


@contextmanager
def seeded_chance(seed: object, elapsed: Callable[[], float]) -> Iterator[None]:
    """Let whatever asks the machine for the time or for chance within get those of the run."""
    source, seed_by = random.Random(f"chance {seed}"), random.Random.seed
    state = random.getstate()

    def seeded(rng: random.Random, a: Any = None, version: int = 2) -> None:
        seed_by(rng, source.getrandbits(64) if a is None else a, version)

    with ExitStack() as stack:
        for owner, name, instead in (
            (time, "time", lambda: EPOCH + elapsed()),
            (time, "monotonic", elapsed),
            (time, "perf_counter", elapsed),
            (random.Random, "seed", seeded),
            (random.SystemRandom, "random", lambda _: source.random()),
            (random.SystemRandom, "getrandbits", lambda _, bits: source.getrandbits(bits)),
            (random.SystemRandom, "randbytes", lambda _, size: source.randbytes(size)),
        ):
            stack.enter_context(patch.object(owner, name, instead))
        random.seed(source.getrandbits(64))
        try:
            yield
        finally:
            random.setstate(state)
