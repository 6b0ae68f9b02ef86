"""The last eight tricks, counted out: with the stock gone both hands are known."""

from collections import Counter
from typing import Final

from bot.rules.bezique.pack import BRISQUES, HEIGHT, reading_order
from bot.rules.bezique.play import END_PLAY
from bot.rules.bezique.state import View
from bot.rules.cards import Card, Suit

_LOWEST_BRISQUE: Final = min(HEIGHT[rank] for rank in BRISQUES)
"""Brisques are the highest cards, so from here on a card is one."""

_RANKS: Final = 16
_MOST: Final = 10_000
_SUIT: Final = {suit: place for place, suit in enumerate(Suit)}

Hand = tuple[int, ...]
"""Cards as numbers, suit times `_RANKS` plus height, in rising order: quick to compare."""


def other_hand(view: View) -> tuple[Card, ...]:
    """The adversary's hand once the stock is out: whatever has not been seen."""
    unseen = Counter(view.variant.pack)
    unseen.subtract(card for trick in view.tricks for card in trick.pieces)
    unseen.subtract(view.cards)
    unseen.subtract(name.card for name in view.hand)
    return tuple(sorted(unseen.elements(), key=reading_order))


def best_play(view: View) -> Card:
    """The card that makes most, in brisques and the last trick, against the best defence."""
    mine = tuple(name.card for name in view.hand)
    led = view.cards[0] if view.cards else None
    allowed = END_PLAY.playable(mine, led, view.trump)
    search = _Search(view.trump, view.variant.brisques.points, view.variant.last_trick)
    number = search.best(_numbered(mine), _numbered(other_hand(view)), None if led is None else _number(led))
    return next(card for card in allowed if _number(card) == number)


def _number(card: Card) -> int:
    assert card.suit
    return _SUIT[card.suit] * _RANKS + HEIGHT[card.rank]


def _numbered(cards: tuple[Card, ...]) -> Hand:
    return tuple(sorted(map(_number, cards)))


def _without(hand: Hand, card: int) -> Hand:
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


def _brisque(card: int) -> bool:
    return card % _RANKS >= _LOWEST_BRISQUE


class _Search:
    # Values are points of whoever is to lead, less the other's, from here to the end. A search between
    # bounds, trick by trick; of each position the bounds found are kept.

    def __init__(self, trump: Suit | None, brisque: int, last_trick: int) -> None:
        self._trump = None if trump is None else _SUIT[trump]
        self._brisque_points = brisque
        self._last_trick = last_trick
        self._known: dict[tuple[Hand, Hand], tuple[int, int]] = {}

    def best(self, mine: Hand, theirs: Hand, led: int | None) -> int:
        """The best card, to lead or to answer with."""
        low, chosen = -_MOST, -1
        if led is None:
            for card in self._leads(mine, theirs):
                value = self._after_lead(mine, theirs, card, low, _MOST)
                if value > low:
                    low, chosen = value, card
        else:
            for card in self._answers(mine, theirs, led):
                value = self._after_answer(theirs, mine, led, card, low, _MOST)
                if value > low:
                    low, chosen = value, card
        return chosen

    def _value(self, mine: Hand, theirs: Hand, low: int, high: int) -> int:
        if not mine:
            return 0
        least, most = self._known.get((mine, theirs), (-_MOST, _MOST))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        floor = low = max(low, least)
        high = min(high, most)
        best = -_MOST
        for card in self._leads(mine, theirs):
            best = max(best, self._after_lead(mine, theirs, card, low, high))
            low = max(low, best)
            if low >= high:
                break
        if best <= floor:
            most = best
        elif best >= high:
            least = best
        else:
            least = most = best
        self._known[mine, theirs] = least, most
        return best

    def _after_lead(self, mine: Hand, theirs: Hand, led: int, low: int, high: int) -> int:
        # For the leader; the answer is the other's.
        rest = _without(mine, led)
        worst = _MOST
        for card in self._answers(theirs, rest, led):
            worst = min(worst, -self._after_answer(rest, theirs, led, card, -high, -low))
            high = min(high, worst)
            if low >= high:
                break
        return worst

    def _after_answer(self, leaders: Hand, mine: Hand, led: int, card: int, low: int, high: int) -> int:
        # For whoever has answered; the leader's card has left his hand.
        rest = _without(mine, card)
        points = self._brisque_points * (_brisque(led) + _brisque(card)) + (0 if rest else self._last_trick)
        follows = card // _RANKS == led // _RANKS
        if card > led if follows else card // _RANKS == self._trump:
            return points + self._value(rest, leaders, low - points, high - points)
        return -points - self._value(leaders, rest, -high - points, -low - points)

    def _leads(self, mine: Hand, theirs: Hand) -> list[int]:
        return _unlike(mine[::-1], theirs)

    def _answers(self, mine: Hand, theirs: Hand, led: int) -> list[int]:
        # The duty of the last eight tricks (RULES F1.16).
        suit = led // _RANKS
        own = [card for card in mine if card // _RANKS == suit]
        if own:
            allowed = [card for card in own if card > led] or own
        else:
            allowed = [card for card in mine if card // _RANKS == self._trump] or list(mine)
        return _unlike(allowed, (*theirs, led))


def _unlike(cards: list[int] | Hand, theirs: Hand) -> list[int]:
    # Of cards that no card of the other's parts, and that count alike, one is enough.
    kept: list[int] = []
    for card in dict.fromkeys(cards):
        for other in kept:
            low, high = (card, other) if card < other else (other, card)
            if (
                low // _RANKS == high // _RANKS
                and _brisque(low) == _brisque(high)
                and not any(low <= between <= high for between in theirs)
            ):
                break
        else:
            kept.append(card)
    return kept
