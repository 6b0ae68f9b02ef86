"""The solvers' memory: one block of words, and where everything stands in it."""

from typing import Any, Final

import numpy as np

from bot.house.solver.native import compiled, load, lowest, ones, store

# A card is a number: 16 times its suit plus its rank among the cards dealt, lowest 0. A set of
# cards is one word with those bits, so that every suit has 16 bits of its own.

SUIT: Final = 8191
"""The cards of one suit, as they stand in their 16 bits."""
HANDS: Final = 0
"""Four words: the hands as dealt. What a seat still holds is its hand and the cards left."""
TRUMP: Final = 4
"""Suit 0 to 3, or 4 for no trumps."""
GENERATION: Final = 5
"""Entries of the table with another number are of an earlier deal."""
TOP: Final = 6
"""Lines of the table in use."""
SHIFT: Final = 7
"""64 less the bits of the numbers of lists in use: few for a short problem, so that the cache holds them."""
NODES: Final = 8
"""Positions at the start of a trick that were looked at."""
RESETS: Final = 9
"""How often the table ran full and was begun anew."""
LIMIT: Final = 11
"""How many positions may be looked at before a search gives up."""
FORCED: Final = 10
"""The cards already played to the trick a search begins in, 8 bits each with one added."""
HOPELESS: Final = 12
"""The suits that `sure_points` found no good to lead, a bit each."""
PROVED: Final = 13
"""What the last search at Bishops Whist proved: a goal that is reached, or one that is not."""
WEIGHTS: Final = 16
"""What the ordering of moves gives for each feature (112 words)."""
LAST_BEST: Final = 128
"""By the length of the hands, the lead that was right last, or -1 (16 words)."""
MOVES: Final = 1024
"""Lists of moves: 16 words for each card of each trick."""
SUITS: Final = 2048
"""Two words for every set of cards of one suit; see `describe`."""
TRUMP_TRICKS: Final = SUITS + 2 * 4 * 8192
"""A word for every set of trumps; see `describe`."""
HEAD_BITS: Final = 20
HEAD: Final = TRUMP_TRICKS + 8192
"""Where the lists of the table begin."""
LINE: Final = (HEAD + (1 << HEAD_BITS) + 7) & ~7
"""The table's entries, a line of 8 words each."""
LINES: Final = 1 << 21
WORDS: Final = LINE + 8 * LINES


def new_arena() -> Any:
    """Zeroed memory for one solver (about 140 MB, most of it untouched by small problems)."""
    return np.zeros(WORDS, np.int64)


@compiled
def describe(m: int) -> None:
    """For every set of cards of one suit that may be left, write down who holds what.

    First word: holders of the cards from the highest down, two bits each from bit 24 downwards.
    Second word: 4 bits each for the four hands' lengths; from bit 16 the holder (2 bits) and length
    (4) of the highest run of cards in one hand, and the rank its last card has (4); from bit 26 the
    same of the second run; from bit 36 the length (4) and last rank (4) of the highest run in the
    two hands of one side. In the bishops' pack, from bit 44 the holder of the bishop plus one (3),
    and from bit 48 what stands beside relative ranks: a bit for the bishop's place, highest, second,
    third or fourth card, if he is left (4), from bit 56 how many of queen, king and ace are left
    (2), and whether the king (1) and ace (1) are.

    For trumps a third word: 4 bits each for the tricks each hand is sure of, whoever leads and whatever
    it plays, because a higher trump of the enemies can beat no more than one of its own; and from bit
    16, 4 bits each for how many such higher trumps have not been set against one yet.
    """
    trump = load(m, TRUMP)
    store(m, TRUMP_TRICKS, 0)
    # Larger sets come after the smaller ones they are made of.
    for suit in range(4):
        base = SUITS + suit * 16384
        store(m, base, 0)
        store(m, base + 1, 0)
        h1 = (load(m, 1) >> (16 * suit)) & SUIT
        h2 = (load(m, 2) >> (16 * suit)) & SUIT
        h3 = (load(m, 3) >> (16 * suit)) & SUIT
        every = ((load(m, 0) >> (16 * suit)) & SUIT) | h1 | h2 | h3
        cards = (-every) & every
        while cards:
            rank = lowest(cards)
            rest = cards & (cards - 1)
            above_it = ones(rest)
            holder = ((h1 >> rank) & 1) + 2 * ((h2 >> rank) & 1) + 3 * ((h3 >> rank) & 1)
            told = load(m, base + 2 * rest + 1)
            run1 = (told >> 18) & 15
            run2 = (told >> 28) & 15
            both = (told >> 36) & 15
            if run1 == 0:
                told |= holder << 16 | 1 << 18 | rank << 22 | 1 << 36 | rank << 40
            else:
                first = (told >> 16) & 3
                if run2 == 0 and holder == first:
                    told = (told & ~(15 << 22)) + (1 << 18) | rank << 22
                elif run2 == 0:
                    told |= holder << 26 | 1 << 28 | rank << 32
                elif run1 + run2 == above_it and holder == (told >> 26) & 3:
                    told = (told & ~(15 << 32)) + (1 << 28) | rank << 32
                if both == above_it and (holder ^ first) & 1 == 0:
                    told = (told & ~(15 << 40)) + (1 << 36) | rank << 40
            if rank == 8:
                told |= (holder + 1) << 44 | 1 << (48 + above_it)
            elif 8 < rank < 12:
                told += 1 << 56
                if rank > 9:
                    told |= 1 << (48 + rank)
            store(m, base + 2 * cards, load(m, base + 2 * rest) | holder << (24 - 2 * above_it))
            store(m, base + 2 * cards + 1, told + (1 << (4 * holder)))
            if suit == trump:
                sure = load(m, TRUMP_TRICKS + rest)
                if (sure >> (16 + 4 * holder)) & 15:
                    sure -= 1 << (16 + 4 * holder)
                else:
                    sure += 1 << (4 * holder)
                # Both hands of the other side have one more above theirs.
                sure += 0x101 << (20 - 4 * (holder & 1))
                store(m, TRUMP_TRICKS + cards, sure)
            cards = (cards - every) & every
