"""`./cardinal sandbox`: play in a browser page on this machine; no token, no account."""

import argparse
import asyncio
import logging
import tempfile
from contextlib import suppress
from importlib.util import find_spec

from bot.errors import OperatorError
from bot.rules.escaping import shortened
from bot.settings import Settings, drop_secrets, load_settings

# The modules of SimCord's preview, less video.
_NEEDED = ("simcord", "aiohttp", "linkify_it", "markdown_it", "PIL", "regex")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where the page stands, where the tables are kept, whether a browser is opened."""
    parser.add_argument(
        "--port", type=_port, metavar="N", help="port of the page (default: 8900, or the next free one)"
    )
    parser.add_argument(
        "--database", metavar="URL", help="keep the tables there (default: they are gone at the end)"
    )
    parser.add_argument(
        "--open",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="open the page in a browser (default: if this is a desktop)",
    )


def main(arguments: argparse.Namespace) -> int:
    """Show the page until stopped; 1 when something must be corrected first."""
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise OperatorError(
            f"it needs packages that are not installed ({', '.join(missing)}); "
            "`make play` or `./cardinal sandbox` installs them"
        )
    settings = load_settings()
    drop_secrets()
    # The page is the place to look; only what goes wrong is logged, unless more was asked for.
    asked = "log_level" in settings.model_fields_set
    logging.basicConfig(level=settings.log_level if asked else logging.WARNING)
    if not asked:
        # It warns of missing voice packages, which nobody here wants.
        logging.getLogger("discord").setLevel(logging.ERROR)
    with tempfile.TemporaryDirectory(prefix="cardinal-", ignore_cleanup_errors=True) as folder:
        url = arguments.database or f"sqlite+aiosqlite:///{folder}/sandbox.db"
        # Settings for the real Discord do not hold here: its database and its servers are left alone.
        return _show(settings.model_copy(update={"database_url": url, "dev_guild": None}), arguments)


def _show(settings: Settings, arguments: argparse.Namespace) -> int:
    from bot.sandbox.server import claim_port
    from bot.sandbox.show import run

    try:
        sock = claim_port(arguments.port)
    except OSError as error:
        raise OperatorError(f"port {arguments.port} cannot be had: {error.strerror}") from None
    with sock, suppress(KeyboardInterrupt):
        asyncio.run(run(settings, sock, open_page=arguments.open))
    return 0


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) < 65536):
        raise argparse.ArgumentTypeError(f"{shortened(text)!r} is not a port")
    return int(text)
