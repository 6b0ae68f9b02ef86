"""Cutting for partners and deal: RULES A2, and AMB-A1 for the ties Dana does not list."""

import pytest

from bot.rules.cards import parse
from bot.rules.cutting import Cutting
from bot.rules.errors import RuleError
from bot.rules.preliminaries import seat_partners
from bot.rules.whist.bishops.pack import HEIGHT, PACK


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
    assert seat_partners(dealer, partner) == order
    assert order[dealer] == dealer
    assert order[(dealer + 2) % 4] == partner
