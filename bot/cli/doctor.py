"""`./cardinal doctor`: check that the bot has everything it needs."""

import argparse
import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Iterable
from typing import Final

from bot.cli.console import FAILED
from bot.operations.discord_checks import check_clock, check_discord
from bot.operations.findings import Finding, Grade, error
from bot.operations.machine_checks import check_database, check_settings, check_version, check_workers
from bot.rest import use_api
from bot.rules.escaping import escaped, shortened
from bot.settings import Settings, drop_secrets, load_settings

PATIENCE: Final = 60.0  # seconds that Discord or the database may take

_LONGEST_ID: Final = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which channel to look at."""
    parser.add_argument(
        "--channel", type=_id, metavar="ID", help="look at the bot's permissions in that channel as well"
    )


def main(arguments: argparse.Namespace) -> int:
    """Print a line for everything that was looked at; 1 if anything is an error."""
    settings = load_settings()
    drop_secrets()
    use_api(settings.discord_api)
    # What is wrong is found, and told in a line.
    logging.disable(logging.ERROR)
    try:
        return asyncio.run(_look_at_all(settings, arguments.channel))
    finally:
        logging.disable(logging.NOTSET)


async def _look_at_all(settings: Settings, channel_id: int | None) -> int:
    status = 0
    async for finding in _findings(settings, channel_id):
        print(f"{finding.grade.value:<8} {finding.what:<12} {finding.said}", flush=True)
        if finding.grade is Grade.ERROR:
            status = FAILED
    return status


async def _findings(settings: Settings, channel_id: int | None) -> AsyncIterator[Finding]:
    yield check_version()
    for finding in check_settings(settings):
        yield finding
    for what, looking in (
        ("database", check_database(settings)),
        ("discord", check_clock()),
        ("discord", check_discord(settings, channel_id)),
    ):
        for finding in await _in_time(what, looking):
            yield finding
    for finding in await check_workers(settings):
        yield finding


async def _in_time(what: str, looking: Awaitable[Iterable[Finding]]) -> Iterable[Finding]:
    try:
        async with asyncio.timeout(PATIENCE):
            return await looking
    except TimeoutError:
        return [error(what, f"no answer within {PATIENCE:g} seconds")]


def _id(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_ID):
        raise argparse.ArgumentTypeError(f"{shortened(escaped(text))!r} is not the id of a channel")
    return int(text)
