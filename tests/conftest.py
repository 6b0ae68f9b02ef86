"""Fixtures for all tests."""

import gc
import logging
import subprocess
import sys
import threading
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# Thousands of tests and modules live for the whole run; scanning them for garbage took a tenth of it.
gc.set_threshold(100_000, 50, 100)

# How long an example takes says more of the machine than of the code.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


LONGEST = (
    "cluster/test_cluster.py",
    "house/test_house_players.py",
    "discord/test_one_panel.py",
    "cluster/test_shards_move.py",
    "discord/test_duplicate.py",
    "duplicate/test_restarts.py",
    "discord/test_daily.py",
    "discord/test_matches.py",
    "discord/test_every_game.py",
    "benchmarks/test_bench.py",
    "soak/test_soak.py",
    "schedules/test_schedules.py",
    "discord/test_no_spoilers_daily.py",
    "discord/test_no_spoilers.py",
    "discord/test_no_spoilers_session.py",
    "discord/test_hand.py",
    "storage/test_transfer.py",
    "storage/test_plans.py",
    "house/test_solver.py",
    "cli/test_launcher.py",
)
"""The files that take longest. They come first, so that all workers end together. On two cores one worker
gets both files of `cluster`, which mostly wait, and the two others keep the cores busy."""


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # once, before xdist starts its workers
        subprocess.run([Path(__file__).parents[1] / "cardinal", "--catalogues"], check=True)


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """One more than there are cores, because some tests wait for processes and real time."""
    return (yield) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    folder = Path(__file__).parent
    places = {folder / name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.path, len(places)))


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """A migrated, empty PostgreSQL database of the test's own."""
    # Imported here, because tests of rules need no database.
    from tests import postgres

    with postgres.database(postgres.shared(), like=postgres.shared().migrated) as url:
        yield url


@pytest.fixture
def empty_postgres_url() -> Iterator[str]:
    """A PostgreSQL database of the test's own without tables."""
    from tests import postgres

    with postgres.database(postgres.shared()) as url:
        yield url


@pytest.fixture
def as_logged_before() -> Iterator[None]:
    """Restore logging after the test, so that no handler writes to a closed stream."""
    from bot.operations.logs import OURS

    root = logging.getLogger()
    handlers = list(root.handlers)
    levels = {name: logging.getLogger(name).level for name in ("", *OURS, "alembic", "discord")}
    hooks = sys.excepthook, threading.excepthook, sys.unraisablehook
    yield
    sys.excepthook, threading.excepthook, sys.unraisablehook = hooks
    logging.captureWarnings(False)
    for handler in set(root.handlers) - set(handlers):
        root.removeHandler(handler)
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)
