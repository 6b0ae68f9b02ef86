"""The contract every house player fulfils, and the simplest one."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, runtime_checkable

from bot.rules.game import Game
from bot.rules.moves import Move


class HousePlayer(Protocol):
    """Chooses moves for one seat, from what that seat may know.

    `choose` gets the seat's view, never the state, and is pure: whatever it leaves to luck it
    takes from `rng`.
    """

    @property
    def name(self) -> str:
        """Its name in the registry."""

    def choose(
        self, game: Game[Any, Any, Any], view: Any, legal: tuple[Move, ...], rng: random.Random
    ) -> Move:
        """One of the `legal` moves of the seat that `view` belongs to."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A move and why: a sentence of the book, empty where the player has none to give."""

    move: Move
    reason: str


@runtime_checkable
class Adviser(Protocol):
    """A house player that can say why."""

    def advise(
        self, game: Game[Any, Any, Any], view: Any, legal: tuple[Move, ...], rng: random.Random
    ) -> Advice:
        """The move it would choose itself, and the reason."""


@runtime_checkable
class Laborious(Protocol):
    """A house player that needs native code and time, and so thinks in a worker process.

    `understudy` is the name of the player that answers for it where no worker is ready.
    """

    laborious: bool
    understudy: str


ONLY_MOVE = "It is the only move there is."
COUNTED_OUT = "The last tricks can be counted out, and this makes the most of them."


def sentence(maxim: object) -> str:
    """The maxim in words: the first paragraph of what is written on it."""
    said = " ".join((maxim.__doc__ or "").split("\n\n")[0].split())
    return said if said.endswith(".") else f"{said}."


_Choice = TypeVar("_Choice")


def strongest(
    mine: _Choice,
    other: _Choice,
    maxims: Sequence[Callable[[_Choice], float]],
    others_maxims: Sequence[Callable[[_Choice], float]],
) -> str | None:
    """The maxim, in words, that says most for one choice against another; None if none does.

    A maxim that has nothing to do with the other choice says nothing of it.
    """
    gains = {maxim: maxim(mine) - (maxim(other) if maxim in others_maxims else 0.0) for maxim in maxims}
    best = max(gains, key=gains.__getitem__)
    return sentence(best) if gains[best] > 0 else None


class RandomPlayer:
    """Any legal move, one as likely as another; plays every game."""

    name = "random"

    def choose(
        self, game: Game[Any, Any, Any], view: Any, legal: tuple[Move, ...], rng: random.Random
    ) -> Move:
        """One of the legal moves."""
        return rng.choice(legal)
