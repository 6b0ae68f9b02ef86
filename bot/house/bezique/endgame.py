"""The last eight tricks, counted out: with the stock gone both hands are known."""

from collections import Counter

from bot.rules.bezique.pack import BRISQUE_POINTS, PACK, brisques_in, reading_order
from bot.rules.bezique.play import playable_at_the_end, second_wins
from bot.rules.bezique.scoring import LAST_TRICK_POINTS
from bot.rules.bezique.state import View
from bot.rules.cards import Card, Suit

Hand = tuple[Card, ...]


def other_hand(view: View) -> Hand:
    """The adversary's hand once the stock is out: whatever has not been seen."""
    unseen = Counter(PACK)
    unseen.subtract(card for trick in view.tricks for card in trick.cards)
    unseen.subtract(view.cards)
    unseen.subtract(name.card for name in view.hand)
    return tuple(sorted(unseen.elements(), key=reading_order))


def best_play(view: View) -> Card:
    """The card that makes most, in brisques and the last trick, against the best defence."""
    search = _Search(view.trump)
    mine = tuple(sorted((name.card for name in view.hand), key=reading_order))
    theirs = other_hand(view)
    led = view.cards[0] if view.cards else None
    allowed = mine if led is None else playable_at_the_end(mine, led, view.trump)
    return max(dict.fromkeys(allowed), key=lambda card: search.after(mine, theirs, led, card))


class _Search:
    # Values are points of whoever is to move, less the other's, from here to the end.

    def __init__(self, trump: Suit | None) -> None:
        self._trump = trump
        self._known: dict[tuple[Hand, Hand, Card | None], int] = {}

    def value(self, mine: Hand, theirs: Hand, led: Card | None) -> int:
        if not mine:
            return 0
        key = (mine, theirs, led)
        found = self._known.get(key)
        if found is None:
            allowed = mine if led is None else playable_at_the_end(mine, led, self._trump)
            found = max(self.after(mine, theirs, led, card) for card in dict.fromkeys(allowed))
            self._known[key] = found
        return found

    def after(self, mine: Hand, theirs: Hand, led: Card | None, card: Card) -> int:
        place = mine.index(card)
        rest = mine[:place] + mine[place + 1 :]
        if led is None:
            return -self.value(theirs, rest, card)
        points = BRISQUE_POINTS * brisques_in((led, card)) + (0 if rest else LAST_TRICK_POINTS)
        if second_wins(led, card, self._trump):
            return points + self.value(rest, theirs, None)
        return -points - self.value(theirs, rest, None)
