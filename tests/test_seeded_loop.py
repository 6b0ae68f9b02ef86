"""The loop on which a seed plays a run again."""

import asyncio
import random
import secrets
import time

import pytest
from sqlalchemy import select

from storage.cluster.members import database_time
from tests import seeded_loop
from tests.databases import in_memory
from tests.seeded_loop import EPOCH, Stuck, run_seeded


async def _three() -> list[int]:
    order: list[int] = []

    async def step(number: int) -> None:
        for _ in range(3):
            await asyncio.sleep(0)
            order.append(number)

    await asyncio.gather(*(step(number) for number in range(3)))
    return order


def test_a_seed_gives_the_same_schedule_and_other_seeds_others() -> None:
    assert run_seeded(1, _three) == run_seeded(1, _three)
    runs = [run_seeded(seed, _three) for seed in range(20)]
    assert len({digest for _, digest in runs}) == 20
    assert len({tuple(order) for order, _ in runs}) > 10


def test_time_jumps_to_the_next_timer_and_the_databases_clock_with_it() -> None:
    async def waits() -> list[float]:
        began = asyncio.get_running_loop().time()
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(5.0):
                await asyncio.sleep(3600.0)
        await asyncio.sleep(86_395.0)

        async def now(connection, items):
            return [await connection.scalar(select(database_time(connection)))]

        there = await in_memory().write(now, None)
        return [
            asyncio.get_running_loop().time() - began,
            time.monotonic(),
            time.time() - EPOCH,
            there - EPOCH,
        ]

    times, _ = run_seeded(1, waits)
    assert times == pytest.approx([86_400.0] * 4)


def test_chance_of_the_machine_comes_from_the_seed() -> None:
    async def draw() -> list[object]:
        return [
            random.random(),
            random.Random().random(),
            random.SystemRandom().random(),
            secrets.token_hex(4),
        ]

    assert run_seeded(1, draw) == run_seeded(1, draw)
    assert run_seeded(1, draw)[0] != run_seeded(2, draw)[0]
    assert run_seeded(1, draw)[0][1:] != asyncio.run(draw())[1:]


def test_work_for_a_thread_runs_in_the_loop() -> None:
    async def work() -> int:
        with pytest.raises(ZeroDivisionError):
            await asyncio.to_thread(divmod, 1, 0)
        return await asyncio.to_thread(sum, [1, 2])

    assert run_seeded(1, work)[0] == 3


def test_a_run_that_does_not_go_on_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeded_loop, "MOST_AT_ONCE", 1000)

    async def waits_for_ever() -> None:
        await asyncio.get_running_loop().create_future()

    async def spins() -> None:
        for _ in range(2000):
            await asyncio.sleep(0)

    for stuck in (waits_for_ever, spins):
        with pytest.raises(Stuck):
            run_seeded(1, stuck)
