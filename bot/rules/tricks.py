"""A finished trick, in any game for players who play in turn round the table."""

from dataclasses import dataclass
from typing import Any

from bot.rules.cards import Card, Suit
from bot.rules.events import Event
from bot.rules.scene import Layout, Row
from bot.rules.seats import Names


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick: its cards in the order played, clockwise from the seat `leader`."""

    number: int
    leader: int
    cards: tuple[Card, ...]
    winner: int

    @property
    def plays(self) -> tuple[tuple[int, Card], ...]:
        """Seat and card, in the order played."""
        players = len(self.cards)
        return tuple(((self.leader + turn) % players, card) for turn, card in enumerate(self.cards))


@dataclass(frozen=True, slots=True)
class TrickDone(Event):
    """The base of events that say a trick is complete."""

    kind = "trick"
    posted = True

    @property
    def trick(self) -> Trick:
        """The trick just taken."""
        raise NotImplementedError

    @property
    def trump(self) -> Suit | None:
        """The trump suit it was played with; None if there was none, or it is not told here."""
        return None

    def data(self, names: Names) -> dict[str, Any]:
        return {
            "number": self.trick.number,
            "winner": names[self.trick.winner],
            "cards": [card.text for card in self.trick.cards],
        }


def played_line(trick: Trick, names: Names) -> str:
    """Who played what: `Trick 3: Ann K♠ · Bob 2♠`."""
    played = " · ".join(f"{names[seat]} {card.face}" for seat, card in trick.plays)
    return f"Trick {trick.number}: {played}"


def look_again(trick: Trick, names: Names) -> str:
    """A trick that has been taken: who played what and who took it."""
    return f"{played_line(trick, names)}. Taken by {names[trick.winner]}."


def table_row(cards: tuple[Card, ...], leader: int, players: int, best: int) -> Row:
    """The trick in progress, its best card so far (an index in `cards`) marked."""
    owners = tuple((leader + turn) % players for turn in range(len(cards)))
    return _row("On the table", cards, owners, best, "best")


def last_row(trick: Trick) -> Row:
    """The trick last taken, with the card that took it."""
    owners = tuple(seat for seat, _ in trick.plays)
    return _row("Last trick", trick.cards, owners, owners.index(trick.winner), "taken by")


def _row(title: str, cards: tuple[Card, ...], owners: tuple[int, ...], marked: int, mark: str) -> Row:
    pieces, faces = tuple(c.text for c in cards), tuple(c.face for c in cards)
    return Row(title, pieces, faces, Layout.TRICK, owners, marked, mark)


def cards_row(title: str, cards: tuple[Card, ...], live: tuple[bool, ...] = ()) -> Row:
    """Cards side by side: a hand, a turned-up card."""
    return Row(title, tuple(c.text for c in cards), tuple(c.face for c in cards), live=live)
