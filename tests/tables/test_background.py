"""Tasks beside the transactions: begun once, waited for, broken off."""

import asyncio

from bot.tables.store.background import Shared, Tasks


async def test_what_several_ask_for_at_once_is_done_once() -> None:
    shared: Shared[int, int] = Shared()
    begun = []

    async def work() -> int:
        begun.append(1)
        await asyncio.sleep(0)
        return len(begun)

    assert await asyncio.gather(*(shared.do(3, work) for _ in range(4))) == [1] * 4
    assert await shared.do(3, work) == 2, "done anew once it is over"


async def test_shared_work_goes_on_when_one_who_asked_is_cancelled() -> None:
    shared: Shared[int, str] = Shared()
    go = asyncio.Event()

    async def work() -> str:
        await go.wait()
        return "done"

    first, second = (asyncio.create_task(shared.do(1, work)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    go.set()
    assert await second == "done"


async def test_whatever_runs_is_broken_off() -> None:
    tasks, shared = Tasks(), Shared[int, None]()
    never, ended = asyncio.Event(), []

    async def work() -> None:
        try:
            await never.wait()
        finally:
            ended.append(1)

    tasks.start(work())
    tasks.start(work())
    asked = asyncio.create_task(shared.do(1, work))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    for one in (tasks, shared):
        await one.stop()
    await tasks.settled()
    assert len(ended) == 3
    assert isinstance((await asyncio.gather(asked, return_exceptions=True))[0], asyncio.CancelledError)
