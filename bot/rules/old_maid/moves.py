"""The moves of Old Maid."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from bot.rules import cards
from bot.rules.cards import Card
from bot.rules.errors import NotationError
from bot.rules.moves import Move

_MOST_DIGITS = 2


def _number(text: str) -> int | None:
    short = text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
    return int(text) if short and int(text) > 0 else None


@dataclass(frozen=True, slots=True)
class Mix(Move):
    """Chance: the hand about to be drawn from is shuffled; `order` lists its positions, from 1."""

    verb = "mix"
    by_chance = True
    order: tuple[int, ...]

    @classmethod
    def read(cls, arguments: Sequence[str]) -> Self:
        order = tuple(number for text in arguments if (number := _number(text)) is not None)
        if not order or len(order) != len(arguments):
            raise NotationError(
                "'mix' wants the positions of the hand in their new order, as in 'mix 2 1 3'."
            )
        return cls(order)


@dataclass(frozen=True, slots=True)
class Take(Move):
    """Draw the card at that position, from 1, of the neighbour's hand."""

    verb = "take"
    reveals = True
    guess = True
    position: int

    @classmethod
    def read(cls, arguments: Sequence[str]) -> Self:
        match arguments:
            case [text] if (position := _number(text)) is not None:
                return cls(position)
        raise NotationError("'take' wants the position of a card, as in 'take 3'.")


@dataclass(frozen=True, slots=True)
class Throw(Move):
    """Throw a pair on the table: two cards of one rank."""

    verb = "throw"
    pair: tuple[Card, Card]

    @classmethod
    def read(cls, arguments: Sequence[str]) -> Self:
        match arguments:
            case [first, second]:
                return cls((cards.parse(first), cards.parse(second)))
        raise NotationError("'throw' wants the two cards of a pair, as in 'throw KH KD'.")
