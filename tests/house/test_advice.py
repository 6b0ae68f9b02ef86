"""What a house player advises, and why."""

import random

import pytest

from bot.house.bishops_whist import discard as bishops_discard
from bot.house.bishops_whist import lead as bishops_lead
from bot.house.maxims import maxim, strongest
from bot.house.player import ONLY_MOVE, PLAYED_OUT, Adviser
from bot.house.registry import player_for
from bot.house.whist import lead as whist_lead
from bot.house.whist import renounce as whist_renounce
from bot.rules.registry import GAMES
from tests.rules.play import random_match
from tools import messages

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
        view = game.view(step.after, due[0])
        if view.legal[0].verb != "play":
            continue
        advice = hoyle.advise(view, random.Random(1))
        assert advice.move == hoyle.choose(view, random.Random(1))
        assert advice.reason.endswith((".", '"', "."))
        reasons.add(advice.reason)
    assert {ONLY_MOVE, PLAYED_OUT} < reasons
    assert len(reasons) > 5, "maxims of the books besides"


def test_every_reason_is_a_message_that_is_collected() -> None:
    collected = {form for forms in messages.forms(messages.collect()) for form in forms}
    words = {maxim.words for maxim in (*whist_lead.MAXIMS, *whist_renounce.MAXIMS)}
    words |= {maxim.words for maxim in (*bishops_lead.MAXIMS, *bishops_discard.MAXIMS)}
    assert words | {ONLY_MOVE, PLAYED_OUT} <= collected


def test_the_maxim_that_says_most_against_the_other_choice() -> None:
    @maxim("Play high.")
    def high(choice: int) -> float:
        return float(choice)

    @maxim("Play even.")
    def even(choice: int) -> float:
        return 2.0 * (choice % 2 == 0)

    assert high.name == "high"
    assert strongest(5, 4, [high, even], [high, even]) == "Play high."
    assert strongest(4, 5, [high, even], [high, even]) == "Play even."
    assert strongest(3, 5, [high, even], [high, even]) is None
    # What has nothing to do with the other choice says nothing of it.
    assert strongest(3, 5, [high, even], [even]) == "Play high."
