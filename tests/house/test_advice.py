"""What a house player advises, and why."""

import random
from typing import Any

import pytest

from bot.house.player import COUNTED_OUT, ONLY_MOVE, Adviser, sentence
from bot.house.registry import player_for
from bot.rules.registry import GAMES
from tests.rules.play import random_match

WITH_REASONS = ("american-whist", "english-whist", "bishops-whist")


@pytest.mark.parametrize("key", WITH_REASONS)
def test_hoyle_advises_what_he_would_play_and_says_why(key: str) -> None:
    game, hoyle = GAMES[key], player_for(key)
    assert isinstance(hoyle, Adviser)
    reasons = set()
    for step in random_match(game, game.options({}), 0, 4, most=60):
        due = game.to_act(step.after)
        if not isinstance(due, tuple) or not due:
            continue
        view, legal = game.view(step.after, due[0]), game.legal(step.after, due[0])
        if legal[0].verb != "play":
            continue
        advice = hoyle.advise(game, view, legal, random.Random(1))
        assert advice.move == hoyle.choose(game, view, legal, random.Random(1))
        assert advice.reason.endswith((".", '"', "."))
        reasons.add(advice.reason)
    assert {ONLY_MOVE, COUNTED_OUT} < reasons
    assert len(reasons) > 5, "maxims of the books besides"


def test_a_maxim_in_words() -> None:
    def never_lead_a_knight(choice: Any) -> float:
        """Dana: "never lead a knight except
        compelled to do so".

        More about it.
        """
        return 0.0

    assert sentence(never_lead_a_knight) == 'Dana: "never lead a knight except compelled to do so".'
