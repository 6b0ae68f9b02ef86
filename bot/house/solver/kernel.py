"""The rules of play as native code: Bishops Whist (RULES A5-A6) and plain whist (RULES B1, C1).

A card is a number, 16 times its suit (in the order of `Suit`) plus its rank from the two, 0, up; a
set of cards is a word with those bits. In plain whist the ace is 12. In the bishops' pack the nine
is 7, then come bishop, queen, king and ace; the four knights stand at 12 of the four suits, and
which of them is which means nothing.
"""

from typing import Any, Final

import numpy as np

from bot.house.solver.native import above, compiled, inlined, lowest, ones

BISHOP: Final = 8
KNIGHT: Final = 12
"""Where a suit's bishop stands in its 16 bits, and where knights do."""
RANKED: Final = 4095
"""The twelve cards of one suit of the bishops' pack, as they stand in their 16 bits."""
BISHOPS: Final = 0x0100010001000100
HONOURS: Final = 0x0F000F000F000F00
"""Ace, king, queen and bishop of each suit: what beats a knight."""
KNIGHTS: Final = 0x1000100010001000
COURT: Final = 0x0E000E000E000E00
"""Queen, king and ace of each suit."""


@inlined
def height(card: int, led: int, trump: int) -> int:
    """How a card stands in a trick before the last, 0 if it cannot win it; of equals the first wins."""
    rank = card & 15
    if rank == 12:
        return 0 if led & 15 != 12 and led >> 4 == trump else 16
    if card >> 4 == trump:
        return 64 + rank
    if led & 15 == 12 or card >> 4 == led >> 4:
        return 2 * rank + 1
    return 0


@inlined
def last_winner(c0: int, c1: int, c2: int, c3: int, trump: int) -> int:
    """Which of four cards, in the order played, takes the thirteenth trick: the last knight if any."""
    if c3 & 15 == 12:
        return 3
    if c2 & 15 == 12:
        return 2
    if c1 & 15 == 12:
        return 1
    if c0 & 15 == 12:
        return 0
    winner = 0
    best = height(c0, c0, trump)
    if height(c1, c0, trump) > best:
        winner = 1
        best = height(c1, c0, trump)
    if height(c2, c0, trump) > best:
        winner = 2
        best = height(c2, c0, trump)
    if height(c3, c0, trump) > best:
        winner = 3
    return winner


@inlined
def plain_height(card: int, led: int, trump: int) -> int:
    """How a card stands in a trick of plain whist, 0 if it cannot win it."""
    if card >> 4 == trump:
        return 64 + card
    if card >> 4 == led >> 4:
        return 1 + (card & 15)
    return 0


@inlined
def plain_legal(hand: int, led: int) -> int:
    """What may be played to the card led (-1: what may be led)."""
    if led >= 0:
        own = hand & (8191 << (led & 48))
        if own:
            return own
    return hand


@inlined
def bishops_legal(hand: int, led: int) -> int:
    """The same at Bishops Whist, the knight's revoke included; all knights of the hand count."""
    if led < 0 or led & 15 == 12:
        return hand
    own = hand & (RANKED << (led & 48))
    if own == 0:
        return hand
    if own & ~BISHOPS == 0:
        return own | hand & KNIGHTS
    return own


@inlined
def next_random(state: int) -> int:
    """The random word after this one: xorshift64 (G. Marsaglia, 2003); never 0 from one that is not."""
    state ^= state << 13
    state ^= above(state, 7)
    return state ^ (state << 17)


@inlined
def below(word: int, limit: int) -> int:
    """A number below `limit`, by the 32 high bits of a random word."""
    return (above(word, 32) * limit) >> 32


@inlined
def _any_of(cards: int, word: int) -> int:
    for _ in range(below(word, ones(cards))):
        cards &= cards - 1
    return lowest(cards)


@compiled
def plain_playout(h0: int, h1: int, h2: int, h3: int, leader: int, trump: int, seed: int, log: Any) -> int:
    """Play hands of equal length out at random: the tricks of seats 0 and 2.

    Each play is written to `log`, if it is long enough: what was legal, the card, the seat.
    """
    if leader == 1:
        h0, h1, h2, h3 = h1, h2, h3, h0
    elif leader == 2:
        h0, h1, h2, h3 = h2, h3, h0, h1
    elif leader == 3:
        h0, h1, h2, h3 = h3, h0, h1, h2
    won = 0
    at = 0
    keep = log.shape[0] >= 12 * ones(h0)
    while h0:
        # The hands stand in the order of play, the leader's first.
        seed = next_random(seed)
        c0 = _any_of(h0, seed)
        legal1 = plain_legal(h1, c0)
        seed = next_random(seed)
        c1 = _any_of(legal1, seed)
        legal2 = plain_legal(h2, c0)
        seed = next_random(seed)
        c2 = _any_of(legal2, seed)
        legal3 = plain_legal(h3, c0)
        seed = next_random(seed)
        c3 = _any_of(legal3, seed)
        if keep:
            log[at : at + 12] = (
                *(h0, c0, leader),
                *(legal1, c1, (leader + 1) & 3),
                *(legal2, c2, (leader + 2) & 3),
                *(legal3, c3, (leader + 3) & 3),
            )
            at += 12
        h0 ^= 1 << c0
        h1 ^= 1 << c1
        h2 ^= 1 << c2
        h3 ^= 1 << c3
        taker = 0
        best = plain_height(c0, c0, trump)
        other = plain_height(c1, c0, trump)
        if other > best:
            best = other
            taker = 1
        other = plain_height(c2, c0, trump)
        if other > best:
            best = other
            taker = 2
        if plain_height(c3, c0, trump) > best:
            taker = 3
        leader = (leader + taker) & 3
        won += 1 - (leader & 1)
        if taker & 1:
            h0, h1, h2, h3 = h1, h2, h3, h0
        if taker & 2:
            h0, h1, h2, h3 = h2, h3, h0, h1
    return won


@compiled
def bishops_playout(h0: int, h1: int, h2: int, h3: int, leader: int, trump: int, seed: int, log: Any) -> int:
    """The same at Bishops Whist: the tricks of seats 0 and 2, and from bit 8 the bishops in them."""
    if leader == 1:
        h0, h1, h2, h3 = h1, h2, h3, h0
    elif leader == 2:
        h0, h1, h2, h3 = h2, h3, h0, h1
    elif leader == 3:
        h0, h1, h2, h3 = h3, h0, h1, h2
    won = 0
    at = 0
    keep = log.shape[0] >= 12 * ones(h0)
    while h0:
        seed = next_random(seed)
        c0 = _any_of(h0, seed)
        legal1 = bishops_legal(h1, c0)
        seed = next_random(seed)
        c1 = _any_of(legal1, seed)
        legal2 = bishops_legal(h2, c0)
        seed = next_random(seed)
        c2 = _any_of(legal2, seed)
        legal3 = bishops_legal(h3, c0)
        seed = next_random(seed)
        c3 = _any_of(legal3, seed)
        if keep:
            log[at : at + 12] = (
                *(h0, c0, leader),
                *(legal1, c1, (leader + 1) & 3),
                *(legal2, c2, (leader + 2) & 3),
                *(legal3, c3, (leader + 3) & 3),
            )
            at += 12
        h0 ^= 1 << c0
        h1 ^= 1 << c1
        h2 ^= 1 << c2
        h3 ^= 1 << c3
        taker = 0
        if h0:
            best = height(c0, c0, trump)
            other = height(c1, c0, trump)
            if other > best:
                best = other
                taker = 1
            other = height(c2, c0, trump)
            if other > best:
                best = other
                taker = 2
            if height(c3, c0, trump) > best:
                taker = 3
        else:
            taker = last_winner(c0, c1, c2, c3, trump)
        leader = (leader + taker) & 3
        if leader & 1 == 0:
            won += 1 + (ones((1 << c0 | 1 << c1 | 1 << c2 | 1 << c3) & BISHOPS) << 8)
        if taker & 1:
            h0, h1, h2, h3 = h1, h2, h3, h0
        if taker & 2:
            h0, h1, h2, h3 = h2, h3, h0, h1
    return won


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
    total = 0
    for _ in range(times):
        seed = next_random(seed)
        made = bishops_playout(h0, h1, h2, h3, leader, trump, seed, nothing)
        total += (made & 255) + ((made >> 8) << 32)
    return total
