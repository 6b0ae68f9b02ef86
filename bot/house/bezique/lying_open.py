"""What cards are worth to who wins them where cards won lie open (RULES F5; Cady, A Few Hints)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import comb

from bot.house.bezique.aims import Aim, aims_of
from bot.rules.bezique.pack import reading_order
from bot.rules.bezique.polish.winning import is_seven, lies_open
from bot.rules.bezique.state import View
from bot.rules.cards import Card


@dataclass(frozen=True)
class Pile:
    """The open cards that a seat may declare of, and what may still be added to them: `left` counts the
    cards that nobody has won, by their places in the pack."""

    view: View
    seat: int
    left: Sequence[int]

    def gain(self, cards: Iterable[Card]) -> float:
        """What the seat makes of these cards, won in one trick: the points of what they complete, and how
        much likelier they make the rest."""
        view = self.view
        more: dict[int, int] = {}
        made = 0.0
        for card in cards:
            if lies_open(card, view.trump):
                place = reading_order(card)
                more[place] = more.get(place, 0) + 1
            elif is_seven(card, view.trump) and view.variant.seven:
                made += view.variant.seven.points
        for number in {number for place in more for number in self._by_card.get(place, ())}:
            aim, points, have = self._aims[number]
            made += points * (self._likely(aim, have, more) - self._before[number])
        return made

    @cached_property
    def _aims(self) -> list[tuple[Aim, int, list[int]]]:
        view, variant = self.view, self.view.variant
        seats = [self.seat]
        if variant.won_cards == "common":
            seats += variant.seating.partners_of(self.seat)
        cards = [named for seat in seats for named in view.open_cards[seat]]
        levels = view.served(self.seat).levels
        aims = []
        for aim in aims_of(variant, view.trump):
            kind = aim.kind
            if kind.trumps_only and aim.suit is not view.trump:
                continue
            free = [
                reading_order(named.card)
                for named in cards
                if levels.get((named, kind.group), 0) < kind.level
            ]
            have = [sum([place in slot.cards for place in free]) for slot in aim.slots]
            aims.append((aim, kind.points_for(aim.suit, view.trump), have))
        return aims

    @cached_property
    def _by_card(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for number, (aim, _, _) in enumerate(self._aims):
            for slot in aim.slots:
                for place in slot.cards:
                    found.setdefault(place, []).append(number)
        return found

    @cached_property
    def _before(self) -> list[float]:
        return [self._likely(aim, have, {}) for aim, _, have in self._aims]

    @cached_property
    def _share(self) -> float:
        # How likely a card that nobody has won yet comes to this pile.
        seating = self.view.variant.seating
        return 1 / (len(seating.sides) if self.view.variant.won_cards == "common" else len(seating))

    def _likely(self, aim: Aim, have: Sequence[int], more: dict[int, int]) -> float:
        likely = 1.0
        for slot, count in zip(aim.slots, have, strict=True):
            won = sum([number for place, number in more.items() if place in slot.cards])
            wanted = slot.number - count - won
            if wanted > 0:
                left = sum([self.left[place] for place in slot.cards]) - won
                likely *= _tail(left, wanted, self._share)
                if not likely:
                    break
        return likely


@cache
def _tail(number: int, least: int, share: float) -> float:
    if least > number:
        return 0.0
    return 1 - sum([comb(number, n) * share**n * (1 - share) ** (number - n) for n in range(least)])
