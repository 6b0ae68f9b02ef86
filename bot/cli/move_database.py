"""`./cardinal move-database FROM TO`: copy the store into another database."""

import argparse

from bot.cli.transferring import copy
from bot.errors import OperatorError
from storage.backup.transfer import move
from storage.connection.engines import connect
from storage.connection.urls import DatabaseError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the subcommand's arguments."""
    parser.add_argument(
        "source", metavar="FROM", help="URL of the database, which nobody may be using; it stays as it is"
    )
    parser.add_argument("target", metavar="TO", help="URL of an empty one")
    parser.add_argument("--replace", action="store_true", help="delete what is in TO")


def main(arguments: argparse.Namespace) -> int:
    """Move the store."""
    source, target, replace = arguments.source, arguments.target, arguments.replace
    for name, url in (("FROM", source), ("TO", target)):
        try:
            connect(url)
        except DatabaseError as error:
            raise OperatorError(f"{name}: {error}") from None
    copy("Copied", lambda report: move(source, target, report, replace=replace))
    print("Set CARDINAL_DATABASE_URL to the new database and start Cardinal; the old one is a copy now.")
    return 0
