"""Which card to play while cards are drawn (Cady, Hints and Suggestions): what it wins or loses, and what
the hand is worth without it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from bot.house.bezique.known import Known
from bot.house.bezique.prospects import Prospects, backlog
from bot.house.bezique.weights import Weights
from bot.rules.bezique.named import Named
from bot.rules.bezique.pack import HEIGHT, ONE_PACK, beats, best_of, height
from bot.rules.cards import Card, Rank

_RICH: Final = 5.0  # points for which a trick is taken

_BY_SUIT: Final = {
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
        place = best_of(trick, view.trump)
        winner = (view.leader + place) % view.variant.players
        made = self.known.worth_of(trick)
        lost = self._lost * (made + self.weights.adversary)
        if not view.cards:
            lost += self._lost * (self._ten_above(named.card) + self.weights.gives * self.known.given(trick))
        if view.side_of(winner) != self.known.side:
            return value - lost
        stays = self._stays(trick)
        lead = self.weights.lead if winner == self.known.seat else 0.0
        return value + stays * (made + now - lead) - (1 - stays) * lost

    @cached_property
    def _lost(self) -> float:
        # What another side's point costs.
        return 1 / (len(self.known.view.variant.seating.sides) - 1)

    @cached_property
    def _others(self) -> int:
        # Adversaries who are still to play to the trick.
        known, view = self.known, self.known.view
        after = range(len(view.cards) + 1, view.variant.players)
        seats = [(view.leader + place) % view.variant.players for place in after]
        return sum([view.side_of(seat) != known.side for seat in seats])

    def _stays(self, trick: tuple[Card, ...]) -> float:
        # How likely no adversary who is still to play takes the trick.
        if not self._others:
            return 1.0
        known, trump = self.known, self.known.view.trump
        weights = self.weights
        best = trick[best_of(trick, trump)]
        rich = known.worth_of(trick) >= _RICH
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
        return float((1 - takes) ** self._others)

    def _ten_above(self, card: Card) -> float:
        # What the adversary may win with a ten or an ace of the suit led.
        known = self.known
        held = known.view.variant.hand
        share = held / max(held, known.hidden)
        made = 0.0
        for place in _BY_SUIT[card.suit]:
            one = ONE_PACK[place]
            if beats(card, one, known.view.trump):
                points = known.worth(one)
                if points:
                    made = max(made, points * (1 - (1 - share) ** known.unseen[place]))
        return made * self.weights.ten_takes

    def _kept(self, card: Card) -> float:
        # What it is worth in the hand by itself, to win tricks.
        view, weights = self.known.view, self.weights
        worth = weights.hold_low * (height(card) - 1)
        points = self.known.worth(card)
        if card.rank is Rank.ACE:
            worth += weights.hold_ace * points
        elif points:
            worth += weights.hold_ten * points
        if card.suit is view.trump:
            late = 1 - min(1.0, self.known.chances / 24)
            worth += weights.trump + weights.trump_height * HEIGHT[card.rank] + weights.trump_late * late
        return worth


def _won_now(ready: list[float], tricks: int, weights: Weights) -> float:
    # What more is scored if one can be scored now.
    if not ready:
        return 0.0
    return ready[0] + backlog(ready[1:], tricks, weights) - backlog(ready, tricks, weights)
