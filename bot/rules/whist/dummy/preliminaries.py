"""Who has dummy, who sits where, and that dummy deals first (RULES D2, D6).

The dummies' chairs stay where they are; people change theirs so that each who has a dummy faces it.
"""

from dataclasses import dataclass, replace
from typing import Any, TypeVar, cast

from bot.rules.errors import RuleError
from bot.rules.moves import Move
from bot.rules.preliminaries.phases import (
    ChoiceOfChairs,
    ChooseChair,
    Outcome,
    Preliminaries,
    Preliminary,
    PutLeft,
    Seated,
    Shuffle,
)
from bot.rules.seats import WITH_A_DUMMY, Seating
from bot.rules.turns import require_turn
from bot.rules.whist.dummy.state import DummyMatch

M = TypeVar("M")


def may_be_left(seating: Seating, chooser: int) -> tuple[int, ...]:
    """Who may be put on the left of that seat, which chooses: an adversary, or an adversary's dummy if there
    is but one adversary."""
    if len(seating.dummies) == 1:
        return tuple(seat for seat in seating.people if seat != chooser)
    return next(side for side in seating.sides if chooser not in side)


@dataclass(frozen=True)
class DummyPreliminaries(Preliminaries):
    """The preliminaries where `seating` has dummies; `chooses`: who cuts lowest has the choice of the seats.

    What is kept of the match is a `DummyMatch`.
    """

    seating: Seating = WITH_A_DUMMY
    chooses: bool = False

    @property
    def alone(self) -> bool:
        """Whether there is but one dummy."""
        return len(self.dummies) == 1

    def cut_settled(self, match: M, ranking: tuple[int, ...], *, for_partners: bool) -> Outcome[M]:
        """The lowest has dummy, or deals for it; in a tournée the next lowest has it after that."""
        kept: Any = match
        if for_partners:
            kept = replace(kept, takers=ranking)
        return self.take_dummy(kept, ranking[0])

    def take_dummy(self, match: M, taker: int) -> Outcome[M]:
        """That seat is to have dummy, or the first deal for its own: it chooses the seats, or people change
        as few chairs as can be."""
        if self.chooses:
            dummy = self.dummies[0] if self.alone else self._opposite(taker)
            return Outcome(ChooseChair(match, taker, dummy), (ChoiceOfChairs(taker, dummy),))
        order = list(range(len(self.seating)))
        if self.alone:
            facing = self._opposite(self.dummies[0])
            order[facing], order[taker] = taker, facing
        return self._seated(match, taker, tuple(order))

    def legal(self, phase: Preliminary[M], seat: int) -> tuple[Move, ...]:
        if isinstance(phase, ChooseChair):
            return tuple(map(PutLeft, self.choices(phase.dealer))) if seat == phase.dealer else ()
        return super().legal(phase, seat)

    def choices(self, chooser: int) -> tuple[int, ...]:
        """The seats that may be put on the left of whoever chooses."""
        return may_be_left(self.seating, chooser)

    def verify(self, phase: Preliminary[M], seat: int | None, move: Move) -> None:
        if not (isinstance(phase, ChooseChair) and isinstance(move, PutLeft)):
            super().verify(phase, seat, move)
            return
        require_turn(seat, phase.dealer, "It is for whoever cut lowest to choose the seats.")
        if move.seat not in self.choices(phase.dealer):
            raise RuleError("seat", "Say which of the others is to sit on your left.")

    def apply(self, phase: Preliminary[M], seat: int | None, move: Move, hand: int) -> Outcome[M]:
        if isinstance(phase, ChooseChair) and isinstance(move, PutLeft):
            self.verify(phase, seat, move)
            return self._seated(phase.match, phase.dealer, self._seats(phase.dealer, move.seat))
        return super().apply(phase, seat, move, hand)

    def _seats(self, chooser: int, left: int) -> tuple[int, ...]:
        # Clockwise from the first chair, that of somebody who faces a dummy.
        if self.alone:
            (third,) = (seat for seat in self.cutters if seat not in (chooser, left))
            return chooser, left, self.dummies[0], third
        other = left if left in self.cutters else self._opposite(left)
        first, second = (chooser, other) if left == other else (other, chooser)
        return first, second, self._opposite(first), self._opposite(second)

    def _opposite(self, seat: int) -> int:
        return self.seating.partners_of(seat)[0]

    def _seated(self, match: M, taker: int, order: tuple[int, ...]) -> Outcome[M]:
        kept: Any = cast(DummyMatch, match).reseated(order)
        dealer = self.dummies[0] if self.alone else self._opposite(order.index(taker))
        return Outcome(Shuffle(kept, dealer), (Seated(order, dealer),))
