"""American Whist, clause by clause (RULES B), and what English Whist shares with it."""

from dataclasses import replace
from typing import Any

import pytest

from bot.rules.cards import Card, Suit, parse
from bot.rules.events import Event
from bot.rules.game import Chance
from bot.rules.match import GameWon, RubberWon
from bot.rules.moves import Cut, Deck, Draw
from bot.rules.moves import Play as PlayCard
from bot.rules.presentation.course import NO_BREAK, course_at_end, course_so_far
from bot.rules.registry import text_for
from bot.rules.trick_taking.legality import FollowSuit
from bot.rules.whist import events as ev
from bot.rules.whist.american import AmericanWhistOptions
from bot.rules.whist.count import Count, Terms, count_hand
from bot.rules.whist.moves import Concede, Penalize
from bot.rules.whist.pack import PACK
from bot.rules.whist.play import winning_play
from tests.rules.play import random_match, refused
from tests.rules.whist_hands import (
    AMERICAN,
    AMERICAN_TEXT,
    BOTH,
    ENGLISH,
    NAMES,
    cards,
    dealt,
    only,
    penalty,
    play_out,
    suits_apart,
)


def test_b1_ace_is_high_and_follow_suit_is_a_must() -> None:
    hand = cards("AS 2S KH 3D")
    playable = FollowSuit().playable
    assert playable(hand, parse("5S"), Suit.HEARTS) == cards("AS 2S")
    assert playable(hand, parse("5C"), Suit.HEARTS) == hand
    assert playable(hand, None, Suit.HEARTS) == hand
    assert winning_play(cards("2S AS KS QS"), Suit.HEARTS) == 1


def test_b1_highest_trump_else_highest_of_the_suit_led() -> None:
    assert winning_play(cards("AS 2H 3H KS"), Suit.HEARTS) == 2
    assert winning_play(cards("3S AD AC 2S"), Suit.HEARTS) == 0
    assert winning_play(cards("TS JS 9S 8S"), Suit.HEARTS) == 1


@BOTH
def test_b1_a_revoke_is_made_impossible(game: Any) -> None:
    state = dealt(
        game,
        [cards("2S AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H"), *_rest("2S AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H")],
    )
    state = game.apply(state, 0, PlayCard(parse("2S"))).state
    seat = state.seat
    wrong = next(c for c in state.hands[seat] if c.suit is not Suit.SPADES)
    refused(game, state, seat, PlayCard(wrong), "You must follow suit: play one of your spades")
    refused(game, state, seat, PlayCard(parse("2S")), "You do not hold the two of spades")


def _rest(held: str) -> list[tuple[Card, ...]]:
    left = [c for c in PACK if c not in cards(held)]
    return [tuple(left[seat::3]) for seat in range(3)]


def american(before: tuple[int, int], taken: tuple[int, int], **kwargs: Any) -> Count:
    terms = Terms(7, stops=False, below_zero=kwargs.pop("below_zero", True))
    return count_hand(before, taken, (0, 0), kwargs.pop("penalties", ()), terms)


def test_b2_only_tricks_over_six_count() -> None:
    assert american((0, 0), (9, 4)).points == (3, 0)
    assert american((0, 0), (7, 6)).points == (1, 0)
    assert american((2, 3), (5, 8)).total == (2, 5)


def test_b2_no_honours_in_american_whist() -> None:
    state, events = play_out(AMERICAN, dealt(AMERICAN, suits_apart()))
    assert only(events, ev.HandScored).count.honours == (0, 0)
    assert state.match.score.points[1] == 0, "all thirteen were a game, and the next has begun"


def test_b2_game_is_seven_and_the_rubber_the_best_of_three() -> None:
    for step in random_match(AMERICAN, AMERICAN.options({}), 0, 3):
        for event in step.events:
            if isinstance(event, GameWon):
                assert event.winner is not None
                assert event.points[event.winner] >= 7
            if isinstance(event, RubberWon):
                assert max(event.games) == 2
                assert sum(event.games) in (2, 3)


def test_b12_a_slam_is_a_game_at_once() -> None:
    state, events = play_out(AMERICAN, dealt(AMERICAN, suits_apart()))
    hand, game = only(events, ev.HandScored), only(events, GameWon)
    assert hand.count.taken == (0, 13), "D holds every trump"
    assert hand.points == (0, 7)
    assert (game.winner, game.games, game.value) == (1, (0, 1), 0)
    assert state.match.score.points == (0, 0)


def test_b3_amb_b1_the_ace_is_low_in_the_cut() -> None:
    state = AMERICAN.begin(AMERICAN.options({}), None)
    assert AMERICAN.to_act(state) == Chance("draw", tuple(c.text for c in PACK), 4, secret=False)
    state = AMERICAN.apply(state, None, Draw(cards("2S KH AD 3C"))).state
    assert state.dealer == 2


def test_b3_amb_b1_option_the_ace_is_high_in_the_cut() -> None:
    state = AMERICAN.begin(AMERICAN.options({"ace_in_cut": "high"}), None)
    state = AMERICAN.apply(state, None, Draw(cards("2S KH AD 3C"))).state
    assert state.dealer == 0


def test_c4_15_english_ties_are_cut_again_with_the_ace_low() -> None:
    state = ENGLISH.begin(ENGLISH.options({"partners": "cut"}), None)
    state, events = ENGLISH.apply(state, None, Draw(cards("AS AH KD 3C")))
    assert events[0].again == (0, 1), "the two lowest cut again for the deal"
    state, events = ENGLISH.apply(state, None, Draw(cards("9S 8S")))
    assert events[-1].dealer == 1
    assert {events[-1].order[1], events[-1].order[3]} == {0, 1}, "and they are partners"


@BOTH
def test_b3_the_cut_leaves_four_cards_in_each_packet(game: Any) -> None:
    state = game.begin(game.options({}), 0)
    state = game.apply(state, None, Deck(PACK)).state
    assert game.to_act(state) == (3,), "the dealer's right-hand opponent cuts"
    assert {move.lift for move in game.legal(state, 3)} == set(range(4, 49))
    for lift in (3, 49):
        refused(game, state, 3, Cut(lift), "at least 4 cards and at most 48")
    refused(game, state, 1, Cut(20), "on the dealer's right")


@BOTH
def test_b4_the_last_card_is_turned_and_is_the_dealers(game: Any) -> None:
    state = game.begin(game.options({}), 1)
    state = game.apply(state, None, Deck(PACK)).state
    state, events = game.apply(state, 0, Cut(13))
    turned = only(list(events), ev.TurnedUp)
    assert turned.card is PACK[12], "the bottom card once the packets have changed places"
    assert state.deal.trump is turned.card.suit
    assert turned.card in state.hands[1]
    assert [len(hand) for hand in state.hands] == [13] * 4


@BOTH
def test_b5_cards_go_singly_from_the_dealers_left(game: Any) -> None:
    state = game.begin(game.options({}), 1)
    state = game.apply(state, None, Deck(PACK)).state
    state = game.apply(state, 0, Cut(4)).state
    order = (*PACK[4:], *PACK[:4])
    for place, card in enumerate(order):
        assert card in state.hands[(2 + place) % 4]
    assert game.to_act(state) == (2,), "the dealer's left-hand opponent leads"


@BOTH
def test_b6_the_trump_card_lies_open_until_the_first_trick_is_over(game: Any) -> None:
    state = dealt(game, suits_apart())
    text = text_for(game.key)
    assert text.scene(game.view(state, 0), NAMES).facts == ("Trumps: ♣ clubs (2♣ lies open before D)",)
    for _ in range(4):
        seat = state.seat
        state = game.apply(state, seat, game.legal(state, seat)[0]).state
    assert text.scene(game.view(state, 0), NAMES).facts == ("Trumps: ♣ clubs (D turned 2♣)",)


@BOTH
def test_b5_the_deal_passes_to_the_left(game: Any) -> None:
    state, _ = play_out(game, dealt(game, suits_apart(), dealer=3))
    assert state.dealer == 0


def test_b7_every_hand_is_played_out() -> None:
    state = dealt(AMERICAN, suits_apart(), points=(6, 6))
    refused(AMERICAN, state, 0, Concede(), "every hand is played out")
    _, events = play_out(AMERICAN, state)
    assert only(events, ev.HandScored).count.taken == (0, 13)


def test_b7_thrown_down_cards_lose_the_game_and_a_point_for_each_trick_left() -> None:
    state = dealt(AMERICAN, suits_apart(), concession=True)
    for _ in range(4):
        seat = state.seat
        state = AMERICAN.apply(state, seat, AMERICAN.legal(state, seat)[0]).state
    for seat in (0, 1, 2):
        refused(AMERICAN, state, seat, Concede(), "when it is your turn")
    assert state.seat == 3
    state, events = AMERICAN.apply(state, 3, Concede())
    game = only(list(events), GameWon)
    assert only(list(events), ev.HandScored).points == (12, 0)
    assert (game.winner, game.points) == (0, (12, 0))


def _played(state: Any, number: int) -> tuple[Any, list[Event]]:
    told: list[Event] = []
    for _ in range(number):
        seat = state.seat
        state, events = AMERICAN.apply(state, seat, AMERICAN.legal(state, seat)[0])
        told += [event for event in events if event.posted]
    return state, told


@pytest.mark.parametrize("again", [True, False])
def test_b8_a_trick_may_be_seen_until_the_next_lead_and_no_older_one(again: bool) -> None:
    state, _ = _played(dealt(AMERICAN, suits_apart(), last_trick=again), 8)
    told = AMERICAN_TEXT.last_trick(AMERICAN.view(state, None), NAMES)
    assert told is not None
    assert told.startswith("Trick 2: ")
    rows = AMERICAN_TEXT.scene(AMERICAN.view(state, None), NAMES).table
    assert [row.title for row in rows] == ["Last trick"]


def test_b8_a_turned_trick_stays_closed_unless_the_last_may_be_seen_again() -> None:
    assert AmericanWhistOptions().last_trick is False
    assert AmericanWhistOptions.of_new_table()["last_trick"] is True
    for again in (True, False):
        state, told = _played(dealt(AMERICAN, suits_apart(), last_trick=again), 9)
        for seat in (None, 0, 1, 2, 3):
            view = AMERICAN.view(state, seat)
            scene = AMERICAN_TEXT.scene(view, NAMES)
            assert scene.board is not None
            assert (scene.board.last is not None) == again
            assert (AMERICAN_TEXT.last_trick(view, NAMES) is not None) == again
        course = course_so_far(AMERICAN_TEXT, told, NAMES).lines
        shown = "\n".join(course).replace(NO_BREAK, " ")
        taken = (event for event in told if isinstance(event, ev.TrickTaken))
        assert any(AMERICAN_TEXT.course_line(event, NAMES) in shown for event in taken) == again
        assert ("♠" in shown) == again
        said = AMERICAN_TEXT.no_last_trick(AMERICAN.view(state, 0))
        assert again or "stays closed until the hand is over" in said


def test_b8_when_the_hand_is_over_closed_tricks_may_be_seen() -> None:
    _, told = _played(dealt(AMERICAN, suits_apart(), last_trick=False), 52)
    taken = [event for event in told if isinstance(event, ev.TrickTaken)]
    assert len(taken) == 13
    shown = "\n".join(course_at_end(AMERICAN_TEXT, told, NAMES).lines).replace(NO_BREAK, " ")
    assert all(AMERICAN_TEXT.course_line(event, NAMES) in shown for event in taken)


def test_b9_a_revoke_is_three_points_off_or_onto_the_adversaries() -> None:
    off = american((4, 4), (7, 6), penalties=[penalty("revoke", 0, "deduct")])
    assert off.total == (4 - 3 + 1, 4)
    onto = american((3, 3), (7, 6), penalties=[penalty("revoke", 0, "add")])
    assert onto.total == (4, 6)


def test_b10_any_other_offence_is_one_point() -> None:
    assert american((4, 4), (7, 6), penalties=[penalty("offence", 1, "deduct")]).total == (5, 3)
    assert american((4, 4), (7, 6), penalties=[penalty("offence", 1, "add")]).total == (6, 4)


def test_b10_the_referee_enters_them_and_nobody_else() -> None:
    state = dealt(AMERICAN, suits_apart())
    refused(AMERICAN, state, 0, Penalize("revoke", 1, "add"), "not for a player")
    refused(AMERICAN, state, None, Penalize("revoke", 1, "tricks"), "do not know the penalty 'revoke tricks'")
    state, (event,) = AMERICAN.apply(state, None, Penalize("revoke", 1, "add"))
    assert (
        AMERICAN_TEXT.describe_event(event, NAMES)
        == "B is charged with a revoke: 3 points to A and C at the end of the hand."
    )
    _, events = play_out(AMERICAN, state)
    assert only(events, ev.HandScored).points == (3, 7)


def test_b11_amb_b2_seven_in_mid_hand_does_not_stop_it() -> None:
    _, events = play_out(AMERICAN, dealt(AMERICAN, suits_apart(), points=(0, 6)))
    assert only(events, ev.HandScored).count.total == (0, 13)


@pytest.mark.parametrize("first", [0, 1])
def test_b11_amb_b2_both_at_seven_by_penalties_alone_the_first_exacted_decides(first: int) -> None:
    exacted = [penalty("revoke", 1 - first, "add"), penalty("revoke", first, "add")]
    count = american((5, 5), (6, 7), penalties=exacted)
    assert (count.penalties, count.total, count.winner) == ((3, 3), (8, 8), first)
    state = dealt(AMERICAN, suits_apart())
    score = replace(state.match.score, points=(5, 5))
    state = replace(state, deal=replace(state.deal, match=replace(state.match, score=score)))
    for offender in (1 - first, first):
        state = AMERICAN.apply(state, None, Penalize("revoke", offender, "add")).state
    _, events = play_out(AMERICAN, state)
    assert only(list(events), GameWon).winner == first


def test_b11_amb_b2_option_the_hand_stops_at_seven() -> None:
    _, events = play_out(AMERICAN, dealt(AMERICAN, suits_apart(), points=(0, 6), at_seven="stop"))
    assert only(events, ev.HandScored).count.taken == (0, 7)
    assert only(events, GameWon).winner == 1


def test_b11_amb_b3_scores_may_go_below_zero_or_not() -> None:
    offence = [penalty("revoke", 0, "deduct")]
    assert american((1, 0), (6, 7), penalties=offence).total == (-2, 1)
    assert american((1, 0), (6, 7), penalties=offence, below_zero=False).total == (0, 1)
