"""How a game of bezique ends and what it counts for, and the options of RULES F0 and F1."""

from typing import Any

import pytest

from bot.rules.bezique import events as ev
from bot.rules.bezique.ending import count
from bot.rules.errors import RuleError
from tests.rules.bezique_hands import GAME, can, do, only, say, shown, table, won_another


def last_trick(ann: str, bob: str, **options: Any) -> Any:
    """The end of a hand in which Ann leads her last card and Bob answers."""
    state = table(ann, bob, playing=True, stock=0, turn_up=None, **options)
    state, _ = do(state, 0, f"play {ann}")
    return do(state, 1, f"play {bob}")


def played_on(reached: int, later: int) -> Any:
    """Ann reaches the target, the hand being played on, while Bob has `reached`; he scores `later` after."""
    bob = "KS QS KD QD KC QC 7C 7D" if later else "7S 7S 8S 8S 9S 9S 7C 7C"
    state = table("KH QH 7D", bob, points=(970, reached), out="play-on")
    state, events = do(state, 0, "declare marriage KH QH")
    assert not [event for event in events if isinstance(event, ev.GameWon)]
    for _ in range(later // 20):
        state = won_another(state, 1)
        marriage = next(move for move in sorted(can(state)) if move.startswith("declare marriage"))
        state, _ = do(state, 1, marriage)
    match, deal = state.match, state.deal._replace(hands=((), ()), stock=(), turn_up=None)
    return GAME.settlement(match, deal, count(match, deal))


def test_f1_19_the_loser_had_not_500_when_the_winner_reached_1000() -> None:
    assert played_on(480, 0).counts == 2
    assert played_on(480, 40).counts == 2, "what he scores afterwards saves nothing"
    assert played_on(500, 0).counts == 1


def test_f1_19_the_words_say_why_a_game_counts_double() -> None:
    at_once = ev.GameWon(1, (1010, 480), 0, (2, 0), 2, 500)
    assert say(at_once) == "Ann wins game 1, 1,010 to 480: under 500, it counts double."
    later = ev.GameWon(1, (1010, 520), 0, (2, 0), 2, 500)
    assert say(later) == "Ann wins game 1, 1,010 to 520: the loser had not 500 then, so it counts double."


def test_f1_19_whoever_reached_it_first_and_lost_makes_no_double() -> None:
    # Bob has 1,000 while Ann has 990; she wins the game by the last trick.
    _, events = last_trick("AS", "TS", points=(990, 1000), out="play-on")
    won = only(events, ev.GameWon)
    assert (won.winner, won.worth) == (0, 1)


def test_f1_19_amb_f14_with_brisques_at_the_end_by_the_final_count() -> None:
    _, events = last_trick("AS", "TS", points=(1000, 490), brisques="at-the-end")
    assert only(events, ev.GameWon).worth == 2
    _, events = last_trick("7S", "AS", points=(1000, 480), brisques="at-the-end")
    assert only(events, ev.GameWon).points == (1000, 500)
    assert only(events, ev.GameWon).worth == 1, "the last trick and a brisque bring him to 500"


def test_f1_19_amb_f14_option_by_the_score_without_brisques() -> None:
    chosen: dict[str, Any] = {"brisques": "at-the-end", "double_game": "without-brisques"}
    _, events = last_trick("7S", "AS", points=(1000, 480), **chosen)
    assert only(events, ev.GameWon).worth == 2, "490 with the last trick; the brisque is left out"
    _, events = last_trick("7S", "AS", points=(1000, 490), **chosen)
    assert only(events, ev.GameWon).worth == 1


def test_f1_18_a_void_game_keeps_its_number() -> None:
    state, events = last_trick("KS", "7S", points=(1010, 1020), brisques="at-the-end")
    assert only(events, ev.GameWon).winner is None
    assert only(events, ev.GameWon).number == 1
    assert (state.match.score.game, state.match.score.games) == (1, (0, 0))


def test_amb_f1_option_a_brisque_scores_ten_or_twenty() -> None:
    for points, total in (("ten", 20), ("twenty", 40)):
        state = table("AS KD 7D", "TS 8H 9D", playing=True, brisque_points=points)
        state, _ = do(state, 0, "play AS")
        state, events = do(state, 1, "play TS")
        assert only(events, ev.TrickTaken).points == total
    _, events = last_trick("AS", "TS", brisques="at-the-end", brisque_points="twenty")
    assert only(events, ev.HandScored).points == (50, 0)


def test_amb_f3_option_a_double_bezique_wants_a_new_card() -> None:
    singles = (shown("bezique", "QS/1 JD/1"), shown("bezique", "QS/2 JD/2"))
    hand = "QS/1 QS/2 JD/1 JD/2 7C 8C"
    double = "declare double QS/1 QS/2 JD/1 JD/2"
    assert double in can(table(hand, declared=singles))
    strict = table(hand, declared=singles, double_bezique="new-card")
    assert can(strict) == {"take"}
    with pytest.raises(RuleError, match="One card at least must not have served"):
        do(strict, 0, double)
    one = table("QS QS/1 JD JD/1 7C 8C", declared=singles[:1], double_bezique="new-card")
    assert "declare double QS QS/1 JD JD/1" in can(one)
    assert "declare double QS QS JD JD" in can(table("QS QS JD JD 7C", double_bezique="new-card"))


def test_an_option_that_does_not_apply_says_so() -> None:
    described = {option.name: option for option in GAME.options_type.described()}
    assert "brisques are scored at the end" in described["out"].choices[0].words
    assert described["double_game"].question.startswith("Brisques scored at the end")


def test_f1_10_of_marriages_left_to_score_only_the_first_can_be_royal() -> None:
    state = table("KS QS KC KD KH QH QD 7D", trump=None, turn_up=None, trumps="declared")
    state, events = do(state, 0, "declare kings KS KH KC KD", "declare marriage KS/1 QS")
    assert only(events[1:], ev.Declared).points == 40
    state, events = do(state, 0, "declare marriage KH/1 QH")
    assert only(events, ev.Declared).points == 20, "trumps are made but once"
    state, events = do(won_another(state), 0, "score marriage KH/1 QH/1")
    assert only(events, ev.Declared).points == 40, "unless it is the one that makes them"


def test_f1_10_of_two_marriages_in_the_trump_suit_both_are_royal() -> None:
    _, events = do(table("KH KH QH QH 7D"), 0, "declare marriage KH QH", "declare marriage KH QH")
    assert [event.points for event in events if isinstance(event, ev.Declared)] == [40, 40]
