"""What all commands share: one line for what is wrong, and standard streams that may be closed or full."""

import argparse
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final, NoReturn

from bot.rules.escaping import escaped, shortened

FAILED: Final = 1  # the exit status of a command that the operator must correct something for

_LONGEST_LINE = 400


class Parser(argparse.ArgumentParser):
    """Refuses arguments in one line, without the usage."""

    def error(self, message: str) -> NoReturn:
        """Print the line and leave with status 2."""
        failed(self.prog, f"{message}; --help says how it is used")
        raise SystemExit(2)


def named_file(text: str) -> Path:
    """A file named in an argument. `./cardinal` runs in its own folder and was called in another, perhaps."""
    return Path(os.environ.get("CALLER_DIRECTORY", "")) / text


def failed(command: str, message: object) -> int:
    """Print `command: message` as one line on standard error; the exit status."""
    # If nobody can be told, the status still says it.
    with suppress(OSError):
        print(shortened(escaped(f"{command}: {message}"), _LONGEST_LINE), file=sys.stderr)
    return FAILED


def open_streams() -> list[str]:
    """Put the null device behind every standard stream that is closed; the names of those that were.

    Otherwise the next file that is opened would take its place, and be written to in error.
    """
    closed = []
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            closed.append(name)
            with suppress(OSError):
                os.fstat(number)
                continue
            os.open(os.devnull, os.O_RDONLY if name == "stdin" else os.O_WRONLY)
    if "stderr" in closed:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - as long as the process lasts
    return closed


def drop_output() -> None:
    """Let nothing more be written to standard output, which cannot be."""
    # Python writes what is left at exit, and would complain.
    with suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
