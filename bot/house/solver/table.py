"""The transposition table: what is known of positions alike in all that mattered.

Positions stand in a slot by the leader and by how many cards of each suit each hand has. In a slot,
each entry says who held the highest cards of each suit, as far down as it mattered to the proof
(partition search; M. Ginsberg, 1996), so one entry answers for many positions.
"""

from typing import Final

from bot.house.solver.arena import BLOCK, BLOCKS, GENERATION, RESETS, SLOT, SLOT_BITS, SLOTS, TOP
from bot.house.solver.native import above, compiled, inlined, load, store

_SLOTS: Final = 1 << SLOT_BITS
_FULL: Final = _SLOTS * 2
_MIX: Final = -7046029254386353131


@inlined
def slot_of(m: int, leader: int, shape: int, context: int) -> int:
    """Index of the slot for that leader, those lengths and what else must agree; made if need be."""
    generation = load(m, GENERATION)
    mixed = (shape ^ context * _MIX) * _MIX
    mixed ^= above(mixed, 32)
    place = above(mixed * _MIX, 64 - SLOT_BITS)
    while True:
        slot = SLOT + 4 * (leader * _SLOTS + place)
        head = load(m, slot + 1)
        if head >> 32 != generation:
            store(m, slot, shape)
            store(m, slot + 1, generation << 32)
            store(m, slot + 2, context)
            store(m, SLOTS, load(m, SLOTS) + 1)
            return slot
        if load(m, slot) == shape and load(m, slot + 2) == context:
            return slot
        place = (place + 1) & (_SLOTS - 1)


@compiled
def forget(m: int) -> None:
    """Begin the table anew."""
    store(m, GENERATION, (load(m, GENERATION) + 1) & 0x3FFFFFFF)
    store(m, TOP, 0)
    store(m, SLOTS, 0)


@inlined
def ranks_of(count0: int, count1: int) -> int:
    """The mask over two suits' holders that keeps the given numbers of highest cards."""
    mask0 = ((1 << (2 * count0)) - 1) << (26 - 2 * count0)
    mask1 = ((1 << (2 * count1)) - 1) << (26 - 2 * count1)
    return mask0 << 26 | mask1


@compiled
def enter(
    m: int,
    leader: int,
    shape: int,
    context: int,
    held0: int,
    held1: int,
    mask0: int,
    mask1: int,
    bounds: int,
    extra: int,
    size: int,
) -> None:
    """Add an entry of `size` words, 5 or 6; `bounds` and `extra` are the caller's own."""
    if load(m, TOP) >= BLOCKS - 1 or load(m, SLOTS) * 4 > _FULL * 3:
        forget(m)
        store(m, RESETS, load(m, RESETS) + 1)
    slot = slot_of(m, leader, shape, context)
    head = load(m, slot + 1)
    block = head & 0xFFFFFFFF
    at = BLOCK + 32 * block
    if block == 0 or (load(m, at) & 15) == 30 // size:
        top = load(m, TOP) + 1
        store(m, TOP, top)
        at = BLOCK + 32 * top
        store(m, at, block << 4)
        store(m, slot + 1, (head >> 32) << 32 | top)
    count = load(m, at) & 15
    store(m, at, load(m, at) + 1)
    at += 2 + size * count
    store(m, at, held0 & mask0)
    store(m, at + 1, mask0)
    store(m, at + 2, held1 & mask1)
    store(m, at + 3, mask1)
    store(m, at + 4, bounds)
    if size > 5:
        store(m, at + 5, extra)
