"""What makes the weights of the house players."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import bot.house
from bot.house.bishops_whist.weights import WEIGHTS

pytest.importorskip("scipy")


def test_weights_are_moved_to_where_less_is_lost() -> None:
    from tools.tune_weights import hoyle_of, loss, positions, tune

    found = list(positions("bishops-whist", number=6, layouts=3, seed=2))
    assert len(found) == 6
    for position in found:
        assert set(position.made) <= set(position.known.hand)
        assert len(position.made) > 1
    # Who wants to lose the trick loses by it.
    wrong = replace(WEIGHTS, trick=-3.0)
    hoyle = hoyle_of("bishops-whist")
    tuned = tune("bishops-whist", wrong, ("trick",), found)
    assert replace(tuned, trick=wrong.trick) == wrong
    assert loss(replace(hoyle, weights=tuned), found) < loss(replace(hoyle, weights=wrong), found)


@pytest.mark.parametrize("game", ["whist", "bishops_whist"])
def test_the_move_policy_says_how_it_was_made(game: str) -> None:
    file = Path(bot.house.__path__[0]) / game / "move_policy.json"
    made = json.loads(file.read_text())["made"]
    assert made["tool"] == "tools.learn_move_policy"
    assert {"game", "player", "deals", "seed", "predicted"} <= set(made)
