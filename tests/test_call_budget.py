"""The limiter of calls with the bot's token."""

import asyncio

import pytest

from cogs.transport.call_budget import CallBudget, Priority, calls_of


class _Clock:
    def now(self) -> float:
        return asyncio.get_running_loop().time()

    async def pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class _SetBack(_Clock):
    time = 7200.0

    def now(self) -> float:
        return self.time


async def _many(budget: CallBudget, number: int, made: list[float]) -> None:
    async def call() -> None:
        made.append(asyncio.get_running_loop().time())

    limited = budget.limited(call)
    await asyncio.gather(*(limited() for _ in range(number)))


async def test_no_second_has_more_calls_than_the_budget() -> None:
    budget, made = CallBudget(5, _Clock()), list[float]()
    await _many(budget, 12, made)
    assert len(made) == 12
    assert all(later - earlier > 0.9 for earlier, later in zip(made, made[5:], strict=False))


async def test_what_people_wait_for_goes_before_refreshes() -> None:
    budget, made = CallBudget(1, _Clock()), list[str]()

    async def call(name: str) -> None:
        made.append(name)

    limited = budget.limited(call)

    async def refresh() -> None:
        with calls_of(Priority.REFRESH):
            await limited("refresh")

    await limited("first")
    refreshing = asyncio.create_task(refresh())
    await asyncio.sleep(0)
    posting = asyncio.ensure_future(limited("post"))
    await asyncio.gather(refreshing, posting)
    assert made == ["first", "post", "refresh"]


async def test_who_gives_up_waiting_takes_nobody_s_place() -> None:
    budget, made = CallBudget(1, _Clock()), list[str]()

    async def call(name: str) -> None:
        made.append(name)

    limited = budget.limited(call)
    await limited("first")
    given_up = asyncio.ensure_future(limited("given up"))
    await asyncio.sleep(0)
    given_up.cancel()
    with pytest.raises(asyncio.CancelledError):
        await given_up
    await limited("second")
    assert made == ["first", "second"]


async def test_a_clock_that_is_set_back_holds_nothing_up() -> None:
    clock = _SetBack()
    budget = CallBudget(1, clock)

    async def call() -> None:
        pass

    limited = budget.limited(call)
    await limited()
    clock.time -= 3600
    async with asyncio.timeout(1):
        await limited()


async def test_it_is_busy_from_half_of_the_budget_on() -> None:
    budget, made = CallBudget(2, _Clock()), list[float]()
    await _many(budget, 2, made)
    assert budget.load == pytest.approx(0.2)
    assert not budget.busy
    await _many(budget, 4, made)
    assert budget.busy
