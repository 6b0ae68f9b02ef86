"""Counting a hand: penalties first, then tricks, then honours (Law 5; AMB-B2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from bot.rules.whist.state import Penalty

BOOK: Final = 6  # tricks that count nothing; each one over is a point

REVOKE_POINTS: Final = 3
OFFENCE_POINTS: Final = 1
REVOKE_TRICKS: Final = 3
"""What the adversaries of a revoke may exact (Law 72; American Law 10), or of any other offence
(American Law 14)."""

Shortfall = Literal["", "revoke", "game", "tricks", "honours"]
"""Why a side scored less than its tricks, honours and penalties: it has revoked and stops short of game (Law
82), it needed no more for the game, or the other side won before its tricks, or its honours, were counted
(Law 5)."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How a hand is counted. No score wins where `target` is 0; tricks over `book` are points. `stops`:
    nobody scores beyond the target, and a side that has revoked stops one point short of it (Law 82).
    `below_zero`: a penalty may take a score below nothing."""

    target: int
    stops: bool
    below_zero: bool
    book: int = BOOK


@dataclass(frozen=True, slots=True)
class Concession:
    """Cards thrown down: the game is `winner`'s, and a point for each of the `cards` left in one hand
    besides (American Law 8)."""

    winner: int
    cards: int


@dataclass(frozen=True, slots=True)
class Count:
    """The count of a hand, by side, and the side that has won the game by it, if any.

    `taken` are tricks, `moved` how many of them were got (or lost) for revokes. `tricks`, `honours`,
    `penalties` and `conceded` are points; `points` is what was scored of them, `shortfall` why that is less,
    and `spared` what a penalty did not take because a score stops at nothing. `total` is the score after it.
    """

    taken: tuple[int, ...]
    moved: tuple[int, ...]
    tricks: tuple[int, ...]
    honours: tuple[int, ...]
    penalties: tuple[int, ...]
    conceded: tuple[int, ...]
    points: tuple[int, ...]
    shortfall: tuple[Shortfall, ...]
    spared: tuple[int, ...]
    total: tuple[int, ...]
    winner: int | None

    @property
    def made(self) -> tuple[int, ...]:
        """Everything each side made or lost, whether it still needed it or not."""
        parts = (self.tricks, self.honours, self.penalties, self.conceded)
        return tuple(map(sum, zip(*parts, strict=True)))


def count_hand(
    before: Sequence[int],
    taken: Sequence[int],
    honours: Sequence[int],
    penalties: Sequence[Penalty],
    terms: Terms,
    concession: Concession | None = None,
) -> Count:
    """Count a hand from the score `before` it; `honours` are the points the sides may score.

    The side that reaches the target first in the order of Law 5 has won, and what comes later in it is not
    scored. Of two sides that penalties bring to it, it is the one whose was entered first. Where the game
    is conceded the order decides nothing: all that was made counts (American Law 8).
    """
    sides = range(len(before))
    revoked = {penalty.side for penalty in penalties if penalty.offence == "revoke"}
    counting = _Counting(before, terms, revoked)
    tricks, moved = [*taken], [0 for _ in sides]
    for penalty in penalties:
        side = penalty.side
        points = REVOKE_POINTS if penalty.offence == "revoke" else OFFENCE_POINTS
        others = [other for other in sides if other != side]
        match penalty.exacted:
            case "add":
                for other in others:
                    counting.score("penalties", other, points)
            case "deduct":
                counting.score("penalties", side, -points)
            case "tricks":
                number = min(REVOKE_TRICKS, tricks[side])
                for who, change in ((side, -number), (others[0], number)):
                    tricks[who] += change
                    moved[who] += change
    if concession is None:
        counting.close()
    for side in sides:
        counting.score("tricks", side, max(0, tricks[side] - terms.book))
    if concession is not None:
        counting.score("conceded", concession.winner, concession.cards)
    else:
        counting.close()
    for side in sides:
        counting.score("honours", side, honours[side])
    if concession is None:
        counting.close()
    winner = counting.winner if concession is None else concession.winner
    return counting.count(tuple(tricks), tuple(moved), winner)


class _Counting:
    # The running score while a hand is counted; once the game is won nothing more is.

    def __init__(self, before: Sequence[int], terms: Terms, revoked: set[int]) -> None:
        sides = len(before)
        self.winner: int | None = None
        self._before = before
        self._total = [*before]
        self._made = {kind: [0] * sides for kind in ("penalties", "tricks", "conceded", "honours")}
        self._shortfall: list[Shortfall] = [""] * sides
        self._spared = [0] * sides
        self._terms = terms
        self._revoked = revoked
        self._reached: list[int] = []

    def score(self, kind: str, side: int, points: int) -> None:
        if not points:
            return
        if self.winner is not None:
            if side != self.winner and not self._shortfall[side]:
                self._shortfall[side] = "honours" if kind == "honours" else "tricks"
            return
        terms, before = self._terms, self._total[side]
        after = before + points
        if not terms.below_zero and after < 0:
            self._spared[side] -= after
            after = 0
        capped = terms.stops and side in self._revoked
        if terms.stops and after > (most := max(before, terms.target - capped)):
            after = most
            self._shortfall[side] = "revoke" if capped else "game"
        # Points beyond the game are made all the same, unless the side may not win by this hand.
        self._made[kind][side] += points if points > 0 and not capped else after - before
        self._total[side] = after
        if terms.target and after >= terms.target and side not in self._reached:
            self._reached.append(side)

    def close(self) -> None:
        if self.winner is None:
            there = (side for side in self._reached if self._total[side] >= self._terms.target)
            self.winner = next(there, None)

    def count(self, taken: tuple[int, ...], moved: tuple[int, ...], winner: int | None) -> Count:
        return Count(
            taken,
            moved,
            **{kind: tuple(points) for kind, points in self._made.items()},
            points=tuple(after - was for after, was in zip(self._total, self._before, strict=True)),
            shortfall=tuple(self._shortfall),
            spared=tuple(self._spared),
            total=tuple(self._total),
            winner=winner,
        )
