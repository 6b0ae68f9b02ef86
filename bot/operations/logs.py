"""The format of log lines: text or JSON, each with the id of the click it belongs to."""

import logging
import sys
from typing import Any, Final, TextIO

from pythonjsonlogger.core import LogData
from pythonjsonlogger.json import JsonFormatter

from bot import metrics, tracing
from bot.operations.redaction import Redaction, redaction_for
from bot.settings import Settings

OURS: Final = ("bot", "cogs", "storage")
"""The loggers that may log below INFO. At DEBUG discord.py logs whole events, with interaction tokens and
private messages, and aiosqlite whole statements, with packs and salts."""

_TEXT: Final = "[{asctime}] [{levelname:<8}] {name}: {message}"
_TIME: Final = "%Y-%m-%d %H:%M:%S"


def set_up_logging(settings: Settings, stream: TextIO | None = None) -> logging.Handler:
    """Log to standard error, or to `stream`, as the settings say. Returns the handler."""
    level = logging.getLevelNamesMapping()[settings.log_level]
    redaction = redaction_for(settings)
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_Json(redaction) if settings.log_format == "json" else _Text(redaction))
    handler.addFilter(_note)
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(max(level, logging.INFO))
    for name in OURS:
        logging.getLogger(name).setLevel(level)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    return handler


def _note(record: logging.LogRecord) -> bool:
    # The click belongs to the task that logs.
    record.click = tracing.click()
    if record.levelno >= logging.WARNING:
        metrics.LOGGED.labels(record.levelname.lower(), record.name.partition(".")[0]).inc()
    return True


class _Text(logging.Formatter):
    def __init__(self, redaction: Redaction) -> None:
        super().__init__(_TEXT, _TIME, style="{")
        self._redaction = redaction

    def formatMessage(self, record: logging.LogRecord) -> str:
        if click := getattr(record, "click", ""):
            record.message = f"click={click} {record.message}"
        return super().formatMessage(record)

    def format(self, record: logging.LogRecord) -> str:
        return self._redaction(super().format(record))


class _Json(JsonFormatter):
    def __init__(self, redaction: Redaction) -> None:
        super().__init__(
            ["levelname", "name", "message", "click"],
            rename_fields={"levelname": "level", "name": "logger", "exc_info": "exception"},
            timestamp="time",
            json_ensure_ascii=False,
        )
        self._redaction = redaction

    def process_log_record(self, log_data: LogData) -> LogData:
        written: dict[str, Any] = {
            name: self._redaction(value) if isinstance(value, str) else value
            for name, value in super().process_log_record(log_data).items()
        }
        if not written.get("click"):
            written.pop("click", None)
        return written
