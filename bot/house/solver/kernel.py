"""The rules of the trick as native code: Bishops Whist (RULES A5-A6) and plain whist."""

from typing import Final

from bot.house.solver.native import inlined

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
