"""Hoyle at Old Maid: nothing but to throw at once, and to draw by chance."""

import random
from collections import Counter
from typing import Literal

from bot.house.old_maid.player import OldMaidHoyle
from bot.rules.cards import Card, parse
from bot.rules.moves import Move
from bot.rules.old_maid.game import OldMaid
from bot.rules.old_maid.moves import Take, Throw
from bot.rules.old_maid.state import Deal, Drawing, State, Throwing

GAME = OldMaid()


def playing(*hands: str, throw: Literal["itself", "by-hand"]) -> State:
    """Seat 0 to draw from seat 1."""
    options = GAME.options({"players": 2, "throw": throw})
    held: tuple[tuple[Card, ...], ...] = tuple(tuple(map(parse, hand.split())) for hand in hands)
    deal = Deal(options, 1, held, 0, (0, 0))
    return Throwing(deal) if deal.throwing else Drawing(deal)


def chosen(state: State, seed: int) -> Move:
    return OldMaidHoyle().choose(GAME.view(state, 0), random.Random(seed))


def test_h1_a_pair_is_thrown_at_once() -> None:
    move = chosen(playing("KS KH 5D", "5H QS", throw="by-hand"), 1)
    assert isinstance(move, Throw)
    assert {card.text for card in move.pair} == {"KS", "KH"}


def test_h1_every_card_is_as_likely_to_be_drawn() -> None:
    state = playing("5D", "5H QS 9C", throw="itself")
    drawn = Counter(chosen(state, seed) for seed in range(600))
    assert set(drawn) == {Take(1), Take(2), Take(3)}
    assert min(drawn.values()) > 150
