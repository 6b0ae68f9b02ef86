"""The event loop that the bot's processes run on, and how they are told to stop."""

import asyncio
import gc
import logging
import signal
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

log = logging.getLogger(__name__)

T = TypeVar("T")

_END_SECONDS = 2.0  # how long tasks may take to end with the loop

_SIGNALS = (signal.SIGINT, signal.SIGTERM)

# By default, searching for garbage takes a fifth of the processor time of a move, and a full search stops the
# loop for 0.15 s with 200 tables in memory. There is little to find.
_COLLECTIONS = (10_000, 10, 50)


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run it on uvloop where there is one: most of a press is talking to Discord and the database, which
    takes uvloop less time. Raises what it raises."""
    gc.set_threshold(*_COLLECTIONS)
    runner = asyncio.Runner(loop_factory=_factory())
    try:
        return runner.run(work)
    finally:
        if _all_end(runner.get_loop()):
            runner.close()
        else:
            # A connection to a database that hangs is left as it is, and would complain when it is collected.
            logging.disable()


def _all_end(loop: asyncio.AbstractEventLoop) -> bool:
    tasks = asyncio.all_tasks(loop)
    if not tasks:
        return True
    # It complains of each connection that is not closed in order.
    logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL + 1)
    for task in tasks:
        task.cancel()
    _, pending = loop.run_until_complete(asyncio.wait(tasks, timeout=_END_SECONDS))
    return not pending


def stop_requested() -> asyncio.Event:
    """An event that the first SIGINT or SIGTERM sets. The second ends the process at once."""
    requested, loop = asyncio.Event(), asyncio.get_running_loop()

    def stop(number: signal.Signals) -> None:
        for one in _SIGNALS:
            loop.remove_signal_handler(one)
            signal.signal(one, signal.SIG_DFL)
        log.info("stopping (%s)", number.name)
        requested.set()

    for number in _SIGNALS:
        # Windows' loop has no signal handlers; Ctrl+C raises KeyboardInterrupt there.
        with suppress(NotImplementedError):
            loop.add_signal_handler(number, stop, number)
    return requested


async def unless(stop: asyncio.Event, work: Awaitable[T]) -> T | None:
    """The result of `work`, which is cancelled once `stop` is set; then None. Raises what it raises."""
    working, stopping = asyncio.ensure_future(work), asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({working, stopping}, return_when=asyncio.FIRST_COMPLETED)
        return working.result() if working.done() else None
    finally:
        await cancelled(working, stopping)


async def cancelled(*tasks: asyncio.Future[Any]) -> None:
    """Cancel these tasks, and wait until they have ended."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:
        # There is none for Windows.
        return None
    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return factory
