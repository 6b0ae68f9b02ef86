"""Claims proved, beside trying every distribution of the unseen cards and every defence by the game's rules."""

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.house.claims import can_prove, prove
from bot.house.bishops_whist.knowledge import BishopsKnowledge
from bot.house.knowledge import Knowledge
from bot.house.layouts import layouts_of
from bot.house.whist.knowledge import WHIST_PACK
from bot.rules.moves import Play
from bot.rules.registry import GAMES
from bot.rules.whist.state import Playing, Tally
from dataclasses import replace
from tests.rules.play import random_match


def ending(key: str, cards: int, seed: int, **options: Any) -> Any:
    """A hand played at random until whoever is to play holds so many cards; now and then a card on."""
    game: Any = GAMES[key]
    rng = random.Random(seed)
    wait = rng.choice((0, 0, 1, 2, 3))
    for step in random_match(game, game.options({**options}), 0, seed):
        state = step.before
        if isinstance(state, Playing) and len(state.hands[state.seat]) == cards:
            if len(state.cards) >= wait:
                return state
    raise AssertionError("no such ending")


def by_trying(key: str, state: Any, me: int) -> int:
    """The most tricks from here on that the side of `me` is sure of, whose choice hangs on what has been
    played alone: every layout that fits what it knows, and every play, is tried."""
    game: Any = GAMES[key]
    view = game.view(state, me)
    known = BishopsKnowledge(view) if key == "bishops-whist" else Knowledge(view, WHIST_PACK)
    layouts = {tuple(tuple(sorted(hand, key=str)) for hand in hands) for hands, _ in layouts_of(known).every()}
    # The score does not matter, and the last trick is not to end the hand.
    states = [replace(state, hands=hands) for hands in layouts]
    return sure(game, states, me)


def sure(game: Any, states: list[Any], me: int) -> int:
    first = states[0]
    if not any(first.hands):
        return 0
    seat = first.seat
    if seat == me:
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
    best = game.winning(first.deal.match.options, cards, first.deal.trump, number)
    winner = (first.seat + 1 + best) % 4
    tally = Tally((*first.tally.tricks, None), first.tally.taken)  # type: ignore[arg-type]
    rest = [replace(moved(state, card), seat=winner, cards=(), tally=tally) for state in states]
    return (winner % 2 == me % 2) + sure(game, rest, me)


def moved(state: Any, card: Any) -> Any:
    hand = list(state.hands[state.seat])
    hand.remove(card)
    hands = (*state.hands[: state.seat], tuple(hand), *state.hands[state.seat + 1 :])
    return replace(state, hands=hands, seat=(state.seat + 1) % 4, cards=(*state.cards, card))
