"""`./cardinal restore FILE`: restore a database from a backup."""

import argparse

from bot.cli.console import named_file
from bot.cli.transferring import copy
from bot.settings import load_settings
from storage.backup.transfer import restore


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the subcommand's arguments."""
    parser.add_argument("file", metavar="FILE", type=named_file, help="what `backup` has written")
    parser.add_argument("--replace", action="store_true", help="delete what is in the database first")


def main(arguments: argparse.Namespace) -> int:
    """Restore it into the database of the settings."""
    url = load_settings().database_url
    path, replace = arguments.file, arguments.replace
    copy("Restored", lambda report: restore(path, url, report, replace=replace))
    return 0
