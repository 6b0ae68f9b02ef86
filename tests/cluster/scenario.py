"""One run: two bot processes, people who press, a rolling restart, a kill, and what is true afterwards."""

import asyncio
import time
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from storage.connection.database import Database, open_database
from storage.tables.posts import SqlPostStore
from tests.cluster.processes import TREE, BotProcess
from tests.cluster.report import Line, Timeline, lines
from tests.fake_discord.checks import Findings, check, house_gaps, overdue
from tests.fake_discord.driver import Driver
from tests.fake_discord.gateway import Delivery
from tests.fake_discord.server import Behaviour, FakeDiscord
from tests.fake_discord.tables import Mix, Setting, lay_out, store_tables
from tests.fake_discord.world import Json

_SETTLING_SECONDS: Final = 120.0
_BACK_SECONDS: Final = 5.0
"""How long after a kill the process is started anew, as by systemd."""

_TOGETHER_SECONDS: Final = 5.0
"""How long after its start a process counts as there, so far as shares of clicks go."""

_AFTER_KILL_SECONDS: Final = 30.0


@dataclass(frozen=True, slots=True)
class Plan:
    """A run. `old` is the tree of earlier code in which the first process runs from beginning to end; then
    nothing is restarted or killed, tables are opened by typing, and the second process, of this tree, starts
    once they stand. `then` is how Discord delivers events in the second half."""

    seconds: float = 600.0
    rate: float = 50.0
    tables: int = 400
    behaviour: Behaviour = field(default_factory=Behaviour)
    mix: Mix = field(default_factory=Mix)
    rolling: bool = True
    kill: bool = True
    old: Path | None = None
    processes: int = 2
    then: Delivery | None = None
    settings: dict[str, str] = field(default_factory=dict)


@dataclass
class Outcome:
    """What came of it."""

    report: list[Line]
    findings: Findings
    times: Timeline
    driver: Driver
    discord: FakeDiscord

    @property
    def good(self) -> bool:
        return all(line.good is not False for line in self.report)


class Run:
    """One run over an empty database. `say` is told how far it is."""

    def __init__(
        self,
        plan: Plan,
        database_url: str,
        folder: Path,
        say: Callable[[str], None] = lambda _: None,
        capture: Callable[[str, str, Json], None] | None = None,
    ) -> None:
        self._plan = plan
        self._url = database_url
        self._folder = folder
        self._say = say
        self._discord = FakeDiscord(plan.behaviour, capture)
        self._setting: Setting = lay_out(self._discord.world, plan.tables, plan.mix)
        self._driver = Driver(self._discord, self._setting.places)
        self._times = Timeline()
        self._all: list[BotProcess] = []
        self._there: dict[str, tuple[BotProcess, float]] = {}

    async def run(self) -> Outcome:
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self._discord)
            stack.push_async_callback(self._kill_all)
            await self._begin()
            database = await open_database(self._url)
            stack.push_async_callback(database.close)
            await self._settle(database)
            self._say("playing")
            await self._play(database)
            self._times.settled_in = await self._settle(database)
            for process, _ in list(self._there.values()):
                await self._stop(process)
            self._say("checking")
            findings = await check(self._discord, self._url, self._driver.presses)
        for process in self._all:
            self._times.log_errors += [f"{process.name}: {line}" for line in process.troubles()]
            self._times.exits[process.name] = process.returncode
        killed = self._times.killed
        gaps = [] if killed is None else house_gaps(findings.snapshots, killed)
        behaviour, presses = self._plan.behaviour, self._driver.presses
        report = lines(
            presses,
            self._discord.records,
            findings,
            self._times,
            gaps,
            self._plan.rate,
            shared=behaviour.delivery is Delivery.ALL and self._plan.then is None,
        )
        return Outcome(report, findings, self._times, self._driver, self._discord)

    async def _begin(self) -> None:
        if self._plan.old is not None:
            await self._start("a", self._plan.old)
            self._say("opening tables")
            for place in self._setting.places:
                await self._driver.open_table(place)
            await self._start("b")
            return
        self._say("storing tables")
        await store_tables(self._url, self._setting, self._plan.mix)
        self._say("starting processes")
        for letter in "abcdefgh"[: self._plan.processes]:
            await self._start(letter)

    async def _play(self, database: Database) -> None:
        plan, times = self._plan, self._times
        times.began = time.time()
        watching = asyncio.create_task(self._watch(database))
        measuring = asyncio.create_task(self._measure())
        events = asyncio.create_task(self._events())
        try:
            await self._driver.play(plan.seconds, plan.rate)
            await self._driver.finish()
            times.ended = time.time()
            await events
        finally:
            for task in (watching, measuring, events):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
        self._note_together()

    async def _events(self) -> None:
        plan, times = self._plan, self._times
        if plan.old is not None:
            return
        third = plan.seconds / 3
        if plan.rolling:
            await asyncio.sleep(third)
            await self._restart_rolling()
        if plan.kill:
            await asyncio.sleep(max(0.0, times.began + 2 * third - time.time()))
            await self._kill_one()

    async def _restart_rolling(self) -> None:
        process, _ = self._there["a"]
        self._say(f"{process.name} is told to stop")
        self._note_together()
        begun = time.time()
        await self._stop(process)
        self._say(f"{process.name} has stopped after {time.time() - begun:.1f} s")
        await self._start("a")
        self._times.restart = (begun, time.time() + _TOGETHER_SECONDS)

    async def _kill_one(self) -> None:
        letter = max(self._there)
        process, _ = self._there[letter]
        self._note_together()
        self._times.killed = time.time()
        del self._there[letter]
        await process.kill()
        self._say(f"{process.name} is killed")
        await asyncio.sleep(_BACK_SECONDS)
        await self._start(letter)
        self._times.back = time.time()

    async def _start(self, letter: str, tree: Path = TREE) -> None:
        name = f"{letter}{sum(one.name[0] == letter for one in self._all) + 1}"
        process = BotProcess(
            self._discord, name, self._url, self._folder, tree=tree, settings=self._plan.settings
        )
        self._all.append(process)
        await process.start()
        await process.ready()
        self._there[letter] = (process, time.time() + _TOGETHER_SECONDS)
        self._say(f"{name} is ready after {time.time() - process.started_at:.1f} s")

    async def _stop(self, process: BotProcess) -> None:
        self._there.pop(process.name[0], None)
        await process.stop()

    def _note_together(self) -> None:
        # From when the later of them was there until now; before the load there is nothing to share.
        if len(self._there) >= 2:
            since = max(at for _, at in self._there.values())
            self._times.together.append((max(since, self._times.began), time.time()))

    async def _watch(self, database: Database) -> None:
        while True:
            late, killed = await overdue(database), self._times.killed
            if killed is None:
                self._times.late_before = max(self._times.late_before, late)
            elif time.time() < killed + _AFTER_KILL_SECONDS:
                self._times.late_after = max(self._times.late_after, late)
            await asyncio.sleep(1)

    async def _measure(self) -> None:
        # Whether what is measured here can be believed, and what the processes take.
        times, plan, loop = self._times, self._plan, asyncio.get_running_loop()
        while True:
            before = loop.time()
            await asyncio.sleep(0.05)
            times.lags.append(loop.time() - before - 0.05)
            for process in self._all:
                times.cpu[process.name] = process.cpu_seconds
            if plan.then is not None and time.time() > times.began + plan.seconds / 2:
                self._discord.gateway.delivery = plan.then

    async def _settle(self, database: Database) -> float | None:
        """Wait until every table shows what is stored; how long that took, None if it did not come."""
        began, quiet, owing = time.time(), 0, SqlPostStore(database)
        while time.time() - began < _SETTLING_SECONDS:
            calls = len(self._discord.records.calls)
            await asyncio.sleep(1)
            behind = await owing.behind()
            quiet = quiet + 1 if not behind and len(self._discord.records.calls) - calls < 3 else 0
            if quiet >= 3:
                return time.time() - began - quiet
        self._say(f"{len(await owing.behind())} tables are still behind")
        return None

    async def _kill_all(self) -> None:
        for process in self._all:
            await process.kill()
