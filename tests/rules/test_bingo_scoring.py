"""What counts at Bingo, clause by clause (RULES I5 to I7)."""

from typing import Any

import pytest

from bot.rules.dominoes.bingo import events as ev
from bot.rules.dominoes.bingo.scoring import call_value, settle
from bot.rules.dominoes.bingo.state import Over, Playing
from bot.rules.dominoes.bingo.tricks import count
from bot.rules.errors import RuleError
from bot.rules.game import Result
from bot.rules.preliminaries.phases import Shuffle
from bot.rules.tiles import parse
from tests.rules.bingo_deals import GAME, NAMES, TEXT, closed, do, only, playing, refused, texts, tiles


@pytest.mark.parametrize(
    ("tile", "trump", "points"),
    [
        ("3-3", 3, 28),
        ("0-0", 0, 28),
        ("0-0", 3, 14),
        ("6-6", 3, 12),
        ("1-1", 3, 2),
        ("6-3", 3, 9),
        ("5-0", 0, 12),
        ("5-0", 5, 12),
        ("6-4", 3, 10),
        ("6-4", 6, 10),
        ("3-0", 5, 10),
        ("3-0", 3, 10),
        ("6-5", 3, 0),
        ("5-0", 3, 0),
    ],
)
def test_i5_what_a_tile_counts(tile: str, trump: int, points: int) -> None:
    assert count(parse(tile), trump) == points


def test_i5_bingo_hint_2_the_blank_four_as_a_trump_takes_either_of_the_tens() -> None:
    for ten in ("6-4", "3-0"):
        state = playing(f"{ten} 1-1", "4-0 2-2", 0, turn_up="1-0")
        _, events = do(state, f"play {ten}", "play 4-0")
        taken = only(events, ev.TrickTaken)
        assert (taken.trick.winner, taken.points) == (1, 21)


def test_i5_a_trick_counts_for_its_winner() -> None:
    state = playing("6-4 1-1", "3-1 2-2", counted=(0, 12), taken=(0, 1))
    after, events = do(state, "play 6-4", "play 3-1")
    assert (only(events, ev.TrickTaken).points, only(events, ev.TrickTaken).total) == (14, 26)
    assert GAME.view(after, None).made == (0, 26)


@pytest.mark.parametrize(
    ("doubles", "points"),
    [
        ("6-6", 0),
        ("6-6 5-5", 20),
        ("6-6 5-5 4-4", 40),
        ("6-6 5-5 4-4 3-3", 50),
        ("6-6 5-5 4-4 3-3 2-2", 60),
        ("6-6 5-5 4-4 3-3 2-2 1-1", 70),
        ("6-6 0-0", 30),
        ("6-6 5-5 4-4 3-3 2-2 0-0", 80),
        ("6-6 5-5 4-4 3-3 2-2 1-1 0-0", 80),
        ("0-0", 0),
    ],
)
def test_i6_what_doubles_are_called_for(doubles: str, points: int) -> None:
    assert call_value(tiles(doubles)) == points


def test_i6_one_is_played_and_the_others_are_shown() -> None:
    state = playing("6-6 5-5 4-4 2-1", "6-1 2-0", taken=(1, 0), counted=(5, 0))
    assert texts(state) >= {"call 6-6", "call 5-5", "call 4-4", "play 6-6"}
    after, events = do(state, "call 4-4")
    called = only(events, ev.DoublesCalled)
    assert (called.played, called.shown, called.points) == (parse("4-4"), tiles("6-6 5-5"), 40)
    assert (called.counts, called.total) == (True, 45)
    view = GAME.view(after, 1)
    assert view.shown == (tiles("6-6 5-5"), ())
    assert view.made == (45, 0)
    row = TEXT.scene(view, NAMES).rows[0]
    assert (row.title, row.pieces, row.owners) == ("Ann's shown doubles", ("6-6", "5-5"), (0,))


def test_i6_a_shown_double_is_shown_no_more_once_it_is_played() -> None:
    state = playing("6-6 5-5 4-4", "6-1 2-0 1-0", taken=(1, 0))
    after, _ = do(state, "call 4-4", "play 6-1", "play 6-6")
    assert GAME.view(after, 1).shown[0] == tiles("5-5")


def test_i6_a_call_counts_once_a_trick_is_won() -> None:
    state = playing("6-6 5-5 2-1", "3-2 3-0 1-0")
    after, events = do(state, "call 5-5", "play 3-2")
    assert only(events, ev.DoublesCalled).counts is False
    view = GAME.view(after, None)
    assert (view.made, view.waiting) == ((0, 15), (20, 0))
    assert "20 called, waiting for a trick" in TEXT.scene(view, NAMES).scores[0]
    after, events = do(after, "play 1-0", "play 6-6")
    taken = only(events, ev.TrickTaken)
    assert (taken.trick.winner, taken.points, taken.calls, taken.total) == (0, 12, 20, 32)


def test_i6_bingo_hint_6_doubles_are_called_on_ones_turn_leading_or_not() -> None:
    state = playing("6-5 2-1", "5-5 4-4")
    with pytest.raises(RuleError, match="not your turn"):
        GAME.verify(state, 1, GAME.parse("call 5-5"))
    after, _ = do(state, "play 6-5")
    assert {"call 5-5", "call 4-4"} <= texts(after)


def test_i6_what_cannot_be_called_is_refused() -> None:
    state = playing("6-6 2-1", "5-5 4-4")
    assert refused(state, "call 6-6").reason.startswith("A call takes two doubles at least")
    assert refused(state, "call 2-1").reason.startswith("Only doubles are called")
    state = playing("6-6 5-5", "4-4 2-1", spent="6-6 5-5")
    assert refused(state, "call 6-6").reason == "The double six has been called; play it without a call."


def test_gap_i6_a_double_serves_in_one_call_or_again_beside_a_new_one() -> None:
    held = "6-6 5-5 4-4"
    assert {t for t in texts(playing(held, "2-1 1-0", spent="6-6")) if "call" in t} == {
        "call 5-5",
        "call 4-4",
    }
    assert not {t for t in texts(playing(held, "2-1", spent="6-6 5-5")) if "call" in t}
    again = playing(held, "2-1 1-0", spent="6-6 5-5", taken=(1, 0), again=True)
    _, events = do(again, "call 6-6")
    assert only(events, ev.DoublesCalled).points == 40
    assert "call 6-6" not in texts(playing("6-6 5-5", "2-1", spent="6-6 5-5", again=True)), "none is new"


def test_i6_when_suit_must_be_followed_the_double_played_must_follow() -> None:
    state = playing("1-1", "6-6 5-5 5-2", turn=1, table="6-1", turn_up=None)
    assert texts(state) == {"play 6-6", "call 6-6"}


def settled(made: tuple[int, int], tricks: tuple[int, int], **more: Any) -> tuple[Any, ...]:
    options = GAME.options({k: v for k, v in more.items() if k not in ("closing", "bingo")})
    found = settle(options, made, tricks, more.get("closing"), more.get("bingo", (0, 0)))
    return found.end, found.winner, found.points


def test_i7_one_two_or_three_points() -> None:
    assert settled((70, 30), (5, 4)) == ("reached", 0, (1, 0))
    assert settled((29, 74), (2, 5)) == ("reached", 1, (0, 2))
    assert settled((29, 74), (0, 5)) == ("reached", 1, (0, 3))


def test_i7_a_failed_closing_gives_two_or_three() -> None:
    assert settled((60, 40), (5, 2), closing=closed()) == ("failed", 1, (0, 2))
    assert settled((60, 40), (5, 2), closing=closed(trickless=True)) == ("failed", 1, (0, 3))
    assert settled((60, 71), (5, 2), closing=closed()) == ("failed", 1, (0, 2)), "the other was first"
    assert settled((70, 40), (5, 2), closing=closed(trickless=True)) == ("reached", 0, (1, 0))


def test_amb_i2_without_a_trick_when_it_was_turned_down_or_at_the_end() -> None:
    late = {"trickless": "at-the-end"}
    assert settled((60, 40), (5, 2), closing=closed(trickless=True), **late) == ("failed", 1, (0, 2))
    assert settled((60, 0), (7, 0), closing=closed(trickless=True), **late) == ("failed", 1, (0, 3))


def test_gap_i7_nobody_reaches_the_target() -> None:
    assert settled((60, 50), (7, 7)) == ("nobody", None, (0, 0))
    assert settled((60, 50), (7, 7), short="more") == ("more", 0, (1, 0))
    assert settled((55, 55), (7, 7), short="more") == ("nobody", None, (0, 0))


def test_i7_amb_i1_seventy_or_sixty_ends_the_deal_at_once() -> None:
    state = playing("3-3 1-1", "6-1 2-1", counted=(32, 30), taken=(1, 1))
    after, _ = do(state, "play 3-3", "play 2-1")
    assert isinstance(after, Playing)
    state = playing("3-3 1-1", "6-1 2-1", counted=(32, 30), taken=(1, 1), target=60)
    after, events = do(state, "play 3-3", "play 2-1")
    hand = only(events, ev.HandScored)
    assert (hand.count.end, hand.count.made, hand.points, hand.total) == ("reached", (60, 30), (1, 0), (1, 0))
    assert isinstance(after, Shuffle)


def test_i7_a_call_that_makes_enough_ends_the_deal_before_the_trick_is_over() -> None:
    state = playing("6-6 5-5 2-1", "6-1 2-0", counted=(52, 31), taken=(2, 1))
    after, events = do(state, "call 5-5")
    assert isinstance(after, Shuffle)
    assert only(events, ev.HandScored).count.made == (72, 31)
    assert not [e for e in events if isinstance(e, ev.TrickTaken)]


def test_i7_gap_i7_the_tiles_are_played_out() -> None:
    state = playing("2-1", "6-1", turn_up=None, counted=(40, 40), taken=(3, 3))
    _, events = do(state, "play 2-1", "play 6-1")
    hand = only(events, ev.HandScored)
    assert (hand.count.end, hand.winner, hand.points) == ("nobody", None, (0, 0))
    assert TEXT.describe_event(hand, NAMES).startswith("The dominoes are played out and nobody has enough")


@pytest.mark.parametrize(("with_deal", "points"), [(False, (0, 1)), (True, (0, 0))])
def test_i7_amb_i3_bingo_takes_the_double_of_trumps(with_deal: bool, points: tuple[int, int]) -> None:
    state = playing("3-3 1-1", "0-0 2-1", bingo_with_deal=with_deal)
    after, events = do(state, "play 3-3", "play 0-0")
    taken = only(events, ev.TrickTaken)
    assert (taken.bingo, taken.bingo_counts, taken.points) == (True, not with_deal, 42)
    assert after.deal.bingo == (0, 1)
    # Ann wins the deal all the same.
    assert settle(after.match.options, (70, 42), (4, 3), None, after.deal.bingo).points == (1, points[1])
    own = settle(after.match.options, (40, 72), (4, 3), None, after.deal.bingo)
    assert own.points == (0, 2), "whoever wins the deal has it either way"


def test_i7_bingo_led_takes_the_double_of_trumps_that_must_follow() -> None:
    state = playing("0-0 1-1", "3-3 2-1", turn_up=None, taken=(1, 1), counted=(10, 10))
    _, events = do(state, "play 0-0", "play 3-3")
    assert only(events, ev.TrickTaken).bingo


def test_i7_where_blanks_are_trumps_bingo_is_their_double_and_makes_no_point() -> None:
    state = playing("6-0 1-1", "0-0 2-1", 0, turn_up="1-0")
    _, events = do(state, "play 6-0", "play 0-0")
    taken = only(events, ev.TrickTaken)
    assert (taken.bingo, taken.points) == (False, 41)


def test_i7_the_point_for_bingo_may_win_the_game_at_once() -> None:
    state = playing("3-3 1-1", "0-0 2-1", points=(6, 6))
    after, events = do(state, "play 3-3", "play 0-0")
    hand, game = only(events, ev.HandScored), only(events, ev.BingoGameWon)
    assert (hand.count.end, hand.points, hand.winner) == ("bingo", (0, 1), 1)
    assert (game.points, game.winner) == ((6, 7), 1)
    assert isinstance(after, Over)
    assert GAME.result(after) == Result((6, 7), (0, 1), 1)
    sheet = TEXT.result((hand, game), NAMES, events)
    assert sheet is not None
    assert sheet.headline == "Bob wins the game, 7 to 6."
    assert sheet.story == "Bingo has taken the double of trumps, and the point wins Bob the game."


def test_i7_seven_points_make_a_game() -> None:
    state = playing("3-3 1-1", "6-1 2-1", counted=(60, 0), taken=(4, 1), points=(5, 6))
    after, events = do(state, "play 3-3", "play 2-1")
    assert only(events, ev.HandScored).total == (7, 6)
    assert only(events, ev.BingoGameWon).points == (7, 6)
    assert GAME.to_act(after) == ()
    assert TEXT.scene(GAME.view(after, 0), NAMES).title == "Ann has won the game"


def test_gap_i9_the_counts_are_there_for_all_to_see() -> None:
    state = playing("6-5 1-1", "6-1 2-1", counted=(31, 12), taken=(4, 1), points=(5, 6))
    for seat in (None, 0, 1):
        scores = TEXT.scene(GAME.view(state, seat), NAMES).scores
        assert scores == ("Ann: 5 of 7 · this deal 31 of 70", "Bob: 6 of 7 · this deal 12 of 70")
