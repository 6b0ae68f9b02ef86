"""Matador, rule by rule (RULES H2)."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules.dominoes.events import TilesDealt
from bot.rules.dominoes.matador import events as ev
from bot.rules.dominoes.matador.game import Matador
from bot.rules.dominoes.matador.line import MATADORS, Laid, Line, laid, lays, open_half
from bot.rules.dominoes.matador.moves import Lay
from bot.rules.dominoes.matador.scoring import Count, game_winner
from bot.rules.dominoes.matador.state import Match, Playing
from bot.rules.dominoes.moves import DeckOfTiles, DrawTile
from bot.rules.game import Result
from bot.rules.match import GameResult, RubberWon, Score
from bot.rules.preliminaries.phases import Shuffle
from bot.rules.registry import text_for
from bot.rules.seats import TWO_ALONE, Names
from bot.rules.tiles import SET, Tile, parse
from tests.rules.play import random_match, refused

GAME: Any = Matador()
TEXT = text_for(GAME.key)
NAMES = Names(TWO_ALONE, ("Ann", "Bob"))


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(map(parse, text.split()))


def line(text: str) -> Line:
    """A line as it lies: `4-6 1-1`."""
    return tuple(Laid(parse(t), int(t[0]), int(t[2])) for t in text.split())


def playing(
    first: str,
    second: str,
    lying: str = "",
    stock: str = "",
    turn: int = 0,
    points: tuple[int, ...] = (0, 0),
    games: tuple[int, ...] = (0, 0),
) -> Playing:
    won = tuple(GameResult(side) for side, number in enumerate(games) for _ in range(number))
    match = Match(GAME.options({}), Score(points, won), 1)
    return Playing(match, (tiles(first), tiles(second)), tiles(stock), line(lying), turn)


def do(state: Any, seat: int, move: str) -> Any:
    return GAME.apply(state, seat, GAME.parse(move))


def only(events: Any, kind: type) -> Any:
    (found,) = [event for event in events if isinstance(event, kind)]
    return found


def texts(state: Any) -> set[str]:
    seat = GAME.to_act(state)[0]
    return {str(move) for move in GAME.legal(state, seat)}


@pytest.mark.parametrize(("half", "fits"), [(6, 1), (5, 2), (4, 3), (3, 4), (2, 5), (1, 6)])
def test_l20_h2_1_touching_halves_make_seven(half: int, fits: int) -> None:
    lying = (Laid(parse(f"{half}-0"), 0, half),)
    for tile in SET:
        if tile not in MATADORS:
            right = [lay for lay in lays(lying, tile) if lay.end == "right"]
            assert bool(right) == (fits in tile.halves)


def test_l20_h2_1_a_blank_takes_only_a_matador() -> None:
    lying = line("3-0")
    takers = {tile for tile in SET for lay in lays(lying, tile) if lay.end == "right"}
    assert takers == set(MATADORS) == set(tiles("0-0 6-1 5-2 4-3"))


def test_h2_1_matadors_go_to_either_end_either_way_round() -> None:
    found = {str(lay) for lay in lays(line("6-6"), parse("4-3"))}
    assert found == {"lay 4-3 left 4", "lay 4-3 left 3", "lay 4-3 right 4", "lay 4-3 right 3"}
    assert {str(lay) for lay in lays(line("6-6"), parse("0-0"))} == {"lay 0-0 left", "lay 0-0 right"}


def test_h2_1_after_a_matador_the_outward_half_is_the_new_end() -> None:
    after = laid(line("6-6"), Lay(parse("4-3"), "right", 3))
    assert after[-1] == Laid(parse("4-3"), 4, 3)
    assert open_half(after, "right") == 3
    assert laid(line("6-6"), Lay(parse("4-3"), "left", 3))[0] == Laid(parse("4-3"), 3, 4)


def test_h2_1_a_double_counts_one_half_for_matching() -> None:
    assert [str(lay) for lay in lays(line("4-4"), parse("3-3"))] == ["lay 3-3 left", "lay 3-3 right"]
    assert open_half(laid(line("4-4"), Lay(parse("3-3"), "right")), "right") == 3


def test_h2_1_the_half_that_makes_seven_lies_inward() -> None:
    assert laid(line("2-4"), Lay(parse("6-3"), "right"))[-1] == Laid(parse("6-3"), 3, 6)
    assert laid(line("2-4"), Lay(parse("5-1"), "left"))[0] == Laid(parse("5-1"), 1, 5)


def test_what_does_not_fit_is_refused_with_the_reason() -> None:
    state = playing("6-6 4-3 5-5", "2-2", "3-0", "1-1 2-1 3-1")
    for move, reason in (
        ("lay 6-6 left", "That end shows 3: lay a 4 to it, or a matador"),
        ("lay 6-6 right", "Only a matador may be laid to a blank"),
        ("lay 4-3 left", "say which half points outward"),
        ("lay 5-5 left 5", "Only a matador may lie either way"),
        ("lay 2-2 left", "You do not hold the double two"),
        ("lay 6-6", "left or right"),
    ):
        refused(GAME, state, 0, GAME.parse(move), reason)


def test_h2_2_the_last_two_are_never_drawn() -> None:
    state = playing("6-6 5-5", "2-2 4-4", "3-3", "1-1 2-1 3-1")
    state = do(state, 0, "draw").state
    assert len(state.stock) == 2
    refused(GAME, state, state.turn, DrawTile(), "never drawn")


def test_h2_2_one_may_draw_even_when_able_and_as_many_as_one_likes() -> None:
    state = playing("4-1 6-6", "2-2", "3-3", "1-1 2-1 3-1 3-2 5-1")
    assert texts(state) == {"lay 4-1 left", "lay 4-1 right", "draw"}
    for number in (1, 2, 3):
        state, events = do(state, 0, "draw")
        assert GAME.to_act(state) == (0,)
        assert only(events, TilesDealt).seen_by == (0,)
        assert len(state.hands[0]) == 2 + number
    assert texts(state).isdisjoint({"draw"})


def test_h2_2_who_cannot_lay_must_draw() -> None:
    state = playing("6-6 5-5", "2-2", "3-3", "1-1 4-1 3-1 3-2")
    assert texts(state) == {"draw"}
    assert TEXT.scene(GAME.view(state, 0), NAMES).prompt.endswith("so draw from the stock.")


def test_h2_3_if_still_unable_the_adversary_plays_on() -> None:
    state = playing("6-6 5-5", "4-4 4-2 1-1", "3-3", "6-5 6-3", turn=1)
    state, events = do(state, 1, "lay 4-2 right")
    # The ends are 3 and 2: Ann's 5-5 fits the 2.
    assert GAME.to_act(state) == (0,)
    state = playing("6-6 5-5", "4-4 4-2 1-1", "3-3", "6-5 6-3", turn=1)
    state, events = do(state, 1, "lay 4-4 right")
    assert only(events, ev.Passed).seat == 0
    assert GAME.to_act(state) == (1,), "she can neither lay nor draw"


def test_a_pass_is_posted_once_for_as_long_as_it_lasts() -> None:
    state = playing("5-5", "4-4 3-3 4-2 6-6", "3-3", "6-5 6-3", turn=1)
    state, first = do(state, 1, "lay 4-4 right")
    assert only(first, ev.Passed).posted
    state, second = do(state, 1, "lay 3-3 right")
    (again,) = [event for event in second if isinstance(event, ev.PassedAgain)]
    assert not again.posted
    assert TEXT.describe_event(again, NAMES) == "Ann can neither lay nor draw, and passes."
    state, third = do(state, 1, "lay 4-2 right")
    assert GAME.to_act(state) == (0,), "the two lets her in"
    assert not [event for event in third if isinstance(event, ev.PassedAgain)]


def test_drawing_is_told_once_when_it_is_over() -> None:
    state = playing("6-6 5-5", "2-2", "3-3", "1-1 4-1 3-1 3-2")
    state, first = do(state, 0, "draw")
    state, second = do(state, 0, "draw")
    assert not [event for event in (*first, *second) if event.posted]
    _, third = do(state, 0, "lay 4-1 left")
    assert TEXT.describe_event(only(third, ev.DrawingOver), NAMES) == "Ann draws 2 dominoes and lays 4-1."


def test_h2_4_going_out_scores_the_adversarys_pips() -> None:
    state, events = do(playing("4-1", "6-6 2-2", "3-3", "1-1 2-1 3-1 3-2"), 0, "lay 4-1 right")
    hand = only(events, ev.HandScored)
    assert (hand.count.out, hand.points, hand.winner) == (0, (16, 0), 0)
    assert "Bob still holds 6-6 2-2: 16 pips" in TEXT.describe_event(hand, NAMES)
    assert isinstance(state, Shuffle)


def test_h2_3_blocked_the_lower_count_scores_all_the_adversarys_pips() -> None:
    # Both ends are blank, nobody has a matador, the stock is down to two.
    state = playing("4-0 5-5", "6-6 2-2", "0-3", "1-1 2-1")
    state, events = do(state, 0, "lay 4-0 right")
    hand = only(events, ev.HandScored)
    assert hand.count.out is None
    assert hand.count.pips == (10, 16)
    assert hand.points == (16, 0), "all of them, not the difference"
    assert [event.seat for event in events if isinstance(event, ev.PassedAgain)] == [1, 0]


def test_h2_3_blocked_and_equal_nobody_scores() -> None:
    assert Count(None, (10, 10)).points == (0, 0)
    assert Count(None, (10, 9)).points == (0, 10)
    _, events = do(playing("4-0 5-5", "6-4", "0-3", "1-1 2-1"), 0, "lay 4-0 right")
    hand = only(events, ev.HandScored)
    assert (hand.points, hand.winner) == ((0, 0), None)
    assert "nobody scores" in TEXT.describe_event(hand, NAMES)


def test_h2_4_there_is_nothing_to_score_from_a_double_blank_alone() -> None:
    _, events = do(playing("4-1", "0-0", "3-3", "1-1 2-1"), 0, "lay 4-1 right")
    hand = only(events, ev.HandScored)
    assert (hand.count.out, hand.points, hand.winner) == (0, (0, 0), None)
    assert "There are no pips to score." in TEXT.describe_event(hand, NAMES)


def test_h2_3_the_winner_scores_the_pips_of_all_others_however_many() -> None:
    assert Count(None, (5, 9, 7)).points == (16, 0, 0)
    assert Count(2, (5, 9, 0)).points == (0, 0, 14)
    assert Count(None, (5, 9, 5)).points == (0, 0, 0)


def test_h2_4_game_is_a_hundred() -> None:
    assert game_winner((99, 20)) is None
    assert game_winner((20, 101)) == 1
    state, events = do(playing("4-1", "6-6 2-2", "3-3", points=(84, 30)), 0, "lay 4-1 right")
    won = only(events, ev.MatadorGameWon)
    assert (won.winner, won.points, won.zapatero) == (0, (100, 30), False)
    score = state.match.score
    assert (score.points, score.games, score.hand, score.game) == ((0, 0), (1, 0), 2, 2)


def test_h2_4_best_of_three() -> None:
    state, events = do(playing("4-1", "6-6 2-2", "3-3", points=(84, 30), games=(1, 1)), 0, "lay 4-1 right")
    assert only(events, RubberWon).games == (2, 1)
    assert GAME.result(state) == Result((100, 30), (2, 1), 0)
    assert TEXT.scene(GAME.view(state, None), NAMES).title == "Ann has won the rubber, 2 games to 1"


def test_l20_h2_4_zapatero_counts_as_the_rubber() -> None:
    state, events = do(playing("4-1", "6-6 2-2", "3-3", points=(84, 0), games=(0, 1)), 0, "lay 4-1 right")
    assert only(events, ev.MatadorGameWon).zapatero
    assert "Zapatero" in TEXT.describe_event(only(events, ev.MatadorGameWon), NAMES)
    assert only(events, RubberWon).winner == 0
    assert GAME.result(state).winner == 0
    title = TEXT.scene(GAME.view(state, None), NAMES).title
    assert title == "Ann has won the rubber with a Zapatero, 100 to 0"


def test_h2_4_a_single_point_of_the_loser_is_no_zapatero() -> None:
    state, events = do(playing("4-1", "6-6 2-2", "3-3", points=(84, 1)), 0, "lay 4-1 right")
    assert not only(events, ev.MatadorGameWon).zapatero
    assert GAME.to_act(state).verb == "deck", "the rubber goes on"


@pytest.mark.parametrize("number", [7, 4, 3, 5])
def test_h2_amb_h2_hand_size(number: int) -> None:
    chosen = {} if number == 7 else {"tiles": number}
    state = GAME.apply(GAME.begin(GAME.options(chosen), 0), None, DeckOfTiles(SET)).state
    assert [len(hand) for hand in state.hands] == [number, number]
    assert len(state.stock) == 28 - 2 * number


def test_h2_gap_h2_the_highest_double_leads_first_and_then_they_alternate() -> None:
    state = GAME.begin(GAME.options({}), None)
    hands = tiles("6-4 5-4 4-3 3-2 2-2 1-0 2-1") + tiles("3-3 6-5 6-3 5-3 4-1 3-1 2-0")
    pack = hands + tuple(tile for tile in SET if tile not in hands)
    state, events = GAME.apply(state, None, DeckOfTiles(pack))
    begun = only(events, ev.DealBegun)
    assert (begun.lead, begun.by) == (1, parse("3-3"))
    assert len(texts(state)) == 7 + 1, "any domino may be led, or one drawn"
    assert state.match.lead == 0, "the other leads the next deal"


def test_h2_gap_h2_without_a_double_the_heaviest_leads() -> None:
    hands = tiles("6-4 5-4 4-3") + tiles("6-5 3-2 2-1")
    pack = hands + tuple(t for t in SET if t not in hands)
    _, events = GAME.apply(GAME.begin(GAME.options({"tiles": 3}), None), None, DeckOfTiles(pack))
    assert only(events, ev.DealBegun).by is parse("6-5")


def test_h2_gap_h2_option_the_deciding_domino_must_be_led() -> None:
    hands = tiles("6-4 5-4 4-4") + tiles("6-5 3-2 2-1")
    pack = hands + tuple(t for t in SET if t not in hands)
    state = GAME.begin(GAME.options({"tiles": 3, "opening": "that"}), None)
    state = GAME.apply(state, None, DeckOfTiles(pack)).state
    assert texts(state) == {"lay 4-4", "draw"}
    refused(GAME, state, 0, GAME.parse("lay 6-4"), "must be led")


def test_the_last_play_can_be_looked_at_again() -> None:
    state = playing("4-1 6-6", "4-4 2-2", "3-3", "1-1 2-1 3-1")
    assert TEXT.last_trick(GAME.view(state, 1), NAMES) is None
    state = do(state, 0, "lay 4-1 right").state
    assert TEXT.last_trick(GAME.view(state, 1), NAMES) == "Ann lays 4-1 at the right end, 1 domino left."
    state = do(state, 1, "lay 4-4 left").state
    assert TEXT.last_trick(GAME.view(state, None), NAMES) == "Bob lays 4-4 at the left end, 1 domino left."


def test_the_ends_are_told_in_words() -> None:
    scene = TEXT.scene(GAME.view(playing("4-1 6-6", "2-2", "4-4 0-3"), 0), NAMES)
    assert scene.facts[:2] == ("Left end: 4, wants a 3 or a matador", "Right end: 3, wants a 4 or a matador")
    blank = TEXT.scene(GAME.view(playing("6-1 6-6", "2-2", "4-3 0-0"), 0), NAMES)
    assert blank.facts[1] == "Right end: blank, wants a matador"
    assert [choice.label for choice in blank.choices[:2]] == ["6-1 left, 6 outward", "6-1 left, 1 outward"]


@settings(max_examples=12, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32), number=st.sampled_from([{}, {"tiles": 4}]))
def test_l20_tiles_are_conserved_and_the_line_makes_sevens(seed: int, number: Any) -> None:
    for step in random_match(GAME, GAME.options({**number, "match": "game"}), None, seed):
        play = step.after
        if not isinstance(play, Playing):
            continue
        lying = [tile.tile for tile in play.line]
        assert Counter([*play.hands[0], *play.hands[1], *play.stock, *lying]) == Counter(SET)
        assert len(play.stock) >= 2
        for one, other in zip(play.line, play.line[1:], strict=False):
            matador = one.tile in MATADORS or other.tile in MATADORS
            assert matador or one.right + other.left == 7
        for tile in play.line:
            assert sorted((tile.left, tile.right)) == sorted((tile.tile.high, tile.tile.low))
