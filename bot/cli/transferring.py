"""What the commands that carry a store over tell people."""

import asyncio
import time
from collections.abc import Coroutine
from typing import Any

from bot.cli.console import failed
from bot.settings import SettingsError
from storage.database import DatabaseError
from storage.transfer import Carried, Progress

_LINE_SECONDS = 5.0
_DIGITS = 16


class ProgressLines:
    """Prints a line for each table that is done, and every few seconds how far a large one has come."""

    def __init__(self) -> None:
        self._printed = time.monotonic()
        self._checking = False

    def __call__(self, progress: Progress) -> None:
        """Print it, if it is time for a line."""
        if progress.checking and not self._checking:
            self._checking = True
            print("Reading it all again, to compare:", flush=True)
        done = progress.rows >= progress.of
        if not done and time.monotonic() < self._printed + _LINE_SECONDS:
            return
        self._printed = time.monotonic()
        of = "" if done else f" of {progress.of:,}"
        print(f"  {progress.table}: {progress.rows:,}{of} rows", flush=True)


def carry(command: str, work: Coroutine[Any, Any, Carried]) -> Carried | None:
    """Do the work; None where the operator must correct something, who has been told."""
    try:
        return asyncio.run(work)
    except (SettingsError, DatabaseError) as error:
        failed(command, error)
        return None


def summary(carried: Carried, seconds: float) -> str:
    """One line of what was carried over."""
    rows = sum(carried.rows.values())
    moves = f"{carried.rows['moves']:,} moves (SHA-256 {carried.sha256['moves'][:_DIGITS]}…)"
    logs = f"{carried.rows['archived_logs']:,} archived logs"
    return f"{rows:,} rows in {seconds:.0f} s; {carried.rows['tables']:,} tables, {moves}, {logs}"
