"""Positions of pieces in rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .sprites import CARD_WIDTH

STEP_OPEN = 230  # the least distance between two cards of `CARD_WIDTH` that leaves the large emblem visible


@dataclass(frozen=True, slots=True)
class Spot:
    """The position of a piece: its top left corner when not raised, and whether the next one covers it."""

    left: int
    top: int
    tucked: bool


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of pieces `width` pixels wide, centred in `across` pixels with `side` pixels free on both sides.

    Pieces are `gap` pixels apart, and overlap if that does not fit. The first row is at `top`, each other one
    `pitch` below the last.
    """

    count: int
    width: int
    gap: int
    across: int
    side: int
    top: int
    pitch: int

    def spots(self, pieces: int) -> Iterator[Spot]:
        """The position of each of `pieces`, in order, in even rows."""
        longest = -(-pieces // self.count)
        step = self.width + self.gap
        if longest > 1:
            step = min(step, (self.across - 2 * self.side - self.width) // (longest - 1))
        tight = step * CARD_WIDTH < STEP_OPEN * self.width
        for row in range(self.count):
            here = min(longest, pieces - row * longest)
            left = (self.across - self.width - step * (here - 1)) // 2
            for place in range(here):
                yield Spot(left + step * place, self.top + self.pitch * row, tight and place < here - 1)
