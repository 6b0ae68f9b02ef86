"""What North and South want of the rest of a hand of Bishops Whist.

Tricks over six count a point and bishops two, so what they need in tricks hangs on how many of the
bishops still in play they take. A goal is one word: its byte b is the least number of the tricks
left that is enough if b of the bishops left fall to them; it falls as b grows.
"""

from typing import Final

from bot.house.solver.native import inlined

_ONES: Final = 0x0101010101
_HIGH: Final = 0x8080808080


@inlined
def clipped(goal: int, tricks: int, bishops: int) -> int:
    """The goal with all numbers beyond the tricks left made the same, and no byte too many."""
    over = ((goal + (127 - tricks) * _ONES) & _HIGH) >> 7
    goal = (goal & ~(over * 255)) | over * (tricks + 1)
    return goal & ((1 << (8 * bishops + 8)) - 1)


@inlined
def after_win(goal: int, bishops: int) -> int:
    """What is wanted of the rest once North and South have taken a trick with so many bishops."""
    goal >>= 8 * bishops
    return goal - (((goal + 127 * _ONES) & _HIGH) >> 7)


@inlined
def covers(harder: int, easier: int) -> bool:
    """Whether reaching `harder` is always reaching `easier`."""
    return ((harder | _HIGH) - easier) & _HIGH == _HIGH
