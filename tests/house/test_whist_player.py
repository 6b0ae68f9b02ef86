"""Hoyle at the whist table: legal and repeatable under every house rule, blind to what is hidden."""

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.house.contest import play_pairs
from bot.house.player import HousePlayer, RandomPlayer
from bot.house.whist.player import WhistHoyle
from bot.rules.moves import Cut, Move, Play
from bot.rules.whist.moves import AskHonour, CallHonours, Concede
from bot.rules.whist.pack import CARD_HEIGHT
from bot.rules.whist.play import winning_play
from tests.house.whist_positions import position
from tests.rules.play import random_match
from tests.rules.whist_hands import AMERICAN, BOTH, ENGLISH

HAND = "KS 8S 3S AH QH 5H 9D 6D 4D 2D JC 7C 3C"


def test_honours_are_called_at_once():
    called = 0
    for seed in range(8):
        for step in random_match(ENGLISH, ENGLISH.options({"honours": "called"}), None, seed, most=160):
            state = step.before
            for seat in range(4):
                if CallHonours() in ENGLISH.legal(state, seat):
                    move = WhistHoyle(ENGLISH).choose(ENGLISH.view(state, seat), random.Random(1))
                    assert move == CallHonours()
                    called += 1
    assert called > 1


def test_at_eight_partner_is_asked():
    options: dict[str, Any] = {"length": "long", "ask_at_eight": True}
    hand = "KS 8S 3S AH QH 5H 9D 6D 4D 2D AC KC 3C"
    state = position(hand, game=ENGLISH, points=(8, 3), **options)
    assert chosen(ENGLISH, state, WhistHoyle(ENGLISH)) == AskHonour()
    state = position(hand, game=ENGLISH, points=(7, 3), **options)
    assert isinstance(chosen(ENGLISH, state, WhistHoyle(ENGLISH)), Play)


def test_nobody_concedes():
    state = position(HAND, game=AMERICAN, points=(0, 6), concession=True)
    assert Concede() in AMERICAN.legal(state, state.seat)
    assert isinstance(chosen(AMERICAN, state, WhistHoyle(AMERICAN)), Play)


@BOTH
def test_the_cut_is_by_lot(game: Any):
    state = game.begin(game.options({}), 0)
    deck = " ".join(random.Random(1).sample(game.to_act(state).pieces, 52))
    state = game.apply(state, None, game.parse(f"deck {deck}")).state
    view = game.view(state, 3)
    cuts = {WhistHoyle(AMERICAN).choose(view, random.Random(seed)) for seed in range(20)}
    assert len(cuts) > 5
    assert all(isinstance(cut, Cut) for cut in cuts)


@BOTH
def test_hands_not_seen_do_not_matter(game: Any):
    # The other three hands change owners: the view, and so the card, stay what they were.
    for left, plays in ((13, ""), (4, None)):
        state = position(HAND, game=game) if plays == "" else _played_down(game, left)
        seat = state.seat
        a, b = (seat + 1) % 4, (seat + 2) % 4
        hands = list(state.hands)
        hands[a], hands[b] = hands[b], hands[a]
        other = replace(state, hands=tuple(hands))
        assert game.view(other, seat) == game.view(state, seat)
        assert chosen(game, other, WhistHoyle(game)) == chosen(game, state, WhistHoyle(game))


def _played_down(game: Any, left: int) -> Any:
    # To the lead to a trick, by the first card that may be played.
    state = position(HAND, game=game)
    while len(state.hands[state.seat]) > left or state.cards:
        legal = game.legal(state, state.seat)
        state = game.apply(state, state.seat, legal[-1]).state
    return state


def chosen(game: Any, state: Any, player: HousePlayer) -> Move:
    seat = state.seat
    return player.choose(game.view(state, seat), random.Random(1))


class Beginner:
    """The highest card to win the trick if it can, else the lowest."""

    name = "beginner"

    def choose(self, view: Any, rng: random.Random) -> Move:
        plays = [move for move in view.legal if isinstance(move, Play)]
        if not plays:
            cut: Move = rng.choice(view.legal)
            return cut
        place = len(view.cards)

        def height(move: Play) -> int:
            return CARD_HEIGHT[move.card]

        def wins(move: Play) -> bool:
            return winning_play((*view.cards, move.card), view.trump) == place

        winners = [move for move in plays if wins(move)]
        return max(winners, key=height) if winners else min(plays, key=height)


@pytest.mark.parametrize(("other", "least"), [(RandomPlayer(), 1.5), (Beginner(), 0.6)])
def test_hoyle_beats(other: HousePlayer, least: float):
    pairs = list(play_pairs(AMERICAN, WhistHoyle(AMERICAN), other, 2026, range(15)))
    assert sum(pair.mean for pair in pairs) / len(pairs) > least
