"""What a house player advises, and why."""

import random
from collections.abc import Sequence

import pytest

from bot.house.bishops_whist import discard as bishops_discard
from bot.house.bishops_whist import lead as bishops_lead
from bot.house.maxims import Maxim, commends, maxim, strongest, warns
from bot.house.player import ONLY_MOVE, PLAYED_OUT, Adviser
from bot.house.registry import player_for
from bot.house.tricks.bob_short import BOB_SHORT
from bot.house.whist import lead as whist_lead
from bot.house.whist import renounce as whist_renounce
from bot.rules.registry import GAMES
from tests.rules.play import random_match
from tests.test_messages import known

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
        assert advice.reason.endswith(".") or not advice.reason
        if advice.cost is not None and advice.cost.instead is None:
            assert not advice.reason, "nothing speaks for one of equals"
        reasons.add(advice.reason)
    assert {ONLY_MOVE, PLAYED_OUT} < reasons
    assert len(reasons) > 5, "maxims of the books besides"


def test_every_reason_is_a_message_that_is_collected() -> None:
    whist, bishops = (
        (*whist_lead.MAXIMS, *whist_renounce.MAXIMS),
        (*bishops_lead.MAXIMS, *bishops_discard.MAXIMS),
    )
    words = {said.words for maxims in (whist, bishops) for maxim in maxims for said in maxim.sayings}
    assert {(None, said) for said in words | {ONLY_MOVE, PLAYED_OUT, BOB_SHORT}} <= known()


def _over_four(choice: int) -> bool:
    return choice > 4


def _is_one(choice: int) -> bool:
    return choice == 1


def _is_even(choice: int) -> bool:
    return choice % 2 == 0


def test_the_maxim_that_says_most_against_the_other_choice_of_those_that_hold() -> None:
    @maxim("Play high.", commends(_over_four))
    def high(choice: int) -> float:
        return float(choice)

    @maxim("Do not play one.", warns(_is_one))
    @maxim("Play even.", commends(_is_even))
    def even(choice: int) -> float:
        return 2.0 * (choice % 2 == 0)

    def said(mine: int, other: int, theirs: Sequence[Maxim[int]]) -> str | None:
        found = strongest([mine], other, [high, even], theirs)
        return found.words if found else None

    assert high.name == "high"
    assert said(5, 4, [high, even]) == "Play high."
    assert said(4, 5, [high, even]) == "Play even."
    assert said(3, 5, [high, even]) is None
    assert strongest([6, 3], 1, [even], [even]) == even.sayings[0], "it holds for both"
    assert strongest([6, 5], 3, [even], [even]) is None, "five is not even"
    assert said(4, 1, [high, even]) == "Do not play one.", "what weighs most is not true of a four"
    assert said(3, 2, [even]) is None
    # What has nothing to do with the other choice says nothing of it.
    assert said(5, 7, [even]) is None
    assert said(6, 3, [even]) == "Play high."
