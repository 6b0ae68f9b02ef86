"""The contract every house player fulfils, and the simplest one."""

import random
from collections.abc import Sequence
from typing import Any, Final, Protocol, runtime_checkable

from bot.rules.catalogue import gettext_noop
from bot.rules.game import SeatView
from bot.rules.moves import Move
from bot.rules.presentation.hints import Hint

ONLY_MOVE: Final = gettext_noop("It is the only move there is.")
PLAYED_OUT: Final = gettext_noop("The last tricks can be counted out, and this makes the most of them.")


def seat_of(view: SeatView) -> int:
    """The seat that has this view. Raises ValueError if it is a spectator's."""
    if view.seat is None:
        raise ValueError("A spectator has no seat.")
    return view.seat


class HousePlayer(Protocol):
    """Chooses moves for one seat, from what that seat may know.

    `choose` gets the seat's view, never the state, and is pure: whatever it leaves to luck it
    takes from `rng`.
    """

    @property
    def name(self) -> str:
        """Its name in the registry."""

    def choose(self, view: Any, rng: random.Random) -> Move:
        """One of the moves in `view.legal`, of which there is at least one."""


@runtime_checkable
class Adviser(Protocol):
    """A house player that can say why."""

    def advise(self, view: Any, rng: random.Random) -> Hint:
        """The move it would choose itself, the reason, and what others would cost."""


@runtime_checkable
class Coach(Protocol):
    """A house player that can say what a move cost that somebody made, by what their seat knew then."""

    def glance(self, view: Any, made: Move, rng: random.Random) -> float:
        """About what the move cost, found quickly; 0 if it is not worth a review."""

    def review(self, view: Any, made: Move, rng: random.Random) -> Hint | None:
        """The move that would have been better, the reason, and its gain as the cost of the one made; None if
        that was as good, or the difference is small or uncertain."""


@runtime_checkable
class Examiner(Coach, Protocol):
    """A coach that can make a question of a decision, with few answers of which one is clearly right."""

    def answers(self, view: Any, made: Move, better: Sequence[Move], rng: random.Random) -> tuple[Move, ...]:
        """Answers to what should have been done instead of the move made: the first of `better`, the move
        made, and the best of the others that are clearly worse, at most four in the order of the hand. Empty
        if the move made is not clearly worse."""


@runtime_checkable
class NeedsWorker(Protocol):
    """A house player that needs native code and time, and so thinks in a worker process.

    `fallback` is the name of the player that answers for it where no worker is ready.
    """

    needs_worker: bool
    fallback: str


class RandomPlayer:
    """Any legal move, one as likely as another; plays every game."""

    name = "random"

    def choose(self, view: Any, rng: random.Random) -> Move:
        move: Move = rng.choice(view.legal)
        return move
