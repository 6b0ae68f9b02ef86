"""Cavendish at bezique: his gate, and that it lets nothing worse through."""

import random
from dataclasses import replace

import pytest

pytest.importorskip("numba", reason="layouts are tried in native code")

from bot.house.bezique.cavendish import BeziqueCavendish
from bot.house.bezique.player import BeziqueHoyle
from bot.house.bezique.trying import Trial
from bot.house.registry import player_for
from bot.rules.bezique.state import View
from bot.rules.presentation.hints import Judged
from tests.house.test_bezique_coach import choices

CAVENDISH = BeziqueCavendish()
HOYLE = BeziqueHoyle()
VIEWS = list(choices(7, 200))[::8]


def changed(views: list[View]) -> list[View]:
    """Those at which he does not move as Hoyle does."""
    return [
        view
        for view in views
        if CAVENDISH.choose(view, random.Random(1)) != HOYLE.choose(view, random.Random(1))
    ]


@pytest.fixture(scope="module")
def overruled() -> list[View]:
    return changed(VIEWS)


def test_what_passes_the_gate_gains_on_fresh_layouts(overruled: list[View]) -> None:
    assert 1 <= len(overruled) < len(VIEWS) / 2
    gains = []
    for view in overruled:
        moves = [CAVENDISH.choose(view, random.Random(1)), HOYLE.choose(view, random.Random(1))]
        made, _ = Trial(view).values(moves, 1_000, random.Random(2))
        gains.append(float((made[:, 0] - made[:, 1]).mean()))
    assert sum(gains) / len(gains) > 2
    assert min(gains) > -10


def test_the_same_luck_gives_the_same_move(overruled: list[View]) -> None:
    for view in overruled[:3]:
        assert len({CAVENDISH.choose(view, random.Random(3)) for _ in range(2)}) == 1


def test_his_advice_says_what_hoyles_move_would_cost(overruled: list[View]) -> None:
    view = overruled[0]
    advice = CAVENDISH.advise(view, random.Random(1))
    assert advice.move == CAVENDISH.choose(view, random.Random(1))
    assert advice.cost is not None
    assert advice.cost.instead == HOYLE.choose(view, random.Random(1))
    assert advice.cost.judged is Judged.TRIED
    assert advice.cost.amount > 0


def test_near_the_end_of_a_game_he_plays_as_hoyle(overruled: list[View]) -> None:
    near = [replace(view, points=(900, 0)) for view in overruled]
    assert not changed(near)


def test_he_is_the_level_above_hoyle_at_ordinary_bezique_alone() -> None:
    assert isinstance(player_for("bezique", "cavendish"), BeziqueCavendish)
    with pytest.raises(ValueError, match="no house player 'cavendish'"):
        player_for("rubicon-bezique", "cavendish")
