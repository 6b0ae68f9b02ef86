"""Starting over a store of ten thousand open tables: time and memory."""

import asyncio
import json
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from bot.bench.figures import Figure

TABLES = 10_000
MOVES = 20


def measure(tables: int = TABLES) -> list[Figure]:
    """A fresh process over an empty store, and over a full one."""
    with tempfile.TemporaryDirectory() as folder:
        empty, full = Path(folder) / "empty.db", Path(folder) / "full.db"
        asyncio.run(_fill(full, tables))
        runs = {name: _start(path) for name, path in (("no tables", empty), (f"{tables:,} tables", full))}
    figures = [
        Figure(
            f"{name}: process start to ready, memory", f"{run['seconds']:.2f} s, {run['megabytes']:.0f} MiB"
        )
        for name, run in runs.items()
    ]
    last = runs[f"{tables:,} tables"]
    figures.append(
        Figure("tables loaded at start", str(last["loaded"]), "0: loaded when touched", last["loaded"] == 0)
    )
    figures.append(Figure("first touch of a table", f"{last['touch'] * 1000:.1f} ms"))
    return figures


async def _fill(path: Path, number: int) -> None:
    # One table is played for real; the others are copies of it under numbers of their own.
    import random

    from bot.bench.moves import _Clock, _move, _Nobody, _seated
    from bot.client import HouseRoom
    from bot.tables.chance import SystemDealer
    from bot.tables.floor import Floor
    from bot.tables.model import Change, Placard
    from bot.tables.service import Tables
    from storage.database import open_database
    from storage.people import SqlPeopleStore
    from storage.posts import SqlPostStore
    from storage.tables import SqlTableStore

    database = await open_database(f"sqlite+aiosqlite:///{path}")
    try:
        store, posts = SqlTableStore(database), SqlPostStore(database)
        floor = Floor(store, _Clock(), SystemDealer(), _Nobody(), lambda who: who.name, 10)
        tables = Tables(floor, HouseRoom(), SqlPeopleStore(database), pause=0)
        live = await _seated(tables, 0)
        for _ in range(MOVES):
            live, _ = await _move(tables, live, random.Random(1))
        await tables.lobby.close(live.table.id, live.table.host_id, False)
        for post in await posts.owed(live.table.id):
            await posts.delivered(post, 1)
        far = floor.clock.now() + 1e6
        model = replace(live.table, deadline=far)

        async def copy() -> None:
            made = await store.create(replace(model, version=1))
            row = replace(model, id=made.id, version=2)
            await store.commit(Change(row, 1, live.log))
            await posts.save_placard(Placard(made.id, 1, made.id, far, 2, row.deals))

        for start in range(0, number, 500):
            await asyncio.gather(*(copy() for _ in range(min(500, number - start))))
    finally:
        await database.close()


_PROGRAM = """
import asyncio, json, resource, sys, time
started = float(sys.argv[2])
async def main():
    import simcord
    from bot.client import create_bot
    from bot.settings import Settings
    bot = create_bot(Settings(_env_file=None, database_url=f"sqlite+aiosqlite:///{sys.argv[1]}"))
    env = simcord.Env(bot)
    await env.start()
    seconds = time.time() - started
    kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    floor = bot.desk.tables.floor
    loaded = len(floor._cache)
    before = time.perf_counter()
    try:
        await floor.look(7)
    except ValueError:
        pass
    touch = time.perf_counter() - before
    print(json.dumps({"seconds": seconds, "megabytes": kib / 1024, "loaded": loaded, "touch": touch}))
    await bot.close()
    await env.shutdown()
asyncio.run(main())
"""


def _start(path: Path) -> dict[str, float]:
    import time

    command = [sys.executable, "-c", _PROGRAM, str(path), str(time.time())]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    measured: dict[str, float] = json.loads(run.stdout.splitlines()[-1])
    return measured
