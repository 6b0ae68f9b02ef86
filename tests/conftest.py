"""What tests of every part may ask for."""

from collections.abc import Iterator

import pytest


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
