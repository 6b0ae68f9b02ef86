"""Cutting for partners and deal: RULES A2, and AMB-A1 for the ties Dana does not list."""

from typing import Any

import pytest

from bot.rules.cards import parse
from bot.rules.errors import RuleError
from bot.rules.preliminaries.cutting import Cutting
from bot.rules.preliminaries.phases import TakeChair, seat_partners
from bot.rules.registry import GAMES, text_for
from bot.rules.seats import Names
from bot.rules.whist.bishops.pack import HEIGHT, PACK
from tests.rules.play import refused

ENGLISH: Any = GAMES["english-whist"]


def cut(*rounds: str, for_partners: bool = True) -> Cutting:
    cutting = Cutting.begin(4, for_partners)
    for cards in rounds:
        cutting = cutting.cut(tuple(parse(text) for text in cards.split()), HEIGHT, PACK)
    return cutting


def settled(*rounds: str) -> tuple[int, set[int]]:
    """Who deals, and the two lowest."""
    cutting = cut(*rounds)
    assert cutting.awaited(HEIGHT) == ()
    ranking = cutting.ranking(HEIGHT)
    return ranking[0], set(ranking[:2])


def test_a2_6_the_ace_is_high_and_the_knight_between_bishop_and_nine() -> None:
    assert cut("AS N BH 9C").ranking(HEIGHT) == (3, 1, 2, 0)


def test_a2_7_two_highest_against_two_lowest_and_the_lowest_deals() -> None:
    assert settled("2S KH 9D AC") == (0, {0, 2})


def test_a2_8_two_equal_intermediates_cut_again_and_the_lower_joins_the_lowest() -> None:
    assert cut("7C N N KH").awaited(HEIGHT) == (1, 2)
    assert settled("7C N N KH", "9H 4D") == (0, {0, 2})
    assert settled("7C N N KH", "4D 9H") == (0, {0, 1})


def test_a2_9_three_equal_and_a_higher_fourth_the_two_lowest_of_the_recut_are_partners() -> None:
    assert cut("5S 5H 5D KC").awaited(HEIGHT) == (0, 1, 2)
    assert settled("5S 5H 5D KC", "9S 3H QD") == (1, {0, 1})


def test_amb_a1_two_equal_lowest_are_partners_and_cut_again_for_the_deal_only() -> None:
    assert cut("5S 5H QD KC").awaited(HEIGHT) == (0, 1)
    assert settled("5S 5H QD KC", "AS 2H") == (1, {0, 1})


def test_amb_a1_two_equal_highest_do_not_cut_again() -> None:
    assert settled("5S 6H KD KC") == (0, {0, 1})


def test_amb_a1_two_pairs_the_low_pair_are_partners_and_cut_for_the_deal_only() -> None:
    assert cut("5S KH 5D KC").awaited(HEIGHT) == (0, 2)
    assert settled("5S KH 5D KC", "QS BH") == (2, {0, 2})


def test_amb_a1_three_equal_and_a_lower_fourth_the_lowest_of_the_recut_joins_him() -> None:
    assert cut("9S 9H 9D 4C").awaited(HEIGHT) == (0, 1, 2)
    assert settled("9S 9H 9D 4C", "KS 2H 2D".replace("2D", "3D")) == (3, {1, 3})


def test_amb_a1_equal_highest_of_such_a_recut_are_settled() -> None:
    assert settled("9S 9H 9D 4C", "KS 2H KD") == (3, {1, 3})


def test_amb_a1_four_equal_all_cut_again() -> None:
    assert cut("9S 9H 9D 9C").awaited(HEIGHT) == (0, 1, 2, 3)
    assert settled("9S 9H 9D 9C", "2S KH AD 3C") == (0, {0, 3})


def test_amb_a1_ties_in_a_recut_are_cut_again() -> None:
    assert cut("7C N N KH", "9H 9D").awaited(HEIGHT) == (1, 2)
    assert settled("7C N N KH", "9H 9D", "2S 3S") == (0, {0, 1})


def test_amb_a1_a_recut_never_displaces_the_original_lowest() -> None:
    assert settled("7C N N KH", "2S 3S") == (0, {0, 1})


def test_cutting_for_the_deal_alone_leaves_other_ties_be() -> None:
    assert cut("7C N N KH", for_partners=False).awaited(HEIGHT) == ()
    assert cut("7C 7H N KH", for_partners=False).awaited(HEIGHT) == (0, 1)


@pytest.mark.parametrize("cards", ["KS KS 2H 3H", "N N N N N", "2S 3S"])
def test_cards_that_cannot_have_been_cut(cards: str) -> None:
    with pytest.raises(RuleError):
        cut(cards)


@pytest.mark.parametrize(
    ("dealer", "partner", "order"),
    [(0, 2, (0, 1, 2, 3)), (0, 1, (0, 2, 1, 3)), (3, 0, (1, 0, 2, 3)), (2, 3, (3, 1, 2, 0))],
)
def test_partners_face_each_other_and_the_dealer_keeps_his_chair(
    dealer: int, partner: int, order: tuple[int, ...]
) -> None:
    assert seat_partners(dealer, partner, dealer) == order
    assert (order[dealer], order[(dealer + 2) % 4]) == (dealer, partner)


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("partner", range(4))
@pytest.mark.parametrize("chair", range(4))
def test_law_16_the_dealer_may_choose_any_chair(dealer: int, partner: int, chair: int) -> None:
    if partner == dealer:
        return
    order = seat_partners(dealer, partner, chair)
    assert sorted(order) == [0, 1, 2, 3]
    assert (order[chair], order[(chair + 2) % 4]) == (dealer, partner)


def cut_for_chairs() -> Any:
    state = ENGLISH.begin(ENGLISH.options({"partners": "chairs"}), None)
    return ENGLISH.apply(state, None, ENGLISH.parse("draw KH 9D 4S AC"))


def test_law_16_the_lowest_is_the_dealer_and_has_the_choice_of_seats() -> None:
    state, events = cut_for_chairs()
    assert [event.kind for event in events] == ["draw", "chairs"]
    assert (events[-1].seat, events[-1].partner) == (3, 2), "the ace is lowest, the four is next"
    assert ENGLISH.to_act(state) == (3,)
    assert ENGLISH.legal(state, 3) == tuple(TakeChair(chair) for chair in range(4))
    assert ENGLISH.legal(state, 0) == ()
    refused(ENGLISH, state, 0, TakeChair(1), "for the dealer to choose")
    refused(ENGLISH, state, 3, ENGLISH.parse("cut 20"), "has first to choose the chairs")
    after, (seated,) = ENGLISH.apply(state, 3, TakeChair(0))
    assert (seated.order[0], seated.order[2]) == (3, 2)
    assert after.dealer == 0, "he deals from his new chair"


def test_law_16_the_choice_of_chairs_is_shown_and_told() -> None:
    text = text_for("english-whist")
    state, events = cut_for_chairs()
    names = Names(ENGLISH.seating(ENGLISH.options({})), ("Ann", "Bob", "Cleo", "Dan"))
    told = text.describe_event(events[-1], names)
    assert told == "Dan cut lowest, deals, and chooses the chairs; Cleo is the partner."
    scene = text.scene(ENGLISH.view(state, 3), names)
    assert scene.title == "Choosing the chairs"
    assert [choice.move for choice in scene.choices] == [f"chair {seat}" for seat in range(4)]
    assert "choose your chair" in scene.prompt
    assert text.scene(ENGLISH.view(state, 0), names).prompt == ""


def test_a_chair_that_is_none() -> None:
    with pytest.raises(RuleError, match="wants a seat"):
        ENGLISH.parse("chair x")
    state, _ = cut_for_chairs()
    refused(ENGLISH, state, 3, TakeChair(7), "the seats are 0 to 3")
