"""`./cardinal backup FILE`: write the store into a file, while the bot runs."""

import argparse
import sys
from pathlib import Path

from bot.cli.console import named_file
from bot.cli.transferring import copy
from bot.settings import load_settings
from storage.backup.transfer import Copied, Report, back_up
from storage.cluster.health import note_backup
from storage.connection.urls import DatabaseError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the subcommand's arguments."""
    parser.add_argument("file", metavar="FILE", type=named_file, help="the file to make, a SQLite database")


def main(arguments: argparse.Namespace) -> int:
    """Back up the database of the settings."""
    url = load_settings().database_url
    copy("Backed up", lambda report: _back_up(url, arguments.file, report))
    return 0


async def _back_up(url: str, path: Path, report: Report) -> Copied:
    copied = await back_up(url, path, report)
    try:
        await note_backup(url)
    except DatabaseError as error:
        print(f"the backup is good, but the metrics will not know of it: {error}", file=sys.stderr)
    return copied
