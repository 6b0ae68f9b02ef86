"""No test is handed a picture that another one drew."""

import pytest

from bot.art import boards, days, deals, hands, lines, opened, spreads


@pytest.fixture(autouse=True)
def drawn_anew() -> None:
    for module in (boards, days, deals, hands, lines, opened, spreads):
        module._drawn.cache_clear()
