"""The transposition table: what is known of positions alike in all that mattered.

Positions are looked up by the leader and by how many cards of each suit each hand has. Each entry
says who held the highest cards of each suit, as far down as it mattered to the proof (partition
search; M. Ginsberg, 1996), so one entry answers for many positions.
"""

from typing import Final

from bot.house.solver.arena import GENERATION, HEAD, LINE, LINES, RESETS, SHIFT, TOP
from bot.house.solver.native import above, compiled, inlined, load, store

_MIX: Final = -7046029254386353131


@inlined
def _head(m: int, shape: int, context: int) -> int:
    mixed = (shape ^ context * _MIX) * _MIX
    mixed ^= above(mixed, 32)
    return HEAD + above(mixed * _MIX, load(m, SHIFT))


@inlined
def first_line(m: int, shape: int, context: int) -> int:
    """The first line of the list in which entries with that shape and context stand; 0 if none does.

    `context` (31 bits) is what else must agree, the leader among it. Word 0 of a line is the shape,
    word 1 the number of the next line and, from bit 32, the context.
    """
    head = load(m, _head(m, shape, context))
    return head & 0xFFFFFFFF if head >> 32 == load(m, GENERATION) else 0


@inlined
def to_front(m: int, shape: int, context: int, before: int, line: int) -> None:
    """Put a line that stands after the line `before` at the front of its list: it will be wanted again."""
    at = LINE + 8 * line + 1
    ahead = LINE + 8 * before + 1
    follower = load(m, at) & 0xFFFFFFFF
    store(m, ahead, load(m, ahead) & ~0xFFFFFFFF | follower)
    store(m, at, load(m, at) & ~0xFFFFFFFF | first_line(m, shape, context))
    store(m, _head(m, shape, context), load(m, GENERATION) << 32 | line)


@compiled
def forget(m: int) -> None:
    """Begin the table anew."""
    store(m, GENERATION, (load(m, GENERATION) + 1) & 0x3FFFFFFF)
    store(m, TOP, 0)


@inlined
def ranks_of(count0: int, count1: int) -> int:
    """The mask over two suits' holders that keeps the given numbers of highest cards."""
    mask0 = ((1 << (2 * count0)) - 1) << (26 - 2 * count0)
    mask1 = ((1 << (2 * count1)) - 1) << (26 - 2 * count1)
    return mask0 << 26 | mask1


@inlined
def enter(
    m: int,
    shape: int,
    context: int,
    held0: int,
    held1: int,
    mask0: int,
    mask1: int,
    bounds: int,
    extra: int,
) -> None:
    """Add an entry; `bounds` and `extra`, words 6 and 7 of its line, are the caller's own."""
    if load(m, TOP) >= LINES - 1:
        forget(m)
        store(m, RESETS, load(m, RESETS) + 1)
    line = load(m, TOP) + 1
    store(m, TOP, line)
    at = LINE + 8 * line
    store(m, at, shape)
    store(m, at + 1, first_line(m, shape, context) | context << 32)
    store(m, at + 2, held0 & mask0)
    store(m, at + 3, mask0)
    store(m, at + 4, held1 & mask1)
    store(m, at + 5, mask1)
    store(m, at + 6, bounds)
    store(m, at + 7, extra)
    store(m, _head(m, shape, context), load(m, GENERATION) << 32 | line)
