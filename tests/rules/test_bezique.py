"""Ordinary bezique, clause by clause: dealing, playing, games (RULES F0 and F1)."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules.bezique import events as ev
from bot.rules.bezique.combinations import ACES, BEZIQUE, DOUBLE, KINGS, KNAVES, MARRIAGE, QUEENS, SEQUENCE
from bot.rules.bezique.named import unseen
from bot.rules.bezique.pack import beats, brisques_in
from bot.rules.bezique.play import END_PLAY
from bot.rules.bezique.state import Declaring, Playing
from bot.rules.bezique.variant import whole_pack
from bot.rules.cards import Card, Suit, parse
from bot.rules.errors import RuleError
from bot.rules.events import Dealt
from bot.rules.game import Chance, Result
from bot.rules.match import Score
from bot.rules.moves import Cut, Deck, Draw
from bot.rules.preliminaries.phases import ChoiceOfDeal, Shuffle
from tests.rules.bezique_hands import GAME, can, do, only, say, scene, shown, table, to_score
from tests.rules.play import random_match, refused

PACK = whole_pack(2)
few = settings(max_examples=10, deadline=None, derandomize=True)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(parse, text.split()))


def dealt(pack: tuple[Card, ...] = PACK, dealer: int = 1, lift: int = 20, **options: Any) -> Any:
    """A hand dealt from a pack that will lie as given once it has been cut."""
    state: Any = GAME.begin(GAME.options(options), dealer)
    state = GAME.apply(state, None, Deck((*pack[64 - lift :], *pack[: 64 - lift]))).state
    return GAME.apply(state, 1 - dealer, Cut(lift))


def test_f0_1_ace_ten_king_queen_knave_nine_eight_seven() -> None:
    order = cards("AH TH KH QH JH 9H 8H 7H")
    for place, card in enumerate(order):
        for higher in order[:place]:
            assert beats(card, higher, Suit.SPADES)
            assert not beats(higher, card, Suit.SPADES)


def test_f0_2_no_duty_to_follow_while_the_stock_lasts() -> None:
    state, _ = do(table("AS KD", "7S 8H", playing=True), 0, "play AS")
    assert can(state) == {"play 7S", "play 8H"}


def test_f0_2_trumps_beat_and_equal_cards_go_to_the_first() -> None:
    assert beats(parse("AS"), parse("7H"), Suit.HEARTS)
    assert not beats(parse("7S"), parse("AD"), Suit.HEARTS), "off suit never wins"
    assert not beats(parse("AS"), parse("AS"), Suit.HEARTS)
    assert not beats(parse("7H"), parse("AS"), Suit.HEARTS)


def test_f0_3_the_winner_draws_first_and_leads() -> None:
    state = table("AS 7D", "7S 8H", playing=True, stock=20)
    top, second = state.deal.stock[:2]
    state, _ = do(state, 0, "play AS")
    state, events = do(state, 1, "play 7S")
    assert state.deal
    assert state.deal.turn == 0
    assert unseen(top) in state.deal.hands[0]
    assert unseen(second) in state.deal.hands[1]
    assert [event.seat for event in events if isinstance(event, Dealt)] == [0, 1]


@pytest.mark.parametrize(
    ("kind", "suit", "points"),
    [
        (MARRIAGE, "S", 20), (MARRIAGE, "H", 40), (SEQUENCE, "H", 250), (BEZIQUE, None, 40),
        (DOUBLE, None, 500), (ACES, None, 100), (KINGS, None, 80), (QUEENS, None, 60), (KNAVES, None, 40),
    ],
)  # fmt: skip
def test_f0_6_the_values(kind: Any, suit: str | None, points: int) -> None:
    assert kind.points_for(Suit(suit) if suit else None, Suit.HEARTS) == points


def test_f1_8_the_higher_cut_has_the_choice_of_the_deal() -> None:
    state: Any = GAME.begin(GAME.options({}), None)
    assert GAME.to_act(state) == Chance("draw", tuple(c.text for c in PACK), 2, secret=False)
    state, events = GAME.apply(state, None, Draw(cards("KS TD")))
    assert only(events, ChoiceOfDeal).seat == 1, "the ten stands above the king"
    assert can(state) == {"dealer 0", "dealer 1"}
    state, _ = do(state, 1, "dealer 0")
    assert isinstance(state, Shuffle)
    assert state.dealer == 0


def test_f1_8_equal_cuts_are_cut_again() -> None:
    state: Any = GAME.begin(GAME.options({}), None)
    state, _ = GAME.apply(state, None, Draw(cards("KS KD")))
    state, events = GAME.apply(state, None, Draw(cards("7S 8D")))
    assert only(events, ChoiceOfDeal).seat == 1


def test_f1_8_a_cut_leaves_five_cards_in_each_packet() -> None:
    state: Any = GAME.begin(GAME.options({}), 0)
    state = GAME.apply(state, None, Deck(PACK)).state
    assert GAME.to_act(state) == (1,)
    for lift in (4, 60):
        refused(GAME, state, 1, Cut(lift), "at least 5 cards and at most 59")
    refused(GAME, state, 0, Cut(20), "player on the dealer's right")


def test_f1_9_three_two_three_to_the_non_dealer_first() -> None:
    state, events = dealt(dealer=1)
    hands = [event.pieces for event in events if isinstance(event, Dealt)]
    assert hands[0] == tuple(PACK[i] for i in (0, 1, 2, 6, 7, 10, 11, 12))
    assert hands[1] == tuple(PACK[i] for i in (3, 4, 5, 8, 9, 13, 14, 15))
    assert [Counter(named.card for named in hand) for hand in state.deal.hands] == [*map(Counter, hands)]
    assert GAME.to_act(state) == (0,), "the non-dealer leads"


def test_f1_9_option_dealt_singly() -> None:
    _, events = dealt(dealer=1, deal="singly")
    assert next(event.pieces for event in events if isinstance(event, Dealt)) == PACK[0:16:2]


def test_f1_9_the_seventeenth_card_is_turned_up() -> None:
    state, events = dealt()
    assert state.deal.turn_up is PACK[16]
    assert state.deal.trump is PACK[16].suit
    assert len(state.deal.stock) == 47
    assert only(events, ev.TurnedUp).card is PACK[16]


def test_f1_9_a_seven_turned_up_scores_ten_for_the_dealer() -> None:
    pack = list(PACK)
    seven = pack.index(parse("7H"))
    pack[16], pack[seven] = pack[seven], pack[16]
    state, events = dealt(tuple(pack), dealer=1)
    assert state.points == (0, 10)
    assert "A seven: +10 for Bob." in say(only(events, ev.TurnedUp))


def test_f1_10_without_a_turn_up_there_are_no_trumps_at_first() -> None:
    state, _ = dealt(trumps="declared")
    assert state.deal.turn_up is None
    assert state.deal.trump is None
    assert len(state.deal.stock) == 48
    assert not beats(parse("7S"), parse("AH"), None)


def test_f1_10_the_first_marriage_or_sequence_scored_makes_trumps() -> None:
    start = table("KS QS AD TD KD QD JD 7D", trump=None, turn_up=None, trumps="declared")
    state, events = do(start, 0, "declare marriage KS QS")
    assert state.deal
    assert state.deal.trump is Suit.SPADES
    assert only(events, ev.Declared).points == 40, "it is the royal one"
    state, events = do(start, 0, "declare sequence AD TD KD QD JD")
    assert only(events, ev.Declared).trump is Suit.DIAMONDS
    assert state.points == (250, 0)


def test_f1_10_a_marriage_left_to_score_makes_no_trumps() -> None:
    state = table("KS QS KC KD KH 7D", trump=None, turn_up=None, trumps="declared")
    state, _ = do(state, 0, "declare kings KC KD KH KS", "declare marriage KS/1 QS")
    assert state.deal
    assert state.deal.trump is None
    assert to_score(state) == [40]


def test_f1_10_then_the_seven_scores_nothing() -> None:
    state = table("7H KS QS 8S", trump="H", turn_up=None, trumps="declared")
    assert can(state).isdisjoint({"exchange", "seven"})


def test_f1_15_the_winner_takes_the_last_card_and_the_loser_the_turn_up() -> None:
    state = table("AS 7D", "7S 8H", playing=True, stock=1, turn_up="9H")
    state, _ = do(state, 0, "play AS")
    state, events = do(state, 1, "play 7S")
    out = only(events, ev.StockOut)
    assert (out.leader, out.turn_up) == (0, parse("9H"))
    assert state.deal
    assert {named.card for named in state.deal.hands[1]} == {parse("8H"), parse("9H")}
    assert state.deal.left == 0


def test_f1_15_both_take_up_all_cards_and_declare_no_more() -> None:
    state = table(
        "AS KD/1 QD/1 KS QS",
        "7S 8H",
        playing=True,
        stock=1,
        declared=(shown("marriage", "KD/1 QD/1", "to score"),),
    )
    state, _ = do(state, 0, "play AS")
    state, _ = do(state, 1, "play 7S")
    assert isinstance(state, Declaring), "before drawing it is not too late"
    state, _ = do(state, 0, "take")
    assert state.deal
    assert not any(named.index for named in state.deal.hands[0])
    assert to_score(state) == []


def test_f1_16_follow_and_win_else_trump() -> None:
    trump, led = Suit.HEARTS, parse("KS")
    assert END_PLAY.playable(cards("AS TS QS 7H 8D"), led, trump) == cards("AS TS")
    assert END_PLAY.playable(cards("QS 7S 7H 8D"), led, trump) == cards("QS 7S")
    assert END_PLAY.playable(cards("7H AH 8D"), led, trump) == cards("7H AH")
    assert END_PLAY.playable(cards("8D 9C"), led, trump) == cards("8D 9C")
    assert END_PLAY.playable(cards("9H AH 8D"), parse("TH"), trump) == cards("AH")


@pytest.mark.parametrize(
    ("hand", "move", "reason"),
    [
        ("AS 7S 7H", "play 7S", "must win the trick if you can: beat K♠"),
        ("7S 7H 8D", "play 8D", "must follow suit: play one of your spades"),
        ("7H 8D", "play 8D", "You have no spades"),
    ],
)
def test_f1_16_anything_else_is_refused(hand: str, move: str, reason: str) -> None:
    state = table("KS AD AC", hand, playing=True, stock=0, turn_up=None)
    state, _ = do(state, 0, "play KS")
    with pytest.raises(RuleError, match=reason):
        do(state, 1, move)


def test_f1_16_the_last_trick_of_all_scores_ten() -> None:
    state = table("KS", "7S", playing=True, stock=0, turn_up=None)
    state, _ = do(state, 0, "play KS")
    state, events = do(state, 1, "play 7S")
    assert only(events, ev.TrickTaken).points == 10
    assert only(events, ev.HandScored).points == (10, 0)


def test_f1_17_brisques_count_ten_each_at_once() -> None:
    assert brisques_in(cards("AS TS")) == 2
    state = table("AS KD 7D", "TS 8H 9D", playing=True)
    state, _ = do(state, 0, "play AS")
    state, events = do(state, 1, "play TS")
    assert only(events, ev.TrickTaken).points == 20
    assert state.points == (20, 0)


def test_f1_17_option_brisques_count_at_the_end() -> None:
    state = table("AS", "TS", playing=True, stock=0, turn_up=None, brisques="at-the-end")
    state, _ = do(state, 0, "play AS")
    state, events = do(state, 1, "play TS")
    assert only(events, ev.TrickTaken).points == 10, "the last trick alone"
    hand = only(events, ev.HandScored)
    assert (hand.brisques, hand.points) == ((2, 0), (30, 0))


def test_f1_18_amb_f4_first_to_a_thousand_wins_at_once() -> None:
    state = table("KH QH 7D", points=(970, 990))
    state, events = do(state, 0, "declare marriage KH QH")
    game = only(events, ev.GameWon)
    assert (game.winner, game.points) == (0, (1010, 990))
    assert isinstance(state, Shuffle)


def test_f1_18_amb_f4_option_the_hand_is_played_out_and_compared() -> None:
    late: dict[str, Any] = {"playing": True, "stock": 0, "turn_up": None, "points": (1010, 1030)}
    state, _ = do(table("KS", "AS", out="play-on", **late), 0, "play KS")
    state, events = do(state, 1, "play AS")
    assert only(events, ev.GameWon).points == (1010, 1050)
    assert only(events, ev.GameWon).winner == 1


def test_f1_18_with_brisques_at_the_end_the_higher_wins_and_equal_is_void() -> None:
    ended = table("KS", "7S", playing=True, stock=0, turn_up=None, points=(1010, 1020), brisques="at-the-end")
    state, _ = do(ended, 0, "play KS")
    state, events = do(state, 1, "play 7S")
    void = only(events, ev.GameWon)
    assert (void.winner, void.points) == (None, (1020, 1020))
    assert state.match.score == Score((0, 0), (), 2), "a void game keeps its number"
    assert state.match.score.game == 1
    assert "void" in say(void)


def test_f1_18_at_the_end_nobody_is_out_in_mid_hand() -> None:
    state = table("KH QH 7D", points=(970, 990), brisques="at-the-end")
    state, events = do(state, 0, "declare marriage KH QH")
    assert not [event for event in events if isinstance(event, ev.GameWon)]
    assert isinstance(state, Playing | Declaring)


@pytest.mark.parametrize(("loser", "worth"), [(499, 2), (500, 1), (990, 1), (0, 2)])
def test_f1_19_under_five_hundred_counts_double(loser: int, worth: int) -> None:
    state, events = do(table("KH QH 7D", points=(970, loser)), 0, "declare marriage KH QH")
    assert only(events, ev.GameWon).worth == worth
    assert state.match.score.games == (worth, 0)


def test_f1_19_first_to_three_games_has_the_partie() -> None:
    state, events = do(table("KH QH 7D", points=(970, 600), games=(2, 2)), 0, "declare marriage KH QH")
    assert only(events, ev.PartieWon).games == (3, 2)
    assert GAME.result(state) == Result((1010, 600), (3, 2), 0)
    assert scene(state, None).title == "Ann has won the partie, 3 games to 2"
    state, events = do(table("KH QH 7D", points=(970, 100), games=(1, 2)), 0, "declare marriage KH QH")
    assert only(events, ev.PartieWon).games == (3, 2), "a double counts two"


def test_f1_19_the_deal_alternates() -> None:
    state = table("KS", "7S", playing=True, stock=0, turn_up=None)
    before = state.deal.dealer
    state, _ = do(state, 0, "play KS")
    state, _ = do(state, 1, "play 7S")
    assert state.dealer == 1 - before


@few
@given(
    seed=st.integers(0, 2**32), options=st.sampled_from([{}, {"trumps": "declared"}, {"seven": "besides"}])
)
def test_a_hand_has_24_tricks_from_the_stock_and_8_more(seed: int, options: dict[str, Any]) -> None:
    chosen = GAME.options({**options, "match": "game", "out": "play-on"})
    for step in random_match(GAME, chosen, None, seed):
        deal = getattr(step.after, "deal", None)
        if deal is not None:
            lying = [card for trick in deal.tricks for card in trick.pieces]
            held = [named.card for hand in deal.hands for named in hand]
            up = [deal.turn_up] if deal.turn_up else []
            assert Counter([*lying, *held, *deal.stock, *up, *deal.table]) == Counter(PACK)
            if deal.left and not deal.table and isinstance(step.after, Playing):
                assert len(deal.hands[0]) == len(deal.hands[1]) == 8
        if any(isinstance(event, ev.StockOut) for event in step.events):
            assert len(step.after.deal.tricks) == 24
        for event in step.events:
            if isinstance(event, ev.HandScored):
                assert len(step.before.deal.tricks) == 31, "the last is taken in this step"


@few
@given(seed=st.integers(0, 2**32))
def test_f1_17_brisques_are_worth_160_in_all(seed: int) -> None:
    options = GAME.options({"match": "game", "brisques": "at-the-end"})
    for step in random_match(GAME, options, None, seed):
        for event in step.events:
            if isinstance(event, ev.HandScored):
                assert sum(event.brisques) == 16


def test_equal_cards_and_only_they_are_offered_once() -> None:
    declared = (shown("marriage", "KH/1 QH/1", broken=True),)
    state = table("KH KH KH/1 7D 7D 8C 9C TC", playing=True, declared=declared)
    assert can(state) == {"play KH", "play KH/1", "play 7D", "play 8C", "play 9C", "play TC"}
    labels = {choice.move: choice.label for choice in scene(state, 0).choices}
    assert (labels["play KH"], labels["play KH/1"]) == ("K♥ ×2", "K♥ declared")
