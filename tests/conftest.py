"""Fixtures for all tests."""

import gc
import logging
from collections.abc import Iterator

import pytest

# Thousands of tests and modules live for the whole run; scanning them for garbage took a tenth of it.
gc.set_threshold(100_000, 50, 100)


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
    yield
    for handler in set(root.handlers) - set(handlers):
        root.removeHandler(handler)
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)
