"""A club for each test of Duplicate."""

import pytest

from tests.duplicate.fakes import Club


@pytest.fixture
def club() -> Club:
    return Club()
