"""Events: the effects of a move, and who may see them."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Annotated, Any, ClassVar, TypeAlias, TypeVar, get_origin

from bot.rules.cards import Card, Suit
from bot.rules.pieces import Piece
from bot.rules.seats import Names

T = TypeVar("T")
AsJson: TypeAlias = Callable[[Any, Names], Any]


def _in_json(value: Any, names: Names) -> Any:
    if isinstance(value, tuple):
        return [_in_json(item, names) for item in value]
    if isinstance(value, Suit):
        return value.value
    return value if value is None or isinstance(value, str | int) else value.text


def _seat(value: int, names: Names) -> str:
    return names[value]


def _side(value: int, names: Names) -> str:
    return names.side_key(value)


def _by_side(value: tuple[int, ...], names: Names) -> dict[str, int]:
    return names.by_side(value)


def _by_seat(value: tuple[Any, ...], names: Names) -> dict[str, Any]:
    return {names[seat]: _in_json(one, names) for seat, one in enumerate(value)}


def _seats(value: tuple[int, ...], names: Names) -> list[str]:
    return [names[seat] for seat in value]


@dataclass(frozen=True, slots=True)
class Key:
    """Another key in the JSON than the field's name."""

    key: str


_UNTOLD, _IF_ANY = "untold", "if any"

Seat = Annotated[int, _seat]
Side = Annotated[int, _side]
BySide = Annotated[tuple[int, ...], _by_side]
"""A number for each side."""
BySeat = Annotated[tuple[T, ...], _by_seat]  # a number or a piece for each seat
Seats = Annotated[tuple[int, ...], _seats]
TrickNumber = Annotated[int, Key("trick")]
Untold = Annotated[T, _UNTOLD]
"""Left out of the JSON."""
IfAny = Annotated[T, _IF_ANY]  # left out of the JSON where it is false, nothing or empty


@dataclass(frozen=True, slots=True)
class Event:
    """The base of all events.

    `kind` names it in JSON. `posted`: the table announces it in the channel; `recorded`: it belongs to the
    course of its hand without being posted. `turns_up`: it shows everybody pieces that nobody has moved, such
    as a turned-up card, or the result of such. `closes_deal`: every piece of the deal is now known, so the
    pack may be shown. `closed`: its pieces may not be looked at again before the hand is over.
    """

    kind: ClassVar[str]
    posted: ClassVar[bool] = False
    recorded: ClassVar[bool] = False
    turns_up: ClassVar[bool] = False
    closes_deal: ClassVar[bool] = False
    closed: ClassVar[bool] = False

    @property
    def reopens(self) -> tuple[tuple[str, int], ...]:
        """Results that no longer hold, by unit and number: a penalty has reopened the game."""
        return ()

    def takes_back(self, told: "Event") -> bool:
        """Whether this event makes `told` untrue, as when a card of that trick was taken back."""
        return False

    @property
    def seen_by(self) -> tuple[int, ...] | None:
        """The seats that may know of it; None for everybody."""
        return None

    def data(self, names: Names) -> dict[str, Any]:
        """The event as JSON values, without its kind: its fields, as their annotations say."""
        return {
            key: None if value is None else as_json(value, names)
            for name, key, as_json, always in _json_fields(type(self))
            if (value := getattr(self, name)) or always
        }

    def to_json(self, names: Names) -> dict[str, Any]:
        """One JSON object, as `replay --json` prints it."""
        return {"event": self.kind, **self.data(names)}


def _json_fields(kind: type[Any]) -> tuple[tuple[str, str, AsJson, bool], ...]:
    # Of each field that is told: its name, its key, how it is written, and whether it is when it is empty.
    told = []
    for field in fields(kind):
        marks = _marks(field.type)
        if _UNTOLD not in marks:
            as_json = next((mark for mark in marks if callable(mark)), _in_json)
            key = next((mark.key for mark in marks if isinstance(mark, Key)), field.name)
            told.append((field.name, key, as_json, _IF_ANY not in marks))
    return tuple(told)


def _marks(annotation: Any) -> tuple[Any, ...]:
    # Of `Seat | None` those of `Seat`.
    if get_origin(annotation) is Annotated:
        return tuple(annotation.__metadata__)
    return tuple(mark for part in getattr(annotation, "__args__", ()) for mark in _marks(part))


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A seat took up its cards, or whatever `called` says; only that seat sees them."""

    kind = "dealt"
    called: ClassVar[str] = "cards"
    seat: int
    pieces: tuple[Piece, ...]

    @property
    def seen_by(self) -> tuple[int, ...] | None:
        return (self.seat,)

    def data(self, names: Names) -> dict[str, Any]:
        return {"seat": names[self.seat], self.called: [piece.text for piece in self.pieces]}


@dataclass(frozen=True, slots=True)
class Played(Event):
    """A seat led or played a card, face up."""

    kind = "play"
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """The base of events that end a unit of play and go to the leaderboard.

    `unit` is a `hand`, a `game`, or a `rubber` (a partie, too). `points` are what each side made in it;
    `winner` is the side that won it, None where there is no winner. `by_sides` are the sides, where they are
    not those of the seating.
    """

    posted = True
    unit: ClassVar[str]
    number: int
    points: tuple[int, ...]
    winner: int | None

    @property
    def by_sides(self) -> tuple[tuple[int, ...], ...] | None:
        """The seats of each side that took part; None: as they sit."""
        return None

    def won(self, side: int) -> bool | None:
        """Whether that side won; None if nobody did."""
        return None if self.winner is None else side == self.winner

    def tally(self, names: Names, games: tuple[int, ...]) -> dict[str, Any]:
        """Winner, points and games as JSON values, for units of several games."""
        return {
            "winner": None if self.winner is None else names.side_key(self.winner),
            "points": names.by_side(self.points),
            "games": names.by_side(games),
        }


@dataclass(frozen=True, slots=True)
class Undone(Event):
    """A seat took back its last move, written `move`, with all that was made after it: `moves` in all."""

    kind = "undo"
    posted = True
    seat: Seat
    moves: int
    move: Annotated[str, Key("card")]
