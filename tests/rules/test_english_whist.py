"""English Whist, Short and Long, clause by clause (RULES C)."""

import random
from typing import Any

import pytest

from bot.rules.cards import Card, parse
from bot.rules.game import Chance
from bot.rules.match import GameWon, Score
from bot.rules.moves import Cut, Deck
from bot.rules.preliminaries.forming import FormsTable
from bot.rules.preliminaries.phases import CutPack, Shuffle
from bot.rules.whist import events as ev
from bot.rules.whist.count import Count, Terms, count_hand
from bot.rules.whist.events import ValuedRubberWon
from bot.rules.whist.moves import AskHonour, CallHonours, Penalize
from bot.rules.whist.pack import PACK
from bot.rules.whist.state import Match, Playing
from tests.rules.play import random_match, refused
from tests.rules.whist_hands import (
    AMERICAN,
    ENGLISH,
    ENGLISH_TEXT,
    NAMES,
    at_eight,
    cards,
    dealt,
    only,
    penalty,
    play_out,
    suits_apart,
)

SHORT = Terms(5, stops=True, below_zero=False)


def english(
    before: tuple[int, int], taken: tuple[int, int], honours: tuple[int, int] = (0, 0), penalties: Any = ()
) -> Count:
    return count_hand(before, taken, honours, penalties, SHORT)


@pytest.mark.parametrize(
    ("holders", "points"),
    [("0000", (4, 0)), ("0002", (4, 0)), ("0021", (2, 0)), ("1310", (0, 2)), ("0101", (0, 0))],
)
def test_c1_3_honours_held_jointly(holders: str, points: tuple[int, int]) -> None:
    honours = {c: int(seat) for c, seat in zip(cards("AC KC QC JC"), holders, strict=True)}
    hands: list[list[Card]] = [[c for c, s in honours.items() if s == seat] for seat in range(4)]
    rest = [c for c in PACK if c not in honours and c != parse("2C")]
    for seat in range(4):
        while len(hands[seat]) < 13 - (seat == 3):
            hands[seat].append(rest.pop())
    hands[3].append(parse("2C"))
    state = dealt(ENGLISH, [tuple(hand) for hand in hands])
    assert ENGLISH.honours(state) == points


def test_c1_4_penalties_then_tricks_then_honours() -> None:
    # At 3 all: two by tricks win the game, so the other side's four honours come too late.
    assert english((3, 3), (8, 5), (0, 4)).total == (5, 3)
    assert english((3, 3), (7, 6), (0, 4)).total == (4, 5)
    # A revoke that ends the game leaves nothing for the tricks.
    count = english((2, 0), (1, 12), (0, 4), [penalty("revoke", 1, "add")])
    assert (count.total, count.points) == ((5, 0), (3, 0))


def test_l17_law_72_v_two_and_a_revoke_is_five_to_nothing_a_treble() -> None:
    state = dealt(ENGLISH, suits_apart(), points=(2, 0))
    state = ENGLISH.apply(state, None, Penalize("revoke", 3, "add")).state
    _, events = play_out(ENGLISH, state)
    game = only(events, GameWon)
    assert (game.winner, game.points, game.value) == (0, (5, 0), 3)


def test_c5_18_three_tricks_may_be_taken_for_a_revoke() -> None:
    count = english((0, 0), (5, 8), penalties=[penalty("revoke", 1, "tricks")])
    assert (count.taken, count.points) == ((8, 5), (2, 0))


def test_c5_18_a_revoking_side_stops_at_four() -> None:
    assert english((3, 0), (13, 0), (4, 0), [penalty("revoke", 0, "deduct")]).total == (4, 0)


def test_c5_18_both_revoke_and_neither_wins() -> None:
    both = [penalty("revoke", 0, "add"), penalty("revoke", 1, "add")]
    assert english((3, 3), (13, 0), (4, 0), both).total == (4, 4)


def test_c5_19_amb_c3_three_off_stops_at_nothing_or_not() -> None:
    offence = [penalty("revoke", 0, "deduct")]
    assert english((2, 0), (6, 7), penalties=offence).total == (0, 1)
    below = count_hand((2, 0), (6, 7), (0, 0), offence, Terms(5, stops=True, below_zero=True))
    assert below.total == (-1, 1)
    assert ENGLISH.terms(ENGLISH.options({"revoke_below_zero": True})).below_zero


def test_c1_5_honours_must_be_called_before_the_next_trump_is_turned() -> None:
    state = ENGLISH.begin(ENGLISH.options({"honours": "called"}), 3)
    rng = random.Random(5)
    while (claim := claim_of(state)) is None:
        state = _random_step(state, rng)
    assert ENGLISH.to_act(state) == Chance("deck", tuple(c.text for c in PACK), 52, secret=True)
    side, points = claim
    state = ENGLISH.apply(state, None, Deck(PACK)).state
    cutter = (state.dealer + 3) % 4
    mine = {seat for seat in range(4) if seat % 2 == side}
    assert set(ENGLISH.to_act(state)) == mine | {cutter}
    before = state.match.score.points[side]
    called, (event, *_) = ENGLISH.apply(state, min(mine), CallHonours())
    assert event.points == points
    assert event.total[side] == min(5, before + points)
    assert claim_of(called) is None
    late = ENGLISH.apply(state, cutter, Cut(10)).state
    assert late.match.score.points[side] == before, "cut and turned: too late"
    refused(ENGLISH, late, min(mine), CallHonours())
    for other in set(range(4)) - mine:
        refused(ENGLISH, state, other, CallHonours(), "no honours to call")


def claim_of(state: Any) -> tuple[int, int] | None:
    """The side that may call honours, and their points."""
    last = None if isinstance(state, Playing) else state.match.last
    if last is None:
        return None
    side = ENGLISH.count(last).scored.callable_side
    return None if side is None else (side, ENGLISH.honours(last.play)[side])


def _random_step(state: Any, rng: random.Random) -> Any:
    due = ENGLISH.to_act(state)
    if isinstance(due, Chance):
        return ENGLISH.apply(state, None, Deck(tuple(rng.sample(PACK, 52)))).state
    return ENGLISH.apply(state, due[0], rng.choice(ENGLISH.legal(state, due[0]))).state


def test_c1_5_a_call_can_win_the_game_with_the_next_hand_already_shuffled() -> None:
    state = ENGLISH.begin(ENGLISH.options({"honours": "called"}), 3)
    rng = random.Random(8)
    claim = None
    for _ in range(20_000):
        claim = claim_of(state)
        waiting = isinstance(state, CutPack)
        if claim and waiting and state.match.score.points[claim[0]] + claim[1] >= 5:
            break
        if ENGLISH.result(state) is not None:
            state = ENGLISH.begin(ENGLISH.options({"honours": "called"}), 3)
        state = _random_step(state, rng)
    assert claim
    caller = claim[0]
    after, events = ENGLISH.apply(state, caller, CallHonours())
    assert only(list(events), GameWon).winner == caller
    if isinstance(after, CutPack):
        assert after.pack == state.pack, "the pack lies ready for the next game"
        assert after.match.score.points == (0, 0)


def test_c1_5_honours_are_scored_by_the_bot_unless_opted() -> None:
    _, events = play_out(ENGLISH, dealt(ENGLISH, suits_apart()))
    scored = only(events, ev.HandScored)
    assert scored.count.tricks == (0, 7)
    assert scored.callable_side is None
    _, events = play_out(ENGLISH, dealt(ENGLISH, suits_apart(), length="long"))
    assert only(events, ev.HandScored).count.honours == (0, 4)
    _, events = play_out(ENGLISH, dealt(ENGLISH, suits_apart(), length="long", honours="called"))
    assert only(events, ev.HandScored).count.honours == (0, 0)
    assert only(events, ev.HandScored).callable_side == 1


def test_c2_6_game_is_five() -> None:
    assert ENGLISH.terms(ENGLISH.options({})).target == 5


def test_l18_c2_6_at_four_honours_are_void() -> None:
    _, events = play_out(ENGLISH, dealt(ENGLISH, suits_apart(), points=(0, 4)))
    assert only(events, ev.HandScored).count.honours == (0, 0)
    _, events = play_out(ENGLISH, dealt(ENGLISH, suits_apart(), points=(4, 0)))
    count = only(events, ev.HandScored).count
    assert count.made == (0, 7), "and the game is won by tricks before them"
    assert (count.points, count.total) == ((0, 5), (4, 5)), "of which five are game"


@pytest.mark.parametrize(("loser", "value"), [(0, 3), (1, 2), (2, 2), (3, 1), (4, 1)])
def test_c2_7_treble_double_single(loser: int, value: int) -> None:
    assert ENGLISH.value(ENGLISH.options({}), loser) == value


def test_c2_7_amb_c1_option_one_is_a_treble_too() -> None:
    options = ENGLISH.options({"treble": "one"})
    assert [ENGLISH.value(options, loser) for loser in range(5)] == [3, 3, 2, 1, 1]


def rubber(*games: tuple[int, int]) -> ValuedRubberWon:
    """The rubber of these games, each its winner and the loser's points."""
    state, events = ENGLISH.begin(ENGLISH.options({}), 0), ()
    for winner, loser in games:
        points = (5, loser) if winner == 0 else (loser, 5)
        match = Match(state.match.options, Score(points, state.match.score.won))
        state, events = ENGLISH.end_game(Shuffle(match, 0), winner)
    return only(list(events), ValuedRubberWon)  # type: ignore[no-any-return]


def test_l18_c2_8_two_trebles_and_the_rubber_points_make_eight() -> None:
    won = rubber((0, 0), (0, 0))
    assert won.worth == 3 + 3 + 2 == 8
    assert won.points == (8, 0)
    assert "Their games 3 + 3, 2 for the rubber: 8 points." in ENGLISH_TEXT.describe_event(won, NAMES)


def test_l18_c2_9_two_singles_against_a_treble_make_one() -> None:
    won = rubber((1, 3), (0, 0), (1, 4))
    assert won.worth == 1 + 1 + 2 - 3 == 1
    assert (won.points, won.games) == ((0, 1), (1, 2))
    assert "less 3 for the game lost: 1 point." in ENGLISH_TEXT.describe_event(won, NAMES)


def test_c2_8_the_third_game_is_not_played_after_two() -> None:
    assert rubber((1, 1), (1, 3)).games == (0, 2)


def test_c3_11_long_whist_is_ten_and_at_nine_honours_do_not_count() -> None:
    assert ENGLISH.terms(ENGLISH.options({"length": "long"})).target == 10
    for before, honours in ((9, 0), (8, 4), (4, 4)):
        state = dealt(ENGLISH, suits_apart(), points=(0, before), length="long")
        assert ENGLISH.honours(state) == (0, honours)


def test_c3_12_amb_c2_games_are_alike_or_double() -> None:
    alike = ENGLISH.options({"length": "long"})
    assert {ENGLISH.value(alike, loser) for loser in range(10)} == {0}
    double = ENGLISH.options({"length": "long", "long_games": "double"})
    assert [ENGLISH.value(double, loser) for loser in range(10)] == [2] * 5 + [1] * 5


def test_c3_12_a_rubber_of_long_whist_is_worth_its_games() -> None:
    for step in random_match(ENGLISH, ENGLISH.options({"length": "long"}), 0, 1):
        for event in step.events:
            if isinstance(event, ValuedRubberWon):
                assert (event.worth, event.points) == (0, event.games)
                assert "\n" not in ENGLISH_TEXT.describe_event(event, NAMES)


def test_c3_12_at_eight_three_honours_win_the_game_before_play() -> None:
    state = at_eight({"AC": 0, "KC": 0, "QC": 2})
    assert AskHonour() in ENGLISH.legal(state, 0)
    state, events = ENGLISH.apply(state, 0, AskHonour())
    assert only(list(events), ev.Asked).granted
    assert only(list(events), GameWon).points == (10, 0)


def test_c3_12_at_eight_partner_may_have_none() -> None:
    state = at_eight({"AC": 0, "KC": 0})
    state, events = ENGLISH.apply(state, 0, AskHonour())
    assert not only(list(events), ev.Asked).granted
    assert AskHonour() not in ENGLISH.legal(state, 0)
    refused(ENGLISH, state, 0, AskHonour(), "at eight points")


def test_c4_14_six_may_belong_to_an_english_table() -> None:
    assert ENGLISH.most_waiting(ENGLISH.options({})) == 2
    assert not isinstance(AMERICAN, FormsTable)


def test_honours_are_counted_wherever_they_lie() -> None:
    state = dealt(ENGLISH, suits_apart())
    assert isinstance(state, Playing)
    while isinstance(state, Playing):
        assert ENGLISH.honours_dealt(state) == (0, 4)
        seat = state.seat
        state = ENGLISH.apply(state, seat, ENGLISH.legal(state, seat)[0]).state
