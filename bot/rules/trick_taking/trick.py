"""A trick of any pieces, cards or dominoes, played in turn round the table."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from bot.rules.cards import Suit
from bot.rules.events import Event
from bot.rules.pieces import Piece
from bot.rules.seats import Names

P = TypeVar("P", bound=Piece, covariant=True)


@dataclass(frozen=True, slots=True)
class Trick(Generic[P]):
    """A finished trick: its pieces in the order played, clockwise from the seat `leader`, one a player.

    `number` counts the tricks of the hand from 1. Where not all play to it, as in a duel, `seats` are those
    who did, in the order in which they played.
    """

    number: int
    leader: int
    pieces: tuple[P, ...]
    winner: int
    seats: tuple[int, ...] = ()

    @property
    def plays(self) -> tuple[tuple[int, P], ...]:
        """Seat and piece, in the order played."""
        if self.seats:
            return tuple(zip(self.seats, self.pieces, strict=True))
        first, players = self.leader, len(self.pieces)
        return tuple([((first + turn) % players, piece) for turn, piece in enumerate(self.pieces)])

    @property
    def led(self) -> P:
        """The piece that was led."""
        return self.pieces[0]


@dataclass(frozen=True, slots=True)
class TrickTaken(Event, Generic[P]):
    """The base of events that say a trick is complete. `trump` is the trump suit, if there is one."""

    kind = "trick"
    posted = True
    trick: Trick[P]
    trump: Suit | None

    def data(self, names: Names) -> dict[str, Any]:
        data = {
            "number": self.trick.number,
            "winner": names[self.trick.winner],
            "cards": [piece.text for piece in self.trick.pieces],
        }
        return {**data, "seats": [names[seat] for seat in self.trick.seats]} if self.trick.seats else data
