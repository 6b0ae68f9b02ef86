"""Hands played out by the move policy, and how well a layout fits what has been played: native code."""

from typing import Any, Final

import numpy as np

from bot.house.cavendish.move_policy import FEATURES, FOLLOWS, describe, may_play, standing
from bot.house.solver.cards import BISHOPS
from bot.house.solver.native import compiled, inlined, lowest
from bot.house.solver.rules import last_winner

# What a hand in play is written down as: words of one array.
HANDS: Final = 0
LEADER: Final = 4
TURN: Final = 5
"""Cards on the table."""
TABLE: Final = 6
VOIDS: Final = 10
LEADS: Final = 11
TRICKS: Final = 12
"""Tricks taken by seats 0 and 2, and in the next word by the others."""
AHEAD: Final = 14  # bishops taken by seats 0 and 2, less those of the others
THROWN: Final = 15
"""Suits thrown to another; in the next word those in which a seat has played a card and then a lower one."""
HIGH_LOW: Final = 16
LAST: Final = 17  # by seat and suit the rank of the last card played in it, and one more
WORDS: Final = 18

_KNIGHT: Final = 12
_LEAST: Final = 1e-9
"""No play is held to be quite impossible."""


@compiled
def note(state: Any, seat: int, card: int, led: int, bishops: bool) -> None:
    """Remember what a play shows: a suit led (`led` -1) or followed to, one that the seat is out of, or
    one in which it plays high and then low."""
    if not (bishops and card & 15 == _KNIGHT):
        place = 4 * seat + (card >> 4)
        last = (state[LAST] >> (4 * place)) & 15
        if last > (card & 15) + 1:
            state[HIGH_LOW] |= 1 << place
        state[LAST] = state[LAST] & ~(15 << (4 * place)) | ((card & 15) + 1) << (4 * place)
        if led >= 0 and card >> 4 != led >> 4 and not (bishops and led & 15 == _KNIGHT):
            state[THROWN] |= 1 << place
    if led < 0:
        if not (bishops and card & 15 == _KNIGHT):
            state[LEADS] |= 1 << (4 * seat + (card >> 4))
    elif bishops and led & 15 == _KNIGHT:
        return
    elif card >> 4 != led >> 4 or (bishops and card & 15 == _KNIGHT):
        state[VOIDS] |= 1 << (4 * seat + (led >> 4))
    else:
        state[LEADS] |= 1 << (FOLLOWS + 4 * seat + (led >> 4))


@compiled
def best_on_table(state: Any, trump: int, bishops: bool) -> int:
    """The place in the trick of the card that is winning it."""
    led = state[TABLE]
    place = 0
    best = standing(led, led, trump, bishops)
    for turn in range(1, state[TURN]):
        other = standing(state[TABLE + turn], led, trump, bishops)
        if other > best:
            best = other
            place = turn
    return place


@compiled
def put(state: Any, card: int, trump: int, bishops: bool) -> None:
    """Play the card for the seat whose turn it is, and gather the trick if it is the fourth."""
    turn = state[TURN]
    leader = state[LEADER]
    seat = (leader + turn) & 3
    state[HANDS + seat] &= ~(1 << card)
    state[TABLE + turn] = card
    led = state[TABLE]
    note(state, seat, card, led if turn else -1, bishops)
    state[TURN] = turn + 1
    if turn < 3:
        return
    if bishops and state[HANDS + seat] == 0:
        place = last_winner(led, state[TABLE + 1], state[TABLE + 2], card, trump)
    else:
        place = best_on_table(state, trump, bishops)
    winner = (leader + place) & 3
    state[TRICKS + (winner & 1)] += 1
    if bishops:
        fallen = 0
        for other in range(4):
            fallen += (BISHOPS >> state[TABLE + other]) & 1
        state[AHEAD] += fallen if winner & 1 == 0 else -fallen
    state[LEADER] = winner
    state[TURN] = 0


@inlined
def seen(state: Any, trump: int, bishops: bool) -> tuple[int, int, int, int, int, int, int]:
    """What the seat whose turn it is sees: its hand, the cards in the others', its place in the trick, the
    card led (-1: none), the best card and its place, the bishops in the trick."""
    turn = state[TURN]
    hand = state[HANDS + ((state[LEADER] + turn) & 3)]
    out = (state[HANDS] | state[HANDS + 1] | state[HANDS + 2] | state[HANDS + 3]) & ~hand
    led = state[TABLE] if turn else -1
    best_turn = 0
    best = -1
    fallen = 0
    if turn:
        best_turn = best_on_table(state, trump, bishops)
        best = state[TABLE + best_turn]
        if bishops:
            for other in range(turn):
                fallen += (BISHOPS >> state[TABLE + other]) & 1
    return hand, out, turn, led, best, best_turn, fallen


@compiled
def features(x: Any, state: Any, card: int, trump: int, bishops: bool) -> int:
    """Fill `x` with the features of playing `card`, for the seat whose turn it is; the situation.

    Of the others' hands it is no matter who holds what.
    """
    hand, out, turn, led, best, best_turn, fallen = seen(state, trump, bishops)
    seat, voids, leads = (state[LEADER] + turn) & 3, state[VOIDS], state[LEADS]
    return describe(
        x, bishops, trump, hand, out, card, seat, turn, led, best, best_turn, fallen, voids, leads
    )


@compiled
def score_moves(weights: Any, x: Any, state: Any, trump: int, bishops: bool, scores: Any) -> int:
    """Fill `scores`, by card number, with the policy's score of each playable card; the set of these."""
    hand, out, turn, led, best, best_turn, fallen = seen(state, trump, bishops)
    seat, voids, leads = (state[LEADER] + turn) & 3, state[VOIDS], state[LEADS]
    legal = may_play(hand, led, bishops)
    rest = legal
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        situation = describe(
            x, bishops, trump, hand, out, card, seat, turn, led, best, best_turn, fallen, voids, leads
        )
        total = 0.0
        for index in range(FEATURES):
            total += weights[situation, index] * x[index]
        scores[card] = total
    return legal


@compiled
def play_out(weights: Any, x: Any, scores: Any, state: Any, trump: int, bishops: bool) -> None:
    """Play to the end of the hand, everybody the card with the highest score."""
    while True:
        turn = state[TURN]
        hand = state[HANDS + ((state[LEADER] + turn) & 3)]
        if hand == 0:
            return
        led = state[TABLE] if turn else -1
        legal = may_play(hand, led, bishops)
        card = lowest(legal)
        if legal & (legal - 1):
            score_moves(weights, x, state, trump, bishops, scores)
            rest = legal & (legal - 1)
            while rest:
                other = lowest(rest)
                rest &= rest - 1
                if scores[other] > scores[card]:
                    card = other
        put(state, card, trump, bishops)


@compiled
def likelihood(
    weights: Any, x: Any, scores: Any, state: Any, plays: Any, me: int, trump: int, bishops: bool
) -> float:
    """The logarithm of how likely the others were to play as they did, holding what `state` says.

    `state` holds the hands as dealt, nobody having played; it is played through. Each of `plays` is
    a seat and a card.
    """
    total = 0.0
    for number in range(plays.shape[0]):
        seat, card = plays[number, 0], plays[number, 1]
        if seat != me:
            legal = score_moves(weights, x, state, trump, bishops, scores)
            if (legal >> card) & 1 == 0:
                return -1e9
            if legal & (legal - 1):
                most = scores[card]
                rest = legal
                while rest:
                    most = max(most, scores[lowest(rest)])
                    rest &= rest - 1
                every = 0.0
                rest = legal
                while rest:
                    every += np.exp(scores[lowest(rest)] - most)
                    rest &= rest - 1
                total += np.log(np.exp(scores[card] - most) / every + _LEAST)
        put(state, card, trump, bishops)
    return total
