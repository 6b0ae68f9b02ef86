"""The format of log lines: text or JSON, each with the id of the click it belongs to."""

import logging
import os
import re
import socket
import sys
import threading
from collections.abc import Iterable
from types import TracebackType
from typing import Any, Final, TextIO
from urllib.parse import quote, unquote

from pythonjsonlogger.core import LogData
from pythonjsonlogger.json import JsonFormatter

from bot import __version__, metrics, tracing
from bot.operations.cuts import shorten
from bot.settings import Settings

log = logging.getLogger(__name__)

HIDDEN: Final = "[hidden]"  # the replacement of a secret
_LEAST = 4  # shorter secrets would match in ordinary words

_PATTERNS: Final = (
    # The URLs of interactions and webhooks, with the token after the id.
    (re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/\s?'\"]+"), rf"\g<1>{HIDDEN}"),
    # An interaction's token alone: it begins with "interaction:" in Base64.
    (re.compile(r"aW50ZXJhY3Rpb246[\w+/=-]+"), HIDDEN),
    # A bot's token: its id, a time and a signature, in Base64.
    (re.compile(r"(?<![\w-])[\w-]{23,30}\.[\w-]{6,7}\.[\w-]{27,}"), HIDDEN),
    # A password in a URL, which goes on to the last @; a port and a path are none.
    (re.compile(r"(\w://[^:\s@]*:)(?!\d{1,5}/)\S+@"), rf"\g<1>{HIDDEN}@"),
    # A salt: 128 bits. A seal has twice as many digits and is public.
    (re.compile(r"(?<![0-9a-fA-F])[0-9a-f]{32}(?![0-9a-fA-F])"), HIDDEN),
    # Cards, as in moves and as people read them in any language.
    (re.compile(r"\b(?:(?:10|[AKQJTB2-9])[SHDC]\b|\w{1,2}[♠♥♦♣])"), HIDDEN),
    # Dominoes, in moves and packs.
    (re.compile(r"\b(call|deck|declare|draw|lay|play|take|turn)(?: [0-6]-[0-6])+\b"), rf"\g<1> {HIDDEN}"),
)


class Redaction:
    """Removes secrets from a text: the known ones, and anything that looks like one."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        found = [secret for secret in secrets if len(secret) >= _LEAST]
        known = {*found, *(quote(secret, safe="") for secret in found)}
        # The longest first, so that no secret's end remains after a shorter one with the same start.
        alternatives = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
        self._known = re.compile(alternatives) if alternatives else None

    def __call__(self, text: str) -> str:
        if self._known is not None:
            text = self._known.sub(HIDDEN, text)
        for pattern, instead in _PATTERNS:
            text = pattern.sub(instead, text)
        return text


def redaction_for(settings: Settings) -> Redaction:
    """Removes these settings' token and database password, and anything that looks like a secret."""
    secrets = []
    if settings.token is not None:
        secrets.append(settings.token.get_secret_value())
    # As it is written, also where it breaks the URL.
    user_and_password = settings.database_url.partition("://")[2].rpartition("@")[0]
    written = user_and_password.partition(":")[2]
    return Redaction([*secrets, written, unquote(written)])


OURS: Final = ("bot", "cogs", "storage")
"""The loggers that may log below INFO. At DEBUG discord.py logs whole events, with interaction tokens and
private messages, and aiosqlite whole statements, with packs and salts."""

_TEXT: Final = "[{asctime}] [{levelname:<8}] {name}: {message}"
_TIME: Final = "%Y-%m-%d %H:%M:%S"


def set_up_logging(settings: Settings, stream: TextIO | None = None, command: str = "run") -> None:
    """Log to standard error, or to `stream`, as the settings say, and all that Python itself would print
    there: warnings, and exceptions that nobody handles. `command` names this process in JSON."""
    level = logging.getLevelNamesMapping()[settings.log_level]
    redaction = redaction_for(settings)
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_Json(redaction, command) if settings.log_format == "json" else _Text(redaction))
    handler.addFilter(_note)
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(max(level, logging.INFO))
    for name in OURS:
        logging.getLogger(name).setLevel(level)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.captureWarnings(True)
    sys.excepthook = _uncaught
    threading.excepthook = _uncaught_in_thread
    sys.unraisablehook = _unraisable


def _uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    log.critical("this process ends: %s", kind.__name__, exc_info=(kind, error, trace))


def _uncaught_in_thread(ended: threading.ExceptHookArgs) -> None:
    if ended.exc_value is not None:
        log.error("a thread has ended", exc_info=ended.exc_value)


def _unraisable(ignored: "sys.UnraisableHookArgs") -> None:
    what = ignored.err_msg or "exception ignored in"
    log.error("%s: %r", what, ignored.object, exc_info=ignored.exc_value)


def _note(record: logging.LogRecord) -> bool:
    shorten(record)
    # The click belongs to the task that logs.
    record.click = tracing.click()
    if record.levelno >= logging.WARNING:
        part = record.name.partition(".")[0]
        known = part if part in metrics.PARTS else "other"
        metrics.LOGGED.labels(record.levelname.lower(), known).inc()
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
    def __init__(self, redaction: Redaction, command: str) -> None:
        super().__init__(
            ["levelname", "name", "message", "click"],
            rename_fields={"levelname": "level", "name": "logger", "exc_info": "exception"},
            timestamp="time",
            json_ensure_ascii=False,
            static_fields={
                "process": f"{command}@{socket.gethostname()}:{os.getpid()}",
                "version": __version__,
            },
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
