"""How likely things are in the other hands, as a careful player estimates them at the table."""

from collections.abc import Callable
from typing import TypeVar

from bot.house.tricks.knowledge import Knowledge
from bot.rules.cards import Suit

K = TypeVar("K", bound=Knowledge)


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
    if known.shown and (lies := known.lies.get((suit, height))) is not None:
        return float(lies == seat)
    turned = known.turned
    if turned and turned[1].suit is suit and known.pack.height[turned[1]] == height:
        return float(turned[0] == seat)
    if seat in known.shown or suit in known.lacks[seat]:
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
    if seat in known.shown:
        return 0.0
    turned, stood_for = known.turned, known.pack.stood_for
    if turned and turned[0] == seat and turned[1].suit is suit and turned[1] not in stood_for:
        return 0.0
    cards = known.hidden(suit) - sum(1 for card in stood_for if card.suit is suit and card in known.unseen)
    return chance_of_none(known.held[seat], known.places[suit], cards)


def chance_of_trick(
    known: K,
    led: Suit,
    best: tuple[Suit, int],
    mine: bool,
    share: Callable[[K, int, Suit, int], float],
    void: Callable[[K, int, Suit], float],
    takes: Callable[[K, int, Suit], float],
) -> float:
    """Chance that this side takes the trick in progress once its card is played.

    `best` is the suit and height of the best card so far, `mine` says whether it is this side's. For a seat
    still to play, `share` is the chance that it holds a card, `void` that it has none of the suit led, and
    `takes` that it takes the trick with a card of another suit.
    """
    suit, height = best
    ruffed = suit is known.trump and led is not known.trump
    # Every higher card is in somebody's hand: the highest that is still to come decides.
    left, ours = 1.0, 0.0
    for higher in known.out[suit]:
        if higher < height:
            break
        friend = enemy = 0.0
        for seat in known.after:
            held = share(known, seat, suit, higher)
            if ruffed and held:
                held *= void(known, seat, led)
            if seat == known.partner:
                friend = held
            else:
                enemy += held
        ours += left * friend
        left *= max(0.0, 1 - friend - enemy)
    ours += left * mine
    if ruffed or led is known.trump:
        return ours
    spared, rescued = 1.0, 0.0
    for seat in known.after:
        taken = takes(known, seat, led)
        if seat == known.partner:
            rescued = taken
        else:
            spared *= 1 - taken
    ours += (1 - ours) * rescued
    return ours * spared
