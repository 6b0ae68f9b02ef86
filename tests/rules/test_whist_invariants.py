"""What holds in every match of whist, however it is played."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules.registry import GAMES
from bot.rules.trick_taking.legality import FollowSuit
from bot.rules.whist.events import OddTricksScored, ValuedGameWon, ValuedRubberWon
from bot.rules.whist.pack import PACK
from bot.rules.whist.play import winning_play
from bot.rules.whist.state import Playing
from tests.rules.play import random_match

seeds = st.integers(0, 2**32)
few = settings(max_examples=8, deadline=None, derandomize=True)
both = pytest.mark.parametrize("key", ["american-whist", "english-whist"])


@both
@few
@given(seed=seeds, dealer=st.integers(0, 3))
def test_cards_are_conserved_and_everybody_follows_suit(key: str, seed: int, dealer: int) -> None:
    game: Any = GAMES[key]
    for step in random_match(game, game.options({}), dealer, seed, most=120):
        play = step.after
        if not isinstance(play, Playing):
            continue
        tricks, trump = play.tally.tricks, play.deal.trump
        lying = [card for trick in tricks for card in trick.pieces]
        held = [card for hand in play.hands for card in hand]
        assert Counter([*held, *lying, *play.cards]) == Counter(PACK)
        for trick in tricks:
            winner = (trick.leader + winning_play(trick.pieces, trump)) % 4
            assert trick.winner == winner
        for number, trick in enumerate(tricks):
            for seat, card in trick.plays:
                later = [c for t in tricks[number:] for s, c in t.plays if s == seat]
                rest = [c for place, c in enumerate(play.cards) if (play.leader + place) % 4 == seat]
                hand = (*later, *rest, *play.hands[seat])
                assert card in FollowSuit().playable(hand, trick.led, trump)


@both
@few
@given(seed=seeds)
def test_a_hand_has_thirteen_tricks_and_only_one_side_scores_by_them(key: str, seed: int) -> None:
    game: Any = GAMES[key]
    for step in random_match(game, game.options({"match": "game"}), None, seed):
        for event in step.events:
            if isinstance(event, OddTricksScored):
                count = event.count
                assert sum(count.taken) == 13
                assert sorted(count.tricks) == [0, max(count.taken) - 6]
                assert min(count.honours) == 0
                assert max(count.honours) in (0, 2, 4)


@few
@given(seed=seeds)
def test_c2_9_a_rubber_of_short_whist_is_worth_one_to_eight(seed: int) -> None:
    game: Any = GAMES["english-whist"]
    values: list[int] = []
    for step in random_match(game, game.options({}), None, seed):
        for event in step.events:
            if isinstance(event, ValuedGameWon):
                values.append(event.value)
                assert event.points[event.winner] == 5  # type: ignore[index]
            if isinstance(event, ValuedRubberWon):
                assert 1 <= event.worth <= 8
                assert sum(event.gains) + sum(event.losses) == sum(values)
