"""What the cards taken in tricks are worth (RULES G; Cady, Introductory): 120 points in a pack."""

from collections.abc import Iterable
from typing import Final

from bot.rules.bezique.state import Deal, Match, View
from bot.rules.cards import Card, Rank
from bot.rules.seats import Seating
from bot.rules.trick_taking.trick import Trick

CARD_POINTS: Final = {Rank.ACE: 11, Rank.TEN: 10, Rank.KING: 4, Rank.QUEEN: 3, Rank.JACK: 2}
"""The points of a card by its rank; all others are worth nothing."""

PACK_POINTS: Final = 120  # all the cards of a pack


def card_points(cards: Iterable[Card]) -> int:
    """What these cards are worth."""
    return sum(CARD_POINTS.get(card.rank, 0) for card in cards)


def taken_by_side(seating: Seating, tricks: Iterable[Trick[Card]]) -> tuple[int, ...]:
    """What the cards in the tricks are worth that each side has taken."""
    taken = [0] * len(seating.sides)
    for trick in tricks:
        taken[seating.side_of(trick.winner)] += card_points(trick.pieces)
    return tuple(taken)


def taken_in(match: Match, deal: Deal) -> tuple[int, ...]:
    """The same of the hand in progress."""
    return taken_by_side(match.variant.seating, deal.tricks)


def counted_to(view: View, seat: int) -> int:
    """The points of that seat's side in the game, with those of the cards it has taken in this hand, where
    these are counted only after the hand."""
    side = view.side_of(seat)
    taken = taken_by_side(view.variant.seating, view.tricks)[side] if view.variant.cards_last else 0
    return view.points[side] + taken
