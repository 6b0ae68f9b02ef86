"""Events: what a move brought about, and who may see it."""

from dataclasses import dataclass
from typing import Any, ClassVar

from bot.rules.cards import Card
from bot.rules.seats import Names


@dataclass(frozen=True, slots=True)
class Event:
    """The base of all events.

    `kind` names it in JSON. `posted` says that the table announces it in the channel.
    `closes_deal` says that every card of the deal is now known, so that the pack may be shown.
    """

    kind: ClassVar[str]
    posted: ClassVar[bool] = False
    closes_deal: ClassVar[bool] = False

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
class Seated(Event):
    """People changed chairs: chair `i` now holds who sat in chair `order[i]`."""

    kind = "seated"
    posted = True
    order: tuple[int, ...]
    dealer: int

    def data(self, names: Names) -> dict[str, Any]:
        after = names.reseated(self.order)
        return {"seats": list(after.seats), "dealer": after[self.dealer]}


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A seat took up its cards; only that seat sees them."""

    kind = "dealt"
    seat: int
    cards: tuple[Card, ...]

    @property
    def seen_by(self) -> tuple[int, ...] | None:
        return (self.seat,)

    def data(self, names: Names) -> dict[str, Any]:
        return {"seat": names[self.seat], "cards": [card.text for card in self.cards]}


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

    `kind` is the unit (`hand`, `game`, `rubber`); `points` holds what each side made in it;
    `winner` is the side that won it, None where a unit has no winner.
    """

    posted = True
    number: int
    points: tuple[int, ...]
    winner: int | None
