"""Where pieces lie that are laid out in rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .sprites import CARD_WIDTH

STEP_OPEN = 230
"""The least step from a `CARD_WIDTH` card to the next that leaves its large emblem to be seen."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where one piece lies: its top left corner when not raised, and whether the next one covers it."""

    left: int
    top: int
    tucked: bool


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of pieces `width` pixels wide, centred in `across` pixels with `side` left free on both sides.

    There are `gap` pixels between two pieces, unless that is too much and they overlap. The first row
    is at `top`, each other one `pitch` below the last.
    """

    count: int
    width: int
    gap: int
    across: int
    side: int
    top: int
    pitch: int

    def spots(self, pieces: int) -> Iterator[Spot]:
        """Where each of `pieces` lies, in order: the rows as even as can be."""
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
