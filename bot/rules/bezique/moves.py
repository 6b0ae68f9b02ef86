"""The moves of bezique."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Self, TypeAlias

from bot.rules.bezique.named import ALL_NAMED, Named, read_named
from bot.rules.errors import NotationError
from bot.rules.moves import BareMove, Move

KEYS: Final = (
    "sequence", "marriage", "quadruple", "triple", "double", "bezique", "aces", "kings", "queens", "knaves",
    "tens", "amour", "brisque", "quint-a", "quint-k", "quint-q", "quint-j",
    "quart-a", "quart-k", "quart-q", "quart-j", "quart-t",
    "tierce-a", "tierce-k", "tierce-q", "tierce-j", "tierce-t", "tierce-9",
)  # fmt: skip
"""The kinds of declarations in the notation, over the whole family."""


@dataclass(frozen=True, slots=True)
class PlayHeld(Move):
    """`play KH` from the hand, `play KH/1` a card that has been shown."""

    verb = "play"
    named: Named

    @property
    def arguments(self) -> tuple[str, ...]:
        return (self.named.text,)

    @classmethod
    def read(cls, arguments: Sequence[str]) -> Self:
        match arguments:
            case [text]:
                return cls(read_named(text))
        raise NotationError("'{verb}' wants one card, as in '{verb} QH'.", verb=cls.verb)


@dataclass(frozen=True, slots=True)
class _Combination(Move):
    """A kind by its key, and its cards in reading order."""

    key: str
    cards: tuple[Named, ...]

    @classmethod
    def read(cls, arguments: Sequence[str]) -> Self:
        match arguments:
            case [key, *cards] if key in KEYS and cards:
                return cls(key, tuple(sorted(map(read_named, cards), key=lambda named: named.order)))
        raise NotationError(
            "'{verb}' wants a kind ({known}) and its cards, as in '{verb} marriage KH QH'.",
            verb=cls.verb,
            known=", ".join(KEYS),
        )


@dataclass(frozen=True, slots=True)
class Declare(_Combination):
    """Show a combination: it is scored if one may still be after this trick, else kept to score later."""

    verb = "declare"


@dataclass(frozen=True, slots=True)
class ScoreKept(_Combination):
    """Score a combination that was shown before and kept."""

    verb = "score"


@dataclass(frozen=True, slots=True)
class DeclareAll(BareMove):
    """Score everything that can be, in the order that pays most."""

    verb = "declare-all"


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
    """Finish declaring: the winner of the trick draws, then the others."""

    verb = "take"
    reveals = True
    formality = True


Announcement: TypeAlias = Declare | DeclareAll | ScoreKept | Exchange | ShowSeven
"""What the winner of a trick may do for points."""

PLAYS: Final = {named: PlayHeld(named) for named in ALL_NAMED}


def plays_of(hand: Iterable[Named]) -> tuple[PlayHeld, ...]:
    """The play of each of these cards, of like cards once."""
    return tuple(map(PLAYS.__getitem__, dict.fromkeys(hand)))
