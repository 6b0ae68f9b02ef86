"""A scene is put in words once for a version of a table, seat and language."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from bot.rules.catalogue import ENGLISH
from bot.rules.registry import GAMES, text_for
from bot.rules.seats import TWO_ALONE, Names
from bot.tables.state.snapshot import TableSnapshot
from cogs.hand.panel import draw_hand_panel
from cogs.hand.read_panel import draw_read_panel
from cogs.hand.status import cards_shown
from cogs.table.table_message import draw_table_message
from tests.discord.test_limits import at_table
from tests.rules.play import random_match
from tests.test_messages import PSEUDO


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[str, int | None]]:
    """How many scenes of bezique have been made, by language and seat."""
    found: Counter[tuple[str, int | None]] = Counter()
    for language, words in (("English", ENGLISH), ("pseudo", PSEUDO)):
        text = text_for("bezique", words)

        def count(view: Any, names: Names, language: str = language, scene: Any = text.scene) -> Any:
            found[language, view.seat] += 1
            return scene(view, names)

        monkeypatch.setattr(text, "scene", count)
    return found


def in_play() -> TableSnapshot:
    game = GAMES["bezique"]
    *_, step = random_match(game, game.options({}), 0, 4, most=30)
    return at_table(game, {}, step.after)


async def test_everything_drawn_of_a_version_shares_its_scenes(made: Counter[tuple[str, int | None]]) -> None:
    snapshot = in_play()
    for pictured in (True, False):
        await draw_table_message(snapshot, ENGLISH, with_pictures=pictured)
        for seat in (0, 1):
            await draw_hand_panel(snapshot, seat, ENGLISH, with_pictures=pictured)
    assert cards_shown(snapshot, 0) != cards_shown(snapshot, 1)
    assert made == {("English", None): 1, ("English", 0): 1, ("English", 1): 1}
    draw_read_panel(snapshot, 0, PSEUDO)
    await draw_hand_panel(replace(snapshot, posts=1), 0, ENGLISH, with_pictures=False)
    assert made == {("English", None): 1, ("English", 0): 2, ("English", 1): 1, ("pseudo", 0): 1}


def test_a_name_that_looks_like_a_mark_stays_as_it_is() -> None:
    first, second = Names.marks(TWO_ALONE).seats
    names = Names(TWO_ALONE, (second, "Bob"))
    assert names.fill(f"{first} leads, {second} follows") == f"{second} leads, Bob follows"
