"""`./cardinal restore FILE`: bring back what a backup holds."""

import argparse

from bot.cli.console import failed, named_file
from bot.cli.transferring import copy
from bot.settings import SettingsError, load_settings
from storage.transfer import restore


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the subcommand's arguments."""
    parser.add_argument("file", metavar="FILE", type=named_file, help="what `backup` has written")
    parser.add_argument("--replace", action="store_true", help="delete what is in the database first")


def main(arguments: argparse.Namespace) -> int:
    """Restore it into the database of the settings; 0, or 1 where that cannot be done."""
    try:
        url = load_settings().database_url
    except SettingsError as error:
        return failed("restore", error)
    path, replace = arguments.file, arguments.replace
    return copy("restore", "Restored", lambda report: restore(path, url, report, replace=replace))
