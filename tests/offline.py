"""The bot on the offline Discord."""

import asyncio
import copy
import math
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from enum import Enum
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, cast
from weakref import WeakSet

import simcord
import simcord.env
from simcord import _settlement, components, gateway, results
from simcord._clock import Clock
from simcord._runtime import _CallbackRecord
from simcord.backend import serializers
from simcord.http import router

from bot.app import opened
from bot.client import Cardinal
from bot.duplicate.contests.daily import contest_of
from bot.duplicate.contests.days import BOARDS, GAMES, day_at
from bot.rules.registry import game_named
from bot.settings import Settings
from bot.tables.seating.boards import draw_boards
from storage.connection.database import open_database
from storage.duplicate.contests import SqlContestStore
from tests.databases import free_locks, migrated
from tests.tables.fakes import SeededDealer


async def opened_bot(stack: AsyncExitStack, settings: Settings) -> Cardinal:
    """The real bot, with deterministic chance."""
    return await opened(stack, settings, dealer=SeededDealer(7), days_dealer=SeededDealer(8))


@cache
def with_days_drawn() -> bytes:
    """The bytes of a migrated SQLite file with the boards of SimCord's first two days, because drawing them
    takes half of a bot's start."""

    async def draw(url: str) -> None:
        database = await open_database(url)
        store, dealer = SqlContestStore(database), SeededDealer(9)
        first = day_at(Clock().now().timestamp())
        for day, game in product((first, first + 1), GAMES):
            options = game_named(game).options_type.of_new_table()
            await store.add(contest_of(day, game), draw_boards(game, options, BOARDS, dealer))
        await database.close()

    with TemporaryDirectory() as folder:
        path = Path(folder) / "begun.db"
        path.write_bytes(migrated())
        asyncio.run(draw(f"sqlite+aiosqlite:///{path}"))
        return path.read_bytes()


PATIENCE = 300.0
"""Timeout for the bot to become idle, in real seconds."""

# SimCord finds a timer in a list of hundreds.
cast(Any, _CallbackRecord).__eq__ = object.__eq__


_ATOMS = frozenset({str, int, bool, float, type(None)})


def _copied(value: Any) -> Any:
    kind = type(value)
    if kind is dict:
        return {name: part if type(part) in _ATOMS else _copied(part) for name, part in value.items()}
    if kind is list:
        return [part if type(part) in _ATOMS else _copied(part) for part in value]
    return value if kind in _ATOMS or isinstance(value, Enum) else copy.deepcopy(value)


# SimCord copies every request and event several times, and `deepcopy` takes four times as long with JSON.
for _module in (components, results, serializers):
    vars(_module)["deepcopy"] = _copied
for _module in (gateway, router):
    vars(_module)["copy"] = SimpleNamespace(deepcopy=_copied)


_PARKED: WeakSet[Any] = WeakSet()


def _is_parked(state: Any, task: Any, deadline: float) -> bool:
    # SimCord looks through every timer, in each turn of the loop, for what each task waits for.
    waiter = task._fut_waiter
    if waiter in _PARKED:
        return not waiter.done()
    parked = _settlement._is_parked(state, task, deadline)
    if parked and waiter is not None:
        _PARKED.add(waiter)
    return parked


for _name, _quicker in {
    "_is_parked": _is_parked,
    # Takes real time away from timers, which have none here.
    "_virtualize_recognized_waits": lambda *_: None,
}.items():
    assert _name in vars(simcord.env)
    vars(simcord.env)[_name] = _quicker


class Offline(simcord.Env):
    """SimCord's world, whose bot can stop or die while another begins with the same store. Its time is the
    tests' alone: no timer waits for real time.

    Make it with `offline`, start it, and end it with `end`.
    """

    soon = 5.0
    """The bot is not idle while a timer ends within so many seconds: the clock moves on."""

    def __init__(self, bot: Cardinal, parts: AsyncExitStack) -> None:
        super().__init__(bot, settle_timeout=PATIENCE)
        self._parts = parts
        self._waits: set[Any] = set()

    def _schedule_timer(self, *timer: Any) -> None:
        # SimCord would also end the timer when so much real time has passed.
        pass

    async def _settle_internal(self, **options: Any) -> None:
        await self._run_ready()
        if not self._rests():
            # SimCord gives a bot five seconds to start.
            await super()._settle_internal(**options | {"timeout": PATIENCE})
            self._waits = {task._fut_waiter for task in self._unfinished()}
        until = self._virtual_time + self.soon
        while not self._advancing and (due := self._next_timer()) <= until:
            await self._advance_to(due, asyncio.get_running_loop().time() + PATIENCE)

    async def _run_ready(self) -> None:
        """Run what can run now."""
        ready = cast(Any, self._loop)._ready
        _settlement._run_due_virtual_callbacks(self._settlement_state(), math.inf)
        while ready:
            while ready:  # noqa: ASYNC110
                await asyncio.sleep(0)
            _settlement._run_due_virtual_callbacks(self._settlement_state(), math.inf)

    def _rests(self) -> bool:
        # SimCord looks into every task and timer, yet after most presses the same ones wait as before.
        if self._work.executors or self._advance_task not in (None, asyncio.current_task()):
            return False
        return all(task._fut_waiter in self._waits for task in self._unfinished())

    def _unfinished(self) -> list[Any]:
        return [task for task in self._work.tasks if not task.done()]

    def _next_timer(self) -> float:
        """When the next timer ends, other than those of loops and views."""
        state = self._settlement_state()
        ends = (
            record.when
            for record in _settlement._active_callbacks(state)
            if record.when is not None
            and record.label != "SleepHandle._wrapped_set_result"
            and not _settlement._wakes_recognized_wait(state, record)
        )
        return min(ends, default=math.inf)

    @asynccontextmanager
    async def as_bot(self) -> AsyncIterator[None]:
        """The bot does what stands inside, in the world's time; at the end all that comes of it is done."""
        with self._bot_scope():
            yield
        await self.settle()

    @property
    def cardinal(self) -> Cardinal:
        return cast(Cardinal, self.bot)

    async def stop(self) -> None:
        await self._parts.aclose()

    async def begin(self, settings: Settings) -> None:
        """Begin a bot after another has stopped."""
        self._parts = AsyncExitStack()
        await self.restart_bot(await opened_bot(self._parts, settings))

    async def restart(self, settings: Settings) -> None:
        await self.stop()
        await self.begin(settings)

    async def die(self, settings: Settings) -> None:
        died = self.cardinal.parts.database
        # First nothing of it may run, because we release its locks as the system would.
        await self._detach_bot()
        await free_locks(died)
        await self.begin(settings)
        await died.close()

    async def end(self) -> None:
        """Stop the bot and its world."""
        await self.stop()
        await self.shutdown()


async def offline(settings: Settings) -> Offline:
    """A world, with a bot that has not connected yet."""
    parts = AsyncExitStack()
    return Offline(await opened_bot(parts, settings), parts)
