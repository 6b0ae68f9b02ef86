"""Counting a hand: penalties first, then tricks, then honours (Law 5)."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.rules.whist.state import Penalty

BOOK = 6
"""Tricks that count nothing; each one over is a point."""

GAMES_IN_RUBBER = 2
REVOKE_POINTS = 3
OFFENCE_POINTS = 1
REVOKE_TRICKS = 3
"""What the adversaries of a revoke may exact (Law 72; American Law 10), or of any other offence
(American Law 14)."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a hand is counted by.

    `ends_game`: reaching the target ends the game there and then, so that what would be counted
    later is not (Law 5), and a revoking side stops one point short of it (Law 82).
    `below_zero`: a penalty may take a score below nothing.
    """

    target: int
    ends_game: bool
    below_zero: bool


@dataclass(frozen=True, slots=True)
class Count:
    """What a hand came to. `honours` and `tricks` are points; `total` is the score after it."""

    taken: tuple[int, int]
    tricks: tuple[int, int]
    honours: tuple[int, int]
    penalties: tuple[int, int]
    total: tuple[int, int]

    @property
    def points(self) -> tuple[int, int]:
        """Everything each side made or lost by it."""
        first, second = (self.tricks[s] + self.honours[s] + self.penalties[s] for s in (0, 1))
        return first, second


def count_hand(
    before: tuple[int, int],
    taken: tuple[int, int],
    honours: tuple[int, int],
    penalties: Sequence[Penalty],
    terms: Terms,
) -> Count:
    """Count a hand from the score `before` it; `honours` are the points the sides may score."""
    count = _Counting([*before], terms, frozenset(p.side for p in penalties if p.offence == "revoke"))
    tricks = [*taken]
    for penalty in penalties:
        points = REVOKE_POINTS if penalty.offence == "revoke" else OFFENCE_POINTS
        other = 1 - penalty.side
        if penalty.exacted == "add":
            count.score("penalties", other, points)
        elif penalty.exacted == "deduct":
            count.score("penalties", penalty.side, -points)
        else:
            moved = min(REVOKE_TRICKS, tricks[penalty.side])
            tricks[penalty.side] -= moved
            tricks[other] += moved
    count.close()
    for side in (0, 1):
        count.score("tricks", side, max(0, tricks[side] - BOOK))
    count.close()
    for side in (0, 1):
        count.score("honours", side, honours[side])
    made = count.made
    return Count(
        (tricks[0], tricks[1]),
        _pair(made["tricks"]),
        _pair(made["honours"]),
        _pair(made["penalties"]),
        _pair(count.total),
    )


def winner_at(total: tuple[int, int], target: int) -> int | None:
    """The side that has reached the target, the higher one if both have; None if neither, or on a tie."""
    if max(total) < target or total[0] == total[1]:
        return None
    return 0 if total[0] > total[1] else 1


class _Counting:
    # The running score while a hand is counted; once the game is won nothing more is.

    def __init__(self, total: list[int], terms: Terms, revoked: frozenset[int]) -> None:
        self.total = total
        self.made = {"penalties": [0, 0], "tricks": [0, 0], "honours": [0, 0]}
        self._terms = terms
        self._revoked = revoked
        self._closed = False

    def score(self, kind: str, side: int, points: int) -> None:
        if self._closed or not points:
            return
        terms, before = self._terms, self.total[side]
        after = before + points if terms.below_zero else max(0, before + points)
        capped = terms.ends_game and side in self._revoked
        if terms.ends_game:
            after = min(after, max(before, terms.target - capped))
        # Points beyond the game are made all the same, unless the side may not win by this hand.
        self.made[kind][side] += points if points > 0 and not capped else after - before
        self.total[side] = after

    def close(self) -> None:
        self._closed = self._terms.ends_game and max(self.total) >= self._terms.target


def _pair(values: list[int]) -> tuple[int, int]:
    return values[0], values[1]
