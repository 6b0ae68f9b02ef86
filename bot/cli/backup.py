"""`./cardinal backup FILE`: write all that is stored into a file, while the bot runs."""

import argparse
import time

from bot.cli.console import FAILED, failed, named_file
from bot.cli.transferring import ProgressLines, carry, summary
from bot.settings import SettingsError, load_settings
from storage.transfer import back_up


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the subcommand's arguments."""
    parser.add_argument("file", metavar="FILE", type=named_file, help="the file to make, a SQLite database")


def main(arguments: argparse.Namespace) -> int:
    """Back the database of the settings up; 0, or 1 where that cannot be done."""
    begun = time.monotonic()
    try:
        url = load_settings().database_url
    except SettingsError as error:
        return failed("backup", error)
    carried = carry("backup", back_up(url, arguments.file, ProgressLines()))
    if carried is None:
        return FAILED
    print(f"Backed up and compared: {summary(carried, time.monotonic() - begun)}.")
    return 0
