"""Forming a table of more than four candidates, and cutting out (RULES C4; Laws 16-21)."""

import random
from collections.abc import Callable, Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules.cards import Card, parse
from bot.rules.preliminaries.forming import Candidate, Formed, FormsTable, form
from bot.rules.registry import GAMES
from bot.rules.whist.pack import ACE_LOW, PACK


def cutting(*rounds: str) -> Callable[[int], tuple[Card, ...]]:
    """Cuts to order; fails when more people cut than were foreseen, or fewer."""
    waiting = [tuple(map(parse, text.split())) for text in rounds]

    def cut(people: int) -> tuple[Card, ...]:
        cards = waiting.pop(0)
        assert len(cards) == people
        return cards

    return cut


def formed_by(candidates: Sequence[Candidate], chairs: int, cut: Callable[[int], tuple[Card, ...]]) -> Formed:
    return form(candidates, chairs, cut, lambda card: ACE_LOW[card.rank])


def newcomers(number: int) -> list[Candidate]:
    return [Candidate(user) for user in range(1, number + 1)]


def test_c4_13_the_four_lowest_of_six_play() -> None:
    formed = formed_by(newcomers(6), 4, cutting("KS 2S QD 9H AC 3C"))
    assert formed.playing == (2, 4, 5, 6), "the ace is the lowest card"
    assert formed.waiting == (3, 1), "the next lowest cut comes in first"
    assert formed.rounds == (
        {1: parse("KS"), 2: parse("2S"), 3: parse("QD"), 4: parse("9H"), 5: parse("AC"), 6: parse("3C")},
    )


def test_c4_13_four_candidates_need_no_cut() -> None:
    assert formed_by(newcomers(4), 4, cutting()).playing == (1, 2, 3, 4)


def test_c4_15_a_tie_for_the_last_chair_is_cut_again() -> None:
    formed = formed_by(newcomers(5), 4, cutting("2S 3S 9D 9H 9C", "KS AD 5C"))
    assert (formed.playing, len(formed.rounds)) == ((1, 2, 4, 5), 2)


def test_c4_15_a_tie_that_leaves_nothing_open_is_not_cut_again() -> None:
    assert formed_by(newcomers(5), 4, cutting("2S 2D 2H 2C KS")).waiting == (5,)


def test_c4_16_whoever_waited_comes_in_and_the_others_cut() -> None:
    after_one = [*(Candidate(user, 1, True) for user in (1, 2, 3, 4)), Candidate(5, 0, True)]
    formed = formed_by(after_one, 4, cutting("4S KH 7D 2C"))
    assert formed.playing == (1, 3, 4, 5)
    assert formed.waiting == (2,), "all had played the same number: the highest is out"


def test_c4_16_the_greater_number_of_rubbers_running_is_out() -> None:
    candidates = [
        Candidate(1, 1, True),
        *(Candidate(user, 2, True) for user in (2, 3, 4)),
        Candidate(5, 0, True),
    ]
    assert formed_by(candidates, 4, cutting("4S KH 7D")).waiting == (3,)
    alone = [Candidate(1, 3, True), *(Candidate(user, 2, True) for user in (2, 3, 4)), Candidate(5, 0, True)]
    assert formed_by(alone, 4, cutting()).waiting == (1,), "no cut is needed"


def test_c4_14_a_member_who_waited_precedes_an_after_comer() -> None:
    candidates = [
        *(Candidate(user, 1, True) for user in (1, 2, 3)),
        Candidate(4, 0, True),
        Candidate(5, 0, False),
        Candidate(6, 0, False),
    ]
    formed = formed_by(candidates, 4, cutting("9S 8H 7D"))
    assert {4, 5, 6} <= set(formed.playing)
    assert formed_by(candidates, 2, cutting("9S 8H")).playing == (4, 6)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.integers(0, 2**32), st.lists(st.integers(0, 3), min_size=4, max_size=6))
def test_everybody_plays_or_waits_and_nobody_with_fewer_rubbers_waits(seed: int, rubbers: list[int]) -> None:
    rng = random.Random(seed)
    candidates = [Candidate(user, played, True) for user, played in enumerate(rubbers)]
    formed = formed_by(candidates, 4, lambda people: tuple(rng.sample(PACK, people)))
    assert sorted((*formed.playing, *formed.waiting)) == list(range(len(rubbers)))
    assert len(formed.playing) == 4
    assert all(rubbers[out] >= rubbers[playing] for out in formed.waiting for playing in formed.playing)


def test_law_17_the_next_lowest_cut_has_a_prior_right() -> None:
    formed = formed_by(newcomers(8), 4, cutting("AS KS 2S QD 3H JC 4C TS"))
    assert formed.playing == (1, 3, 5, 7)
    assert formed.waiting == (8, 6, 4, 2), "ten, knave, queen, king: in this order they come in"


def test_law_17_what_was_cut_again_counts_for_the_turn_as_well() -> None:
    formed = formed_by(newcomers(6), 4, cutting("AS 2S 3S 9D 9H 9C", "KS 4D 5C"))
    assert (formed.playing, formed.waiting) == ((1, 2, 3, 5), (6, 4))


def test_law_17_a_member_waits_before_an_after_comer() -> None:
    table = [*(Candidate(user, 0, True) for user in (1, 2, 3, 4, 5)), Candidate(6)]
    formed = formed_by(table, 4, cutting("KS 2S 3S 4S 5S"))
    assert formed.waiting == (1, 6), "whatever the member has cut"


def test_law_16_those_first_in_the_room_have_the_preference() -> None:
    came = [Candidate(user, came=order) for user, order in ((1, 0), (2, 0), (3, 0), (4, 1), (5, 1), (6, 1))]
    formed = formed_by(came, 4, cutting("9S 2S KS"))
    assert formed.playing == (1, 2, 3, 5), "three were first; the others cut for the chair that is left"
    assert formed.waiting == (4, 6)
    alone = [Candidate(user, came=user) for user in (1, 2, 3, 4, 5)]
    assert formed_by(alone, 4, cutting()).waiting == (5,), "everybody came alone: nothing is left to cut for"


def test_law_16_who_has_waited_precedes_whoever_came_first() -> None:
    after = [*(Candidate(user, 1, True, came=0) for user in (1, 2, 3, 4)), Candidate(5, 0, True, came=1)]
    assert 5 in formed_by(after, 4, cutting("4S KH 7D 2C")).playing


def test_law_16_the_preference_is_a_house_rule_of_english_whist() -> None:
    game = GAMES["english-whist"]
    assert isinstance(game, FormsTable)
    assert not game.first_come(game.options({}))
    assert game.first_come(game.options({"first_rubber": "came"}))
    assert game.cut_pack(game.options({})) == PACK
    lowest = min(PACK, key=lambda card: game.cut_height(game.options({}), card))
    assert lowest.rank.value == "A"


def test_law_16_those_selected_cut_again_for_partners() -> None:
    game = GAMES["english-whist"]
    assert isinstance(game, FormsTable)
    assert game.after_forming(game.options({})).partners == "cut"
    assert game.after_forming(game.options({"partners": "chairs"})).partners == "chairs"
