"""What `backup`, `restore` and `move-database` have in common."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

from storage.transfer import Copied, Progress, Report

_LINE_SECONDS = 5.0
_DIGITS = 16


def copy(done: str, work: Callable[[Report], Coroutine[Any, Any, Copied]]) -> None:
    """Do the work and print its progress and a summary that begins with `done`. Raises DatabaseError."""
    begun = time.monotonic()
    copied = asyncio.run(work(_ProgressLines()))
    rows, moves, seconds = sum(copied.rows.values()), copied.rows["moves"], time.monotonic() - begun
    print(
        f"{done} and compared: {rows:,} rows in {seconds:.0f} s; {copied.rows['tables']:,} tables, "
        f"{moves:,} moves (SHA-256 {copied.sha256['moves'][:_DIGITS]}…), "
        f"{copied.rows['archived_logs']:,} archived logs."
    )


class _ProgressLines:
    """Prints a line for each table that is done, and every few seconds how far a large one has come."""

    def __init__(self) -> None:
        self._printed = time.monotonic()
        self._checking = False

    def __call__(self, progress: Progress) -> None:
        if progress.checking and not self._checking:
            self._checking = True
            print("Reading it all again, to compare:", flush=True)
        done = progress.rows >= progress.of
        if not done and time.monotonic() < self._printed + _LINE_SECONDS:
            return
        self._printed = time.monotonic()
        of = "" if done else f" of {progress.of:,}"
        print(f"  {progress.table}: {progress.rows:,}{of} rows", flush=True)
