"""Which card to play while cards are drawn (Cady, Hints): what it wins or loses, and what the hand is worth
without it."""

from dataclasses import dataclass
from functools import cached_property

from bot.house.bezique.known import Known
from bot.house.bezique.prospects import Prospects, backlog
from bot.house.bezique.weights import Weights
from bot.rules.bezique.named import Named
from bot.rules.bezique.pack import HEIGHT, ONE_PACK, beats, best_of, brisques_in, height
from bot.rules.cards import Card, Rank

_BY_SUIT = {
    suit: tuple(place for place, one in enumerate(ONE_PACK) if one.suit is suit)
    for suit in {one.suit for one in ONE_PACK}
}


@dataclass(frozen=True)
class Weighing:
    """The cards of the seat in turn weighed against each other."""

    known: Known
    weights: Weights

    @cached_property
    def prospects(self) -> Prospects:
        """What the hand can become."""
        return Prospects(self.known, self.known.cards, self.weights)

    def worth(self, named: Named) -> float:
        """What playing that card makes, in points; only differences between cards say anything."""
        view = self.known.view
        hopes, ready = self.prospects.without(named)
        tricks = self.known.chances
        later = backlog(ready, tricks, self.weights)
        now = _won_now(ready, tricks, self.weights)
        value = hopes + later - self._kept(named.card)
        trick = (*view.cards, named.card)
        won = points_in(self.known, trick)
        if not view.cards:
            return value + self._led(named.card, won, now)
        if best_of(trick, view.trump) < len(view.cards):
            return value - won - self.weights.adversary
        stays = self._stays(trick, view.variant.players - len(trick))
        return value + stays * (won + now - self.weights.lead) - (1 - stays) * (won + self.weights.adversary)

    def _led(self, card: Card, won: float, now: float) -> float:
        others = self.known.view.variant.players - 1
        stays = self._stays((card,), others)
        taken = won + self.weights.adversary + self._ten_above(card)
        return stays * (won + now - self.weights.lead) - (1 - stays) * taken

    def _stays(self, trick: tuple[Card, ...], others: int) -> float:
        # How likely nobody of so many who are still to play takes the trick.
        if not others:
            return 1.0
        known, trump = self.known, self.known.view.trump
        weights = self.weights
        best = trick[best_of(trick, trump)]
        rich = points_in(known, trick) > 0
        held = known.view.variant.hand
        share = held / max(held, known.hidden)
        unseen = known.unseen
        above = sum([unseen[place] for place in _BY_SUIT[best.suit] if beats(best, ONE_PACK[place], trump)])
        trumps = 0
        if trump is not None and best.suit is not trump:
            trumps = sum([unseen[place] for place in _BY_SUIT[trump]])
        has_above = 1 - (1 - share) ** above
        has_trump = 1 - (1 - share) ** trumps
        takes = has_above * (weights.beats_brisque if rich else weights.beats_plain)
        takes += (1 - takes) * has_trump * (weights.trumps_brisque if rich else weights.trumps_plain)
        return float((1 - takes) ** others)

    def _ten_above(self, card: Card) -> float:
        # What the adversary may win with a ten or an ace of the suit led.
        known = self.known
        held = known.view.variant.hand
        share = held / max(held, known.hidden)
        made = 0.0
        for place in _BY_SUIT[card.suit]:
            one = ONE_PACK[place]
            if beats(card, one, known.view.trump):
                points = points_in(known, (one,))
                if points:
                    made = max(made, points * (1 - (1 - share) ** known.unseen[place]))
        return made * self.weights.ten_takes

    def _kept(self, card: Card) -> float:
        # What it is worth in the hand by itself, to win tricks.
        view, weights = self.known.view, self.weights
        worth = weights.hold_low * (height(card) - 1)
        points = points_in(self.known, (card,))
        if card.rank is Rank.ACE:
            worth += weights.hold_ace * points
        elif points:
            worth += weights.hold_ten * points
        if card.suit is view.trump:
            late = 1 - min(1.0, self.known.chances / 24)
            worth += weights.trump + weights.trump_height * HEIGHT[card.rank] + weights.trump_late * late
        return worth


def points_in(known: Known, cards: tuple[Card, ...]) -> float:
    """What these cards bring who wins them in a trick."""
    return float(known.view.variant.brisques.points * brisques_in(cards))


def _won_now(ready: list[float], tricks: int, weights: Weights) -> float:
    # What more is scored if one can be scored now.
    if not ready:
        return 0.0
    return ready[0] + backlog(ready[1:], tricks, weights) - backlog(ready, tricks, weights)
