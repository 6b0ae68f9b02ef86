"""`./cardinal COMMAND`: the command line."""

import argparse
import gc
import importlib
import sys
from typing import Protocol, cast

from bot import __version__
from bot.cli.console import FAILED, Parser, drop_output, failed, open_streams
from bot.errors import OperatorError

# Loaded on demand, so that `replay` needs neither Discord nor a database.
_COMMANDS = {
    "run": "run the bot on Discord (token from .env)",
    "work": "run only queued jobs, for bots that share a PostgreSQL database",
    "sandbox": "try the bot in a local browser page; no token, no account",
    "replay": "replay a record and print it",
    "solve": "compute what a hand is worth with all cards open",
    "match": "let house players play each other",
    "migrate": "bring the database up to date",
    "sync-commands": "register the slash commands with Discord again",
    "doctor": "check that the bot has everything it needs",
    "move-database": "copy the whole database into another one",
    "backup": "back up the database to a file while the bot runs",
    "restore": "restore a database from a backup",
    "person": "export or erase what is stored of a person",
}

_INTERRUPTED = 130


class Command(Protocol):
    """What a module of `bot.cli` offers."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the subcommand's arguments."""

    def main(self, arguments: argparse.Namespace) -> int:
        """Run it; the exit status. Raises OperatorError."""


def main(argv: list[str] | None = None) -> int:
    """Run one subcommand and return its exit status."""
    if "stdout" in open_streams():
        return failed("bot", "standard output is closed")
    if argv is None:
        # Child processes inherit these arguments, which may hold a database password.
        argv, sys.argv = sys.argv[1:], sys.argv[:1]
    arguments = _parse(argv)
    try:
        status = _load(arguments.command).main(arguments)
        sys.stdout.flush()
    except OperatorError as error:
        failed(arguments.command, error)
        return error.status
    except BrokenPipeError:
        # The reader closed the pipe, as `head` does.
        drop_output()
        return FAILED
    except OSError as error:
        drop_output()
        return failed(arguments.command, error.strerror or error)
    except MemoryError:
        return failed(arguments.command, "there is not enough memory")
    except KeyboardInterrupt:
        return _INTERRUPTED
    return status


def _parse(argv: list[str]) -> argparse.Namespace:
    parser = Parser(prog="./cardinal", description="Cardinal, a card table for Discord.")
    parser.add_argument("--version", action="version", version=f"Cardinal {__version__}")
    subcommands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, purpose in _COMMANDS.items():
        subparser = subcommands.add_parser(name, help=purpose, description=purpose)
        if argv[:1] == [name]:
            _load(name).add_arguments(subparser)
    return parser.parse_args(argv)


def _load(name: str) -> Command:
    # What is loaded here stays. Searching it for garbage would take a sixth of the start, and most of each
    # full collection afterwards.
    gc.disable()
    try:
        return cast(Command, importlib.import_module(f"bot.cli.{name.replace('-', '_')}"))
    finally:
        gc.freeze()
        gc.enable()


if __name__ == "__main__":
    sys.exit(main())
