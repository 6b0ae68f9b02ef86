"""Shared by tests of the whole bot: its settings, and a check that no error was logged."""

import logging
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bot.settings import Settings


@pytest.fixture(autouse=True)
def no_errors_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    # discord.py only logs errors in a button's callback.
    yield
    errors = [r.getMessage() for r in caplog.get_records("call") if r.levelno >= logging.ERROR]
    assert not errors


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return _settings().model_copy(update={"database_url": f"sqlite+aiosqlite:///{tmp_path}/cards.db"})


@cache
def _settings() -> Settings:
    return Settings(
        _env_file=None,
        shards=1,
        house_pause=0,
        house_trick_pause=0,
        house_hand_pause=0,
        house_workers=0,
        render_interval=0,
        calls_a_second=10_000,
        pictures=False,
    )
