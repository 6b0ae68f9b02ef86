"""A room for each test of the tables."""

import pytest

from tests.tables.fakes import Room


@pytest.fixture
def room() -> Room:
    return Room()
