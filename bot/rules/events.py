"""Events: what a move brought about, and who may see it."""

from dataclasses import dataclass
from typing import Any, ClassVar

from bot.rules.cards import Card
from bot.rules.pieces import Piece
from bot.rules.seats import Names


@dataclass(frozen=True, slots=True)
class Event:
    """The base of all events.

    `kind` names it in JSON. `posted` says that the table announces it in the channel, and `recorded` that it
    belongs to the course of its hand all the same.
    `turns_up` says that it shows everybody pieces that nobody has moved, as a turned-up card, or
    what came of them.
    `closes_deal` says that every piece of the deal is now known, so that the pack may be shown.
    `closed` says that its pieces may not be looked at again before the hand is over.
    """

    kind: ClassVar[str]
    posted: ClassVar[bool] = False
    recorded: ClassVar[bool] = False
    turns_up: ClassVar[bool] = False
    closes_deal: ClassVar[bool] = False
    closed: ClassVar[bool] = False

    @property
    def reopens(self) -> tuple[tuple[str, int], ...]:
        """Results that do not hold any more, by unit and number, as of a game that goes on after all."""
        return ()

    def takes_back(self, told: "Event") -> bool:
        """Whether what `told` says does not hold any more, as a trick of which a card was taken back."""
        return False

    @property
    def seen_by(self) -> tuple[int, ...] | None:
        """The seats that may know of it; None for everybody."""
        return None

    def data(self, names: Names) -> dict[str, Any]:
        """The event as JSON values, without its kind."""
        raise NotImplementedError

    def to_json(self, names: Names) -> dict[str, Any]:
        """One JSON object, as `replay --json` prints it."""
        return {"event": self.kind, **self.data(names)}


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
    seat: int
    card: Card

    def data(self, names: Names) -> dict[str, Any]:
        return {"seat": names[self.seat], "card": self.card.text}


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """The base of events that end a unit of play and go to the leaderboard.

    `unit` says what it counts as there: a `hand`, a `game`, or a `rubber` (a partie is one, too).
    `points` holds what each side made in it; `winner` is the side that won it, None where a unit
    has no winner. `by_sides` are the sides, where they are not those of the seating.
    """

    posted = True
    unit: ClassVar[str]
    number: int
    points: tuple[int, ...]
    winner: int | None

    @property
    def by_sides(self) -> tuple[tuple[int, ...], ...] | None:
        """The seats of each side, of those that have something of it; None: as they sit."""
        return None

    def won(self, side: int) -> bool | None:
        """Whether that side won; None where nobody did."""
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
    seat: int
    moves: int
    move: str

    def data(self, names: Names) -> dict[str, Any]:
        return {"seat": names[self.seat], "moves": self.moves, "card": self.move}
