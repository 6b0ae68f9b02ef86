"""Presses against one bot process over HTTP, with pictures on: processor time, and what people wait for.

`python -m benchmarks.clicks --rate 10 --tree FOLDER` measures one rate, or other code.
"""

import argparse
import asyncio
import os
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.figures import Figure, percentile
from storage.connection.database import migrate
from tests.cluster.processes import TREE, BotProcess
from tests.fake_discord.driver import Driver, Kind, Press, private_answer
from tests.fake_discord.server import FakeDiscord
from tests.fake_discord.tables import Mix, lay_out, store_tables

TABLES: Final = 100
SECONDS: Final = 30.0
FRESH_RATE: Final = 4.0
"""Presses a second at which none waits for another."""

PROCESSOR_MS: Final = 45.0
READY_SECONDS: Final = 1.0  # of processor
MEGABYTES: Final = 200.0
WAITS_MS: Final[dict[float, tuple[float | None, float | None]]] = {
    10: (60, 300),
    25: (None, 1000),
    50: (None, None),
}
"""What the median and the 99th percentile of the waiting may be, by presses a second."""

_QUIET_SECONDS: Final = 1.5
_LONGEST_SECONDS: Final = 60.0
_POLL_SECONDS: Final = 0.004


@dataclass(frozen=True, slots=True)
class Run:
    """One rate: milliseconds from each press until it was acknowledged and until its panel showed the
    answer, milliseconds of processor time a press, seconds of it until the bot was ready, kilobytes of
    pictures uploaded a press, calls by route."""

    presses: int
    unanswered: int
    acknowledged: Sequence[float]
    shown: Sequence[float]
    processor: float
    ready: float
    megabytes: float
    uploaded: float
    calls: Counter[str]
    errors: Sequence[str]


def measure() -> list[Figure]:
    """Processor time of a press that waits for no other, then what people wait for at each rate."""
    fresh = asyncio.run(run(FRESH_RATE))
    load = f"load {os.getloadavg()[0]:.1f}"
    figures = [
        Figure.at_most("processor a fresh press", fresh.processor, f"ms ({load})", PROCESSOR_MS),
        Figure("calls a fresh press", sum(fresh.calls.values()) / max(1, fresh.presses)),
        Figure("uploaded a fresh press", fresh.uploaded, "KB"),
        Figure.at_most("processor until ready", fresh.ready, "s", READY_SECONDS),
        Figure.at_most("memory", fresh.megabytes, "MB", MEGABYTES),
    ]
    for rate, (half, most) in WAITS_MS.items():
        one = asyncio.run(run(rate))
        name = f"{rate:g} a second"
        figures += [
            Figure.at_most(f"{name}: shown, p50", percentile(one.shown, 0.5), "ms", half),
            Figure.at_most(f"{name}: shown, p99", percentile(one.shown, 0.99), "ms", most),
            Figure(f"{name}: acknowledged, p99", percentile(one.acknowledged, 0.99), "ms"),
            Figure(f"{name}: processor a press", one.processor, "ms"),
            Figure.at_most(f"{name}: unanswered", one.unanswered, "", 0),
        ]
    return figures


async def run(rate: float, seconds: float = SECONDS, tree: Path = TREE, pictures: bool = True) -> Run:
    """So many presses a second at `TABLES` tables of one, one, two and four people with the house.

    Everybody opens their panel before anything is measured.
    """
    folder = Path(tempfile.mkdtemp(prefix="cardinal-clicks-"))
    url = f"sqlite+aiosqlite:///{folder / 'cardinal.db'}"
    mix = Mix(sleepers=0)
    async with AsyncExitStack() as stack:
        discord = await stack.enter_async_context(FakeDiscord())
        setting = lay_out(discord.world, TABLES, mix)
        await migrate(url)
        await store_tables(url, setting, mix)
        settings = {
            "CARDINAL_PICTURES": str(pictures).lower(),
            "CARDINAL_HOUSE_WORKERS": "2",
            "CARDINAL_ANALYSE": "true",
        }
        process = BotProcess(discord, "a1", url, folder, tree=tree, settings=settings)
        stack.push_async_callback(process.kill)
        await process.start()
        await process.ready()
        ready = process.cpu_seconds
        await quiet(discord)
        driver = Driver(discord, setting.places)
        await driver.play(TABLES / 10, 10)
        await driver.finish()
        await quiet(discord)
        pressed, called = len(driver.presses), len(discord.records.calls)
        spent = process.cpu_seconds
        shown: dict[Press, float] = {}
        watching = asyncio.create_task(_watch(discord, driver, pressed, shown))
        await driver.play(seconds, rate)
        await driver.finish()
        await quiet(discord)
        watching.cancel()
        presses, calls = driver.presses[pressed:], discord.records.calls[called:]
        waits = [one for press in presses if (one := press.interaction.seconds) is not None]
        return Run(
            len(presses),
            sum(press not in shown for press in presses),
            [1000 * one for one in waits],
            [1000 * one for one in shown.values()],
            1000 * (process.cpu_seconds - spent) / max(1, len(presses)),
            ready,
            _megabytes(process.pid),
            sum(call.uploaded for call in calls) / 1000 / max(1, len(presses)),
            Counter(f"{call.method} {call.route}" for call in calls),
            process.troubles(),
        )


async def quiet(discord: FakeDiscord) -> None:
    """Wait until the bot has made no call for a while."""
    seen = -1
    for _ in range(int(_LONGEST_SECONDS / _QUIET_SECONDS)):
        if seen == (seen := len(discord.records.calls)):
            return
        await asyncio.sleep(_QUIET_SECONDS)


async def _watch(discord: FakeDiscord, driver: Driver, begin: int, shown: dict[Press, float]) -> None:
    """Note how long each press from that one on waited, in seconds, until its panel changed."""
    waiting: list[Press] = []
    while True:
        waiting += driver.presses[begin:]
        begin = len(driver.presses)
        now = time.time()
        for press in waiting:
            if _is_shown(discord, press):
                shown[press] = now - press.interaction.at
        waiting = [press for press in waiting if press not in shown]
        await asyncio.sleep(_POLL_SECONDS)


def _is_shown(discord: FakeDiscord, press: Press) -> bool:
    if press.kind is Kind.HAND:
        panel = private_answer(discord, press.interaction)
        return panel is not None and bool(panel.components)
    message = press.message
    return message.deleted or (message.edited_at or 0.0) > press.interaction.at


def _megabytes(pid: int) -> float:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def main() -> None:
    """Measure one rate of other code than this."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.clicks", description=__doc__)
    parser.add_argument("--rate", type=float, default=FRESH_RATE, help=f"presses a second ({FRESH_RATE:g})")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"how long ({SECONDS:g})")
    parser.add_argument("--tree", type=Path, default=TREE, help="the code to run the bot of")
    parser.add_argument("--no-pictures", action="store_true", help="with pictures off")
    given = parser.parse_args()
    one = asyncio.run(run(given.rate, given.seconds, given.tree, not given.no_pictures))
    halves = [
        f"{name} p50 {percentile(waits, 0.5):.0f}, p99 {percentile(waits, 0.99):.0f} ms"
        for name, waits in (("shown", one.shown), ("acknowledged", one.acknowledged))
    ]
    print(f"{one.presses} presses, {one.unanswered} unanswered; {'; '.join(halves)}")
    print(
        f"{one.processor:.1f} ms of processor a press, {one.ready:.2f} s until ready, "
        f"{one.megabytes:.0f} MB, {one.uploaded:.0f} KB uploaded a press, load {os.getloadavg()[0]:.1f}"
    )
    print(", ".join(f"{route}: {count}" for route, count in one.calls.most_common()))
    print("\n".join(one.errors))


if __name__ == "__main__":
    main()
