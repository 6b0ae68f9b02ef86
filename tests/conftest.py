"""What tests of every part may ask for."""

import gc
import logging
from collections.abc import Iterator

import pytest

# Thousands of tests and modules live as long as the run: looking through them for garbage took a tenth of it.
gc.set_threshold(100_000, 50, 100)


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """A PostgreSQL database of the test's own that has been through every migration and holds nothing yet."""
    # Tests of rules need none of what it takes to reach a database.
    from tests import postgres

    with postgres.database(postgres.shared(), like=postgres.shared().migrated) as url:
        yield url


@pytest.fixture
def empty_postgres_url() -> Iterator[str]:
    """A PostgreSQL database of the test's own without any table."""
    from tests import postgres

    with postgres.database(postgres.shared()) as url:
        yield url


@pytest.fixture
def as_logged_before() -> Iterator[None]:
    """After the test, logging is as it was: no handler writes to a stream that is closed by then."""
    from bot.operations.logs import OURS

    root = logging.getLogger()
    handlers = list(root.handlers)
    levels = {name: logging.getLogger(name).level for name in ("", *OURS, "alembic", "discord")}
    yield
    for handler in set(root.handlers) - set(handlers):
        root.removeHandler(handler)
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)
