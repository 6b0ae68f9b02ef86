"""The moves of bezique."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from bot.rules.bezique.combinations import BY_KEY, Kind
from bot.rules.bezique.held import Named, read_named
from bot.rules.errors import NotationError
from bot.rules.moves import BareMove, Move


@dataclass(frozen=True, slots=True)
class ChooseDealer(Move):
    """`dealer 1`: whoever cut the higher card says who deals first, by seat."""

    verb = "dealer"
    blind = True
    seat: int

    @property
    def arguments(self) -> tuple[str, ...]:
        return (str(self.seat),)

    @classmethod
    def read(cls, arguments: Sequence[str]) -> Self:
        match arguments:
            case [("0" | "1") as seat]:
                return cls(int(seat))
        raise NotationError("'dealer' wants a seat, 0 or 1.")


@dataclass(frozen=True, slots=True)
class PlayHeld(Move):
    """`play KH` from the hand, `play KH/m` a card that lies declared."""

    verb = "play"
    named: Named

    @property
    def arguments(self) -> tuple[str, ...]:
        return (str(self.named),)

    @classmethod
    def read(cls, arguments: Sequence[str]) -> Self:
        match arguments:
            case [text]:
                return cls(read_named(text))
        raise NotationError("'play' wants one card, as in 'play QH'.")


@dataclass(frozen=True, slots=True)
class _Combination(Move):
    kind: Kind
    cards: tuple[Named, ...]

    @property
    def arguments(self) -> tuple[str, ...]:
        return (self.kind.key, *map(str, self.cards))

    @classmethod
    def read(cls, arguments: Sequence[str]) -> Self:
        match arguments:
            case [key, *cards] if key in BY_KEY and cards:
                return cls(BY_KEY[key], tuple(map(read_named, cards)))
        known = ", ".join(BY_KEY)
        raise NotationError(
            f"'{cls.verb}' wants a kind ({known}) and its cards, as in '{cls.verb} marriage KH QH'."
        )


@dataclass(frozen=True, slots=True)
class Declare(_Combination):
    """Show a combination: the first after a trick is scored, others are kept to score later."""

    verb = "declare"


@dataclass(frozen=True, slots=True)
class Score(_Combination):
    """Score a combination that was shown before and kept."""

    verb = "score"


@dataclass(frozen=True, slots=True)
class Exchange(BareMove):
    """Exchange the seven of trumps for the turned-up card."""

    verb = "exchange"


@dataclass(frozen=True, slots=True)
class ShowSeven(BareMove):
    """Show the seven of trumps for its points when there is nothing to exchange it for."""

    verb = "seven"


@dataclass(frozen=True, slots=True)
class DrawCards(BareMove):
    """Done with declaring: the winner of the trick draws, then the other."""

    verb = "take"
