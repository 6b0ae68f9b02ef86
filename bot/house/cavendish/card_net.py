"""The card net: what each card is worth, as native code.

A card that may be played is described by the inputs that are on, seen from one hand and what everybody knows.
The suits come in the order that matters for the card: its own, trumps, the suit led, and the others by their
length in the hand. Two layers of 128 make one number of them: how many points more the player's side makes of
the hand than by the average card. The weights are learnt by self-play (`tools/learn_card_net.py`).
"""

from pathlib import Path
from typing import Any, Final

import numpy as np

from bot.house.cavendish.move_policy import may_play, standing
from bot.house.cavendish.playing import (
    HIGH_LOW,
    LEADER,
    LEADS,
    THROWN,
    TRICKS,
    TURN,
    VOIDS,
    seen,
)
from bot.house.solver.cards import BISHOP, BISHOPS_SUIT, KNIGHT, KNIGHTS, PLAIN_SUIT, lane, rank_of, suit_of
from bot.house.solver.native import compiled, highest, inlined, lowest, ones

# The inputs of a suit.
_LENGTH: Final = 0  # in the hand, 0 to 7
_OUT: Final = 8  # in the other hands, 0 to 8
_TOPS: Final = 17  # which of the five highest left are in the hand
_VOID: Final = 22  # who has shown out: left, partner, right
_LED: Final = 25  # who has led it: the same, and the player
_THREW: Final = 29  # who has thrown it to another suit
_FELL: Final = 32  # who has played a high card in it and then a lower one
_BISHOP_HERE: Final = 35
_BISHOP_OUT: Final = 36
_SUIT: Final = 37
# The six places for a suit: the card's, trumps, the suit led, the rest.
_OTHERS: Final = 3
# The inputs of the card and the trick.
_TURN: Final = 6 * _SUIT
_IS_TRUMP: Final = _TURN + 4
_FOLLOWS: Final = _IS_TRUMP + 1
_ABOVE: Final = _FOLLOWS + 1  # higher cards of its suit in the other hands, 0 to 5
_MINE_ABOVE: Final = _ABOVE + 6
_MINE_BELOW: Final = _MINE_ABOVE + 4
_TOUCHES: Final = _MINE_BELOW + 4  # as good as the next higher card of the hand
_RANK: Final = _TOUCHES + 1
_CARDS: Final = _RANK + 13
_WINS: Final = _CARDS + 13
_PARTNERS: Final = _WINS + 1  # partner's card is the best so far
_TAKES_PARTNERS: Final = _PARTNERS + 1
_OURS: Final = _TAKES_PARTNERS + 1
_BEATEN: Final = _OURS + 1  # cards out that beat the best of the trick, 0 to 4
_RUFFS: Final = _BEATEN + 5  # an enemy to play is out of the suit led, and not of trumps
_LED_TRUMP: Final = _RUFFS + 1
_OUR_TRICKS: Final = _LED_TRUMP + 1
_THEIR_TRICKS: Final = _OUR_TRICKS + 8
_FALLEN: Final = _THEIR_TRICKS + 8  # bishops in the trick
_IS_BISHOP: Final = _FALLEN + 4
_IS_KNIGHT: Final = _IS_BISHOP + 1
_KNIGHTS_HERE: Final = _IS_KNIGHT + 1
_KNIGHTS_OUT: Final = _KNIGHTS_HERE + 5
_ALWAYS: Final = _KNIGHTS_OUT + 5

INPUTS: Final = _ALWAYS + 1
HIDDEN: Final = 128
MOST_ON: Final = 128
"""No more inputs than that are on at once."""
_EACH_SEAT: Final = 0x1111
_NUMBERS: Final = 64


@inlined
def _flag(word: int, seat: int, suit: int) -> bool:
    return (word >> (4 * seat + suit)) & 1 == 1


@inlined
def _marks(state: Any, suit: int) -> int:
    # What all seats have shown of a suit, in one word.
    marks = (state[VOIDS] >> suit) & _EACH_SEAT
    marks |= ((state[LEADS] >> suit) & _EACH_SEAT) << 1
    marks |= ((state[THROWN] >> suit) & _EACH_SEAT) << 2
    marks |= ((state[HIGH_LOW] >> suit) & _EACH_SEAT) << 3
    return marks


@compiled
def _describe_suit(
    on: Any, count: int, place: int, suit: int, state: Any, hand: int, out: int, seat: int, bishops: bool
) -> int:
    full = BISHOPS_SUIT if bishops else PLAIN_SUIT
    mine = (hand >> lane(suit)) & full
    others = (out >> lane(suit)) & full
    start = place * _SUIT
    on[count] = start + _LENGTH + min(ones(mine), 7)
    on[count + 1] = start + _OUT + min(ones(others), 8)
    count += 2
    left = mine | others
    for order in range(5):
        if left == 0:
            break
        top = highest(left)
        left ^= 1 << top
        if (mine >> top) & 1:
            on[count] = start + _TOPS + order
            count += 1
    for turn in range(3):
        other = (seat + 1 + turn) & 3
        if _flag(state[VOIDS], other, suit):
            on[count] = start + _VOID + turn
            count += 1
        if _flag(state[LEADS], other, suit):
            on[count] = start + _LED + turn
            count += 1
        if _flag(state[THROWN], other, suit):
            on[count] = start + _THREW + turn
            count += 1
        if _flag(state[HIGH_LOW], other, suit):
            on[count] = start + _FELL + turn
            count += 1
    if _flag(state[LEADS], seat, suit):
        on[count] = start + _LED + 3
        count += 1
    if bishops:
        if (mine >> BISHOP) & 1:
            on[count] = start + _BISHOP_HERE
            count += 1
        if (others >> BISHOP) & 1:
            on[count] = start + _BISHOP_OUT
            count += 1
    return count


@inlined
def _describe_suits(
    on: Any, state: Any, hand: int, out: int, card: int, seat: int, led: int, trump: int, bishops: bool
) -> int:
    own = -1 if bishops and rank_of(card) == KNIGHT else suit_of(card)
    asked = -1 if led < 0 or (bishops and rank_of(led) == KNIGHT) else suit_of(led)
    full = BISHOPS_SUIT if bishops else PLAIN_SUIT
    count = 0
    done = 0
    if own >= 0:
        count = _describe_suit(on, count, 0, own, state, hand, out, seat, bishops)
        done |= 1 << own
    if trump < 4 and (done >> trump) & 1 == 0:
        count = _describe_suit(on, count, 1, trump, state, hand, out, seat, bishops)
        done |= 1 << trump
    if asked >= 0 and (done >> asked) & 1 == 0:
        count = _describe_suit(on, count, 2, asked, state, hand, out, seat, bishops)
        done |= 1 << asked
    for place in range(_OTHERS, 6):
        if done == 15:
            break
        longest = 0
        most = -1
        for suit in range(4):
            mine = (hand >> lane(suit)) & full
            # The longer; of equals the higher, here and then in the other hands; then by what has been shown.
            size = ones(mine) << 48 | mine << 32 | ((out >> lane(suit)) & full) << 16 | _marks(state, suit)
            if (done >> suit) & 1 == 0 and size > most:
                most = size
                longest = suit
        count = _describe_suit(on, count, place, longest, state, hand, out, seat, bishops)
        done |= 1 << longest
    return count


@compiled
def describe(
    on: Any,
    state: Any,
    card: int,
    hand: int,
    out: int,
    led: int,
    best: int,
    best_turn: int,
    fallen: int,
    trump: int,
    bishops: bool,
) -> int:
    """Write down in `on` the inputs that are on if the card is played; how many they are.

    `out`, `led`, `best`, `best_turn` and `fallen` are as `playing.seen` gives them.
    """
    turn = state[TURN]
    seat = (state[LEADER] + turn) & 3
    count = _describe_suits(on, state, hand, out, card, seat, led, trump, bishops)
    rank = rank_of(card)
    knight = bishops and rank == KNIGHT
    full = BISHOPS_SUIT if bishops else PLAIN_SUIT
    on[count] = _ALWAYS
    on[count + 1] = _TURN + turn
    on[count + 2] = _CARDS + ones(hand) - 1
    on[count + 3] = _OUR_TRICKS + min(state[TRICKS + (seat & 1)], 7)
    on[count + 4] = _THEIR_TRICKS + min(state[TRICKS + 1 - (seat & 1)], 7)
    count += 5
    if bishops:
        on[count] = _KNIGHTS_HERE + ones(hand & KNIGHTS)
        on[count + 1] = _KNIGHTS_OUT + ones(out & KNIGHTS)
        count += 2
    if knight:
        on[count] = _IS_KNIGHT
        count += 1
    else:
        suit = suit_of(card)
        mine = (hand >> lane(suit)) & full
        others = (out >> lane(suit)) & full
        above = ones(others >> (rank + 1))
        higher = mine >> (rank + 1)
        on[count] = _RANK + rank
        on[count + 1] = _ABOVE + min(above, 5)
        on[count + 2] = _MINE_ABOVE + min(ones(higher), 3)
        on[count + 3] = _MINE_BELOW + min(ones(mine & ((1 << rank) - 1)), 3)
        count += 4
        if higher != 0 and above == ones(others >> (rank + 1 + lowest(higher))):
            on[count] = _TOUCHES
            count += 1
        if suit == trump:
            on[count] = _IS_TRUMP
            count += 1
        if bishops and rank == BISHOP:
            on[count] = _IS_BISHOP
            count += 1
    if turn:
        count = _describe_trick(
            on, count, state, card, out, seat, led, best, best_turn, fallen, trump, bishops
        )
    return count


@inlined
def _describe_trick(
    on: Any,
    count: int,
    state: Any,
    card: int,
    out: int,
    seat: int,
    led: int,
    best: int,
    best_turn: int,
    fallen: int,
    trump: int,
    bishops: bool,
) -> int:
    turn = state[TURN]
    full = BISHOPS_SUIT if bishops else PLAIN_SUIT
    knight_led = bishops and rank_of(led) == KNIGHT
    wins = standing(card, led, trump, bishops) > standing(best, led, trump, bishops)
    partners = turn - best_turn == 2
    winner = card if wins else best
    beaten = ones(((out >> lane(suit_of(winner))) & full) >> (rank_of(winner) + 1))
    if bishops and rank_of(winner) == KNIGHT:
        beaten = 4
    on[count] = _BEATEN + min(beaten, 4)
    count += 1
    if not knight_led:
        if suit_of(card) == suit_of(led) and not (bishops and rank_of(card) == KNIGHT):
            on[count] = _FOLLOWS
            count += 1
        if suit_of(led) == trump:
            on[count] = _LED_TRUMP
            count += 1
        elif turn < 3 and trump < 4:
            enemy = (seat + 1) & 3
            if _flag(state[VOIDS], enemy, suit_of(led)) and not _flag(state[VOIDS], enemy, trump):
                on[count] = _RUFFS
                count += 1
    if wins:
        on[count] = _WINS
        count += 1
    if partners:
        on[count] = _PARTNERS
        count += 1
    if wins and partners:
        on[count] = _TAKES_PARTNERS
        count += 1
    if wins or partners:
        on[count] = _OURS
        count += 1
    if bishops:
        on[count] = _FALLEN + min(fallen, 3)
        count += 1
    return count


@compiled
def value(w1: Any, w2: Any, w3: Any, on: Any, count: int, first: Any, second: Any) -> float:
    """What the net makes of the inputs that are on; `first` and `second` are room for the layers.

    The last row of `w2`, and the last weight of `w3`, count always.
    """
    for unit in range(HIDDEN):
        first[unit] = 0.0
        second[unit] = w2[HIDDEN, unit]
    for place in range(count):
        number = on[place]
        for unit in range(HIDDEN):
            first[unit] += w1[number, unit]
    for before in range(HIDDEN):
        much = first[before]
        if much > 0.0:
            for unit in range(HIDDEN):
                second[unit] += w2[before, unit] * much
    for unit in range(HIDDEN):
        first[unit] = w3[unit] * max(second[unit], np.float32(0.0))
    # Summed by halves, which the machine does eight at a time.
    half = HIDDEN // 2
    while half:
        for unit in range(half):
            first[unit] += first[unit + half]
        half //= 2
    return first[0] + w3[HIDDEN]


@compiled
def value_cards(
    w1: Any, w2: Any, w3: Any, room: tuple[Any, Any, Any], state: Any, trump: int, bishops: bool, values: Any
) -> int:
    """Fill `values`, by number, for each card that may be played; the set of these, one knight at most."""
    on, first, second = room
    hand, out, _turn, led, best, best_turn, fallen = seen(state, trump, bishops)
    legal = may_play(hand, led, bishops)
    if bishops:
        knights = legal & KNIGHTS
        legal ^= knights & (knights - 1)
    rest = legal
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        count = describe(on, state, card, hand, out, led, best, best_turn, fallen, trump, bishops)
        values[card] = value(w1, w2, w3, on, count, first, second)
    return legal


@compiled
def values_of(w1: Any, w2: Any, w3: Any, state: Any, trump: int, bishops: bool) -> Any:
    """What the net makes of each card that may be played, by number; 0 for other cards."""
    layers = np.empty((2, HIDDEN), np.float32)
    values = np.zeros(_NUMBERS, np.float64)
    room = (np.empty(MOST_ON, np.int64), layers[0], layers[1])
    value_cards(w1, w2, w3, room, state, trump, bishops, values)
    return values


def layers_of(weights: Any) -> tuple[Any, Any, Any]:
    """The weights of the layers, from all in one array."""
    ends = INPUTS * HIDDEN, (INPUTS + HIDDEN + 1) * HIDDEN
    first, second, third = np.split(np.asarray(weights, np.float32), ends)
    return first.reshape(INPUTS, HIDDEN), second.reshape(HIDDEN + 1, HIDDEN), third


def read_net(path: Path) -> tuple[Any, Any, Any]:
    """The weights of the layers, from a file."""
    return layers_of(np.load(path))
