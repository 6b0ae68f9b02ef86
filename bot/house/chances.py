"""How likely things are in the other hands, as a careful player estimates them at the table."""

from bot.house.knowledge import Knowledge
from bot.rules.cards import Suit


def chance_of_none(held: int, places: int, cards: int) -> float:
    """Chance that a hand of `held` has none of `cards` cards dealt among `places` places."""
    chance = 1.0
    for taken in range(cards):
        left = places - taken
        if left <= 0 or held >= left:
            return 0.0
        chance *= (left - held) / left
    return chance


def share(known: Knowledge, seat: int, suit: Suit, height: int) -> float:
    """Chance that `seat` holds the card of that suit and height, which is in another hand."""
    turned = known.turned
    if turned and turned[1].suit is suit and known.pack.height[turned[1]] == height:
        return float(turned[0] == seat)
    if suit in known.lacks[seat]:
        return 0.0
    places = known.places[suit]
    return known.held[seat] / places if places else 0.0


def out_of(known: Knowledge, seat: int, suit: Suit) -> float:
    """Chance that `seat` has no card of the suit, but perhaps one that another may stand in for."""
    chance = known.found.get((seat, suit))
    if chance is None:
        chance = known.found[seat, suit] = _find_out_of(known, seat, suit)
    return chance


def _find_out_of(known: Knowledge, seat: int, suit: Suit) -> float:
    if suit in known.lacks[seat]:
        return 1.0
    turned, stood_for = known.turned, known.pack.stood_for
    if turned and turned[0] == seat and turned[1].suit is suit and turned[1] not in stood_for:
        return 0.0
    cards = len(known.out[suit]) - sum(1 for card in stood_for if card.suit is suit and card in known.unseen)
    return chance_of_none(known.held[seat], known.places[suit], cards)
