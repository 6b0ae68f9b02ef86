"""The pack of 52 and the rank of its cards in whist (RULES B1, C1)."""

from collections.abc import Sequence
from typing import Final

from bot.rules import cards
from bot.rules.cards import Card, Rank, Suit

HIGH_TO_LOW: Final = tuple(Rank(letter) for letter in "AKQJT98765432")

HEIGHT: Final = {rank: len(HIGH_TO_LOW) - place for place, rank in enumerate(HIGH_TO_LOW)}
"""The rank's height in play, 1 for the two to 13 for the ace."""

ACE_LOW: Final = {**HEIGHT, Rank.ACE: 0}  # the rank's height in cutting, where the ace is lowest (Law 13)

PACK: Final[tuple[Card, ...]] = tuple(cards.card(rank, suit) for suit in Suit for rank in HIGH_TO_LOW)
CARD_HEIGHT: Final[dict[Card, int]] = {card: HEIGHT[card.rank] for card in PACK}
CARD_SUIT: Final[dict[Card, Suit]] = {card: card.suit for card in PACK if card.suit}

HONOURS: Final = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)  # of trumps, these are the honours (Law 3)

_BLACK_AND_RED = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)


def reading_order(high_to_low: Sequence[Rank]) -> tuple[Card, ...]:
    """The suited cards as a hand is arranged for reading: suits of alternating colour, high to low."""
    return tuple(cards.card(rank, suit) for suit in _BLACK_AND_RED for rank in high_to_low)
