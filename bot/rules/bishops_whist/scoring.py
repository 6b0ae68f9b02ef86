"""Counting a hand and a game (RULES A7; penalties A8)."""

from collections.abc import Sequence
from dataclasses import dataclass

BOOK = 6
"""Tricks that count nothing; each one over is a point (Dana, The Game)."""

BISHOP_POINTS = 2
BISHOP_CUT_POINTS = 1
GAME = 25
GAMES_IN_RUBBER = 2
"""Games that win the best of three."""

PENALTY_POINTS = {"exposed": 2, "revoke": 4}
"""Points lost by the delinquent's side (Dana, Exposed Cards V; The Revoke)."""


@dataclass(frozen=True, slots=True)
class Count:
    """What the two sides took in a hand: tricks, bishops lying in them, the bishop cut."""

    tricks: tuple[int, int]
    bishops: tuple[int, int]
    bishop_cut: tuple[int, int]

    @property
    def points(self) -> tuple[int, int]:
        """Points made by each side before penalties: together 9 to 16."""
        first, second = (
            max(0, self.tricks[side] - BOOK)
            + BISHOP_POINTS * self.bishops[side]
            + BISHOP_CUT_POINTS * self.bishop_cut[side]
            for side in (0, 1)
        )
        return first, second


@dataclass(frozen=True, slots=True)
class Penalty:
    """An offence of the referee layer: its kind (`exposed`, `revoke`) and the side at fault."""

    kind: str
    side: int


def total_after(
    before: tuple[int, int],
    made: tuple[int, int],
    penalties: Sequence[Penalty] = (),
    below_zero: bool = True,
) -> tuple[int, int]:
    """The running score after a hand.

    A side that revoked cannot win the game by that hand: it stops at 24 (AMB-A12).
    """
    first, second = (
        _side_total(before[side] + made[side], [p.kind for p in penalties if p.side == side], below_zero)
        for side in (0, 1)
    )
    return first, second


def _side_total(total: int, offences: Sequence[str], below_zero: bool) -> int:
    total -= sum(PENALTY_POINTS[kind] for kind in offences)
    if "revoke" in offences:
        total = min(total, GAME - 1)
    return total if below_zero else max(0, total)


def game_winner(total: tuple[int, int]) -> int | None:
    """The side that has won: the higher score once either has 25 (Dana, The Game); None on a tie."""
    if max(total) < GAME or total[0] == total[1]:
        return None
    return 0 if total[0] > total[1] else 1
