"""`./cardinal work`: only do jobs, for bots that share the PostgreSQL database."""

import argparse
import logging

from bot.loops import run, stop_requested
from bot.operations.logs import set_up_logging
from bot.settings import Settings, SettingsError, drop_secrets, load_settings
from bot.worker import work

log = logging.getLogger(__name__)

NO_WORKERS = "CARDINAL_HOUSE_WORKERS is 0: set how many processes are to do jobs"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It takes none: everything is in the settings."""


def main(_: argparse.Namespace) -> int:
    """Run until stopped."""
    settings = load_settings()
    if not settings.house_workers:
        raise SettingsError(NO_WORKERS)
    drop_secrets()
    set_up_logging(settings)
    run(_until_stopped(settings))
    return 0


async def _until_stopped(settings: Settings) -> None:
    await work(settings, stop_requested())
    log.info("stopped")
