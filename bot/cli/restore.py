"""`./cardinal restore FILE`: bring back what a backup holds."""

import argparse
import time

from bot.cli.console import FAILED, failed, named_file
from bot.cli.transferring import ProgressLines, carry, summary
from bot.settings import SettingsError, load_settings
from storage.transfer import restore


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the subcommand's arguments."""
    parser.add_argument("file", metavar="FILE", type=named_file, help="what `backup` has written")
    parser.add_argument(
        "--replace", action="store_true", help="delete all that is in the database of the settings first"
    )


def main(arguments: argparse.Namespace) -> int:
    """Restore it into the database of the settings; 0, or 1 where that cannot be done."""
    begun = time.monotonic()
    try:
        url = load_settings().database_url
    except SettingsError as error:
        return failed("restore", error)
    carried = carry("restore", restore(arguments.file, url, ProgressLines(), replace=arguments.replace))
    if carried is None:
        return FAILED
    print(f"Restored and compared: {summary(carried, time.monotonic() - begun)}.")
    return 0
