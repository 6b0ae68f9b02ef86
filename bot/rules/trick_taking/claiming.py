"""Claims: a player lays down the hand and takes so many of the tricks left; the others go to the other side.

The rules say when a claim may be made, and score it. The table makes sure first that it is proved or that the
adversaries agree, so no claim is among the legal moves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Self

from bot.rules import cards
from bot.rules.cards import Card
from bot.rules.errors import NotationError
from bot.rules.events import Event, IfAny, Seat
from bot.rules.moves import Move

_MOST_DIGITS = 2


@dataclass(frozen=True, slots=True)
class Claim(Move):
    """`claim 5`, `claim 3 AS KS`, `claim 0`: lay down the hand and take so many of the tricks left; none
    concedes them all. `line` are cards of the hand in the order they are to be played, where a proof was
    found."""

    verb = "claim"
    tricks: int
    line: tuple[Card, ...] = ()

    @classmethod
    def read(cls, arguments: Sequence[str]) -> Self:
        match arguments:
            case [number, *line] if _is_number(number):
                return cls(int(number), tuple(map(cards.parse, line)))
        raise NotationError("'claim' wants a number of tricks, as in 'claim 5'.")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS and str(int(text)) == text


@dataclass(frozen=True, slots=True)
class Claimed(Event):
    """`seat` laid down `hand` and claimed `tricks` of the `left` ones; `line` is how they are made, where a
    proof was found."""

    kind = "claim"
    posted = True
    turns_up = True
    seat: Seat
    hand: tuple[Card, ...]
    tricks: int
    left: int
    line: IfAny[tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class ClaimCheck:
    """The outcome of trying to prove a claim; `unknown` where nobody can prove claims at that game.

    `line` are the claimant's cards in the order of the proof's main line, until the tricks claimed are made.
    For a claim that is not proved, `most` is how many tricks are certain.
    """

    answer: Literal["proved", "not-proved", "unknown"]
    line: tuple[Card, ...] = ()
    most: int = 0
