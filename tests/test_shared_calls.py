"""The budget that processes share, and the stop before Discord bans the address."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass, field
from functools import wraps
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from bot.cluster.ports import Grant
from cogs.transport.call_budget import (
    MOST_INVALID,
    CallBudget,
    CallsStopped,
    InvalidRequests,
    Priority,
    calls_of,
)
from tests.seeded_loop import run_seeded


def simulated(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """The test in simulated time."""

    @wraps(test)
    def run() -> None:
        run_seeded(None, test)

    return run


class _Clock:
    def now(self) -> float:
        return asyncio.get_running_loop().time()

    async def pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


OF_THE_BOT = {"Authorization": "Bot of a test"}


@dataclass
class _Shared:
    """A budget in memory that grants nothing in advance."""

    times: deque[float] = field(default_factory=deque)
    asked: list[int] = field(default_factory=list)
    given: int = 0
    down: bool = False

    async def take(self, wanted: int, per_second: int) -> Grant:
        await asyncio.sleep(0)
        if self.down:
            raise ConnectionRefusedError("no database")
        self.asked.append(wanted)
        now = asyncio.get_running_loop().time()
        while self.times and self.times[0] <= now - 1:
            self.times.popleft()
        granted = min(wanted, per_second - len(self.times))
        self.times.extend([now] * granted)
        self.given += granted
        return Grant((0.0,) * granted, self.given, self.times[0] + 1 - now if self.times else 0.0)

    async def total(self) -> int:
        return self.given


async def _make(budget: CallBudget, number: int, made: list[float]) -> None:
    async def call() -> None:
        made.append(asyncio.get_running_loop().time())

    limited = budget.limited(call)
    await asyncio.gather(*(limited() for _ in range(number)))


@simulated
async def test_processes_share_one_budget_and_ask_for_all_that_waits() -> None:
    shared, made = _Shared(), list[float]()
    one, other = (CallBudget(4, _Clock(), shared) for _ in range(2))
    await asyncio.gather(_make(one, 5, made), _make(other, 3, made))
    assert len(made) == 8
    made.sort()
    assert all(later - earlier > 0.9 for earlier, later in zip(made, made[4:], strict=False))
    assert shared.asked[:2] == [5, 3]


@simulated
async def test_a_process_gives_its_calls_to_what_is_waited_for() -> None:
    shared, made = _Shared(), list[str]()
    budget = CallBudget(1, _Clock(), shared)

    async def call(name: str) -> None:
        made.append(name)

    limited = budget.limited(call)

    async def of(priority: Priority) -> None:
        with calls_of(priority):
            await limited(priority.name)

    await limited("first")
    waiting = [asyncio.create_task(of(priority)) for priority in sorted(Priority, reverse=True)]
    await asyncio.gather(*waiting)
    assert made == ["first", "ANSWER", "WAITED_FOR", "REFRESH"]


@simulated
async def test_it_is_busy_by_what_others_use() -> None:
    shared = _Shared()
    mine, others = (CallBudget(2, _Clock(), shared) for _ in range(2))
    await mine.refresh()
    await _make(others, 6, [])
    assert not mine.busy
    await mine.refresh()
    assert mine.busy


@simulated
async def test_without_the_database_each_goes_by_its_share() -> None:
    shared, made = _Shared(down=True), list[float]()
    budget = CallBudget(4, _Clock(), shared, processes=lambda: 2)
    await _make(budget, 4, made)
    assert made[2] - made[0] > 0.9
    assert shared.given == 0


@simulated
async def test_it_goes_by_the_database_again_when_it_answers() -> None:
    shared, clock = _Shared(down=True), SimpleNamespace(time=1000.0)
    clock.now = lambda: clock.time
    budget = CallBudget(4, clock, shared, processes=lambda: 2)
    await _make(budget, 1, [])
    shared.down = False
    clock.time += 10
    await _make(budget, 2, [])
    assert shared.given == 2


@simulated
async def test_who_gives_up_waiting_holds_up_nobody() -> None:
    shared, made = _Shared(), list[float]()
    budget = CallBudget(1, _Clock(), shared)
    await _make(budget, 1, made)
    waiting = asyncio.ensure_future(_make(budget, 1, made))
    await asyncio.sleep(0.01)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    async with asyncio.timeout(5):
        await _make(budget, 1, made)
    assert len(made) == 2


class _Store:
    def __init__(self, counted: int = 0) -> None:
        self.counted = counted

    async def add(self, requests: int) -> int:
        self.counted += requests
        return self.counted


@simulated
async def test_no_calls_are_made_after_too_many_were_refused_until_there_are_fewer() -> None:
    store, made = _Store(MOST_INVALID), list[float]()
    budget = CallBudget(45, _Clock(), invalid=InvalidRequests(store))
    await budget.invalid.refresh(now=True)
    with pytest.raises(CallsStopped):
        await _make(budget, 1, made)
    assert not made
    store.counted = MOST_INVALID - 1
    await budget.invalid.refresh()
    await _make(budget, 1, made)
    assert made


@pytest.fixture
async def session() -> AsyncIterator[tuple[aiohttp.ClientSession, str, InvalidRequests]]:
    """A session with counted answers, and a server that answers with the status in its path."""

    async def answer(request: web.Request) -> web.Response:
        scope = request.query.get("scope")
        headers = {"X-RateLimit-Scope": scope} if scope else {}
        return web.Response(status=int(request.match_info["status"]), headers=headers)

    app = web.Application()
    app.router.add_get("/{status}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    counted, trace = InvalidRequests(), aiohttp.TraceConfig()
    counted.watch(trace)
    address: Any = runner.addresses[0]
    async with aiohttp.ClientSession(trace_configs=[trace]) as session:
        yield session, f"http://127.0.0.1:{address[1]}", counted
    await runner.cleanup()


@pytest.mark.parametrize(
    ("answer", "counts"),
    [
        ("200", 0),
        ("401", 1),
        ("403", 1),
        ("404", 0),
        ("500", 0),
        ("429", 1),
        ("429?scope=user", 1),
        ("429?scope=global", 1),
        ("429?scope=shared", 0),
    ],
)
async def test_what_counts_as_refused(
    session: tuple[aiohttp.ClientSession, str, InvalidRequests], answer: str, counts: int
) -> None:
    client, address, counted = session
    await (await client.get(f"{address}/{answer}")).read()
    assert counted.recent == counts


async def test_what_was_refused_is_not_forgotten_by_a_restart() -> None:
    store = _Store()
    before = InvalidRequests(store)
    before._new = 7
    await before.refresh()
    after = InvalidRequests(store)
    await after.refresh(now=True)
    assert after.recent == 7


async def test_what_could_not_be_stored_is_counted_all_the_same() -> None:
    class _Broken(_Store):
        async def add(self, requests: int) -> int:
            raise ConnectionRefusedError("no database")

    counted = InvalidRequests()
    counted._store, counted._new = _Broken(), 3
    with pytest.raises(ConnectionRefusedError):
        await counted.refresh()
    assert counted.recent == 3


@simulated
async def test_a_call_that_is_kept_back_or_tried_again_waits_for_another_turn() -> None:
    budget, made = CallBudget(2, _Clock()), list[float]()
    request: Any = SimpleNamespace(headers=OF_THE_BOT)

    async def call(wait: float, tries: int) -> None:
        await asyncio.sleep(wait)
        for _ in range(tries):
            await budget.before_sending(None, None, request)
            made.append(asyncio.get_running_loop().time())

    limited = budget.limited(call)
    await limited(0.0, 4)
    assert made[2] - made[0] > 0.9
    assert made[3] - made[1] > 0.9
    made.clear()
    await asyncio.sleep(1.05)
    # Let through together with others, but sent later.
    await asyncio.gather(limited(0.3, 1), limited(0.3, 1))
    assert made[1] - made[0] < 0.9
    await limited(0.0, 1)
    assert made[2] - made[0] > 0.9


async def test_only_the_bot_s_own_calls_wait_and_are_counted(
    session: tuple[aiohttp.ClientSession, str, InvalidRequests],
) -> None:
    _, address, _ = session
    budget, trace = CallBudget(1, _Clock()), aiohttp.TraceConfig()
    trace.on_request_start.append(budget.before_sending)
    async with aiohttp.ClientSession(trace_configs=[trace]) as client:
        for _ in range(5):
            await (await client.get(f"{address}/200")).read()
        assert budget.load == 0
        await (await client.get(f"{address}/200", headers=OF_THE_BOT)).read()
    assert budget.load > 0
