"""What happens only where there is a dummy."""

from dataclasses import dataclass
from typing import Any

from bot.rules.cards import Card
from bot.rules.events import Event, Scored, Seat
from bot.rules.seats import Names
from bot.rules.whist.events import ValuedRubberWon


@dataclass(frozen=True, slots=True)
class LaidOpen(Event):
    """The hand of `seat`, a dummy, lies open before everybody (RULES D3)."""

    kind = "dummy"
    posted = turns_up = True
    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DummyRubberWon(ValuedRubberWon):
    """A rubber is decided in which one plays with dummy against two: `settled` is what each seat has won by
    it from the others (RULES D5), `balance` the same of the tournée so far, empty where none is played."""

    settled: tuple[int, ...]
    balance: tuple[int, ...]

    def data(self, names: Names) -> dict[str, Any]:
        said = {**ValuedRubberWon.data(self, names), "settled": _by_name(self.settled, names)}
        return {**said, "balance": _by_name(self.balance, names)} if self.balance else said


@dataclass(frozen=True, slots=True)
class TourneeWon(Scored):
    """Three rubbers are over, in which each of `players` had dummy once: `points` is what they have won from
    each other."""

    kind = unit = "tournee"
    players: tuple[int, ...]

    @property
    def by_sides(self) -> tuple[tuple[int, ...], ...]:
        return tuple((seat,) for seat in self.players)

    @property
    def best(self) -> tuple[int, ...]:
        """The seats that have won most."""
        most = max(self.points)
        return tuple(seat for seat, made in zip(self.players, self.points, strict=True) if made == most)

    def data(self, names: Names) -> dict[str, Any]:
        by_name = {names[seat]: made for seat, made in zip(self.players, self.points, strict=True)}
        winner = None if self.winner is None else names[self.players[self.winner]]
        return {"winner": winner, "points": by_name}


def _by_name(by_seat: tuple[int, ...], names: Names) -> dict[str, int]:
    return {names[seat]: made for seat, made in enumerate(by_seat) if seat not in names.seating.dummies}
