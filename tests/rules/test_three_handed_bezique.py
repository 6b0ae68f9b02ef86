"""Bezique for three: RULES F2."""

from collections import Counter
from typing import Any

import pytest

from bot.rules.bezique import events as ev
from bot.rules.bezique.state import Deal, Playing
from bot.rules.game import Chance
from tests.rules.play import random_match, refuses
from tests.rules.several_hands import THREE, can, do, only, shown, table

TRIPLE = "declare triple QS/1 QS/2 QS/3 JD/1 JD/2 JD/3"


def dealt() -> Deal:
    for step in random_match(THREE, THREE.options({}), 2, 1, most=4):
        if isinstance(step.after, Playing):
            return step.after.deal
    raise AssertionError("nothing was dealt")


def test_f2_22_three_packs_eight_cards_each_and_the_left_of_the_dealer_leads() -> None:
    due = THREE.to_act(THREE.begin(THREE.options({}), 2))
    assert isinstance(due, Chance)
    assert due.take == 96
    assert set(Counter(due.pieces).values()) == {3}
    deal = dealt()
    assert [len(hand) for hand in deal.hands] == [8, 8, 8]
    assert deal.turn == 0
    assert (len(deal.stock), deal.turn_up is not None) == (71, True)


def test_f2_22_each_plays_against_the_others() -> None:
    assert THREE.seating(THREE.options({})).sides == ((0,), (1,), (2,))
    assert not THREE.partnerships


def test_f2_22_there_are_24_rounds_of_drawing_the_last_takes_the_turn_up_and_eight_tricks_follow() -> None:
    hands = 0
    tricks: list[int] = []
    for step in random_match(THREE, THREE.options({}), 2, 3):
        for event in step.events:
            if isinstance(event, ev.TrickTaken):
                tricks.append(event.trick.number)
            if isinstance(event, ev.StockOut):
                assert tricks[-1] == 24
                assert event.tricks == 8
                assert event.taker == (event.leader - 1) % 3, "the last to draw"
            if isinstance(event, ev.HandScored):
                hands += 1
                if max(event.total) < 2000:
                    assert tricks == list(range(1, 33))
                tricks.clear()
    assert hands > 2


@pytest.mark.parametrize(("chosen", "target"), [({}, 2000), ({"target": "one-thousand"}, 1000)])
def test_f2_22_game_is_2000_or_as_agreed(chosen: dict[str, Any], target: int) -> None:
    state = table(THREE, "KH QH AS AC", turn=0, points=(target - 40, target - 10, 0), **chosen)
    state, events = do(THREE, state, (0, "declare marriage KH QH"))
    result = THREE.result(state)
    assert result is not None
    assert (result.winner, result.points) == (0, (target, target - 10, 0)), "whoever has it first"
    assert only(events, ev.GameWon).worth == 1


def test_f2_22_triple_bezique_is_1500_after_singles_and_doubles_or_at_once() -> None:
    state = table(THREE, "QS QS QS JD JD JD AS AC")
    assert "declare triple QS QS QS JD JD JD" in can(THREE, state, 0)
    _, events = do(THREE, state, (0, "declare triple QS QS QS JD JD JD"))
    assert only(events, ev.Declared).points == 1500
    lower = (shown(THREE, "bezique", "QS/1 JD/1"), shown(THREE, "double", "QS/1 QS/2 JD/1 JD/2"))
    state = table(THREE, "QS/1 QS/2 QS JD/1 JD/2 JD AS AC", declared=lower)
    state, events = do(THREE, state, (0, "declare triple QS/1 QS/2 QS JD/1 JD/2 JD"))
    assert only(events, ev.Declared).total == (1500, 0, 0)


def test_f2_22_after_a_triple_its_cards_make_no_lower_bezique() -> None:
    triple = shown(THREE, "triple", TRIPLE.removeprefix("declare triple "))
    state = table(THREE, "QS/1 QS/2 QS/3 JD/1 JD/2 JD/3 AS AC", declared=(triple,), asked=True)
    assert can(THREE, state, 0) == {"take"}
    refuses("served in that class already", do, THREE, state, (0, "declare double QS/1 QS/2 JD/1 JD/2"))


def test_f2_22_only_the_winner_of_the_trick_is_asked() -> None:
    state = table(THREE, "AS AC", "KS KS KH KC QH", turn=0, asked=True)
    assert THREE.to_act(state) == (0,)
    refuses("Only the winner", do, THREE, state, (1, "declare kings KS KS KH KC"))


def last_tricks(*hands: str, played: str, turn: int = 2) -> set[str]:
    state = table(THREE, *hands, stock=0, turn_up=None, winner=False, turn=turn, played=played)
    return {move.removeprefix("play ") for move in can(THREE, state, turn)}


@pytest.mark.parametrize(
    ("hand", "played", "allowed", "why"),
    [
        ("AS KS 7S 7H", "QS 9S", "AS KS", "follow, and beat the best so far"),
        ("KS 7S 7H", "QS AS", "KS 7S", "follow, though nothing beats it"),
        ("AS KS 7S", "QS 9H", "AS KS 7S", "the second has trumped: any card of the suit"),
        ("9H 7H 8D", "QS 8S", "9H 7H", "void: trump"),
        ("9H 7H 8D", "QS 8H", "9H", "void: overtrump"),
        ("9H 7H 8D", "QS TH", "9H 7H 8D", "void, and no trump would win: any card"),
        ("9D 8C 8D", "QS 7S", "9D 8C 8D", "void of both: any card"),
        ("AH 9H 8D", "QH KH", "AH", "trumps led: beat the best"),
    ],
)
def test_f2_23_amb_f5_what_the_third_hand_owes(hand: str, played: str, allowed: str, why: str) -> None:
    assert last_tricks("8S 8C", "8S 8C", hand, played=played) == set(allowed.split()), why


def test_f2_23_amb_f5_a_refusal_says_what_is_owed() -> None:
    state = table(
        THREE, "8S 8C", "8S 8C", "9H 7H 8D", stock=0, turn_up=None, winner=False, turn=2, played="QS 8H"
    )
    refuses("you must overtrump", do, THREE, state, (2, "play 7H"))


def test_f2_24_amb_f6_a_second_double_is_of_other_cards() -> None:
    first = shown(THREE, "double", "QS/1 QS/2 JD/1 JD/2")
    state = table(THREE, "QS/1 QS/2 QS JD/1 JD/2 JD AS AC", declared=(first,))
    assert not [move for move in can(THREE, state, 0) if "double" in move]
    assert "declare bezique QS JD" in can(THREE, state, 0)


def test_f2_24_amb_f6_a_house_rule_lets_a_bezique_of_a_double_serve_beside_a_new_one() -> None:
    first = shown(THREE, "double", "QS/1 QS/2 JD/1 JD/2")
    hand = "QS/1 QS/2 QS JD/1 JD/2 JD AS AC"
    state = table(THREE, hand, declared=(first,), beziques="new-pair")
    doubles = {move for move in can(THREE, state, 0) if "double" in move}
    assert doubles == {f"declare double QS QS/{queen} JD JD/{knave}" for queen in (1, 2) for knave in (1, 2)}
    refuses("has served in that class already", do, THREE, state, (0, "declare double QS/1 QS/2 JD/1 JD/2"))
    refuses("has served in that class already", do, THREE, state, (0, "declare double QS QS/1 JD/1 JD/2"))
    triple = shown(THREE, "triple", TRIPLE.removeprefix("declare triple "))
    state = table(THREE, "QS/1 QS/2 QS/3 JD/1 JD/2 JD/3 QS JD", declared=(triple,), beziques="new-pair")
    assert not [move for move in can(THREE, state, 0) if "double" in move], "but none of a triple"


def test_f2_24_amb_f3_a_double_or_triple_of_old_cards_unless_a_new_one_is_wanted() -> None:
    singles = tuple(shown(THREE, "bezique", f"QS/{n} JD/{n}") for n in (1, 2, 3))
    hand = "QS/1 QS/2 QS/3 JD/1 JD/2 JD/3 AS AC"
    assert TRIPLE in can(THREE, table(THREE, hand, declared=singles), 0)
    state = table(THREE, hand, declared=singles, beziques="new-card", asked=True)
    assert not [move for move in can(THREE, state, 0) if move.startswith("declare")]
    refuses("must not have served", do, THREE, state, (0, TRIPLE))


def test_amb_f4_played_out_equal_scores_make_the_game_void() -> None:
    state = table(
        THREE, "AH", "7H", "8H", stock=0, turn_up=None, winner=False, turn=0,
        points=(1990, 2010, 100), out="play-on",
    )  # fmt: skip
    state, events = do(THREE, state, (0, "play AH"), (1, "play 7H"), (2, "play 8H"))
    assert only(events, ev.HandScored).total == (2010, 2010, 100)
    assert only(events, ev.GameWon).winner is None
    assert THREE.result(state) is None
