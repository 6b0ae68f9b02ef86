"""Cards tried on many layouts, and layouts weighed by what has been played: native code."""

from typing import Any, Final

import numpy as np

from bot.house.cavendish.move_policy import FEATURES
from bot.house.cavendish.playing import AHEAD, HANDS, LEADER, TRICKS, WORDS, likelihood, play_out, put
from bot.house.solver.native import compiled
from bot.house.solver.targets import over_book

_NUMBERS: Final = 64


@compiled
def points(state: Any) -> int:
    """Points of a hand played to the end: those of seats 0 and 2, less the others'."""
    return over_book(state[TRICKS], state[TRICKS + 1]) + 2 * state[AHEAD]


@compiled
def weigh(policy: Any, dealt: Any, leader: int, plays: Any, me: int, trump: int, bishops: bool) -> Any:
    """How well each deal (rows of four hands) fits the plays made: logarithms of likelihoods.

    `plays` are rows of a seat and a card, `leader` who led first; what `me` has played tells nothing.
    """
    x = np.empty(FEATURES, np.float64)
    scores = np.empty(_NUMBERS, np.float64)
    state = np.empty(WORDS, np.int64)
    logs = np.empty(dealt.shape[0], np.float64)
    for number in range(dealt.shape[0]):
        state[:] = 0
        for seat in range(4):
            state[HANDS + seat] = dealt[number, seat]
        state[LEADER] = leader
        logs[number] = likelihood(policy, x, scores, state, plays, me, trump, bishops)
    return logs


@compiled
def try_cards(policy: Any, layouts: Any, base: Any, cards: Any, trump: int, bishops: bool) -> Any:
    """What becomes of each of `cards` on each layout (rows of four hands): a table of values.

    `base` is the state but for the hands. After the card everybody plays by the move policy. The values are
    points at Bishops Whist, else tricks, those of seats 0 and 2.
    """
    x = np.empty(FEATURES, np.float64)
    scores = np.empty(_NUMBERS, np.float64)
    state = np.empty(WORDS, np.int64)
    made = np.empty((layouts.shape[0], cards.shape[0]), np.float64)
    for number in range(layouts.shape[0]):
        for index in range(cards.shape[0]):
            state[:] = base
            for seat in range(4):
                state[HANDS + seat] = layouts[number, seat]
            put(state, cards[index], trump, bishops)
            play_out(policy, x, scores, state, trump, bishops)
            made[number, index] = points(state) if bishops else state[TRICKS]
    return made
