"""What may be played to a trick and who takes it (RULES B1; Law 71)."""

from collections.abc import Sequence

from bot.rules.cards import Card, Suit
from bot.rules.whist.pack import CARD_HEIGHT

TRICKS = 13


def playable(hand: tuple[Card, ...], led: Card | None) -> tuple[Card, ...]:
    """The cards of `hand` that may be led (`led` None) or played to `led`: follow suit if you can."""
    if led is None:
        return hand
    suit = led.suit
    return tuple([card for card in hand if card.suit is suit]) or hand


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
