"""Starting over a store of ten thousand open tables: time and memory."""

import asyncio
import json
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from benchmarks.figures import Figure, needs
from benchmarks.tables import begun, move, tables_on

TABLES = 10_000
MOVES = 20
RUNS = 3


def measure(tables: int = TABLES, runs: int = RUNS) -> list[Figure]:
    """Fresh processes over an empty store and a full one, turn about; medians."""
    needs("simcord", "sandbox")
    with tempfile.TemporaryDirectory() as folder:
        empty, full = Path(folder) / "empty.db", Path(folder) / "full.db"
        asyncio.run(_fill(empty, 0))
        asyncio.run(_fill(full, tables))
        started = [(_start(empty), _start(full)) for _ in range(runs)]
    figures = []
    for name, label in (("ready", "process start to ready"), ("peak", "peak memory"), ("now", "memory")):
        unit = "s" if name == "ready" else "MiB"
        for index, held in enumerate(("no tables", f"{tables:,} tables")):
            median = statistics.median(run[index][name] for run in started)
            figures.append(Figure(f"{label}, {held}", round(median, 2), unit))
    loaded = int(max(run[1]["loaded"] for run in started))
    touch = statistics.median(run[1]["touch"] for run in started)
    wanted = "0: state is loaded when touched"
    figures.append(Figure("tables loaded at the start", loaded, "", wanted, loaded == 0))
    figures.append(Figure("first touch of a table", round(touch * 1000, 2), "ms"))
    return figures


def _start(path: Path) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.start_once", str(path), repr(time.time())]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    measured: dict[str, float] = json.loads(run.stdout.splitlines()[-1])
    return measured


async def _fill(path: Path, number: int) -> None:
    # One table is played for real; the others are its rows again under numbers of their own.
    async with tables_on(path, 1) as tables:
        if not number:
            return
        snapshot, rng = await begun(tables, 0), random.Random(1)
        for _ in range(MOVES):
            snapshot = await move(tables, snapshot, rng)
    with closing(sqlite3.connect(path)) as connection, connection:
        # Nothing is owed: every post stands, every message and panel is up to date, no clock runs out.
        far = time.time() + 1e6
        connection.execute("UPDATE tables SET deadline = ?", (far,))
        connection.execute("UPDATE posts SET message_id = 1")
        connection.execute("DELETE FROM unsettled_tables")
        connection.execute(
            "INSERT INTO table_messages (table_id, channel_id, message_id, posted_at, version, deal) "
            "SELECT id, channel_id, 1, ?, version, deals FROM tables",
            (far,),
        )
        connection.execute(
            "INSERT INTO hand_panels (table_id, user_id, channel_id, message_id, deal, version, state) "
            "SELECT table_id, user_id, 1, 1, deals, version, 'hand' FROM seated JOIN tables ON id = table_id"
        )
        for table, key in (
            ("tables", "id"),
            ("seated", "table_id"),
            ("moves", "table_id"),
            ("posts", "table_id"),
            ("table_messages", "table_id"),
            ("hand_panels", "table_id"),
        ):
            names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            copied = ", ".join("n.i" if name == key else name for name in names)
            connection.execute(
                "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ?) "
                f"INSERT INTO {table} ({', '.join(names)}) SELECT {copied} FROM n, {table} WHERE {key} = 1 "
                "AND n.i <= ?",
                (number, number),
            )
