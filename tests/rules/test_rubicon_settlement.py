"""What a hand of Rubicon bezique is worth: every example of the sheet, and what holds for all (RULES
F4.37-39)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rules.bezique.rubicon.settlement import hundreds, settle, with_brisques
from bot.rules.bezique.variant import Rubicon

TERMS = Rubicon()
Pair = tuple[int, int]


EXAMPLES = {
    "L14: 1,320 to 1,280": ((1120, 1160), (20, 12), 0, 600),
    "L14: a rubicon": ((1520, 640), (20, 12), 0, 3400),
    "Foster: brisques not needed": ((1830, 1260), (16, 16), 0, 1100),
    "Hoffmann: brisques turn it": ((1260, 1140), (7, 25), 1, 600),
    "the winner need not have 1,000": ((920, 440), (16, 16), 0, 2600),
    "brisques save the rubicon": ((1740, 850), (14, 18), 0, 1300),
    "odd tens dropped of each": ((1510, 1240), (16, 16), 0, 800),
    "a hundred at least": ((1550, 1520), (16, 16), 0, 600),
    "a rubicon of 1,320 to 620": ((1320, 620), (16, 16), 0, 3200),
}


@pytest.mark.parametrize(("scores", "brisques", "winner", "value"), EXAMPLES.values(), ids=EXAMPLES)
def test_l14_f4_39_the_examples(scores: Pair, brisques: Pair, winner: int, value: int) -> None:
    settled = settle(scores, brisques, TERMS)
    assert (settled.winner, settled.value) == (winner, value)
    turned = settle(scores[::-1], brisques[::-1], TERMS)
    assert (turned.winner, turned.value) == (1 - winner, value), "whoever sits where"


def test_l14_f4_39_the_totals_of_the_first_example() -> None:
    assert with_brisques((1120, 1160), (20, 12)) == (1320, 1280)


@pytest.mark.parametrize("won", range(33))
def test_l14_f4_39_the_last_trick_makes_no_difference_if_the_winner_has_a_brisque(won: int) -> None:
    # 1,120 against 630, and 50 for the last trick to either.
    brisques = (won, 32 - won)
    values = {settle(scores, brisques, TERMS).value for scores in ((1170, 630), (1120, 680))}
    if won:
        assert values == {3000}
    else:
        assert max(values) == 3000, "the last trick and all brisques make exactly 1,000 and save the rubicon"
        assert settle((1120, 680), brisques, TERMS).rubiconed is None


def test_f4_39_foster_added_wrong() -> None:
    # 1,700 and 800 and 1,300.
    assert settle((1740, 850), (21, 11), TERMS).value == 3800


def test_f4_37_a_loser_below_a_hundred_pays_a_hundred_more() -> None:
    assert settle((1050, 90), (16, 16), TERMS).value == 1000 + 0 + 1300 + 100
    assert settle((1050, 100), (16, 16), TERMS).value == 1000 + 100 + 1300


def test_f4_37_equal_totals_are_void() -> None:
    void = settle((1050, 1150), (21, 11), TERMS)
    assert (void.winner, void.value, void.lines) == (None, 0, ())
    assert settle((900, 900), (16, 16), TERMS).winner is None, "the rubicon does not come into it"


def test_f4_37_a_tie_without_brisques_is_undone_by_them() -> None:
    settled = settle((1200, 1200), (17, 15), TERMS)
    assert (settled.winner, settled.value, settled.needed) == (0, 600, True)


def test_f4_38_amb_f10_close_scores_do_not_make_brisques_needed() -> None:
    scores, brisques = (1400, 1290), (20, 12)
    assert settle(scores, brisques, TERMS).needed is False
    assert settle(scores, brisques, TERMS).value == 500 + (1400 - 1200)
    close = Rubicon(counts_close=True)
    assert settle(scores, brisques, close).needed
    assert settle(scores, brisques, close).value == 500 + (1600 - 1400)
    far = (1800, 1400)
    assert not settle(far, brisques, close).needed, "320 could not have changed the winner"


def test_f4_38_amb_f11_of_the_sum_or_the_difference() -> None:
    whole = Rubicon(rounds_sum=True)
    assert settle((1550, 660), (16, 16), TERMS).value == 1500 + 600 + 1300
    assert settle((1550, 660), (16, 16), whole).value == 2200 + 1300
    assert settle((1830, 1260), (16, 16), whole).value == 500 + 500, "570 are five hundreds"


@given(
    st.integers(0, 650).map(lambda n: 10 * n),
    st.integers(0, 650).map(lambda n: 10 * n),
    st.integers(0, 32),
    st.booleans(),
    st.booleans(),
)
def test_f4_37_what_holds_for_every_settlement(first: int, second: int, won: int, close: bool, whole: bool):
    scores, brisques = (first, second), (won, 32 - won)
    totals = with_brisques(scores, brisques)
    settled = settle(scores, brisques, Rubicon(counts_close=close, rounds_sum=whole))
    assert (settled.winner is None) == (totals[0] == totals[1])
    assert settled.value % 100 == 0
    if settled.winner is None:
        return
    loser = 1 - settled.winner
    assert totals[settled.winner] > totals[loser]
    assert (settled.rubiconed == loser) == (totals[loser] < 1000)
    if settled.rubiconed is None:
        assert settled.value >= 600
    else:
        assert settled.value >= 1300 + hundreds(scores[settled.winner]) + hundreds(scores[loser])
    assert sum(settled.by_side(2)) == settled.value
