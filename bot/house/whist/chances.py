"""How likely things are, as a careful player reckons them at the table."""

from bot.house.chances import chance_of_none
from bot.house.whist.memory import Memory
from bot.rules.cards import Suit
from bot.rules.whist.pack import CARD_HEIGHT


def share(memory: Memory, seat: int, suit: Suit, height: int) -> float:
    """Chance that `seat` holds the card of that suit and height, which is in another hand."""
    turned = memory.turned
    if turned and turned[1].suit is suit and CARD_HEIGHT[turned[1]] == height:
        return float(turned[0] == seat)
    if suit in memory.lacks[seat]:
        return 0.0
    places = memory.places[suit]
    return memory.held[seat] / places if places else 0.0


def void(memory: Memory, seat: int, suit: Suit) -> float:
    """Chance that `seat` has no card of the suit."""
    known = memory.reckoned.get((seat, suit))
    if known is None:
        known = memory.reckoned[seat, suit] = _reckon_void(memory, seat, suit)
    return known


def _reckon_void(memory: Memory, seat: int, suit: Suit) -> float:
    if suit in memory.lacks[seat]:
        return 1.0
    turned = memory.turned
    if turned and turned[0] == seat and turned[1].suit is suit:
        return 0.0
    return chance_of_none(memory.held[seat], memory.places[suit], len(memory.out[suit]))


def can_ruff(memory: Memory, seat: int, suit: Suit, above: int = 0) -> float:
    """Chance that `seat` can trump the suit, higher than the trump of height `above`."""
    trump, turned = memory.trump, memory.turned
    if suit is trump or trump in memory.lacks[seat]:
        return 0.0
    if turned and turned[0] == seat and CARD_HEIGHT[turned[1]] > above:
        return void(memory, seat, suit)
    trumps = sum(1 for height in memory.out[trump] if height > above)
    none = chance_of_none(memory.held[seat], memory.places[trump], trumps)
    return void(memory, seat, suit) * (1 - none)
