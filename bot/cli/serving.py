"""What `run` and `work` have in common: they log, and run until they are told to stop."""

import logging
from collections.abc import Coroutine
from typing import Any

from bot.errors import OperatorError
from bot.loops import run as run_loop
from bot.operations.logs import set_up_logging
from bot.settings import Settings, drop_secrets

log = logging.getLogger(__name__)


def serve(command: str, settings: Settings, work: Coroutine[Any, Any, None]) -> int:
    """Run `work` to its end; the exit status. Raises OperatorError where the log is text; in JSON it is the
    last line of the log."""
    drop_secrets()
    set_up_logging(settings, command=command)
    try:
        run_loop(_to_its_end(work))
    except OperatorError as error:
        if settings.log_format != "json":
            raise
        log.critical("%s", error)
        return error.status
    return 0


async def _to_its_end(work: Coroutine[Any, Any, None]) -> None:
    await work
    log.info("stopped")
