"""`./cardinal backup FILE`: write the store into a file, while the bot runs."""

import argparse

from bot.cli.console import named_file
from bot.cli.transferring import copy
from bot.settings import load_settings
from storage.backup.transfer import back_up


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the subcommand's arguments."""
    parser.add_argument("file", metavar="FILE", type=named_file, help="the file to make, a SQLite database")


def main(arguments: argparse.Namespace) -> int:
    """Back the database of the settings up."""
    url = load_settings().database_url
    copy("Backed up", lambda report: back_up(url, arguments.file, report))
    return 0
