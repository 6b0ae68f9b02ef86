"""`./cardinal migrate`: bring the database up to date without starting the bot."""

import argparse
import asyncio

from bot.settings import load_settings
from storage.connection.database import migrate


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the subcommand's arguments: none, the database is a setting."""


def main(_: argparse.Namespace) -> int:
    """Migrate the database of the settings."""
    revision = asyncio.run(migrate(load_settings().database_url))
    print(f"The database is at revision {revision}.")
    return 0
