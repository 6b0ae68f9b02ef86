"""Counting a hand and a game (RULES A7; penalties A8)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.rules.match import leader
from bot.rules.whist.count import BOOK
from bot.rules.whist.state import Penalty

BISHOP_POINTS: Final = 2
BISHOP_CUT_POINTS: Final = 1
GAME: Final = 25
MOST: Final = 16  # of one side in a hand: all tricks, all bishops and the bishop cut (Dana, The Game)

PENALTY_POINTS: Final = {"exposed": 2, "revoke": 4}  # points lost (Dana, Exposed Cards V; The Revoke)


@dataclass(frozen=True, slots=True)
class Count:
    """What the sides took in a hand: tricks, bishops lying in them, the bishop cut."""

    tricks: tuple[int, ...]
    bishops: tuple[int, ...]
    bishop_cut: tuple[int, ...]

    @property
    def points(self) -> tuple[int, ...]:
        """Points made by each side before penalties: together 9 to 16."""
        parts = zip(self.tricks, self.bishops, self.bishop_cut, strict=True)
        return tuple(
            max(0, tricks - BOOK) + BISHOP_POINTS * bishops + BISHOP_CUT_POINTS * cut
            for tricks, bishops, cut in parts
        )


def total_after(
    before: Sequence[int], made: Sequence[int], penalties: Sequence[Penalty] = (), below_zero: bool = True
) -> tuple[int, ...]:
    """The running score after a hand.

    A side that revoked cannot win the game by that hand: it stops at 24 (AMB-A12).
    """
    sums = (was + points for was, points in zip(before, made, strict=True))
    return tuple(
        _side_total(total, [p.offence for p in penalties if p.side == side], below_zero)
        for side, total in enumerate(sums)
    )


def _side_total(total: int, offences: Sequence[str], below_zero: bool) -> int:
    total -= sum(PENALTY_POINTS[kind] for kind in offences)
    if "revoke" in offences:
        total = min(total, GAME - 1)
    return total if below_zero else max(0, total)


def game_winner(total: Sequence[int]) -> int | None:
    """The side that has won: the highest score once anybody has 25 (Dana, The Game); None on a tie."""
    return leader(total) if max(total) >= GAME else None
