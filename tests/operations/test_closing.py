"""Parts are closed in reverse order, and in time while the database is away."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import pytest

from bot import loops
from bot.operations import closing
from bot.operations.closing import Closing


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    for name in ("AWAY_SECONDS", "ANSWER_SECONDS", "_LOOK_SECONDS", "_LEAST_SECONDS"):
        monkeypatch.setattr(closing, name, 0.01)
    caplog.set_level(logging.INFO, "bot")


async def answers() -> None: ...


async def hangs() -> None:
    await asyncio.Event().wait()


async def ignores_being_cancelled() -> None:
    for _ in range(2):
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            continue


def noted(parts: Closing, names: str) -> list[str]:
    closed: list[str] = []

    def note(name: str) -> Callable[[], Awaitable[None]]:
        async def close() -> None:
            closed.append(name)

        return close

    for name in names:
        parts.add(name, note(name))
    return closed


async def test_one_that_fails_does_not_keep_the_others_open(caplog: pytest.LogCaptureFixture) -> None:
    async def broken() -> None:
        raise KeyError("ours")

    parts = Closing(None)
    first = noted(parts, "ab")
    parts.add("the broken part", broken)
    last = noted(parts, "cd")
    await parts.close()
    assert (last, first) == (["d", "c"], ["b", "a"])
    (record,) = caplog.records
    assert (record.levelname, record.message) == ("ERROR", "the broken part could not be closed")
    caplog.clear()


@pytest.mark.parametrize("hanging", [hangs, ignores_being_cancelled])
async def test_while_the_database_is_away_nothing_is_waited_for(
    caplog: pytest.LogCaptureFixture, hanging: Callable[[], Awaitable[None]]
) -> None:
    parts = Closing(hangs)
    closed = noted(parts, "ab")
    parts.add("a", hanging)
    parts.add("b", hanging)
    await parts.close()
    assert closed == ["b", "a"]
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO", "INFO"]
    assert "the database is away" in caplog.messages[0]
    assert caplog.messages[1:] == [f"{part}: not closed in order (no time left)" for part in ("b", "a")]


async def test_a_database_that_is_lost_meanwhile_is_not_waited_for() -> None:
    asked = 0

    async def lost() -> None:
        nonlocal asked
        asked += 1
        if asked > 2:
            raise ConnectionResetError

    parts = Closing(lost)
    closed = noted(parts, "a")
    parts.add("the leases", hangs)
    await parts.close()
    assert closed == ["a"]


async def test_while_the_database_answers_a_part_may_take_its_time(caplog: pytest.LogCaptureFixture) -> None:
    looks = asyncio.Semaphore(0)

    async def looked() -> None:
        looks.release()

    async def slow() -> None:
        for _ in range(5):
            await looks.acquire()

    parts = Closing(looked)
    parts.add("the leases", slow)
    await parts.close()
    assert not caplog.records


def test_a_process_ends_though_a_connection_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loops, "_END_SECONDS", 0.01)
    left: list[asyncio.Task[None]] = []

    async def work() -> int:
        left.append(asyncio.create_task(ignores_being_cancelled()))
        return 5

    try:
        assert loops.run(work()) == 5
        assert logging.root.manager.disable, "what is left complains no more"
    finally:
        logging.disable(logging.NOTSET)
        logging.getLogger("sqlalchemy.pool").setLevel(logging.NOTSET)
    loop = left[0].get_loop()
    left[0].cancel()
    loop.run_until_complete(asyncio.wait(left))
    loop.close()
