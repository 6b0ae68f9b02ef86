"""How likely things are that hang on bishops and knights."""

from bot.house.bishops_whist.knowledge import BISHOP, BishopsKnowledge
from bot.house.tricks import chances
from bot.house.tricks.chances import chance_of_none, out_of
from bot.rules.cards import Suit


def share(known: BishopsKnowledge, seat: int, suit: Suit, height: int) -> float:
    """Chance that `seat` holds the card of that suit and height, which is in another hand."""
    return known.bishops[suit][seat] if height == BISHOP else chances.share(known, seat, suit, height)


def void(known: BishopsKnowledge, seat: int, suit: Suit) -> float:
    """Chance that `seat` has no card of the suit at all, the bishop neither."""
    bishop = known.bishops.get(suit)
    return out_of(known, seat, suit) * (1 - bishop[seat] if bishop else 1.0)


def has_knight(known: BishopsKnowledge, seat: int) -> float:
    """Chance that `seat` holds a knight."""
    places = sum(known.held[other] for other in known.others)
    return 1 - chance_of_none(known.held[seat], places, known.knights_out)


def can_ruff(known: BishopsKnowledge, seat: int, suit: Suit, above: int = 0) -> float:
    """Chance that `seat` can trump the suit, higher than the trump of height `above`."""
    if suit is known.trump:
        return 0.0
    trumps = [height for height in known.out[known.trump] if height > above]
    if not trumps:
        return 0.0
    if known.trump in known.lacks[seat]:
        if BISHOP not in trumps:
            return 0.0
        return void(known, seat, suit) * known.bishops[known.trump][seat]
    none = chance_of_none(known.held[seat], known.places[known.trump], len(trumps))
    return void(known, seat, suit) * (1 - none)
