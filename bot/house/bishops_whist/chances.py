"""How likely things are, as a careful player reckons them at the table."""

from bot.house.bishops_whist.memory import BISHOP, Memory
from bot.house.chances import chance_of_none
from bot.rules.bishops_whist.pack import CARD_HEIGHT
from bot.rules.cards import Suit


def share(memory: Memory, seat: int, suit: Suit, height: int) -> float:
    """Chance that `seat` holds the card of that suit and height, which is in another hand."""
    if height == BISHOP:
        return memory.bishops[suit][seat]
    turned = memory.turned
    if turned and turned[1].suit is suit and CARD_HEIGHT[turned[1]] == height:
        return float(turned[0] == seat)
    if suit in memory.lacks[seat]:
        return 0.0
    places = memory.places[suit]
    return memory.held[seat] / places if places else 0.0


def out_of(memory: Memory, seat: int, suit: Suit) -> float:
    """Chance that `seat` has no card of the suit but perhaps its bishop."""
    known = memory.reckoned.get((seat, suit))
    if known is None:
        known = memory.reckoned[seat, suit] = _reckon_out_of(memory, seat, suit)
    return known


def _reckon_out_of(memory: Memory, seat: int, suit: Suit) -> float:
    if suit in memory.lacks[seat]:
        return 1.0
    turned = memory.turned
    if turned and turned[0] == seat and turned[1].suit is suit and CARD_HEIGHT[turned[1]] != BISHOP:
        return 0.0
    heights = memory.out[suit]
    plain = len(heights) - (BISHOP in heights)
    return chance_of_none(memory.held[seat], memory.places[suit], plain)


def void(memory: Memory, seat: int, suit: Suit) -> float:
    """Chance that `seat` has no card of the suit at all."""
    bishop = memory.bishops.get(suit)
    return out_of(memory, seat, suit) * (1 - bishop[seat] if bishop else 1.0)


def has_knight(memory: Memory, seat: int) -> float:
    """Chance that `seat` holds a knight."""
    places = sum(memory.held[other] for other in memory.others)
    return 1 - chance_of_none(memory.held[seat], places, memory.knights_out)


def can_ruff(memory: Memory, seat: int, suit: Suit, above: int = 0) -> float:
    """Chance that `seat` can trump the suit, higher than the trump of height `above`."""
    if suit is memory.trump:
        return 0.0
    trumps = [height for height in memory.out[memory.trump] if height > above]
    if not trumps:
        return 0.0
    if memory.trump in memory.lacks[seat]:
        if BISHOP not in trumps:
            return 0.0
        return void(memory, seat, suit) * memory.bishops[memory.trump][seat]
    none = chance_of_none(memory.held[seat], memory.places[memory.trump], len(trumps))
    return void(memory, seat, suit) * (1 - none)
