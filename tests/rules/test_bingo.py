"""Bingo, clause by clause (RULES I)."""

from typing import Any

import pytest

from bot.rules.dominoes.bingo import events as ev
from bot.rules.dominoes.bingo.moves import TurnDown
from bot.rules.dominoes.bingo.options import BingoOptions
from bot.rules.dominoes.bingo.scoring import Closing
from bot.rules.dominoes.bingo.state import DrawingForLead, Playing
from bot.rules.dominoes.bingo.tricks import BINGO, FollowHigherHalf, higher_half, spots, strength, takes
from bot.rules.dominoes.events import TilesDealt
from bot.rules.errors import NotationError, RuleError
from bot.rules.game import Chance
from bot.rules.preliminaries.phases import CutPack, Shuffle
from bot.rules.tiles import SET, parse
from cogs.ui.guides import guide
from tests.rules.bingo_deals import GAME, NAMES, TEXT, do, only, playing, refused, texts, tiles

USUAL = BingoOptions()
ROW = " ".join(tile.text for tile in SET)


def won_by(reply: str, led: str, trump: int, **options: Any) -> bool:
    return takes(parse(reply), parse(led), None, trump, GAME.options(options))


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
        assert next(e for e in events if isinstance(e, TilesDealt) and e.seat == seat).seen_by == (seat,)


@pytest.mark.parametrize(("tile", "half"), [("6-4", 6), ("5-5", 5), ("3-0", 0), ("0-0", 0), ("6-0", 0)])
def test_i2_the_higher_half_is_trumps_the_blank_being_highest(tile: str, half: int) -> None:
    assert higher_half(parse(tile)) == half


def test_gap_i8_whoever_leads_cuts_the_set() -> None:
    state, _ = GAME.apply(GAME.begin(USUAL, 0), None, GAME.parse(f"deck {ROW}"))
    assert isinstance(state, CutPack)
    assert GAME.to_act(state) == (1,)
    with pytest.raises(RuleError, match="1 to 27"):
        GAME.verify(state, 1, GAME.parse("cut 28"))


def test_gap_i1_the_lead_alternates_or_goes_to_the_winner() -> None:
    for winner_leads, lead in ((False, 1), (True, 0)):
        state = playing("3-3 1-1", "6-1 2-1", counted=(60, 0), taken=(1, 0), winner_leads=winner_leads)
        after, _ = do(state, "play 3-3", "play 2-1")
        assert isinstance(after, Shuffle)
        assert after.match.lead == lead


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
    assert [(e.seat, e.seen_by) for e in events if isinstance(e, TilesDealt)] == [(1, (1,)), (0, (0,))]
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
    assert not [e for e in events if isinstance(e, TilesDealt)]
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
    assert (scene.places[0].notes, scene.trump) == (("turned the trump down",), "3")


def test_the_summary_and_the_first_page_say_that_it_is_a_reconstruction() -> None:
    said = "reconstruction: the chapter's first pages are lost"
    assert said in TEXT.summary
    assert said in guide("bingo")[0].text


def test_gap_i3_i3_the_guide_says_what_bingo_does_where_suit_is_followed() -> None:
    text = guide("bingo")[1].text
    rules = FollowHigherHalf(3, "either-half", "trump")
    assert rules.suit_led(BINGO) == 3
    assert "**Bingo is a trump** then, whatever trumps are: led, it calls for trumps" in text
    assert takes(parse("3-3"), BINGO, None, 3, GAME.options({})) is False
    assert "Only Bingo beats it" in text


def test_gap_i4_the_guide_says_that_an_off_suit_domino_of_more_spots_wins() -> None:
    rules = FollowHigherHalf(3, "either-half", "trump")
    assert rules.playable((parse("5-5"),), parse("6-1")) == (parse("5-5"),)
    assert takes(parse("5-5"), parse("6-1"), rules, 3, GAME.options({}))
    assert "it still **takes the trick if it has more spots**" in guide("bingo")[1].text


def test_amb_i4_the_guide_says_that_a_trump_follows_trumps_alone() -> None:
    rules = FollowHigherHalf(3, "either-half", "trump")
    assert rules.playable((parse("6-3"), parse("6-1")), parse("6-6")) == (parse("6-1"),)
    assert "a trump follows trumps alone" in guide("bingo")[1].text


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
