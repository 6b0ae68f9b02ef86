"""Moves: what a seat, or chance, does. A move is short text, a verb and its arguments.

The same text is stored in the log, put in a button and written in a record; `game.parse(str(move)) == move`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Self, TypeAlias, TypeVar, cast

from bot.rules import cards
from bot.rules.cards import Card, Suit
from bot.rules.errors import NotationError
from bot.rules.pieces import Piece

P = TypeVar("P", bound=Piece)

WrittenMove: TypeAlias = tuple[int | None, str]  # a move in a record: the seat, None for chance, and the text


def _written(value: Any) -> tuple[str, ...]:
    if value is None or value == "":
        return ()
    if isinstance(value, tuple):
        return tuple([word for one in value for word in _written(one)])
    if isinstance(value, str | int):
        return (str(value),)
    return (value.value if isinstance(value, Suit) else value.text,)


@dataclass(frozen=True, slots=True)
class Move:
    """The base of all moves.

    `by_chance`: no seat makes it. `blind`: it is made before any piece is seen, so any choice is as good as
    another. `automatic`: if it is the only move, it may be made for a player who asked for that. `formality`:
    it is then made for every player (`Game.formality`). `reveals`: it shows its player a hidden piece, so it
    cannot be taken back. `guess`: it picks one of several pieces that look alike, so nobody could advise it.
    `preliminary`: it is part of the ceremony before a hand. `stakes_game`: the game may be lost by it alone,
    so its player is asked to confirm. `out_of_turn`: it may be made by a seat that is not to move. `passes`:
    the chance to make it soon passes, so it is offered at once. `private`: whether to make it depends on
    one's own cards alone, so nobody advises it.
    """

    verb: ClassVar[str]
    by_chance: ClassVar[bool] = False
    blind: ClassVar[bool] = False
    automatic: ClassVar[bool] = True
    formality: ClassVar[bool] = False
    reveals: ClassVar[bool] = False
    guess: ClassVar[bool] = False
    preliminary: ClassVar[bool] = False
    stakes_game: ClassVar[bool] = False
    out_of_turn: ClassVar[bool] = False
    passes: ClassVar[bool] = False
    private: ClassVar[bool] = False

    @property
    def arguments(self) -> tuple[str, ...]:
        """What stands after the verb: the fields in order, those left empty apart."""
        fields: tuple[str, ...] = type(self).__match_args__
        return tuple([word for name in fields for word in _written(getattr(self, name))])

    @classmethod
    def read(cls, arguments: Sequence[str]) -> Self:
        """The move with these arguments. Raises NotationError."""
        raise NotImplementedError

    def __str__(self) -> str:
        return " ".join((self.verb, *self.arguments))


@dataclass(frozen=True, slots=True)
class BareMove(Move):
    """The base of moves that are a verb and nothing more."""

    @classmethod
    def read(cls, arguments: Sequence[str]) -> Self:
        if arguments:
            raise NotationError("'{verb}' stands alone.", verb=cls.verb)
        return cls()


@dataclass(frozen=True, slots=True)
class PiecesMove(Move, Generic[P]):
    """The base of moves of chance that name pieces; `reads` is how to read one, and an example."""

    by_chance = True
    reads: ClassVar[tuple[Callable[[str], Piece], str]]
    pieces: tuple[P, ...]

    @classmethod
    def read(cls, arguments: Sequence[str]) -> Self:
        parse, example = cls.reads
        if not arguments:
            raise NotationError(
                "'{verb}' wants pieces after it, as in '{verb} {example}'.", verb=cls.verb, example=example
            )
        return cls(tuple(cast(P, parse(text)) for text in arguments))


@dataclass(frozen=True, slots=True)
class Deck(PiecesMove[Card]):
    """Chance: the whole shuffled pack, top to bottom."""

    verb = "deck"
    reads = (cards.parse, "QH 9C")


@dataclass(frozen=True, slots=True)
class Draw(PiecesMove[Card]):
    """Chance: the cards cut by those who cut for partners or deal, in seat order."""

    verb = "draw"
    reads = (cards.parse, "QH 9C")


@dataclass(frozen=True, slots=True)
class Cut(Move):
    """Lift the top `lift` cards of the pack."""

    verb = "cut"
    blind = True
    preliminary = True
    lift: int

    @classmethod
    def read(cls, arguments: Sequence[str]) -> Self:
        match arguments:
            case [number] if number.isascii() and number.isdigit() and len(number) < 4:
                return cls(int(number))
        raise NotationError("'cut' wants a number, as in 'cut 20'.")


@dataclass(frozen=True, slots=True)
class NameTrump(Move):
    """Name the trump suit before anything is dealt."""

    verb = "trump"
    blind = True
    suit: Suit

    @classmethod
    def read(cls, arguments: Sequence[str]) -> Self:
        match arguments:
            case [letter]:
                return cls(cards.parse_suit(letter))
        raise NotationError("'trump' wants a suit: S, H, D or C.")


@dataclass(frozen=True, slots=True)
class CardMove(Move):
    """The base of moves that are a verb and one card."""

    card: Card

    @property
    def arguments(self) -> tuple[str, ...]:
        return (self.card.text,)

    @classmethod
    def read(cls, arguments: Sequence[str]) -> Self:
        match arguments:
            case [text]:
                return cls(cards.parse(text))
        raise NotationError("'{verb}' wants one card, as in '{verb} QH'.", verb=cls.verb)


@dataclass(frozen=True, slots=True)
class Play(CardMove):
    """Lead a card, or play one to the trick."""

    verb = "play"


def vocabulary(*kinds: type[Move]) -> Mapping[str, type[Move]]:
    """The verbs of a game and the moves they stand for."""
    return {kind.verb: kind for kind in kinds}


def read_move(text: str, verbs: Mapping[str, type[Move]]) -> Move:
    """The move written `text` in that vocabulary. Raises NotationError."""
    verb, *arguments = text.split() or [""]
    kind = verbs.get(verb)
    if kind is None:
        raise NotationError(
            "{verb!r} is not a move of this game; it knows {known}.", verb=verb, known=", ".join(verbs)
        )
    return kind.read(arguments)
