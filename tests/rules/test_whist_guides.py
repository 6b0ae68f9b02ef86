"""What the guides to whist say, where they once said something else than the books and the rules."""

import pytest

from tests.guides import guide_text
from tests.rules.dummy_hands import DOUBLE, cut_for, deal

ENGLISH_LAWS = ("english-whist", "dummy-whist", "double-dummy-whist")


@pytest.mark.parametrize("game", ["american-whist", "bishops-whist", *ENGLISH_LAWS])
def test_whether_a_side_that_revoked_can_win_the_game_is_said_as_in_its_laws(game: str) -> None:
    text = guide_text(game)
    assert ("cannot win the game by that hand" in text) == (game != "american-whist"), "Law 82; Dana"
    # What is paid for a card put right: American Law 11, AMB-A11, Law 76.
    costs = {"american-whist": "It costs a point", "bishops-whist": "It costs your side two points"}
    assert costs.get(game, "they may call the card you took back") in text


def test_double_dummy_says_that_each_sees_39_cards() -> None:
    state, _ = deal(DOUBLE, cut_for(DOUBLE, "2S KS", partners="choice")[0])
    for seat in DOUBLE.chairs.people:
        view = DOUBLE.view(state, seat)
        assert len(view.hand) + sum(map(len, view.shown)) == 39
    text = guide_text("double-dummy-whist")
    assert "39 cards" in text
    assert "two others" not in text


@pytest.mark.parametrize("game", ENGLISH_LAWS)
def test_the_values_of_games_are_those_of_short_whist(game: str) -> None:
    text = guide_text(game)
    assert "In long whist games have no value" in text
    assert ("A dummy always follows suit" in text) == (game != "english-whist"), "AMB-D2"


def test_bishops_whist_says_what_several_knights_and_equal_grades_do_and_whose_the_turned_card_is() -> None:
    text = guide_text("bishops-whist")
    assert "Of several knights in a trick the first one played counts" in text, "A6.27"
    assert "of equal grades the first played" in text, "A6.29"
    assert "The card turned up is the dealer's" in text, "A3.14"


@pytest.mark.parametrize("game", ["american-whist", "english-whist"])
def test_bob_short_6_is_for_strong_hands_with_four_or_five_trumps(game: str) -> None:
    assert "With four or five trumps in a strong hand lead trumps, but not from a weak hand." in guide_text(
        game
    )
