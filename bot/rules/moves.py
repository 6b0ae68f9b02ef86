"""Moves: what a seat, or chance, does. A move is short text, a verb and its arguments.

The same text is stored in the log, put in a button and written in a record;
`game.parse(str(move)) == move`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from bot.rules import cards
from bot.rules.cards import Card, Suit
from bot.rules.errors import NotationError


@dataclass(frozen=True, slots=True)
class Move:
    """The base of all moves."""

    verb: ClassVar[str]

    @property
    def arguments(self) -> tuple[str, ...]:
        """What stands after the verb."""
        raise NotImplementedError

    @classmethod
    def read(cls, arguments: Sequence[str]) -> Self:
        """The move with these arguments. Raises NotationError."""
        raise NotImplementedError

    def __str__(self) -> str:
        return " ".join((self.verb, *self.arguments))


@dataclass(frozen=True, slots=True)
class _CardsMove(Move):
    cards: tuple[Card, ...]

    @property
    def arguments(self) -> tuple[str, ...]:
        return tuple(card.text for card in self.cards)

    @classmethod
    def read(cls, arguments: Sequence[str]) -> Self:
        if not arguments:
            raise NotationError(f"'{cls.verb}' wants cards after it, as in '{cls.verb} QH 9C'.")
        return cls(tuple(cards.parse(text) for text in arguments))


@dataclass(frozen=True, slots=True)
class Deck(_CardsMove):
    """Chance: the whole shuffled pack, top to bottom."""

    verb = "deck"


@dataclass(frozen=True, slots=True)
class Draw(_CardsMove):
    """Chance: the cards cut by those who cut for partners or deal, in seat order."""

    verb = "draw"


@dataclass(frozen=True, slots=True)
class Cut(Move):
    """Lift the top `lift` cards of the pack."""

    verb = "cut"
    lift: int

    @property
    def arguments(self) -> tuple[str, ...]:
        return (str(self.lift),)

    @classmethod
    def read(cls, arguments: Sequence[str]) -> Self:
        match arguments:
            case [number] if number.isascii() and number.isdigit() and len(number) < 4:
                return cls(int(number))
        raise NotationError(f"'{cls.verb}' wants the number of cards lifted, as in 'cut 20'.")


@dataclass(frozen=True, slots=True)
class NameTrump(Move):
    """Name the trump suit."""

    verb = "trump"
    suit: Suit

    @property
    def arguments(self) -> tuple[str, ...]:
        return (self.suit.value,)

    @classmethod
    def read(cls, arguments: Sequence[str]) -> Self:
        match arguments:
            case [letter]:
                return cls(cards.parse_suit(letter))
        raise NotationError("'trump' wants a suit: S, H, D or C.")


@dataclass(frozen=True, slots=True)
class Play(Move):
    """Lead a card, or play one to the trick."""

    verb = "play"
    card: Card

    @property
    def arguments(self) -> tuple[str, ...]:
        return (self.card.text,)

    @classmethod
    def read(cls, arguments: Sequence[str]) -> Self:
        match arguments:
            case [text]:
                return cls(cards.parse(text))
        raise NotationError("'play' wants one card, as in 'play QH'.")


def vocabulary(*kinds: type[Move]) -> Mapping[str, type[Move]]:
    """The verbs of a game and the moves they stand for."""
    return {kind.verb: kind for kind in kinds}


def read_move(text: str, verbs: Mapping[str, type[Move]]) -> Move:
    """The move written `text` in that vocabulary. Raises NotationError."""
    verb, *arguments = text.split() or [""]
    kind = verbs.get(verb)
    if kind is None:
        raise NotationError(f"{verb!r} is not a move of this game; it knows {', '.join(verbs)}.")
    return kind.read(arguments)
