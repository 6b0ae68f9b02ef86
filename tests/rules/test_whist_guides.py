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


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("english-whist", "needs only one more point when the deal begins cannot score honours in it."),
        ("english-whist", "on the dealer's right cuts from 4 to 48 cards"),
        ("american-whist", "on the dealer's right cuts from 4 to 48 cards"),
        ("american-whist", "unless the house rules of the table say otherwise"),
        ("american-whist", "stop it as soon as a side has seven points by its tricks"),
        ("american-whist", "besides the tricks it made a point for every card left in one hand"),
        ("english-whist", "a player whose side has eight points, and who holds two honours"),
        ("english-whist", "the next lowest cut being the first to come in"),
        ("english-whist", "those who came first can be given the preference"),
        ("bishops-whist", "Of several knights in a trick the first one played counts"),
        ("bishops-whist", "of equal grades the first played"),
        ("bishops-whist", "The card turned up is the dealer's"),
        (
            "american-whist",
            "With four or five trumps in a strong hand lead trumps, but not from a weak hand.",
        ),
        ("english-whist", "With four or five trumps in a strong hand lead trumps, but not from a weak hand."),
    ],
)
def test_law_4_law_34_b7_amb_c2_law_16_law_17_a6_bob_short_6_are_in_the_guide(game: str, said: str) -> None:
    assert said in guide_text(game)
