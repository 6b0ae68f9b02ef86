"""Bingo, clause by clause (RULES I)."""

from typing import Any

import pytest

from bot.rules.dominoes.bingo import events as ev
from bot.rules.dominoes.bingo.moves import TurnDown
from bot.rules.dominoes.bingo.options import BingoOptions
from bot.rules.dominoes.bingo.scoring import Closing, call_value, settle
from bot.rules.dominoes.bingo.state import Cutting, DrawingForLead, Over, Playing, Shuffle
from bot.rules.dominoes.bingo.tricks import BINGO, count, higher_half, spots, strength, takes
from bot.rules.errors import NotationError, RuleError
from bot.rules.game import Chance, Result
from bot.rules.tiles import SET, parse
from tests.rules.bingo_deals import GAME, NAMES, TEXT, closed, do, only, playing, texts, tiles

USUAL = BingoOptions()
ROW = " ".join(tile.text for tile in SET)


def won_by(reply: str, led: str, trump: int, **options: Any) -> bool:
    return takes(parse(reply), parse(led), None, trump, GAME.options(options))


def refused(state: Any, move: str) -> RuleError:
    (seat,) = GAME.to_act(state)
    with pytest.raises(RuleError) as refusal:
        GAME.verify(state, seat, GAME.parse(move))
    return refusal.value


# I1: the tiles


def test_i1_two_players_and_28_tiles() -> None:
    assert len(GAME.seating(USUAL)) == 2
    due = GAME.to_act(GAME.begin(USUAL, 0))
    assert isinstance(due, Chance)
    assert (len({*due.pieces}), due.take, due.secret) == (28, 28, True)


def test_i1_a_blank_is_seven_spots_and_bingo_fourteen() -> None:
    assert [spots(parse(t)) for t in ("0-0", "6-0", "3-0", "6-5", "1-1")] == [14, 13, 10, 11, 2]


@pytest.mark.parametrize("trump", range(7))
def test_i1_bingo_beats_everything_the_double_of_trumps_included(trump: int) -> None:
    assert max(SET, key=lambda tile: strength(tile, trump)) is BINGO
    assert won_by("0-0", f"{trump}-{trump}", trump) is (trump != 0)
    assert not any(takes(tile, BINGO, None, trump, USUAL) for tile in SET)


# I2: the lead and the deal


def test_i2_gap_i1_more_spots_lead_and_equal_ones_are_drawn_again() -> None:
    state = GAME.begin(USUAL, None)
    due = GAME.to_act(state)
    assert (due.verb, due.take, due.secret) == ("draw", 2, False)
    # Eleven spots each: six and five, and seven and four.
    state, (drawn,) = GAME.apply(state, None, GAME.parse("draw 6-5 4-0"))
    assert isinstance(state, DrawingForLead)
    assert drawn.lead is None
    assert TEXT.describe_event(drawn, NAMES) == "Drawn for the lead: Ann 6-5, Bob 4-0. Equal, so again."
    state, (drawn,) = GAME.apply(state, None, GAME.parse("draw 6-6 6-0"))
    assert isinstance(state, Shuffle)
    assert (drawn.lead, state.match.lead) == (1, 1), "seven and six make thirteen"


@pytest.mark.parametrize("drawn", ["draw 6-5", "draw 6-5 6-5", "draw 6-5 5-5 4-4"])
def test_i2_each_draws_one_tile_for_the_lead(drawn: str) -> None:
    with pytest.raises(RuleError, match="draws one domino"):
        GAME.apply(GAME.begin(USUAL, None), None, GAME.parse(drawn))


def dealt(**options: Any) -> tuple[Playing, tuple[Any, ...]]:
    state = GAME.begin(GAME.options(options), 0)
    state, _ = GAME.apply(state, None, GAME.parse(f"deck {ROW}"))
    return GAME.apply(state, 1, GAME.parse("cut 2"))  # type: ignore[no-any-return]


def test_i2_seven_each_and_the_second_player_turns_up_a_tile_that_is_drawn_last() -> None:
    state, events = dealt()
    turned = only(events, ev.TrumpTurned)
    assert (turned.lead, turned.seat) == (1, 0), "the dealer's adversary leads"
    deal = state.deal
    assert [len(hand) for hand in deal.hands] == [7, 7]
    assert {*deal.hands[1]} == {*SET[2:9]}
    assert {*deal.hands[0]} == {*SET[9:16]}
    assert deal.turn_up is SET[16]
    assert deal.stock == (*SET[17:], *SET[:2])
    for seat in (0, 1):
        event = next(e for e in events if isinstance(e, ev.TilesDealt) and e.seat == seat)
        assert event.seen_by == (seat,)


@pytest.mark.parametrize(("tile", "half"), [("6-4", 6), ("5-5", 5), ("3-0", 0), ("0-0", 0), ("6-0", 0)])
def test_i2_the_higher_half_is_trumps_the_blank_being_highest(tile: str, half: int) -> None:
    assert higher_half(parse(tile)) == half


def test_gap_i8_whoever_leads_cuts_the_set() -> None:
    state, _ = GAME.apply(GAME.begin(USUAL, 0), None, GAME.parse(f"deck {ROW}"))
    assert isinstance(state, Cutting)
    assert GAME.to_act(state) == (1,)
    with pytest.raises(RuleError, match="1 to 27"):
        GAME.verify(state, 1, GAME.parse("cut 28"))


def test_gap_i1_the_lead_alternates_or_goes_to_the_winner() -> None:
    for winner_leads, lead in ((False, 1), (True, 0)):
        state = playing("3-3 1-1", "6-1 2-1", counted=(60, 0), taken=(1, 0), winner_leads=winner_leads)
        after, _ = do(state, "play 3-3", "play 2-1")
        assert isinstance(after, Shuffle)
        assert after.match.lead == lead


# I3: tricks while both draw


@pytest.mark.parametrize(
    ("led", "reply", "winner"),
    [
        ("6-5", "3-1", 1),  # a trump beats the rest
        ("3-1", "6-5", 0),
        ("3-1", "4-3", 1),  # a higher trump a lower one
        ("6-3", "3-0", 1),  # three and seven
        ("3-0", "3-3", 1),  # the double first
        ("3-3", "3-0", 0),
        ("2-1", "6-5", 1),  # otherwise more spots
        ("5-5", "6-4", 0),  # the leader when they are equal
        ("6-4", "5-5", 0),
    ],
)
def test_i3_which_tile_takes_the_trick(led: str, reply: str, winner: int) -> None:
    state = playing(f"{led} 1-1", f"{reply} 2-2")
    after, events = do(state, f"play {led}", f"play {reply}")
    assert only(events, ev.TrickTaken).trick.winner == winner
    assert GAME.to_act(after) == (winner,), "the winner leads"


def test_i3_any_tile_may_be_led_and_played_while_both_draw() -> None:
    state = playing("6-5 3-1", "6-4 3-2 1-0")
    assert texts(state) == {"play 6-5", "play 3-1"}
    after, _ = do(state, "play 6-5")
    assert texts(after) == {"play 6-4", "play 3-2", "play 1-0"}


def test_i3_the_winner_draws_first() -> None:
    state = playing("2-1 1-1", "6-5 2-2", stock="6-2 5-2 6-1")
    after, events = do(state, "play 2-1", "play 6-5")
    assert {*after.deal.hands[1]} == {*tiles("2-2 6-2")}
    assert {*after.deal.hands[0]} == {*tiles("1-1 5-2")}
    assert [(e.seat, e.seen_by) for e in events if isinstance(e, ev.TilesDealt)] == [(1, (1,)), (0, (0,))]
    assert only(events, ev.Drawn).stock == 1


@pytest.mark.parametrize(("winner_takes", "taker"), [(False, 0), (True, 1)])
def test_i2_gap_i2_the_turn_up_is_drawn_last(winner_takes: bool, taker: int) -> None:
    state = playing("2-1 1-1", "6-5 2-2", stock="6-2", winner_takes_turn_up=winner_takes)
    after, events = do(state, "play 2-1", "play 6-5")
    out = only(events, ev.StockOut)
    assert (out.taker, out.turn_up) == (taker, parse("3-1"))
    assert parse("3-1") in after.deal.hands[taker]
    assert parse("6-2") in after.deal.hands[1 - taker]
    assert not after.deal.drawing


# I4: once nobody draws


def following(hand: str, led: str, trump: int = 3, **options: Any) -> set[str]:
    state = playing("1-1", hand, trump, turn_up=None, turn=1, table=led, **options)
    return {text.removeprefix("play ") for text in texts(state) if text.startswith("play")}


def test_i4_the_suit_of_the_higher_half_led_is_followed() -> None:
    assert following("5-1 4-2 3-1", "5-2") == {"5-1"}
    assert following("0-0 6-0 6-5", "5-0", bingo_suit="blank") == {"0-0", "6-0"}, "the blank is highest"


def test_i4_else_trumps_else_anything() -> None:
    assert following("4-2 3-1 6-3", "5-1") == {"3-1", "6-3"}
    assert following("4-2 2-1 6-6", "5-0") == {"4-2", "2-1", "6-6"}


def test_i4_a_trump_led_is_followed_with_trumps() -> None:
    assert following("4-3 6-5 3-0", "6-3") == {"4-3", "3-0"}


def test_i4_amb_i4_a_tile_follows_with_either_half_or_the_higher_one() -> None:
    hand = "6-5 5-1 4-2"
    assert following(hand, "5-2") == {"6-5", "5-1"}
    assert following(hand, "5-2", suits="higher-half") == {"5-1"}


def test_amb_i4_a_trump_is_of_no_other_suit() -> None:
    assert following("5-3 5-1", "5-2") == {"5-1"}
    assert following("5-3 4-1", "5-2") == {"5-3"}, "only as a trump"


def test_gap_i3_bingo_is_a_trump_or_a_blank() -> None:
    assert following("0-0 4-2", "5-2") == {"0-0"}
    assert following("0-0 4-2", "5-2", bingo_suit="blank") == {"0-0", "4-2"}
    assert following("3-1 6-0 5-2", "0-0") == {"3-1"}, "led, it calls for trumps"
    assert following("3-1 6-0 5-2", "0-0", bingo_suit="blank") == {"6-0"}
    assert following("0-0 6-1", "6-3") == {"0-0"}
    assert following("0-0 6-1", "6-3", bingo_suit="blank") == {"0-0", "6-1"}


@pytest.mark.parametrize(("lose", "winner"), [(False, 1), (True, 0)])
def test_i4_gap_i4_neither_suit_nor_trump_may_win(lose: bool, winner: int) -> None:
    state = playing("2-1 1-1", "6-6 5-5", turn_up=None, discards_lose=lose)
    _, events = do(state, "play 2-1", "play 6-6")
    assert only(events, ev.TrickTaken).trick.winner == winner
    state = playing("2-1 1-1", "6-2 5-5", turn_up=None, discards_lose=lose)
    _, events = do(state, "play 2-1", "play 6-2")
    assert only(events, ev.TrickTaken).trick.winner == 1, "it follows"


@pytest.mark.parametrize(
    ("hand", "led", "reason"),
    [
        ("5-1 4-2", "5-2", "The suit led is 5: play a domino with a 5."),
        ("6-0 4-2", "5-0", "Blanks were led: play a domino with a blank."),
        ("6-3 4-2", "3-1", "A trump was led: play one of your trumps."),
        ("6-3 4-2", "5-1", "You have nothing of the suit led: you must play a trump."),
    ],
)
def test_i4_refusals_say_what_to_do(hand: str, led: str, reason: str) -> None:
    state = playing("1-1", hand, turn_up=None, turn=1, table=led)
    assert refused(state, "play 4-2").reason == reason


def test_i4_bingo_hint_7_the_trump_is_turned_down_only_with_a_trick() -> None:
    assert "close" not in texts(playing("6-5 3-1", "6-4 3-2"))
    assert "once you have won a trick" in refused(playing("6-5 3-1", "6-4 3-2"), "close").reason
    state = playing("6-5 3-1", "6-4 6-2", taken=(1, 0))
    assert "close" in texts(state)
    after, events = do(state, "close")
    assert only(events, ev.TrumpTurnedDown).seat == 0
    assert GAME.to_act(after) == (0,)
    assert after.deal.closing == Closing(0, True)


def test_i4_nobody_draws_once_the_trump_is_turned_down() -> None:
    state = playing("6-5 3-1 2-0", "6-4 6-2 1-0", taken=(1, 0), stock="5-1 4-1 2-1")
    after, events = do(state, "close", "play 6-5")
    assert texts(after) == {"play 6-4", "play 6-2"}, "suit must be followed"
    after, events = do(after, "play 6-4")
    assert not [e for e in events if isinstance(e, ev.TilesDealt)]
    assert len(after.deal.stock) == 3
    assert "turned down already" in refused(after, "close").reason


def test_i4_the_trump_cannot_be_turned_down_when_it_has_been_drawn() -> None:
    state = playing("6-5 3-1", "6-4 3-2", turn_up=None, taken=(1, 0))
    assert "has been drawn" in refused(state, "close").reason


def test_gap_i5_the_leader_turns_it_down_or_either_player() -> None:
    state = playing("3-1", "6-4 6-2", turn=1, table="6-5", taken=(1, 1))
    assert "who is to lead" in refused(state, "close").reason
    state = playing("3-1", "6-4 4-2", turn=1, table="6-5", taken=(1, 1), either_closes=True)
    assert texts(state) == {"play 6-4", "play 4-2", "close"}
    after, _ = do(state, "close")
    assert texts(after) == {"play 6-4"}


# I5: counting


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


# I6: calling doubles


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


# I7: what a deal is worth


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
    won = settle(after.match.options, (70, 42), (4, 3), None, after.deal.bingo)
    assert won.points == (1, points[1])
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


# What is seen and said


def test_the_hidden_tiles_are_in_no_view() -> None:
    state, _ = dealt()
    view = GAME.view(state, 0)
    assert view.hand == state.deal.hands[0]
    assert (view.held, view.stock, view.turn_up) == ((7, 7), 13, SET[16])
    assert GAME.view(state, None).hand == ()


def test_plays_held_are_every_tile_and_nothing_before_the_deal() -> None:
    state = playing("6-5 1-1", "6-1 2-1")
    assert [str(move) for move in GAME.plays_held(state, 1)] == ["play 6-1", "play 2-1"]
    assert GAME.plays_held(GAME.begin(USUAL, 0), 0) == ()


def test_choices_have_calls_and_the_turning_down_in_groups_of_their_own() -> None:
    state = playing("6-6 5-5 2-1", "6-1 2-0", taken=(1, 0))
    scene = TEXT.scene(GAME.view(state, 0), NAMES)
    assert [(c.label, c.group) for c in scene.choices] == [
        ("6-6", ""),
        ("5-5", ""),
        ("2-1", ""),
        ("Call 2 doubles for 20, play 6-6", "Call doubles"),
        ("Call 2 doubles for 20, play 5-5", "Call doubles"),
        ("Turn the trump down", "Or"),
    ]
    assert scene.choices[4].words == "call 2 doubles for 20 and play the double five"
    assert scene.prompt == "Your turn: lead any domino, or turn the trump down."


@pytest.mark.parametrize(
    ("hand", "led", "prompt"),
    [
        ("5-1 4-2", "5-2", "Your turn: follow with fives; none of yours wins."),
        ("6-5 4-2", "5-2", "Your turn: follow with fives; more spots win."),
        ("6-3 4-2", "3-1", "Your turn: a trump was led, so play a trump (threes)."),
        ("6-3 4-2", "5-1", "Your turn: you have no fives, so trump."),
        ("6-6 4-2", "5-1", "Your turn: you have no fives and no trump, play any domino."),
    ],
)
def test_the_prompt_says_what_is_one_s_duty(hand: str, led: str, prompt: str) -> None:
    state = playing("1-1", hand, turn_up=None, turn=1, table=led)
    assert TEXT.scene(GAME.view(state, 1), NAMES).prompt == prompt


def test_the_board_has_the_stock_until_nobody_draws_and_then_says_so() -> None:
    open_board = TEXT.scene(GAME.view(playing("6-5", "6-1", taken=(1, 0)), 0), NAMES).board
    assert open_board is not None
    assert (open_board.stock, open_board.turn_up, open_board.notes) == (3, ("3-1", "3-1"), ())
    after, _ = do(playing("6-5", "6-1", taken=(1, 0)), "close")
    scene = TEXT.scene(GAME.view(after, 0), NAMES)
    assert scene.board is not None
    assert (scene.board.stock, scene.board.turn_up) == (None, None)
    assert scene.board.notes == ("The trump is turned down: follow suit, else trump; nobody draws",)
    assert scene.places[0].notes == ("turned the trump down",)
    assert scene.trump == "3"


def test_the_summary_and_the_first_page_say_that_it_is_a_reconstruction() -> None:
    said = "reconstruction: the chapter's first pages are lost"
    assert said in TEXT.summary
    assert said in TEXT.guide()[0].text


def test_notation() -> None:
    for text in ("play 6-4", "call 5-5", "close", "cut 14", "draw 6-4 5-5"):
        assert str(GAME.parse(text)) == text
    assert GAME.parse("close") == TurnDown()
    for text in ("play", "call 6-6 5-5", "close now", "draw", "lay 6-4"):
        with pytest.raises(NotationError):
            GAME.parse(text)


def test_what_has_gone_is_told_by_numbers() -> None:
    state = playing("6-5 1-1 2-2", "6-1 2-1 4-4")
    after, events = do(state, "play 6-5", "play 6-1", "play 1-1")
    gone = {g.label: g.words for g in TEXT.gone(events, TEXT.scene(GAME.view(after, 1), NAMES))}
    assert gone["sixes"] == "sixes, 2 gone: six-five, six-one."
    assert gone["ones"] == "ones, 2 gone: six-one, double one."
    assert gone["threes"] == "threes: none has gone."
