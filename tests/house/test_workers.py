import asyncio
import logging
import multiprocessing
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.house import jobs
from bot.house.workers import Urgency, Workers, WorkersAway
from bot.rules.game import AnyGame
from bot.rules.registry import GAMES
from tests.rules.play import random_match

ROOT = Path(__file__).parents[2]


def ready() -> None:
    """Nothing needs to be warmed up."""


def lacking() -> None:
    raise ImportError("No module named 'native'")


def add(one: int, other: int) -> int:
    return one + other


def fail() -> None:
    raise ValueError("a fault of the job")


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def manners() -> tuple[int, Any, int]:
    return os.getpid(), signal.getsignal(signal.SIGINT), os.nice(0)


def scribble(path: str, word: str) -> None:
    with Path(path).open("a") as file:
        file.write(word)


def written(path: str) -> str:
    return Path(path).read_text()


def surroundings() -> tuple[int, list[str], dict[str, str]]:
    return os.getpid(), sys.argv, dict(os.environ)


def memory_of(pid: int) -> Iterator[bytes]:
    """What a process has in memory, piece by piece."""
    with open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:
        for line in Path(f"/proc/{pid}/maps").read_text().splitlines():
            span, access, *_ = line.split()
            start, end = (int(number, 16) for number in span.split("-"))
            if access.startswith("rw"):
                memory.seek(start)
                yield memory.read(end - start)


async def warm(workers: Workers) -> None:
    # The last to get ready is the first to do what is no move.
    await workers.run(manners, limit=60, urgency=Urgency.ASKED)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest_asyncio.fixture(loop_scope="function")
async def workers() -> AsyncIterator[Workers]:
    workers = Workers(1, ready)
    workers.start()
    await warm(workers)
    yield workers
    await workers.close()


async def test_a_job_is_done_in_a_process_of_low_priority_that_ctrl_c_leaves_alone(workers: Workers) -> None:
    assert await workers.run(add, 1, 2, limit=30) == 3
    pid, on_interrupt, niceness = await workers.run(manners, limit=30)
    assert pid != os.getpid()
    assert on_interrupt is signal.SIG_IGN
    assert niceness > os.nice(0)
    await workers.close()
    assert not alive(pid)
    with pytest.raises(WorkersAway):
        await workers.run(add, 1, 2, limit=30)


async def test_the_log_says_once_how_long_getting_ready_took(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "bot.house.workers")
    workers = Workers(2, ready)
    workers.start()
    await warm(workers)
    await workers.close()
    assert ["took" in record.getMessage() for record in caplog.records] == [True]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives a thread a priority of its own")
async def test_compiling_has_the_lowest_priority_and_the_jobs_after_it_have_not() -> None:
    def niceness() -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    with ThreadPoolExecutor(1, initializer=jobs._step_back) as compiling:
        assert compiling.submit(niceness).result() == 19
    assert niceness() < 19


async def test_a_fault_of_a_job_is_the_callers(workers: Workers) -> None:
    pid = (await workers.run(manners, limit=30))[0]
    with pytest.raises(ValueError, match="a fault of the job"):
        await workers.run(fail, limit=30)
    assert (await workers.run(manners, limit=30))[0] == pid


async def test_a_worker_that_dies_or_takes_too_long_is_replaced(
    workers: Workers, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    first = (await workers.run(manners, limit=30))[0]
    with pytest.raises(WorkersAway, match="ended"):
        await workers.run(die, limit=30)
    with pytest.raises(WorkersAway, match="not ready"):
        await workers.run(add, 1, 2, limit=30)
    # Who is in no hurry waits for the next.
    second = (await workers.run(manners, limit=30, urgency=Urgency.ASKED))[0]
    assert second != first
    with pytest.raises(WorkersAway, match="took more than"):
        await workers.run(time.sleep, 600, limit=0.2)
    third = (await workers.run(manners, limit=30, urgency=Urgency.IDLE))[0]
    assert third != second
    assert not alive(second)
    assert [r.levelno for r in caplog.records if "replaced" in r.getMessage()] == [logging.WARNING] * 2


async def test_the_more_urgent_goes_first(workers: Workers, tmp_path: Path) -> None:
    path = str(tmp_path / "order")
    busy = asyncio.create_task(workers.run(time.sleep, 0.2, limit=30))
    await asyncio.sleep(0.05)
    given_up = asyncio.create_task(workers.run(scribble, path, "X", limit=30))
    await asyncio.sleep(0)
    given_up.cancel()
    order = (Urgency.IDLE, Urgency.ASKED, Urgency.MOVE)
    waiting = [workers.run(scribble, path, u.name[0], limit=30, urgency=u) for u in order]
    await asyncio.gather(busy, *waiting)
    assert written(path) == "MAI"


async def test_a_move_finds_one_of_two_workers_free() -> None:
    workers = Workers(2, ready)
    workers.start()
    await warm(workers)
    others = [
        asyncio.create_task(workers.run(time.sleep, 600, limit=600, urgency=u))
        for u in (Urgency.ASKED, Urgency.IDLE)
    ]
    await asyncio.sleep(0.05)
    assert await workers.run(add, 1, 2, limit=30) == 3
    # And those that are busy do not keep the bot from closing.
    async with asyncio.timeout(20):
        await workers.close()
    assert [type(e) for e in await asyncio.gather(*others, return_exceptions=True)] == [WorkersAway] * 2


KILLED = """
import asyncio, os, sys
from bot.house.workers import Urgency, Workers
from tests.house.test_workers import ready

async def main():
    workers = Workers(1, ready)
    workers.start()
    print(await workers.run(os.getpid, limit=60, urgency=Urgency.ASKED), flush=True)
    await asyncio.sleep(600)

if __name__ == "__main__":
    asyncio.run(main())
"""


async def test_workers_end_when_the_bot_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "killed.py"
    script.write_text(KILLED)
    bot = await asyncio.create_subprocess_exec(
        sys.executable, str(script), env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE
    )
    assert bot.stdout
    pid = int(await bot.stdout.readline())
    assert alive(pid)
    bot.kill()
    await bot.wait()
    async with asyncio.timeout(20):
        # Standard output is the worker's, too: it ends when the last of them has.
        assert await bot.stdout.read() == b""


@pytest.mark.parametrize("seconds", [0, 0.001, 0.05, 0.3])
async def test_closed_while_it_starts(seconds: float) -> None:
    workers = Workers(1, ready)
    workers.start()
    await asyncio.sleep(seconds)
    async with asyncio.timeout(20):
        await workers.close()
    assert not [child for child in multiprocessing.active_children() if child.is_alive()]


async def test_without_native_code_there_are_no_workers(caplog: pytest.LogCaptureFixture) -> None:
    workers = Workers(2, lacking)
    workers.start()
    waiting = asyncio.create_task(workers.run(add, 1, 2, limit=60, urgency=Urgency.ASKED))
    with pytest.raises(WorkersAway, match="switched off"):
        await waiting
    assert not workers.on
    assert [r.getMessage() for r in caplog.records] == [
        "the house plays without worker processes: No module named 'native'"
    ]
    await workers.close()


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
async def test_what_goes_to_the_workers_pickles(game: AnyGame) -> None:
    rng = random.Random(1)
    for step in random_match(game, game.options({}), None, 3, most=120):
        due = game.to_act(step.after)
        for seat in due if isinstance(due, tuple) else ():
            asked = (game.view(step.after, seat), rng.getstate())
            assert pickle.loads(pickle.dumps(asked)) == asked


async def test_workers_are_told_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    secret = "-".join(("neither", "token", "nor", "password"))
    monkeypatch.setenv("CARDINAL_TOKEN", secret)
    monkeypatch.setenv("cardinal_database_url", secret)
    monkeypatch.setenv("PGPASSWORD", secret)
    monkeypatch.setattr(sys, "argv", [sys.argv[0], "--database", secret])
    workers = Workers(1, ready)
    workers.start()
    pid, arguments, environment = await workers.run(surroundings, limit=60, urgency=Urgency.ASKED)
    assert len(arguments) == 1
    assert secret not in environment.values()
    assert environment["PATH"] == os.environ["PATH"]
    assert secret not in written(f"/proc/{pid}/environ")
    assert secret not in written(f"/proc/{pid}/cmdline")
    assert any(b"PATH=" in piece for piece in memory_of(pid))
    assert not any(secret.encode() in piece for piece in memory_of(pid))
    await workers.close()
