"""Maxims: pieces of advice, each weighed by a function and quoted only where it is true."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from bot.rules.presentation.hints import Reason

C = TypeVar("C")
D = TypeVar("D")

Holds: TypeAlias = Callable[[C, C], bool]  # whether something speaks for the first choice against the second


@dataclass(frozen=True, slots=True)
class Saying(Generic[C]):
    """What a maxim says for one choice against another: a message with its source in it, the condition under
    which it is true in the player's view, and who the author was (a message; empty: nothing to explain).
    `words` is a literal, collected for translation."""

    words: str
    holds: Holds[C]
    author: str = ""


@dataclass(frozen=True, slots=True)
class Maxim(Generic[C]):
    """A piece of advice: how much it says for a choice (or against it, below nothing), in the points or
    tricks of the game, and its `sayings`, of which the first that holds is quoted."""

    sayings: tuple[Saying[C], ...]
    weigh: Callable[[C], float]

    @property
    def name(self) -> str:
        """The name of its function."""
        return self.weigh.__name__


def maxim(
    words: str, holds: Holds[D], author: str = ""
) -> Callable[[Callable[[D], float] | Maxim[D]], Maxim[D]]:
    """Make a maxim of the function that weighs it. The arguments are those of a `Saying`; a maxim decorated
    again has one more, which comes first."""

    def decorate(weigh: Callable[[D], float] | Maxim[D]) -> Maxim[D]:
        rest = weigh if isinstance(weigh, Maxim) else Maxim((), weigh)
        return Maxim((Saying(words, holds, author), *rest.sayings), rest.weigh)

    return decorate


def commends(fits: Callable[[C], bool]) -> Holds[C]:
    """The condition of advice to make choices that fit: one does, and the other does not."""
    return lambda mine, other: fits(mine) and not fits(other)


def warns(unfit: Callable[[C], bool]) -> Holds[C]:
    """The condition of advice against some choices: the other is one of them, and this one is not."""
    return lambda mine, other: unfit(other) and not unfit(mine)


def strongest(
    equal: Sequence[C], other: C, maxims: Sequence[Maxim[C]], others_maxims: Sequence[Maxim[C]]
) -> Saying[C] | None:
    """What the maxim says that speaks most for the first of some equal choices against another one, of those
    that have something to say that holds for all of them; None if there is none.

    A maxim that has nothing to do with the other choice says nothing of it.
    """
    gains = {
        place: maxim.weigh(equal[0]) - (maxim.weigh(other) if maxim in others_maxims else 0.0)
        for place, maxim in enumerate(maxims)
    }
    for place in sorted(gains, key=gains.__getitem__, reverse=True):
        if gains[place] <= 0:
            break
        for said in maxims[place].sayings:
            if all(said.holds(mine, other) for mine in equal):
                return said
    return None


def reason_of(said: Saying[C] | None) -> Reason:
    """The saying as the reason of a hint."""
    return Reason() if said is None else Reason(said.words, said.author)
