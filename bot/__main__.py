"""`python -m bot COMMAND`: the command line."""

import argparse
import importlib
import os
import sys
from typing import Protocol, cast

# Loaded on demand, so that `replay` needs neither Discord nor a database.
_COMMANDS = {
    "run": "play on Discord (token from .env)",
    "sandbox": "try it in a browser page on this machine; no token, no account",
    "replay": "play a record through and print it",
    "solve": "what a hand is worth with all cards known",
    "match": "let house players play each other",
    "migrate": "bring the database up to date",
}


class Command(Protocol):
    """What a module of `bot.cli` offers."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the subcommand's arguments."""

    def main(self, arguments: argparse.Namespace) -> int:
        """Run it; the exit status."""


def main(argv: list[str] | None = None) -> int:
    """Run one subcommand and return its exit status."""
    argv = sys.argv[1:] if argv is None else argv
    parser = argparse.ArgumentParser(prog="python -m bot", description="Cardinal, a card table for Discord.")
    subcommands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, purpose in _COMMANDS.items():
        subparser = subcommands.add_parser(name, help=purpose, description=purpose)
        if argv[:1] == [name]:
            _load(name).add_arguments(subparser)
    arguments = parser.parse_args(argv)
    try:
        status = _load(arguments.command).main(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read has seen enough; keep Python from complaining as it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


def _load(name: str) -> Command:
    return cast(Command, importlib.import_module(f"bot.cli.{name}"))


if __name__ == "__main__":
    sys.exit(main())
