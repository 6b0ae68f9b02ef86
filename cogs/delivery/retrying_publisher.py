"""Brings surfaces up to date, each independently, with retries and back-off.

Nothing here can be lost: it is stored before this runs. What people must see is in the store or follows from
it, so anything that cannot be shown now is still owed.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar

import discord

from bot import metrics, tracing
from bot.tables.state.errors import TableError
from bot.tables.store.ports import Clock
from cogs.transport.backoff import (
    LATER,
    MOST_TRIES,
    SOON,
    UNREACHED,
    Backoff,
    forbidden,
    in_a_line,
    malformed,
    unknown_channel,
    wait_of,
)
from cogs.transport.call_budget import Priority, calls_of
from cogs.transport.channels import THREAD_ARCHIVED
from cogs.transport.surfaces import Overtaken, Surface, edits_unless
from cogs.words.trouble import Trouble, Why

log = logging.getLogger(__name__)

TRY_SECONDS = 60.0  # timeout for one surface, in seconds. A post or edit that is sent twice counts once.
OVERDUE_SECONDS = 10.0  # after so long, besides the interval, what waits to be shown is overdue
_SPACING = 5.0  # seconds after which a refused surface that somebody uses may be tried again
_REFUSALS = 24  # after so many tries, about a day, we give up surfaces of subjects that are over
_WHOLE = ""  # the key for failures of a subject as a whole


@dataclass(slots=True)
class _Refused:
    """Why a channel rejects messages, which surfaces that affects, and whether somebody has been told."""

    trouble: Trouble
    keys: set[tuple[int, str]]
    told: bool = False


@dataclass(frozen=True, slots=True)
class _Change:
    """Since when a subject has had something to show, and the latest click that it answers, for the log."""

    at: float
    click: str = ""


@dataclass(eq=False, kw_only=True)
class Showing(ABC):
    """Publishes the surfaces of subjects known by number (tables, sessions); the latest state wins. Each
    surface is independent.

    `what` names a subject in the log. `place_gone` closes one whose channel no longer exists, and returns
    whether it did. `interval` is the minimum time between two publications of a subject, in seconds.
    """

    what: ClassVar[str] = "table"
    sessions: ClassVar[bool] = False
    clock: Clock
    place_gone: Callable[[int], Awaitable[bool]]
    interval: float
    _backoff: Backoff = field(init=False)
    _dirty: dict[int, _Change] = field(init=False, default_factory=dict)
    _rounds: dict[int, asyncio.Task[None]] = field(init=False, default_factory=dict)
    _last: dict[int, float] = field(init=False, default_factory=dict)
    _showing: dict[tuple[int, str], asyncio.Task[None]] = field(init=False, default_factory=dict)
    _begun: dict[tuple[int, str], float] = field(init=False, default_factory=dict)
    _again: dict[tuple[int, str], int] = field(init=False, default_factory=dict)
    _given_way: set[tuple[int, str]] = field(init=False, default_factory=set)
    _failing: dict[int, dict[str, bool]] = field(init=False, default_factory=dict)  # True: refused by Discord
    _due: dict[int, float] = field(init=False, default_factory=dict)
    _refused: dict[int, _Refused] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._backoff = Backoff(self.clock)

    def counts(self) -> Mapping[str, int]:
        """How many subjects have something to show, each in one state: `refused` by Discord, `overdue` for
        `OVERDUE_SECONDS` or after a failure, to be shown `now`, or `later`, as a call for a turn."""
        late = self.clock.now() - self.interval - OVERDUE_SECONDS
        refused = {number for number, failing in self._failing.items() if all(failing.values())}
        overdue = self._failing.keys() | {number for (number, _), at in self._begun.items() if at < late}
        overdue |= {number for number, change in self._dirty.items() if change.at < late}
        now = self._dirty.keys() | {number for number, _ in self._begun}
        return {
            "refused": len(refused),
            "overdue": len(overdue - refused),
            "now": len(now - overdue - refused),
            "later": len(self._due.keys() - now - overdue - refused),
        }

    @abstractmethod
    async def _owed(self, number: int) -> tuple[Sequence[Surface], bool]:
        """The surfaces it owes now, and whether it is open. Raises TableError if there is no such subject."""

    async def _has_shown(self, number: int) -> None:  # noqa: B027 - a session need do nothing
        """Called after each surface shown."""

    def changed(self, number: int) -> None:
        self._publish_soon(number, self.clock.now())

    def _publish_soon(self, number: int, since: float) -> None:
        self._note(number, since)
        if number not in self._rounds:
            self._rounds[number] = asyncio.create_task(self._publish(number))

    def trouble(self, channel_id: int) -> Trouble | None:
        refused = self._refused.get(channel_id)
        if refused is None:
            return None
        for number in {number for number, _ in refused.keys}:
            self._hasten(number)
            self.changed(number)
        if refused.told:
            return None
        refused.told = True
        return refused.trouble

    def try_again(self) -> None:
        """Publish everything whose wait or back-off has ended. Call it every second."""
        now = self.clock.now()
        for number in [number for number, due in self._due.items() if due <= now]:
            del self._due[number]
            self.changed(number)

    async def settled(self) -> None:
        while under_way := [*self._rounds.values(), *self._showing.values()]:
            await asyncio.gather(*under_way, return_exceptions=True)

    async def _publish(self, number: int) -> None:
        try:
            while number in self._dirty:
                wait = self._last.get(number, 0.0) + self.interval - self.clock.now()
                if 0 < wait <= self.interval:
                    await self.clock.pause(wait)
                change = self._dirty.pop(number)
                tracing.begin(change.click)
                self._last[number] = self.clock.now()
                await self._look_over(number, change.at)
        except TableError:
            log.warning("%s %s is gone", self.what, number)
            self._leave(number)
        except Exception:
            log.exception("%s %s: its surfaces could not be looked up", self.what, number)
            self._failing.setdefault(number, {})[_WHOLE] = False
            self._due[number] = self._backoff.failed((number, _WHOLE), SOON)
        finally:
            self._rounds.pop(number, None)
            self._dirty.pop(number, None)

    def _note(self, number: int, since: float) -> None:
        known = self._dirty.get(number, _Change(since))
        self._dirty[number] = _Change(min(since, known.at), tracing.click() or known.click)

    async def _look_over(self, number: int, changed_at: float) -> None:
        under_way = set(self._showing)
        owed, is_open = await self._owed(number)
        for name in self._failing.get(number, {}).keys() - {surface.name for surface in owed}:
            self._forget((number, name))
        now, waiting = self.clock.now(), []
        for surface in owed:
            due = max(self._backoff.due(surface.key), surface.due)
            if surface.key in self._showing:
                self._again[surface.key] = surface.version
            elif surface.key in under_way:
                # A surface was shown while this ran, so we do not know what it owes. Sent again, Discord
                # would treat it as a repetition and keep the older one.
                self._note(number, changed_at)
            elif due > now:
                waiting.append(due)
            else:
                self._begun[surface.key] = max(changed_at, surface.due)
                self._showing[surface.key] = asyncio.create_task(self._show(surface, is_open))
        self._due.pop(number, None)
        if waiting:
            self._due[number] = min(waiting)
        if not owed and not is_open:
            self._leave(number)

    async def _show(self, surface: Surface, is_open: bool) -> None:
        key, done = surface.key, False
        try:
            first = (surface.number, surface.after)
            if first in self._showing and not self._backoff.failures(first):
                await asyncio.wait({self._showing[first]})
                if self._overtaken(surface):
                    return
            priority = Priority.REFRESH if surface.refreshes else Priority.WAITED_FOR
            async with asyncio.timeout(TRY_SECONDS):
                with calls_of(priority), edits_unless(partial(self._overtaken, surface)):
                    done = await surface.show()
            log.debug("%s %s: %s is shown", self.what, *key)
            await self._has_shown(surface.number)
            self._forget(key)
        except Overtaken:
            log.debug("%s %s: %s is to show a later state", self.what, *key)
        except UNREACHED as error:
            await self._failed(surface, error, is_open)
        except Exception:
            log.exception("%s %s: %s could not be shown", self.what, *key)
            self._failing.setdefault(surface.number, {})[surface.name] = False
            self._backoff.failed(key, SOON)
        finally:
            del self._showing[key]
            begun = self._begun.pop(key)
            if done or not is_open:
                self._given_way.discard(key)
            if not done or key in self._again or not is_open:
                self._again.pop(key, None)
                # What gives way to a later state has been behind all the while.
                self._publish_soon(surface.number, self.clock.now() if done else begun)

    def _overtaken(self, surface: Surface) -> bool:
        # At most every other state gives way, so that people see something move under any load.
        key = surface.key
        if self._again.get(key, 0) <= surface.version or key in self._given_way:
            return False
        self._given_way.add(key)
        return True

    async def _failed(self, surface: Surface, error: Exception, is_open: bool) -> None:
        said = in_a_line(error)
        log.warning("%s %s: %s is not shown yet: %s", self.what, *surface.key, said)
        refused, failing = forbidden(error), self._failing.setdefault(surface.number, {})
        failing[surface.name] = refused
        if surface.channel_id is not None and unknown_channel(error):
            self._backoff.failed(surface.key, SOON)
            first = (surface.number, surface.after)
            gone = await self.place_gone(surface.number)
            if gone and not is_open and not self._backoff.failures(first):
                await surface.give_up()
            return
        bad = not refused and malformed(error) and self._backoff.failures(surface.key) + 1 >= MOST_TRIES
        failing[surface.name] = refused or bad
        self._backoff.failed(surface.key, LATER if refused or bad else SOON, wait_of(error))
        if not refused and not bad:
            return
        if bad and self._backoff.failures(surface.key) == MOST_TRIES:
            metrics.REFUSED.labels(surface.kind).inc()
            log.error("%s %s: %s is refused by Discord: %s", self.what, *surface.key, said)
        if not is_open and self._backoff.failures(surface.key) >= _REFUSALS:
            log.warning("%s %s: %s is given up", self.what, *surface.key)
            await surface.give_up()
        elif surface.channel_id is not None:
            why = Why.MALFORMED if bad else Why.FORBIDDEN
            if isinstance(error, discord.HTTPException) and error.code == THREAD_ARCHIVED:
                why = Why.LOCKED
            trouble = Trouble(surface.number, surface.channel_id, why, session=self.sessions)
            known = self._refused.get(surface.channel_id)
            keys = {surface.key} | (known.keys if known else set())
            self._refused[surface.channel_id] = _Refused(trouble, keys)

    def _hasten(self, number: int) -> None:
        for name in self._failing.get(number, ()):
            self._backoff.hasten((number, name), _SPACING)

    def _forget(self, key: tuple[int, str]) -> None:
        number, name = key
        self._backoff.forget(key)
        failing = self._failing.get(number, {})
        if name not in failing:
            return
        del failing[name]
        if not failing:
            del self._failing[number]
        for channel_id, refused in list(self._refused.items()):
            refused.keys.discard(key)
            if not refused.keys:
                del self._refused[channel_id]

    def _leave(self, number: int) -> None:
        self._last.pop(number, None)
        for name in list(self._failing.get(number, ())):
            self._forget((number, name))
        self._due.pop(number, None)
