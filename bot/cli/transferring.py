"""What `backup`, `restore` and `move-database` have in common."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from storage.backup.transfer import Copied, Report

_DIGITS = 16


def copy(done: str, work: Callable[[Report], Coroutine[Any, Any, Copied]]) -> None:
    """Do the work and print its progress and a summary that begins with `done`. Raises DatabaseError."""
    begun = time.monotonic()
    copied = asyncio.run(work(partial(print, flush=True)))
    rows, moves, seconds = sum(copied.rows.values()), copied.rows["moves"], time.monotonic() - begun
    print(
        f"{done} and compared: {rows:,} rows in {seconds:.0f} s; {copied.rows['tables']:,} tables, "
        f"{moves:,} moves (SHA-256 {copied.sha256['moves'][:_DIGITS]}…), "
        f"{copied.rows['archived_logs']:,} archived logs."
    )
