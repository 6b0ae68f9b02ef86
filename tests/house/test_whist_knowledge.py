"""What Hoyle can tell at whist from what lies and has lain face up (Bob Short 19)."""

from itertools import pairwise
from typing import Any

import pytest

from bot.house.tricks.chances import chance_of_none, out_of, share
from bot.house.whist.chances import can_ruff
from bot.house.whist.knowledge import WhistKnowledge
from bot.house.whist.stakes import GAME_WORTH, Stakes
from bot.rules.cards import Suit, parse
from bot.rules.whist.pack import CARD_HEIGHT
from tests.house.whist_positions import position, view
from tests.rules.whist_hands import AMERICAN, ENGLISH

HAND = "KS 8S 3S AH QH 5H 9D 6D 4D 2D JC 7C 3C"
# Seat 0 leads hearts and D, the dealer, renounces; seat 2's ace takes the second trick.
TWO_TRICKS = "KH 2H 3H 4S QS 5S AS 2S"


def knowledge(*args: str, **kwargs: Any) -> WhistKnowledge:
    return WhistKnowledge(view(*args, **kwargs), (0.0,) * 14)


def test_cards_still_out_and_own_cards_counted():
    seen = knowledge("7S KD QD JD TD 9D 8D AC 4C 5H 6H", TWO_TRICKS)
    assert (seen.number, seen.taken, seen.me) == (3, (2, 0), 2)
    assert seen.out[Suit.SPADES] == [
        CARD_HEIGHT[parse(card)] for card in ("KS", "JS", "TS", "9S", "8S", "6S", "3S")
    ]
    assert seen.out[Suit.HEARTS][0] == CARD_HEIGHT[parse("AH")]
    assert (seen.had[Suit.HEARTS], seen.had[Suit.SPADES]) == (3, 2)
    assert seen.suits[Suit.CLUBS] == [parse("AC"), parse("4C")]


def test_a_seat_that_does_not_follow_lacks_the_suit():
    seen = knowledge("7S KD QD JD TD 9D 8D AC 4C 5H 6H", TWO_TRICKS)
    assert seen.lacks[3] == {Suit.HEARTS}
    assert out_of(seen, 3, Suit.HEARTS) == 1
    assert share(seen, 3, Suit.HEARTS, CARD_HEIGHT[parse("AH")]) == 0
    # What he cannot hold lies with the two others, who have ten cards and eleven.
    assert share(seen, 0, Suit.HEARTS, CARD_HEIGHT[parse("AH")]) == pytest.approx(0.5)


def test_who_led_what():
    seen = knowledge("7S KD QD JD TD 9D 8D AC 4C 5H 6H", TWO_TRICKS)
    assert seen.led_by[0] == {Suit.HEARTS, Suit.SPADES}
    assert seen.led_by[2] == set()


def test_the_turn_up_is_the_dealers_until_he_plays_it():
    seen = knowledge(HAND, turned="QC")
    queen = CARD_HEIGHT[parse("QC")]
    assert seen.turned == (3, parse("QC"))
    assert [share(seen, seat, Suit.CLUBS, queen) for seat in (1, 2, 3)] == [0, 0, 1]
    assert out_of(seen, 3, Suit.CLUBS) == 0
    # He can trump whatever he is out of, whoever has the other trumps.
    assert can_ruff(seen, 3, Suit.DIAMONDS) == out_of(seen, 3, Suit.DIAMONDS) > 0
    assert can_ruff(seen, 1, Suit.DIAMONDS) < out_of(seen, 1, Suit.DIAMONDS)


def test_the_turn_up_in_ones_own_hand():
    own = knowledge("9S 8S 3S AH QH 5H 9D 6D 4D 2D JC 7C 3C", "KS 2S 4S", turned="3C")
    assert own.me == 3
    assert own.own_turned == parse("3C")
    assert own.turned is None


def test_the_turn_up_once_played():
    seen = knowledge("8S 3S AH QH 5H 9D 6D 4D 2D JC 7C 3C", "KS 2S 4S 2C AD KD QD", turned="2C")
    assert seen.turned is None
    assert seen.own_turned is None


def test_partner_refused_to_trump_what_the_enemy_was_winning():
    # Partner (seat 2) throws a diamond on the king of spades of seat 1, which stands.
    refused = knowledge("8S 3S AH QH 5H 9D 6D 4D 2D JC 7C 3C", "2S KS 3D 4S AD KD QD", turned="2C", dealer=3)
    assert refused.me == 0
    assert refused.refused
    # It is no refusal to leave a trick that is won.
    leaves = knowledge("8S 3S AH QH 5H 9D 6D 4D 2D JC 7C 3C", "AS KS 3D 4S", turned="2C")
    assert leaves.me == 0
    assert not leaves.refused


def test_chance_of_no_card():
    assert chance_of_none(13, 39, 0) == 1
    assert chance_of_none(13, 39, 1) == pytest.approx(2 / 3)
    assert chance_of_none(2, 2, 1) == 0


def test_the_odd_trick_counts_double():
    worth = Stakes(AMERICAN).worth_of_tricks(view(HAND))
    steps = [after - before for before, after in pairwise(worth)]
    assert (worth[6], worth[7]) == (-1, 1)
    assert steps[:6] == [1 + GAME_WORTH, 1, 1, 1, 1, 1]
    assert steps[6] == 2


def test_the_game_counts_besides():
    # At five of seven, two points by tricks win the game; the enemy at six need one.
    worth = Stakes(AMERICAN).worth_of_tricks(view(HAND, points=(5, 6)))
    assert worth[7] == 1
    assert worth[8] == 2 + GAME_WORTH
    assert worth[6] == -1 - GAME_WORTH


def test_honours_come_after_tricks():
    # Both sides at three of five, the enemy with three honours: two points by tricks come first.
    seen = view(HAND, game=ENGLISH, points=(3, 3))
    worth = Stakes(ENGLISH).worth_of_tricks(seen, (1, 3))
    assert worth[8] > 0
    assert worth[7] < 0
    without = Stakes(ENGLISH).worth_of_tricks(seen, (2, 2))
    assert without[7] > 0


def test_honours_count_nothing_to_a_side_one_point_from_game():
    seen = view(HAND, game=ENGLISH, points=(4, 4))
    assert Stakes(ENGLISH).worth_of_tricks(seen, (4, 0)) == Stakes(ENGLISH).worth_of_tricks(seen)


def test_honours_dealt_are_counted_played_or_not():
    state = position("8S 3S AH QH 5H 9D 6D 4D 2D JC 7C 3C", "KS 2S 4S QC AD KD QD", game=ENGLISH)
    seen = ENGLISH.view(state, state.seat)
    assert Stakes(ENGLISH).honours_of(seen, state.hands) == ENGLISH.honours_dealt(state)
    assert Stakes(AMERICAN).honours_of(view(HAND), state.hands) is None
