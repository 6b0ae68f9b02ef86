"""Claims proved, beside trying every distribution of the unseen cards and every defence."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.house.bishops_whist.knowledge import BishopsKnowledge
from bot.house.jobs import check_claim, proves_quickly
from bot.house.layouts import layouts_of
from bot.house.registry import can_prove, claim_search
from bot.house.tricks.knowledge import Knowledge
from bot.house.whist.knowledge import WHIST_PACK
from bot.rules.cards import Card
from bot.rules.moves import Play
from bot.rules.registry import GAMES
from bot.rules.whist.state import Playing, Tally
from tests.house.builder import last_tricks
from tests.present import present
from tests.rules.play import random_match
from tests.rules.whist_hands import cards, dealt

BISHOPS: Any = GAMES["bishops-whist"]
WHIST: Any = GAMES["american-whist"]
MOST_LAYOUTS = 20


def ending(key: str, cards: int, seed: int, **options: Any) -> Any:
    """A hand played at random until whoever is to play holds so many cards; now and then a card on."""
    game: Any = GAMES[key]
    rng = random.Random(seed)
    wait = rng.choice((0, 0, 1, 2, 3))
    for step in random_match(game, game.options({**options}), 0, seed):
        state = step.before
        if (
            isinstance(state, Playing)
            and len(state.hands[state.seat]) == cards
            and len(state.cards) >= min(wait, 3)
        ):
            return state
    raise AssertionError("no such ending")


def by_trying(key: str, state: Any, me: int) -> int:
    """The most tricks from here on that the side of `me` is sure of, whose choice hangs on what has been
    played alone: every layout that fits what it knows, and every play, is tried."""
    game: Any = GAMES[key]
    layouts = layouts_of(knowledge(key, state)).every()
    return sure(game, [replace(state, hands=hands) for hands, _ in layouts], me)


def knowledge(key: str, state: Any) -> Knowledge:
    view = GAMES[key].view(state, state.seat)
    return BishopsKnowledge(view) if key == "bishops-whist" else Knowledge(view, WHIST_PACK)


def proved(game: Any, state: Any, tricks: int) -> tuple[Card, ...] | None:
    search = present(claim_search(game.key, game.view(state, state.seat)))
    return search.prove(tricks)


def sure(game: Any, states: list[Any], me: int) -> int:
    first = states[0]
    if not any(first.hands):
        return 0
    seat = first.seat
    if game.player_of(first, seat) == game.player_of(first, me):
        return max(after(game, states, card, me) for card in dict.fromkeys(playable(game, first)))
    cards = {card for state in states for card in playable(game, state)}
    return min(after(game, [s for s in states if card in playable(game, s)], card, me) for card in cards)


def playable(game: Any, state: Any) -> Any:
    led = state.cards[0] if state.cards else None
    return game.legality.playable(state.hands[state.seat], led, state.deal.trump)


def after(game: Any, states: list[Any], card: Any, me: int) -> int:
    first = states[0]
    if len(first.cards) < 3:
        return sure(game, [moved(state, card) for state in states], me)
    number = len(first.tally.tricks) + 1
    cards = (*first.cards, card)
    best: int = game.winning(first.deal.match.options, cards, first.deal.trump, number)
    winner = (first.seat + 1 + best) % 4
    tally = Tally((*first.tally.tricks, None), first.tally.taken)  # type: ignore[arg-type]
    rest = [replace(moved(state, card), seat=winner, cards=(), tally=tally) for state in states]
    return int(winner % 2 == me % 2) + sure(game, rest, me)


def moved(state: Any, card: Any) -> Any:
    hand = list(state.hands[state.seat])
    hand.remove(card)
    hands = (*state.hands[: state.seat], tuple(hand), *state.hands[state.seat + 1 :])
    return replace(state, hands=hands, seat=(state.seat + 1) % 4, cards=(*state.cards, card))


def check(key: str, state: Any) -> None:
    sure_of = by_trying(key, state, state.seat)
    for tricks in range(len(state.hands[state.seat]) + 1):
        line = proved(GAMES[key], state, tricks)
        assert (line is not None) == (tricks <= sure_of)
        if line:
            assert not set(line) - set(state.hands[state.seat])
            assert line[0] in playable(GAMES[key], state)


@settings(max_examples=50, deadline=None, derandomize=True)
@given(seed=st.integers(0, 10**9), held=st.integers(1, 2), lowest=st.booleans())
def test_bishops_whist_what_is_proved_is_what_is_sure(seed: int, held: int, lowest: bool) -> None:
    check("bishops-whist", ending("bishops-whist", held, seed, led_knight="lowest" if lowest else "ten"))


@settings(max_examples=50, deadline=None, derandomize=True)
@given(seed=st.integers(0, 10**9), held=st.integers(1, 2))
def test_whist_what_is_proved_is_what_is_sure(seed: int, held: int) -> None:
    check("american-whist", ending("american-whist", held, seed))


@pytest.mark.parametrize("key", ["dummy-whist", "double-dummy-whist"])
@settings(max_examples=25, deadline=None, derandomize=True)
@given(seed=st.integers(0, 10**9), held=st.integers(1, 3))
def test_with_dummy_both_hands_of_the_claimant_are_counted_on(key: str, seed: int, held: int) -> None:
    check(key, ending(key, held, seed))


@pytest.mark.parametrize("key", ["american-whist", "bishops-whist"])
def test_three_tricks_from_the_end_as_well(key: str) -> None:
    checked = 0
    for seed in range(200):
        state = ending(key, 3, seed)
        if layouts_of(knowledge(key, state)).count <= MOST_LAYOUTS:
            check(key, state)
            checked += 1
        if checked == 5:
            return
    raise AssertionError("no ending with few layouts")


def hand_of_whist(mine: str, turned: str) -> Any:
    """A hand at its first lead, which is mine; the last player has turned that card."""
    hand, up = cards(mine), cards(turned)[0]
    rest = [card for card in WHIST.pack if card not in (*hand, up)]
    return dealt(WHIST, [hand, tuple(rest[:13]), tuple(rest[13:26]), (*rest[26:], up)])


def test_thirteen_tricks_with_trumps_to_draw() -> None:
    # Six trumps are out, and seven leads of the best draw them wherever they are.
    state = hand_of_whist("AS KS QS JS TS 9S 8S AH KH QH AD KD QD", "2S")
    line = present(proved(WHIST, state, 13))
    assert line[:7] == cards("AS KS QS JS TS 9S 8S")
    assert sorted(map(str, line)) == sorted(map(str, state.hands[0]))
    assert len(proved(WHIST, state, 5) or ()) == 5


def test_top_cards_that_might_be_trumped_are_not_enough() -> None:
    # Nine trumps are out, and one hand may hold them all.
    state = hand_of_whist("AS KS QS JS AH KH QH AD KD QD AC KC QC", "2S")
    assert proved(WHIST, state, 13) is None
    assert proved(WHIST, state, 4) is not None


def test_a_long_suit_is_good_once_the_others_cannot_hold_more() -> None:
    state = hand_of_whist("AS KS QS JS TS 9S 8S AH KH QH JH TH 9H", "2S")
    assert proved(WHIST, state, 13) is not None
    state = hand_of_whist("AS KS QS JS TS 9S 8S AH KH QH JH 6H 5H", "2S")
    assert proved(WHIST, state, 13) is None, "one hand may keep six hearts while the trumps are drawn"


@pytest.mark.parametrize(
    ("others", "tricks"),
    [(["BS N N", "2H 3H 4H", "2D 3D 4D"], 2), (["BS 5H 6H", "2H 3H 4H", "2D 3D 4D"], 3)],
)
def test_the_cardinal_is_not_drawn_while_knights_may_stand_in(others: Sequence[str], tricks: int) -> None:
    # Spades are trumps: with knights out the bishop may be kept for the third lead (A5.23).
    state = last_tricks(["AS KS 9S", *others], 0, "8S", 3)
    assert proved(BISHOPS, state, tricks) is not None
    assert proved(BISHOPS, state, tricks + 1) is None


def test_the_card_turned_up_is_known_to_be_the_dealers() -> None:
    # The last trump out is the king that was turned: nobody else can hold it.
    kept = ["AS QS", "2H 3H", "2D 3D", "KS 4H"]
    state = last_tricks(kept, 0, "KS", 3)
    assert proved(BISHOPS, state, 2) is not None


def test_partner_is_no_help_that_can_be_counted_on() -> None:
    kept = ["2H 3H", "4D 5D", "AS KS", "6D 7D"]
    state = last_tricks(kept, 0, "9S", 1)
    assert by_trying("bishops-whist", state, 0) == 0
    assert proved(BISHOPS, state, 1) is None


def test_none_needs_no_proof_and_more_than_there_are_have_none() -> None:
    state = ending("american-whist", 2, 1)
    assert proved(WHIST, state, 0) == ()
    assert proved(WHIST, state, 3) is None


def test_what_would_take_too_long_is_not_proved() -> None:
    state = next(
        state
        for seed in range(100)
        if proved(WHIST, state := ending("american-whist", 4, seed), 1)
        and not proves_quickly(WHIST.key, WHIST.view(state, state.seat), 1, 3)
    )
    assert proved(WHIST, state, 1)


def test_of_what_is_not_proved_it_says_how_much_is() -> None:
    state = hand_of_whist("AS KS QS JS AH KH QH AD KD QD AC KC QC", "2S")
    view = WHIST.view(state, state.seat)
    check = check_claim(WHIST.key, view, 13)
    assert check.answer == "not-proved"
    assert 4 <= check.most < 13
    assert check_claim(WHIST.key, view, check.most).answer == "proved"
    for seed in range(20):
        state = ending("american-whist", 3, seed)
        view = WHIST.view(state, state.seat)
        sure_of = next((n for n in (3, 2, 1) if proved(WHIST, state, n)), 0)
        if sure_of < 3:
            assert check_claim(WHIST.key, view, 3).most == sure_of


def test_without_a_search_only_leads_that_nobody_can_beat_settle_it() -> None:
    sure_ones = hand_of_whist("AS KS QS JS TS 9S 8S AH KH QH AD KD QD", "2S")
    assert proves_quickly(WHIST.key, WHIST.view(sure_ones, 0), 13, 0)
    found = [state for seed in range(60) if proved(WHIST, state := ending("american-whist", 3, seed), 3)]
    views = [WHIST.view(state, state.seat) for state in found]
    assert all(proves_quickly(WHIST.key, view, 3, 500) for view in views)
    assert not all(proves_quickly(WHIST.key, view, 3, 0) for view in views)


def test_a_line_can_be_played() -> None:
    # Whatever the others really hold and play, the cards of a line of top cards take their tricks.
    rng = random.Random(4)
    state = hand_of_whist("AS KS QS JS TS 9S 8S AH KH QH AD KD QD", "2S")
    for card in proved(WHIST, state, 13) or ():
        state = WHIST.apply(state, 0, Play(card)).state
        while isinstance(state, Playing) and state.seat:
            state = WHIST.apply(state, state.seat, rng.choice(WHIST.legal(state, state.seat))).state
    assert not isinstance(state, Playing)
    assert state.match.last.play.tally.taken == (13, 0)


def test_the_games_it_knows() -> None:
    whists = {"american-whist", "bishops-whist", "double-dummy-whist", "dummy-whist", "english-whist"}
    assert {key for key in GAMES if can_prove(key)} == whists
