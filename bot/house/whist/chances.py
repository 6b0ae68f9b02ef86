"""How likely it is that somebody trumps."""

from bot.house.tricks.chances import chance_of_none, out_of
from bot.house.whist.knowledge import WhistKnowledge
from bot.rules.cards import Suit
from bot.rules.whist.pack import CARD_HEIGHT


def can_ruff(known: WhistKnowledge, seat: int, suit: Suit, above: int = 0) -> float:
    """Chance that `seat` can trump the suit, higher than the trump of height `above`."""
    trump, turned = known.trump, known.turned
    if suit is trump or trump in known.lacks[seat]:
        return 0.0
    if seat in known.shown:
        height = max(CARD_HEIGHT[card] for card in known.shown[seat] if card.suit is trump)
        return out_of(known, seat, suit) if height > above else 0.0
    if turned and turned[0] == seat and CARD_HEIGHT[turned[1]] > above:
        return out_of(known, seat, suit)
    none = chance_of_none(known.held[seat], known.places[trump], known.hidden(trump, above))
    return out_of(known, seat, suit) * (1 - none)
