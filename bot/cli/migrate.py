"""`./cardinal migrate`: bring the database up to date without starting the bot."""

import argparse
import asyncio

from bot.cli.console import failed
from bot.settings import SettingsError, load_settings
from storage.database import DatabaseError, migrate


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the subcommand's arguments: none, the database is a setting."""


def main(_: argparse.Namespace) -> int:
    """Migrate the database of the settings; 0, or 1 where that cannot be done."""
    try:
        revision = asyncio.run(migrate(load_settings().database_url))
    except (SettingsError, DatabaseError) as error:
        return failed("migrate", error)
    print(f"The database is at revision {revision}.")
    return 0
