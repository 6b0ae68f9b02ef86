"""Who takes a trick of whist (RULES B1; Law 71); what may be played is `trick_taking.legality.FollowSuit`."""

from collections.abc import Sequence

from bot.rules.cards import Card, Suit
from bot.rules.whist.pack import CARD_HEIGHT

TRICKS = 13


def winning_play(plays: Sequence[Card], trump: Suit) -> int:
    """Index in `plays` (in order played) of the highest trump, or else the highest of the suit led."""
    best, best_height = 0, 0
    led = plays[0].suit
    for index, card in enumerate(plays):
        if card.suit is trump:
            height = 100 + CARD_HEIGHT[card]
        elif card.suit is led:
            height = CARD_HEIGHT[card]
        else:
            continue
        if height > best_height:
            best, best_height = index, height
    return best
