"""What may be played to a trick and who takes it (RULES F0.2, F1.16; Cady, The Game)."""

from bot.rules.bezique.pack import HEIGHT
from bot.rules.cards import Card, Suit


def playable_at_the_end(hand: tuple[Card, ...], led: Card, trump: Suit | None) -> tuple[Card, ...]:
    """What may be played to `led` in the last eight tricks: follow suit and win if you can, else trump.

    While the stock lasts any card may be played.
    """
    own = tuple(card for card in hand if card.suit is led.suit)
    if own:
        return tuple(card for card in own if HEIGHT[card.rank] > HEIGHT[led.rank]) or own
    return tuple(card for card in hand if card.suit is trump) or hand


def second_wins(led: Card, played: Card, trump: Suit | None) -> bool:
    """Whether the second card takes the trick; of two equal cards the first does."""
    if played.suit is led.suit:
        return HEIGHT[played.rank] > HEIGHT[led.rank]
    return played.suit is trump
