"""Hands played out at random in native code, for the benchmark and to hold the native rules to the rules."""

from collections.abc import Callable
from typing import Any

import numpy as np

from bot.house.cavendish.move_policy import may_play, standing
from bot.house.solver.cards import BISHOPS
from bot.house.solver.native import above, compiled, inlined, lowest, ones
from bot.house.solver.rules import last_winner

_LOGGED = 3
_CARDS_OF_A_TRICK = 4
_BISHOPS_AT = 8
_TRICKS = 255
_SUM_AT = 32


@inlined
def next_random(state: int) -> int:
    """The random word after this one: xorshift64 (G. Marsaglia, 2003); never 0 from one that is not."""
    state ^= state << 13
    state ^= above(state, 7)
    return state ^ (state << 17)


@inlined
def below(word: int, limit: int) -> int:
    """A number below `limit`, by the 32 high bits of a random word."""
    number: int = (above(word, 32) * limit) >> 32
    return number


@inlined
def _any_of(cards: int, word: int) -> int:
    for _ in range(below(word, ones(cards))):
        cards &= cards - 1
    card: int = lowest(cards)
    return card


@inlined
def _winner(c0: int, c1: int, c2: int, c3: int, trump: int, last: bool, bishops: bool) -> int:
    if bishops and last:
        return last_winner(c0, c1, c2, c3, trump)
    winner = 0
    best = standing(c0, c0, trump, bishops)
    other = standing(c1, c0, trump, bishops)
    if other > best:
        best = other
        winner = 1
    other = standing(c2, c0, trump, bishops)
    if other > best:
        best = other
        winner = 2
    if standing(c3, c0, trump, bishops) > best:
        winner = 3
    return winner


def _playout(bishops: bool) -> Callable[[int, int, int, int, int, int, int, Any], int]:
    @compiled
    def playout(h0: int, h1: int, h2: int, h3: int, leader: int, trump: int, seed: int, log: Any) -> int:
        if leader == 1:
            h0, h1, h2, h3 = h1, h2, h3, h0
        elif leader == 2:
            h0, h1, h2, h3 = h2, h3, h0, h1
        elif leader == 3:
            h0, h1, h2, h3 = h3, h0, h1, h2
        won = 0
        at = 0
        words = _LOGGED * _CARDS_OF_A_TRICK
        keep = log.shape[0] >= words * ones(h0)
        while h0:
            # The hands stand in the order of play, the leader's first.
            seed = next_random(seed)
            c0 = _any_of(h0, seed)
            legal1 = may_play(h1, c0, bishops)
            seed = next_random(seed)
            c1 = _any_of(legal1, seed)
            legal2 = may_play(h2, c0, bishops)
            seed = next_random(seed)
            c2 = _any_of(legal2, seed)
            legal3 = may_play(h3, c0, bishops)
            seed = next_random(seed)
            c3 = _any_of(legal3, seed)
            if keep:
                log[at : at + words] = (
                    *(h0, c0, leader),
                    *(legal1, c1, (leader + 1) & 3),
                    *(legal2, c2, (leader + 2) & 3),
                    *(legal3, c3, (leader + 3) & 3),
                )
                at += words
            h0 ^= 1 << c0
            h1 ^= 1 << c1
            h2 ^= 1 << c2
            h3 ^= 1 << c3
            winner = _winner(c0, c1, c2, c3, trump, h0 == 0, bishops)
            leader = (leader + winner) & 3
            if leader & 1 == 0:
                won += 1
                if bishops:
                    won += ones((1 << c0 | 1 << c1 | 1 << c2 | 1 << c3) & BISHOPS) << _BISHOPS_AT
            if winner & 1:
                h0, h1, h2, h3 = h1, h2, h3, h0
            if winner & 2:
                h0, h1, h2, h3 = h2, h3, h0, h1
        return won

    return playout


plain_playout = _playout(bishops=False)
"""Play hands of equal length out at random: the tricks of seats 0 and 2.

Takes the hands, the leader, the trump suit, a random word and an array. Each play is written to the
array, if it is long enough: what was legal, the card, the seat.
"""
bishops_playout = _playout(bishops=True)  # the same: the tricks of seats 0 and 2, and from bit 8 the bishops


@compiled
def plain_playouts(h0: int, h1: int, h2: int, h3: int, leader: int, trump: int, seed: int, times: int) -> int:
    """Play the same hands out at random many times: the tricks of seats 0 and 2, summed."""
    nothing = np.empty(0, np.int64)
    total = 0
    for _ in range(times):
        seed = next_random(seed)
        total += plain_playout(h0, h1, h2, h3, leader, trump, seed, nothing)
    return total


@compiled
def bishops_playouts(
    h0: int, h1: int, h2: int, h3: int, leader: int, trump: int, seed: int, times: int
) -> int:
    """The same at Bishops Whist: the tricks, and from bit 32 the bishops, summed."""
    nothing = np.empty(0, np.int64)
    tricks = 0
    bishops = 0
    for _ in range(times):
        seed = next_random(seed)
        made = bishops_playout(h0, h1, h2, h3, leader, trump, seed, nothing)
        tricks += made & _TRICKS
        bishops += made >> _BISHOPS_AT
    return tricks | bishops << _SUM_AT
