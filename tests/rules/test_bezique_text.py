"""Bezique in words: every move told apart from every other, the scene and the guide."""

from typing import Any

import pytest

from bot.rules.bezique.moves import Declare
from bot.rules.catalogue import ENGLISH
from tests.guides import guide_text
from tests.rules.bezique_hands import GAME, NAMES, TEXT, can, do, scene, shown, table, won_another
from tests.rules.test_bezique_declaring import eager_match


def labels(state: Any, seat: int = 0) -> dict[str, str]:
    view = GAME.view(state, seat)
    return {str(move): TEXT.describe_move(view, move, NAMES).label for move in view.legal}


def test_two_kings_that_have_served_for_different_things_read_differently() -> None:
    declared = (shown("marriage", "KH/1 QH/1"), shown("kings", "KS/1 KH/2 KC/1 KD/1"))
    state = table("KH KH/1 KH/2 QH/1 KS/1 7D", playing=True, declared=declared)
    told = labels(state)
    assert (told["play KH"], told["play KH/1"]) == ("K♥", "K♥ declared (marriage)")
    assert told["play KH/2"] == "K♥ declared (four kings)"
    assert told["play KS/1"] == "K♠ declared", "there is only one of them"
    view = GAME.view(state, 0)
    spoken = [TEXT.describe_move(view, move, NAMES).words for move in view.legal]
    assert "the declared king of hearts (marriage)" in spoken


def test_two_kings_that_have_served_for_the_same_are_numbered() -> None:
    declared = (shown("marriage", "KH/1 QH/1"), shown("marriage", "KH/2 QH/2"))
    told = labels(table("KH/1 KH/2 QH/1 QH/2 7D", playing=True, declared=declared))
    assert told["play KH/1"] == "K♥ declared (marriage, no. 1)"
    assert told["play KH/2"] == "K♥ declared (marriage, no. 2)"


def test_the_same_card_before_the_other_player_makes_no_namesake() -> None:
    declared = (shown("marriage", "KH/1 QH/1"), shown("marriage", "KH/2 QH/2", side=1))
    state = table("KH/1 QH/1 7D", "KH/2 QH/2 8D", playing=True, declared=declared)
    assert labels(state)["play KH/1"] == "K♥ declared"


def test_a_seven_that_was_shown_reads_so() -> None:
    state, _ = do(table("7H 7H KS 8D", turn_up="7H"), 0, "seven", "play KS")
    state, _ = do(state, 1, "play 7S")
    assert can(state) == {"seven", "take"}
    state, _ = do(state, 0, "take")
    assert labels(state)["play 7H"] == "7♥"
    assert labels(state)["play 7H/1"] == "7♥ shown"


def test_like_declarations_say_which_cards_they_are_of() -> None:
    declared = (shown("marriage", "KH/1 QH/1"),)
    told = labels(table("KH KH/1 QH/1 KS KC KD 7D", declared=declared))
    kings = [label for move, label in told.items() if move.startswith("declare kings")]
    assert len(kings) == len(set(kings)) == 5
    assert "Four kings: 80 (K♥, K♥ declared, K♣, K♦)" in kings


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("options", [{}, {"trumps": "declared"}, {"seven": "besides"}])
def test_no_two_legal_moves_read_alike(seed: int, options: dict[str, Any]) -> None:
    for step in eager_match(seed, **options):
        due = GAME.to_act(step.after)
        for seat in due if isinstance(due, tuple) else ():
            view = GAME.view(step.after, seat)
            told = [TEXT.describe_move(view, move, NAMES) for move in view.legal]
            assert len({text.label for text in told}) == len(told)
            assert len({text.words for text in told}) == len(told)
            assert all(len(text.label) <= 80 for text in told)
            if not any(move.blind for move in view.legal):
                enabled = {choice.move for choice in scene(step.after, seat).choices if choice.enabled}
                assert enabled == set(map(str, view.legal)), "every legal move is offered"


def test_a_move_that_has_been_made_can_still_be_told() -> None:
    for step in eager_match(7):
        if isinstance(step.move, Declare) and step.seat is not None:
            for seat in (None, 0, 1):
                assert TEXT.describe_move(GAME.view(step.before, seat), step.move, NAMES).words


def test_the_score_says_what_is_left_to_score() -> None:
    state, _ = do(table("KS QS KD QD KC 7D"), 0, "declare marriage KS QS", "declare marriage KD QD")
    assert scene(won_another(state), None).scores[0].endswith("· 20 to score: marriage in diamonds")


def test_the_guide_has_the_rules_that_newcomers_ask_for() -> None:
    text = guide_text("bezique")
    for told in (
        "If it is a seven, the dealer scores 10",
        "The second one, or any when a seven was turned up, is shown for 10",
        "twice in the same kind",
        "the game is **void** and played again",
        "loser takes the turned-up card",
    ):
        assert told in text
    assert TEXT.words is ENGLISH
    assert len(TEXT.headline(GAME)) <= 100
