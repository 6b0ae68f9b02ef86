"""`./cardinal work`: only do jobs, for bots that share the PostgreSQL database."""

import argparse

from bot.cli.serving import serve
from bot.loops import stop_requested
from bot.settings import Settings, SettingsError, load_settings
from bot.worker import work

NO_WORKERS = "CARDINAL_HOUSE_WORKERS is 0: set how many processes are to do jobs"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes none: everything is in the settings."""


def main(_: argparse.Namespace) -> int:
    """Run until stopped."""
    settings = load_settings()
    if not settings.house_workers:
        raise SettingsError(NO_WORKERS)
    return serve("work", settings, _until_stopped(settings))


async def _until_stopped(settings: Settings) -> None:
    await work(settings, stop_requested())
