"""What a seat knows of a hand of bezique: its own cards, what they have served for, and what is unseen."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from bot.house.player import seat_of
from bot.rules.bezique.named import Named
from bot.rules.bezique.pack import ONE_PACK, reading_order
from bot.rules.bezique.state import Declaration, Served, View
from bot.rules.cards import Card, Rank

CARDS = len(ONE_PACK)
"""Cards are counted by their place in the pack."""


@dataclass(frozen=True)
class Known:
    """What the seat with this view knows while cards are drawn."""

    view: View

    @cached_property
    def seat(self) -> int:
        """The seat."""
        return seat_of(self.view)

    @cached_property
    def side(self) -> int:
        """Its side."""
        return self.view.side_of(self.seat)

    @cached_property
    def cards(self) -> tuple[Named, ...]:
        """All its cards, declared ones too."""
        return (*self.view.hand, *self.view.declared[self.seat])

    @cached_property
    def table(self) -> tuple[Named, ...]:
        """What lies declared before the partner, to be joined to one's own."""
        view = self.view
        return tuple(
            named
            for seat, cards in enumerate(view.declared)
            if seat != self.seat and view.side_of(seat) == self.side
            for named in cards
        )

    @cached_property
    def unseen(self) -> list[int]:
        """How many of each card are face down or in a hand."""
        view = self.view
        left = [view.variant.packs] * CARDS
        for place, card in enumerate(ONE_PACK):
            if card.text in view.variant.left_out:
                left[place] = 0
        seen: Iterable[Card] = (named.card for named in self.cards)
        for card in seen:
            left[reading_order(card)] -= 1
        for trick in view.tricks:
            for card in trick.pieces:
                left[reading_order(card)] -= 1
        for card in view.cards:
            left[reading_order(card)] -= 1
        for seat, cards in enumerate(view.declared):
            if seat != self.seat:
                for named in cards:
                    left[reading_order(named.card)] -= 1
        if view.turn_up is not None:
            left[reading_order(view.turn_up)] -= 1
        return left

    @cached_property
    def hidden(self) -> int:
        """How many cards are unseen."""
        return sum(self.unseen)

    @cached_property
    def chances(self) -> int:
        """The tricks after this one that can still be won to declare; a card is drawn before each."""
        view = self.view
        return max(0, (view.stock + (view.turn_up is not None)) // view.variant.players - 1)

    @cached_property
    def served(self) -> Served:
        """What the cards of the side have served for."""
        return self.view.served(self.seat)

    @cached_property
    def pending(self) -> tuple[Declaration, ...]:
        """The side's declarations that are left to score."""
        return tuple(d for d in self.served.declarations if d.status == "to score")

    @property
    def mends(self) -> bool:
        """Whether what has been declared can be declared again once a card of it was played and replaced."""
        return getattr(self.view.variant, "rubicon", None) is not None

    def scores_as_seven(self, named: Named) -> bool:
        """Whether it is a seven of trumps that can be exchanged or shown."""
        card, view = named.card, self.view
        return card.rank is Rank.SEVEN and card.suit is view.trump and not named.index and bool(view.turn_up)
