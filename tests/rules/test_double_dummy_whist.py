"""Double dummy for two, clause by clause (RULES D1, D3-D6)."""

from typing import Any

import pytest

from bot.rules.errors import RuleError
from bot.rules.moves import Play as PlayCard
from bot.rules.preliminaries.phases import ChooseChair, CutForDeal, PutLeft, Shuffle
from bot.rules.registry import text_for
from bot.rules.seats import Names
from bot.rules.whist.events import ValuedRubberWon
from bot.rules.whist.state import Over
from tests.rules.dummy_hands import DOUBLE, E, N, S, W, at_last_hand, cut_for, deal, kinds
from tests.rules.whist_hands import only, play_out, suits_apart

TEXT = text_for("double-dummy-whist")
NAMES = Names(DOUBLE.chairs, ("Ann", "Bob", "Dummy (Ann)", "Dummy (Bob)"))


def test_d1_two_people_each_with_a_dummy() -> None:
    assert DOUBLE.players() == (2, 2)
    assert DOUBLE.chairs.people == (N, E)
    assert not DOUBLE.partnerships, "nobody has a person for a partner"


def test_d3_both_dummies_lie_open_for_both() -> None:
    state, told = deal(DOUBLE, Shuffle(DOUBLE.new_match(DOUBLE.options({})), S))
    hands = suits_apart()
    assert kinds(told)[-2:] == ["dummy", "dummy"]
    assert DOUBLE.view(state, N).shown == ((), (), hands[S], hands[W])
    assert DOUBLE.view(state, S).shown == (hands[N], (), (), hands[W])
    assert DOUBLE.view(state, None).shown == ((), (), hands[S], hands[W])
    scene = TEXT.scene(DOUBLE.view(state, S), NAMES)
    assert [row.title for row in scene.hands] == ["Dummy's hand", "Your own hand"]
    assert [row.owners for row in scene.rows] == [(W,)], "the other player's dummy"


def test_d4_each_plays_the_dummy_that_faces_them() -> None:
    state, _ = deal(DOUBLE, Shuffle(DOUBLE.new_match(DOUBLE.options({})), S))
    assert [DOUBLE.player_of(state, seat) for seat in range(4)] == [N, E, N, E]
    assert DOUBLE.to_act(state) == (W,)
    with pytest.raises(RuleError):
        DOUBLE.apply(state, E, PlayCard(state.hands[W][0]))


def test_d6_the_lowest_cut_deals_first_for_dummy_and_chooses_the_side() -> None:
    state, told = cut_for(DOUBLE, "KS 2S")
    assert isinstance(state, ChooseChair)
    assert DOUBLE.legal(state, E) == (PutLeft(N), PutLeft(S))
    assert told[-1].kind == "chairs"
    # On the right of the other player, or on the left.
    after, (seated,) = DOUBLE.apply(state, E, PutLeft(N))
    assert (seated.order, after.dealer) == ((E, N, W, S), S)
    after, (seated,) = DOUBLE.apply(state, E, PutLeft(S))
    assert (seated.order, after.dealer) == ((N, E, S, W), W)
    with pytest.raises(RuleError, match="which of the others"):
        DOUBLE.apply(state, E, PutLeft(W))


def test_d6_equal_cuts_are_cut_again() -> None:
    state, _ = cut_for(DOUBLE, "2H 2S")
    assert isinstance(state, CutForDeal)
    state, told = cut_for(DOUBLE, "2H 2S", "7H AD", partners="choice")
    assert state.dealer == W, "Bob cut the ace, which is low"
    seated: Any = told[-1]
    assert seated.order == (N, E, S, W)
    assert TEXT.describe_event(seated, NAMES) == (
        "Bob cut lowest and deals first, for dummy. Bob plays against Ann, each with a dummy."
    )


def test_d6_one_rubber_and_no_tournee() -> None:
    with pytest.raises(RuleError, match="tournee"):
        DOUBLE.options({"match": "tournee"})
    match = DOUBLE.new_match(DOUBLE.options({}))
    assert match.options.match == "rubber"
    state, events = play_out(DOUBLE, at_last_hand(DOUBLE, match, 1))
    assert isinstance(state, Over)
    rubber = only(events, ValuedRubberWon)
    assert rubber.points == (0, 8)
    assert TEXT.describe_event(rubber, NAMES).startswith("Bob and dummy win the rubber, 2 games to 0.")


def test_d6_otherwise_as_with_one_dummy_honours_count() -> None:
    match = DOUBLE.new_match(DOUBLE.options({"match": "game"}))
    state, _ = deal(DOUBLE, Shuffle(match, S))
    assert DOUBLE.honours(state) == (4, 0)
    assert DOUBLE.value(match.options, 0) == 3


def test_amb_d1_no_deal_is_lost_for_a_misdeal() -> None:
    assert {offence for offence, _ in DOUBLE.penalties} == {"revoke"}
