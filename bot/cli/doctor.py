"""`./cardinal doctor`: check that the bot has what it needs and, with `--play`, that Discord takes it."""

import argparse
import asyncio
import logging
import signal
from collections.abc import AsyncIterator, Awaitable, Iterable
from typing import Final

from bot.cli.console import FAILED
from bot.errors import OperatorError
from bot.operations.discord_checks import check_clock, check_discord
from bot.operations.findings import Finding, Grade, error
from bot.operations.machine_checks import check_database, check_settings, check_version, check_workers
from bot.rest import use_api
from bot.rules.escaping import escaped, shortened
from bot.settings import Settings, drop_secrets, load_settings

PATIENCE: Final = 60.0  # seconds that Discord or the database may take

PRESS_SECONDS: Final = 120.0  # how long `--press` waits for each press

_LONGEST_ID: Final = 20
_LONGEST_PRESS: Final = 600.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare which channel to look at, or to play in."""
    parser.add_argument(
        "--channel", type=_id, metavar="ID", help="look at the bot's permissions in that channel as well"
    )
    parser.add_argument(
        "--play",
        type=_id,
        metavar="CHANNEL",
        help="play one hand in that channel, say what Discord answers to each call, and remove it again",
    )
    parser.add_argument(
        "--press",
        type=_seconds,
        nargs="?",
        const=PRESS_SECONDS,
        default=0.0,
        metavar="SECONDS",
        help="with --play, wait so long for you to press buttons; stop the bot first "
        f"(default: {PRESS_SECONDS:.0f})",
    )


def main(arguments: argparse.Namespace) -> int:
    """Print a line for each finding; 1 if any is an error."""
    if arguments.press and arguments.play is None:
        raise OperatorError("--press goes with --play CHANNEL")
    settings = load_settings()
    drop_secrets()
    use_api(settings.discord_api)
    # What is wrong is found, and told in a line.
    logging.disable(logging.ERROR)
    told = _Told()
    try:
        if arguments.play is None:
            asyncio.run(_look_at_all(settings, arguments.channel, told))
        else:
            asyncio.run(_play(settings, arguments.play, arguments.press, told))
    finally:
        logging.disable(logging.NOTSET)
    return told.status


class _Told:
    """Prints findings, a line each."""

    status = 0

    def __call__(self, finding: Finding) -> None:
        print(f"{finding.grade.value:<8} {finding.what:<12} {finding.said}", flush=True)
        if finding.grade is Grade.ERROR:
            self.status = FAILED


async def _look_at_all(settings: Settings, channel_id: int | None, told: _Told) -> None:
    async for finding in _findings(settings, channel_id):
        told(finding)


async def _play(settings: Settings, channel_id: int, press_seconds: float, told: _Told) -> None:
    for finding in await _in_time("discord", check_discord(settings, channel_id)):
        told(finding)
    if told.status or settings.token is None:
        print("Nothing was posted.")
        return
    # It brings the whole bot, which the other checks do without.
    from bot.trial.trial import Trial

    # A trial that is stopped removes what it has posted, as after Ctrl-C.
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, signal.raise_signal, signal.SIGINT)
    token = settings.token.get_secret_value()
    await Trial(settings, token, channel_id, press_seconds, told).run()


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


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= _LONGEST_PRESS:
        raise argparse.ArgumentTypeError(
            f"{shortened(escaped(text))!r} is not a number of seconds up to {_LONGEST_PRESS:.0f}"
        )
    return seconds


def _id(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_ID):
        raise argparse.ArgumentTypeError(f"{shortened(escaped(text))!r} is not the id of a channel")
    return int(text)
