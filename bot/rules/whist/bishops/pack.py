"""The bishops' pack and the rank of its cards (RULES A1-A2)."""

from typing import Final

from bot.rules import cards
from bot.rules.cards import KNIGHT, Card, Rank, Suit

HIGH_TO_LOW: Final = tuple(Rank(letter) for letter in "AKQBN98765432")
"""Rank in a suit and in cutting; the knight stands where a ten would (Dana, Rank of the Cards)."""

HEIGHT: Final = {rank: len(HIGH_TO_LOW) - place for place, rank in enumerate(HIGH_TO_LOW)}
"""The rank's height, 1 for the two to 13 for the castle-ace."""

SUITED: Final = tuple(rank for rank in HIGH_TO_LOW if rank is not Rank.KNIGHT)
"""The ranks there are in a suit, from the top."""

CARD_HEIGHT: Final[dict[Card, int]] = {
    card: HEIGHT[card.rank] for card in (KNIGHT, *(cards.card(r, s) for s in Suit for r in SUITED))
}
"""The same by card."""

CARD_SUIT: Final[dict[Card, Suit]] = {card: card.suit for card in CARD_HEIGHT if card.suit}
"""The suit of every card that has one; a knight has none."""

KNIGHTS: Final = 4

PACK: Final[tuple[Card, ...]] = (
    *(card for card in CARD_HEIGHT if card is not KNIGHT),
    *((KNIGHT,) * KNIGHTS),
)
"""The 52 cards: four suits of twelve, then the four pipeless knights (Dana, The Game)."""

BISHOPS: Final = tuple(cards.card(Rank.BISHOP, suit) for suit in Suit)
