"""What can happen only in the games before bezique."""

from dataclasses import dataclass
from typing import Literal

from bot.rules.cards import Suit
from bot.rules.events import BySide, Event, Seat, Untold

Reason = Literal[
    "turned-up", "five-courts", "court-drawn", "carte-blanche", "met-marriage", "ace-of-trumps",
    "last-card", "most-last-tricks", "last-tricks", "last-tricks-all-trumps",
]  # fmt: skip
"""What a side can score for apart from declarations and tricks."""


@dataclass(frozen=True, slots=True)
class Bonus(Event):
    """A side scores for `reason`, through `seat`: neither for a declaration nor for a card taken. `suit` is
    that of a king and queen that met in a trick. `total` are the points in the game after it."""

    kind = "bonus"
    posted = True
    seat: Seat
    side: Untold[int]
    reason: Reason
    points: int
    total: BySide
    suit: Untold[Suit | None] = None


@dataclass(frozen=True, slots=True)
class StockClosed(Event):
    """Mariage: `seat` draws no more, and nobody does; `stock` cards were left, face down."""

    kind = "closed"
    posted = True
    seat: Seat
    stock: int


@dataclass(frozen=True, slots=True)
class Knocked(Event):
    """Cinq-cents: `seat` claims to have the `target`, and has `points`, of which `cards` lie in tricks."""

    kind = "knock"
    posted = True
    seat: Seat
    points: int
    cards: int
    target: int
