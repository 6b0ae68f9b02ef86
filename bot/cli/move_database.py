"""`./cardinal move-database FROM TO`: carry the store over into another database."""

import argparse
import time

from bot.cli.console import FAILED, failed
from bot.cli.transferring import ProgressLines, carry, summary
from storage.engines import DatabaseError, connect
from storage.transfer import move


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the subcommand's arguments."""
    parser.add_argument(
        "source", metavar="FROM", help="URL of the database, which nobody may be using; it stays as it is"
    )
    parser.add_argument(
        "target", metavar="TO", help="URL of an empty one, or of one that was begun with: it goes on there"
    )
    parser.add_argument("--replace", action="store_true", help="delete all that is in TO first")


def main(arguments: argparse.Namespace) -> int:
    """Move the store; 0, or 1 where that cannot be done."""
    begun = time.monotonic()
    for name, url in (("FROM", arguments.source), ("TO", arguments.target)):
        try:
            connect(url)
        except DatabaseError as error:
            return failed("move-database", f"{name}: {error}")
    work = move(arguments.source, arguments.target, ProgressLines(), replace=arguments.replace)
    carried = carry("move-database", work)
    if carried is None:
        return FAILED
    print(f"Carried over and compared: {summary(carried, time.monotonic() - begun)}.")
    print("Set CARDINAL_DATABASE_URL to the new database and start Cardinal; the old one is a copy now.")
    return 0
