"""What Python, its libraries and a cut connection write to the log."""

import asyncio
import io
import json
import logging
import socket
import sys
import threading
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import aiohttp
import discord
import pytest
from discord.gateway import ReconnectWebSocket
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine

from bot import __version__
from bot.operations.logs import set_up_logging
from bot.settings import Settings


@pytest.fixture
def stream(as_logged_before: None) -> io.StringIO:
    found = io.StringIO()
    set_up_logging(Settings(_env_file=None, log_format="json"), found, "work")
    return found


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def warn() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        # pytest replaces it for each test.
        logging.captureWarnings(False)
        logging.captureWarnings(True)
        warnings.warn("a coroutine was never awaited", RuntimeWarning, stacklevel=1)


def fail_in_a_thread() -> None:
    thread = threading.Thread(target=lambda: json.loads("{"))
    thread.start()
    thread.join()


def fail_unseen() -> None:
    class Broken:
        def __del__(self) -> None:
            raise KeyError("ours")

    Broken()


def fail_at_the_end() -> None:
    try:
        raise KeyError("ours")
    except KeyError as error:
        sys.excepthook(KeyError, error, error.__traceback__)


def fail_in_a_task() -> None:
    async def broken() -> None:
        raise KeyError("ours")

    async def main() -> None:
        task = asyncio.create_task(broken())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        del task

    asyncio.run(main())


@pytest.mark.parametrize(
    ("happens", "level", "said"),
    [
        (warn, "WARNING", "RuntimeWarning: a coroutine was never awaited"),
        (fail_in_a_thread, "ERROR", "a thread has ended"),
        (fail_unseen, "ERROR", "__del__"),
        (fail_at_the_end, "CRITICAL", "this process ends: KeyError"),
        (fail_in_a_task, "ERROR", "Task exception was never retrieved"),
    ],
)
def test_what_python_would_print_is_logged(
    stream: io.StringIO, happens: Callable[[], None], level: str, said: str
) -> None:
    happens()
    (line,) = lines(stream)
    assert line["level"] == level
    assert said in line["message"]
    assert ("Traceback" in line.get("exception", "")) is (level != "WARNING")


def test_each_line_names_its_process_and_version(stream: io.StringIO) -> None:
    logging.getLogger("discord.gateway").info("connected")
    (line,) = lines(stream)
    assert line["version"] == __version__
    assert line["process"].startswith(f"work@{socket.gethostname()}:")


async def log_what_fails(work: Callable[[], Any]) -> None:
    try:
        await work()
    except Exception:
        logging.getLogger("cogs.any").exception("the deadlines could not be looked up")


async def test_a_database_that_is_cut_off_is_one_warning(stream: io.StringIO, postgres_url: str) -> None:
    engine = create_async_engine(postgres_url)
    async with engine.connect() as connection, engine.connect() as other:
        number = (await connection.execute(text("SELECT pg_backend_pid()"))).scalar_one()
        await other.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": number})

        async def ask() -> None:
            await connection.execute(text("SELECT 1"))

        await log_what_fails(ask)
        await connection.invalidate()
    await engine.dispose()
    (line,) = lines(stream)
    assert (line["level"], "exception" in line) == ("WARNING", False)
    assert line["message"].startswith("the deadlines could not be looked up: ")
    assert "SELECT" not in line["message"]


def test_an_error_of_the_database_among_the_words_is_one_line(stream: io.StringIO) -> None:
    error = DBAPIError("SELECT secret", {}, ConnectionError("cut off"))
    logging.getLogger("bot.any").warning("the heartbeat failed: %s", error)
    logging.getLogger("bot.any").warning("the heartbeat failed: %s", TimeoutError())
    assert [line["message"] for line in lines(stream)] == [
        "the heartbeat failed: cut off",
        "the heartbeat failed: TimeoutError",
    ]


async def test_a_connection_that_cannot_be_made_is_one_warning(stream: io.StringIO, tmp_path: Path) -> None:
    engine = create_async_engine(f"postgresql+asyncpg://postgres@/cardinal?host={tmp_path}")

    async def connect() -> None:
        async with engine.connect():
            pass

    async def request() -> None:
        async with aiohttp.ClientSession() as session:
            await session.get("http://127.0.0.1:1/")

    await log_what_fails(connect)
    await log_what_fails(request)
    assert [(line["level"], "exception" in line) for line in lines(stream)] == [("WARNING", False)] * 2


@pytest.mark.parametrize("error", [FileNotFoundError("cards.svg"), KeyError("ours"), TimeoutError()])
async def test_a_fault_of_our_own_keeps_its_traceback(stream: io.StringIO, error: Exception) -> None:
    async def broken() -> None:
        raise error

    await log_what_fails(broken)
    (line,) = lines(stream)
    assert line["level"] == "ERROR"
    assert line["exception"].startswith("Traceback")


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (OSError("reset"), "Attempting a reconnect in %.2fs"),
        (discord.ConnectionClosed(Mock(close_code=1006), shard_id=0), "a session has ended after %.2fs"),
        (ReconnectWebSocket(0), "a session has ended after %.2fs"),
    ],
)
def test_a_gateway_that_is_lost_is_one_warning(stream: io.StringIO, error: Exception, message: str) -> None:
    logging.getLogger("discord.shard").error(message, 3.0, exc_info=error)
    (line,) = lines(stream)
    assert (line["level"], "exception" in line) == ("WARNING", False)
    assert line["message"].startswith(f"{message % 3.0}: ")
