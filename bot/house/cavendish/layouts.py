"""The ways the hidden cards may lie, each as likely as any other, by lot: native code.

Cards that may lie in the same hands make a class. How many of each class go to each hand is drawn
first, a split being as likely as the ways of dealing it are many; then which cards, by shuffling
each class. So every lie that fits what is known has the same chance, and none is dealt in vain.
"""

import random
from typing import Any, Final

import numpy as np

from bot.house.cavendish.known import Known
from bot.house.solver.native import above, compiled, lowest
from bot.house.solver.randomness import below, next_random

_MOST: Final = 40
_SPLITS: Final = 14**3


@compiled
def _factorials() -> Any:
    table = np.ones(_MOST, np.float64)
    for n in range(1, _MOST):
        table[n] = n * table[n - 1]
    return table


@compiled
def _splits(sizes: Any, room: Any, splits: Any, weights: Any) -> int:
    # Every way to split the classes, and up to it the sum of their weights; how many there are.
    # Class p may lie in the hands whose bits p has; 3, 5, 6 and 7 are open.
    ways = _factorials()
    count = 0
    total = 0.0
    for a in range(sizes[3] + 1):
        for b in range(sizes[5] + 1):
            d = room[0] - sizes[1] - a - b
            if d < 0 or d > sizes[7]:
                continue
            for c in range(sizes[6] + 1):
                e = room[1] - sizes[2] - (sizes[3] - a) - c
                f = sizes[7] - d - e
                if e < 0 or f < 0:
                    continue
                weight = ways[sizes[3]] / (ways[a] * ways[sizes[3] - a])
                weight *= ways[sizes[5]] / (ways[b] * ways[sizes[5] - b])
                weight *= ways[sizes[6]] / (ways[c] * ways[sizes[6] - c])
                weight *= ways[sizes[7]] / (ways[d] * ways[e] * ways[f])
                total += weight
                splits[count, 0] = a
                splits[count, 1] = b
                splits[count, 2] = c
                splits[count, 3] = d
                splits[count, 4] = e
                weights[count] = total
                count += 1
    return count


@compiled
def _take(cards: Any, size: int, count: int, state: int) -> tuple[int, int]:
    # Shuffle the first `count` of a class into place: their set, and the random state.
    taken = 0
    for index in range(count):
        state = next_random(state)
        other = index + below(state, size - index)
        card = cards[other]
        cards[other] = cards[index]
        cards[index] = card
        taken |= 1 << card
    return taken, state


@compiled
def deal_out(may: Any, room: Any, unseen: int, state: int, dealt: Any) -> bool:
    """Fill `dealt`, three sets of cards a row, with lies of the cards `unseen`.

    `may` are the sets that the three hands may hold, `room` how many cards they do. False if no lie
    fits.
    """
    cards = np.empty((8, 64), np.int64)
    sizes = np.zeros(8, np.int64)
    rest = unseen
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        fits = ((may[0] >> card) & 1) | ((may[1] >> card) & 1) << 1 | ((may[2] >> card) & 1) << 2
        cards[fits, sizes[fits]] = card
        sizes[fits] += 1
    splits = np.empty((_SPLITS, 5), np.int64)
    weights = np.empty(_SPLITS, np.float64)
    count = 0 if sizes[0] else _splits(sizes, room, splits, weights)
    if count == 0:
        return False
    for number in range(dealt.shape[0]):
        state = next_random(state)
        drawn = above(state, 11) * (weights[count - 1] / 9007199254740992.0)
        split = min(np.searchsorted(weights[:count], drawn, side="right"), count - 1)
        first = 0
        second = 0
        for index in range(sizes[1]):
            first |= 1 << cards[1, index]
        for index in range(sizes[2]):
            second |= 1 << cards[2, index]
        taken, state = _take(cards[3], sizes[3], splits[split, 0], state)
        first |= taken
        for index in range(splits[split, 0], sizes[3]):
            second |= 1 << cards[3, index]
        taken, state = _take(cards[5], sizes[5], splits[split, 1], state)
        first |= taken
        taken, state = _take(cards[6], sizes[6], splits[split, 2], state)
        second |= taken
        mine, theirs = splits[split, 3], splits[split, 4]
        taken, state = _take(cards[7], sizes[7], mine + theirs, state)
        for index in range(mine):
            first |= 1 << cards[7, index]
        for index in range(mine, mine + theirs):
            second |= 1 << cards[7, index]
        dealt[number, 0] = first
        dealt[number, 1] = second
        dealt[number, 2] = unseen & ~first & ~second
    return True


def deals(known: Known, count: int, rng: random.Random) -> Any:
    """So many ways the cards may lie: an array of a row a deal and the hands of the four seats.

    Raises ValueError if the cards cannot lie in any way.
    """
    hidden = np.empty((count, 3), np.int64)
    may = np.array([_word(cards) for cards in known.may], np.int64)
    room = np.array(known.room, np.int64)
    if not deal_out(may, room, _word(known.unseen), rng.getrandbits(62) | 1, hidden):
        raise ValueError("The cards that are out fit no hands.")
    hands = np.empty((count, 4), np.int64)
    hands[:, known.me] = _word(known.hand)
    for place, seat in enumerate(known.others):
        hands[:, seat] = hidden[:, place]
    return hands


def _word(cards: int) -> int:
    # Card numbers stop at 60, so the sign stays clear.
    return cards & 0x7FFF_FFFF_FFFF_FFFF
