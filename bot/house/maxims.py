"""Maxims: pieces of advice in words, each weighed by a function."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class Maxim(Generic[C]):
    """A piece of advice: its `words`, a message with its source in it, and how much it says for a choice
    (or against it, below nothing), in the points or tricks of the game."""

    words: str
    weigh: Callable[[C], float]

    @property
    def name(self) -> str:
        """The name it has in the code."""
        return self.weigh.__name__


def maxim(words: str) -> Callable[[Callable[[C], float]], Maxim[C]]:
    """Make a maxim of the function that weighs it. `words` is a literal, collected for translation."""
    return lambda weigh: Maxim(words, weigh)


def strongest(mine: C, other: C, maxims: Sequence[Maxim[C]], others_maxims: Sequence[Maxim[C]]) -> str | None:
    """The words of the maxim that says most for one choice against another; None if none does.

    A maxim that has nothing to do with the other choice says nothing of it.
    """
    gains = [maxim.weigh(mine) - (maxim.weigh(other) if maxim in others_maxims else 0.0) for maxim in maxims]
    best = max(range(len(gains)), key=gains.__getitem__)
    return maxims[best].words if gains[best] > 0 else None
