"""Many layouts of the hidden cards at once, as arrays of numbers."""

import random
from typing import Any

import numpy as np

from bot.house.cavendish.numbers import Numbers
from bot.house.layouts import Layouts
from bot.house.solver.position import SEATS


def draw_layouts(known: Numbers, count: int, rng: random.Random) -> Any:
    """So many layouts, each drawn as `Layouts.draw` would: an array of a row a layout and the four hands.

    Raises ValueError if the cards fit no layout.
    """
    sizes = [0] * SEATS
    for seat, number in zip(known.others, known.sizes, strict=True):
        sizes[seat] = number
    hidden = [number for number in range(known.unseen.bit_length()) if known.unseen >> number & 1]
    layouts = Layouts([()] * SEATS, sizes, [(number, _seats(known, number)) for number in hidden])
    chance = np.random.default_rng(rng.getrandbits(64))
    shares = np.array(layouts.ways, np.float64) / layouts.count
    split = np.minimum(np.searchsorted(shares, chance.random(count), side="right"), len(shares) - 1)
    hands = np.zeros((count, SEATS), np.int64)
    hands[:, known.me] = known.hand
    for place, (seats, numbers) in enumerate(layouts.classes):
        cards = np.left_shift(1, np.array(numbers, np.int64))
        if len(seats) == 1:
            hands[:, seats[0]] |= cards.sum()
            continue
        # Each row is shuffled; of it, every seat gets the next so many cards.
        shuffled = chance.permuted(np.broadcast_to(cards, (count, len(cards))), axis=1)
        sums = np.zeros((count, len(cards) + 1), np.int64)
        np.cumsum(shuffled, axis=1, out=sums[:, 1:])
        given = np.array([numbers[place] for numbers in layouts.splits], np.int64)[split]
        ends = np.cumsum(given, axis=1)
        upto = np.take_along_axis(sums, ends, axis=1)
        hands[:, list(seats)] += np.diff(upto, axis=1, prepend=0)
    return hands


def _seats(known: Numbers, number: int) -> tuple[int, ...]:
    return tuple(seat for seat, may in zip(known.others, known.may, strict=True) if may >> number & 1)
