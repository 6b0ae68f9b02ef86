"""What a card is worth in the hand while the stock lasts (Cady: know what you are holding it for)."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from bot.house.player import seat_of
from bot.rules.bezique.combinations import SEQUENCE_RANKS, Class
from bot.rules.bezique.named import Named
from bot.rules.bezique.pack import HEIGHT
from bot.rules.bezique.state import Served, View
from bot.rules.cards import Card, Rank, Suit, card

BEZIQUE_CARDS: Final = (card(Rank.QUEEN, Suit.SPADES), card(Rank.JACK, Suit.DIAMONDS))

_FOUR: Final = {Rank.ACE: 100, Rank.KING: 80, Rank.QUEEN: 60, Rank.JACK: 40}
_LIKELIHOOD: Final = (0.0, 0.04, 0.12, 0.35, 0.9)
"""How likely four of a kind is to come about with so many of them in hand."""

_SEQUENCE: Final = (0.0, 2.0, 6.0, 15.0, 40.0, 60.0)
"""Points that each card of the trump sequence is worth with so many of the five in hand."""

_BEZIQUE: Final = 9.0
_BEZIQUE_PAIRED: Final = 18.0
_DOUBLE_HOPE: Final = 30.0
_DOUBLE_HELD: Final = 90.0
_MARRIAGE: Final = 3.0
_MARRIAGE_PAIRED: Final = 11.0
_TRUMP: Final = 4.0
_SEVEN: Final = 6.0
_HIGH: Final = 0.5


@dataclass(frozen=True)
class Holding:
    """A player's cards while the stock lasts, and what has been played."""

    view: View

    @cached_property
    def cards(self) -> tuple[Named, ...]:
        """All cards of the seat, declared ones too."""
        return (*self.view.hand, *self.view.declared[seat_of(self.view)])

    @cached_property
    def gone(self) -> Counter[Card]:
        """Cards this seat can never get: played, or declared by another seat."""
        played = Counter(c for trick in self.view.tricks for c in trick.pieces)
        played.update(self.view.cards)
        for seat, declared in enumerate(self.view.declared):
            if seat != self.view.seat:
                played.update(name.card for name in declared)
        return played

    @cached_property
    def served(self) -> Served:
        """What this seat's cards have served for."""
        return self.view.served(seat_of(self.view))

    @cached_property
    def _kinds(self) -> frozenset[tuple[Named, str]]:
        served = self.served.declarations
        return frozenset((name, d.kind.key) for d in served for name in d.cards)

    def has_served(self, name: Named, kind: str) -> bool:
        """Whether the card has been declared in that kind."""
        return (name, kind) in self._kinds

    def level(self, name: Named, group: Class) -> int:
        """The highest level at which it has been declared in that class; 0: none."""
        return self.served.level(name, group)

    @property
    def hurry(self) -> float:
        """How much of the stock is left, 1 at first and 0 at its end: what may yet come of a card."""
        return min(1.0, self.view.stock / 40)

    def has(self, wanted: Card, without: str = "") -> bool:
        """Whether such a card is held that has not served in the kind `without`."""
        return any(n.card is wanted and not self.has_served(n, without) for n in self.cards)

    def may_come(self, wanted: Card) -> bool:
        """Whether one of them could still be drawn."""
        held = sum(1 for name in self.cards if name.card is wanted)
        return held + self.gone[wanted] < self.view.variant.packs

    def worth(self, name: Named) -> float:
        """What keeping the card is worth, in points."""
        hopes = _in_four(self, name) + _in_sequence(self, name) + _in_bezique(self, name)
        hopes += _in_marriage(self, name)
        return hopes * (0.35 + 0.65 * self.hurry) + _by_itself(self, name)


def _in_four(holding: Holding, name: Named) -> float:
    points = _FOUR.get(name.card.rank)
    if points is None or holding.level(name, "fours"):
        return 0.0
    held = sum(
        1
        for other in holding.cards
        if other.card.rank is name.card.rank and not holding.level(other, "fours")
    )
    return points * _LIKELIHOOD[min(held, 4)] / 2


def _in_sequence(holding: Holding, name: Named) -> float:
    trump = holding.view.trump
    if trump is None or name.card.suit is not trump or name.card.rank not in SEQUENCE_RANKS:
        return 0.0
    if holding.level(name, "marriages") >= 2:
        return 0.0
    wanted = [card(rank, trump) for rank in SEQUENCE_RANKS]
    missing = [c for c in wanted if not holding.has(c, without="sequence")]
    if not all(holding.may_come(c) for c in missing):
        return 0.0
    spare = sum(1 for other in holding.cards if other.card is name.card) > 1
    return _SEQUENCE[5 - len(missing)] / (2 if spare else 1)


def _in_bezique(holding: Holding, name: Named) -> float:
    if name.card not in BEZIQUE_CARDS or holding.level(name, "beziques") >= 2:
        return 0.0
    if all(_two(holding, c) for c in BEZIQUE_CARDS):
        return _DOUBLE_HELD
    (other,) = (c for c in BEZIQUE_CARDS if c is not name.card)
    if holding.has_served(name, "bezique"):
        complete = all(holding.has(c) and (holding.may_come(c) or _two(holding, c)) for c in BEZIQUE_CARDS)
        return _DOUBLE_HOPE if complete else 0.0
    if holding.has(other, without="bezique"):
        return _BEZIQUE_PAIRED
    return _BEZIQUE if holding.may_come(other) else 0.0


def _two(holding: Holding, wanted: Card) -> bool:
    return sum(1 for name in holding.cards if name.card is wanted) >= 2


def _in_marriage(holding: Holding, name: Named) -> float:
    pair = {Rank.KING: Rank.QUEEN, Rank.QUEEN: Rank.KING}.get(name.card.rank)
    suit = name.card.suit
    if pair is None or suit is None or holding.level(name, "marriages"):
        return 0.0
    royal = 2.0 if holding.view.trump in (None, suit) else 1.0
    if holding.has(card(pair, suit), without="marriage"):
        return _MARRIAGE_PAIRED * royal
    return _MARRIAGE * royal if holding.may_come(card(pair, suit)) else 0.0


def _by_itself(holding: Holding, name: Named) -> float:
    view = holding.view
    worth = _HIGH * HEIGHT[name.card.rank]
    if name.card.suit is view.trump and view.trump is not None:
        worth += _TRUMP + HEIGHT[name.card.rank]
        turned = view.turn_up
        if name.card.rank is Rank.SEVEN and turned is not None and not name.index:
            worth += _SEVEN + (_in_hand(turned, view.trump) if turned.rank is not Rank.SEVEN else 0.0)
    return worth


def _in_hand(turned: Card, trump: Suit) -> float:
    return 6.0 if turned.suit is trump and turned.rank in SEQUENCE_RANKS else 0.0
