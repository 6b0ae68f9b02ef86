"""What North and South want of the rest of a hand of Bishops Whist.

Tricks over six count a point and bishops two, so what they need in tricks hangs on how many of the
bishops still in play they take. A goal is one word: its byte b is the least number of the tricks
left that is enough if b of the bishops left fall to them; it falls as b grows.
"""

from typing import Final

from bot.house.solver.native import inlined

ALL: Final = 0x0101010101
_HIGH: Final = 0x8080808080


@inlined
def clipped(goal: int, tricks: int, bishops: int) -> int:
    """The goal with all numbers beyond the tricks left made the same, and no byte too many."""
    over = ((goal + (127 - tricks) * ALL) & _HIGH) >> 7
    goal = (goal & ~(over * 255)) | over * (tricks + 1)
    return goal & ((1 << (8 * bishops + 8)) - 1)


@inlined
def after_win(goal: int, bishops: int) -> int:
    """What is wanted of the rest once North and South have taken a trick with so many bishops."""
    goal >>= 8 * bishops
    return goal - (((goal + 127 * ALL) & _HIGH) >> 7)


@inlined
def before_trick(proved: int, n: int, reached: int, taken: int, saved: int, bishops: int) -> int:
    """What a proof for the rest after a trick is worth before it, `n` tricks then being left.

    A goal that is reached is made as hard as can be, one that is not as easy: bytes for numbers of
    bishops that cannot come about are n + 1 or 0. `taken`: whether North and South took the trick,
    with `saved` bishops in it; `bishops`: how many are left after it.
    """
    some = (1 << (8 * bishops + 8)) - 1
    proved &= some
    if reached:
        if taken:
            proved = (proved + (ALL & some)) << (8 * saved)
            some <<= 8 * saved
        else:
            over = ((proved + (128 - n) * ALL) & _HIGH) >> 7
            proved = (proved & ~(over * 255)) | over * (n + 1)
        return proved & some | (n + 1) * ALL & ~some
    if taken:
        return (proved + (((proved + 127 * ALL) & _HIGH) >> 7)) << (8 * saved)
    return proved


@inlined
def smaller(one: int, other: int) -> int:
    """The smaller of each two bytes."""
    mask = ((((one | _HIGH) - other) & _HIGH) >> 7) * 255
    return other & mask | one & ~mask


@inlined
def larger(one: int, other: int) -> int:
    """The larger of each two bytes."""
    mask = ((((one | _HIGH) - other) & _HIGH) >> 7) * 255
    return one & mask | other & ~mask


@inlined
def covers(harder: int, easier: int) -> bool:
    """Whether reaching `harder` is always reaching `easier`."""
    return ((harder | _HIGH) - easier) & _HIGH == _HIGH
