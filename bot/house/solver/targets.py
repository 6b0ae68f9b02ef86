"""What North and South need of the rest of a hand of Bishops Whist.

Tricks over six count a point and bishops two, so what they need in tricks hangs on how many of the
bishops still in play they take. A target is one word: its byte b is the least number of the tricks
left that is enough if b of the bishops left fall to them; it falls as b grows.
"""

from typing import Final

from bot.house.solver.native import compiled, inlined

BOOK: Final = 6
BISHOP_POINTS: Final = 2
BYTE_BITS: Final = 8
BYTE: Final = (1 << BYTE_BITS) - 1
ALL: Final = 0x0101010101
"""A one in each byte."""
_HIGH: Final = 0x8080808080


@inlined
def tricks_needed(target: int, bishops: int) -> int:
    """The tricks that are enough with so many of the bishops left."""
    return (target >> (BYTE_BITS * bishops)) & BYTE


@inlined
def at_byte(tricks: int, bishops: int) -> int:
    """That number of tricks in the byte for so many bishops, and 0 in the others."""
    return tricks << (BYTE_BITS * bishops)


@inlined
def bytes_below(bishops: int) -> int:
    """All bits of the bytes for fewer bishops than that."""
    return (1 << (BYTE_BITS * bishops)) - 1


@inlined
def _tops(word: int, carry: int) -> int:
    # A one in each byte that is more than 127 - carry; no byte is above 14.
    return ((word + carry * ALL) & _HIGH) >> (BYTE_BITS - 1)


@inlined
def clipped(target: int, tricks: int, bishops: int) -> int:
    """The target with all numbers beyond the tricks left made the same, and no byte too many."""
    over = _tops(target, 127 - tricks)
    target = (target & ~(over * BYTE)) | over * (tricks + 1)
    return target & bytes_below(bishops + 1)


@inlined
def after_win(target: int, bishops: int) -> int:
    """What is needed of the rest once North and South have taken a trick with so many bishops."""
    target >>= BYTE_BITS * bishops
    return target - _tops(target, 127)


@inlined
def before_trick(proved: int, n: int, reached: int, won: int, captured: int, bishops: int) -> int:
    """What a proof for the rest after a trick is worth before it, `n` tricks then being left.

    A target that is reached is made as hard as can be, one that is not as easy: bytes for numbers of
    bishops that cannot come about are n + 1 or 0. `won`: whether North and South took the trick,
    with `captured` bishops in it; `bishops`: how many are left after it.
    """
    some = bytes_below(bishops + 1)
    proved &= some
    if reached:
        if won:
            proved = (proved + (ALL & some)) << (BYTE_BITS * captured)
            some <<= BYTE_BITS * captured
        else:
            over = _tops(proved, 128 - n)
            proved = (proved & ~(over * BYTE)) | over * (n + 1)
        return proved & some | (n + 1) * ALL & ~some
    if won:
        return (proved + _tops(proved, 127)) << (BYTE_BITS * captured)
    return proved


@inlined
def smaller(one: int, other: int) -> int:
    """The smaller of each two bytes."""
    mask = ((((one | _HIGH) - other) & _HIGH) >> (BYTE_BITS - 1)) * BYTE
    return other & mask | one & ~mask


@inlined
def larger(one: int, other: int) -> int:
    """The larger of each two bytes."""
    mask = ((((one | _HIGH) - other) & _HIGH) >> (BYTE_BITS - 1)) * BYTE
    return one & mask | other & ~mask


@inlined
def covers(harder: int, easier: int) -> bool:
    """Whether reaching `harder` is always reaching `easier`."""
    return ((harder | _HIGH) - easier) & _HIGH == _HIGH


@compiled
def over_book(ours: int, theirs: int) -> int:
    """Points for the tricks of a whole hand, ours less theirs."""
    return max(0, ours - BOOK) - max(0, theirs - BOOK)


@compiled
def target_for(points: int, n: int, bishops_left: int, ours: int, theirs: int, ahead: int) -> int:
    """The target that makes `points` more than the other side in the hand.

    `ours` and `theirs`: tricks taken already; `ahead`: bishops taken, ours less theirs.
    """
    target = 0
    for taken in range(bishops_left + 1):
        wanted = points - BISHOP_POINTS * (ahead + 2 * taken - bishops_left)
        tricks = 0
        while tricks <= n and over_book(ours + tricks, theirs + n - tricks) < wanted:
            tricks += 1
        target |= at_byte(tricks, taken)
    return target
