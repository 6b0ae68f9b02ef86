"""Forming a table of more than four candidates, and cutting out (RULES C4; Laws 16-21)."""

import random
from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules.cards import Card, parse
from bot.rules.forming import Candidate, form
from bot.rules.whist.pack import PACK


def cutting(*rounds: str) -> Callable[[int], tuple[Card, ...]]:
    """Cuts to order; fails when more people cut than were foreseen, or fewer."""
    waiting = [tuple(map(parse, text.split())) for text in rounds]

    def cut(people: int) -> tuple[Card, ...]:
        cards = waiting.pop(0)
        assert len(cards) == people
        return cards

    return cut


def newcomers(number: int) -> list[Candidate]:
    return [Candidate(user) for user in range(1, number + 1)]


def test_c4_13_the_four_lowest_of_six_play() -> None:
    formed = form(newcomers(6), 4, cutting("KS 2S QD 9H AC 3C"))
    assert formed.playing == (2, 4, 5, 6), "the ace is the lowest card"
    assert formed.waiting == (1, 3)
    assert formed.rounds == (
        {1: parse("KS"), 2: parse("2S"), 3: parse("QD"), 4: parse("9H"), 5: parse("AC"), 6: parse("3C")},
    )


def test_c4_13_four_candidates_need_no_cut() -> None:
    assert form(newcomers(4), 4, cutting()).playing == (1, 2, 3, 4)


def test_c4_15_a_tie_for_the_last_chair_is_cut_again() -> None:
    formed = form(newcomers(5), 4, cutting("2S 3S 9D 9H 9C", "KS AD 5C"))
    assert formed.playing == (1, 2, 4, 5)
    assert len(formed.rounds) == 2


def test_c4_15_a_tie_that_leaves_nothing_open_is_not_cut_again() -> None:
    assert form(newcomers(5), 4, cutting("2S 2D 2H 2C KS")).waiting == (5,)


def test_c4_16_whoever_waited_comes_in_and_the_others_cut() -> None:
    after_one = [*(Candidate(user, 1, True) for user in (1, 2, 3, 4)), Candidate(5, 0, True)]
    formed = form(after_one, 4, cutting("4S KH 7D 2C"))
    assert formed.playing == (1, 3, 4, 5)
    assert formed.waiting == (2,), "all had played the same number: the highest is out"


def test_c4_16_the_greater_number_of_rubbers_running_is_out() -> None:
    candidates = [
        Candidate(1, 1, True),
        *(Candidate(user, 2, True) for user in (2, 3, 4)),
        Candidate(5, 0, True),
    ]
    assert form(candidates, 4, cutting("4S KH 7D")).waiting == (3,)
    alone = [Candidate(1, 3, True), *(Candidate(user, 2, True) for user in (2, 3, 4)), Candidate(5, 0, True)]
    assert form(alone, 4, cutting()).waiting == (1,), "no cut is needed"


def test_c4_14_a_member_who_waited_precedes_an_after_comer() -> None:
    candidates = [
        *(Candidate(user, 1, True) for user in (1, 2, 3)),
        Candidate(4, 0, True),
        Candidate(5, 0, False),
        Candidate(6, 0, False),
    ]
    formed = form(candidates, 4, cutting("9S 8H 7D"))
    assert {4, 5, 6} <= set(formed.playing)
    assert form(candidates, 2, cutting("9S 8H")).playing == (4, 6)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.integers(0, 2**32), st.lists(st.integers(0, 3), min_size=4, max_size=6))
def test_everybody_plays_or_waits_and_nobody_with_fewer_rubbers_waits(seed: int, rubbers: list[int]) -> None:
    rng = random.Random(seed)
    candidates = [Candidate(user, played, True) for user, played in enumerate(rubbers)]
    formed = form(candidates, 4, lambda people: tuple(rng.sample(PACK, people)))
    assert sorted((*formed.playing, *formed.waiting)) == list(range(len(rubbers)))
    assert len(formed.playing) == 4
    assert all(rubbers[out] >= rubbers[playing] for out in formed.waiting for playing in formed.playing)
