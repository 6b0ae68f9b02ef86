"""What a hand can still become: each combination by the cards it wants and how likely they are to come."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil, comb
from typing import Final, NamedTuple

from bot.house.bezique.aims import CARDS, Aim, aims_of
from bot.house.bezique.known import Known
from bot.house.bezique.weights import Weights
from bot.rules.bezique.combinations import Meld
from bot.rules.bezique.named import Named
from bot.rules.bezique.pack import reading_order
from bot.rules.bezique.state import Declaration
from bot.rules.cards import Suit

_MOST_SETS: Final = 3  # sets of one kind that are looked forward to


class Made(NamedTuple):
    """A combination declared now, as one that is `scored` or left to score."""

    kind: Meld
    cards: tuple[Named, ...]
    scored: bool

    @property
    def suit(self) -> Suit | None:
        """The suit it makes trumps if there are none yet."""
        return self.kind.suit_of([named.card for named in self.cards])


class Worth(NamedTuple):
    """What a hand may yet score: `hopes` for combinations that are not complete, and the points of each of
    those that are `ready`, most first."""

    hopes: float
    ready: list[float]


@dataclass(slots=True)
class Stock:
    """What there is for an aim, by slot: cards in hand that have not served for it, and unseen ones.

    Where broken combinations may be mended, `used` are those in hand that have served for it and for nothing
    higher; `whole` is how many that were declared are still whole, and `plays` how often it may be declared
    again for the cards that were played from them."""

    fresh: list[int]
    left: list[int]
    used: list[int] | None = None
    whole: int = 0
    plays: int = 0


class Prospects:
    """The prospects of these cards, each taken away in turn; after `made`, if that is declared first."""

    def __init__(
        self, known: Known, cards: Sequence[Named], weights: Weights, made: Made | None = None
    ) -> None:
        self.known = known
        self.weights = weights
        self._trump = known.view.trump
        if self._trump is None and made is not None and made.scored:
            self._trump = made.suit
        self._pending = known.pending
        if made is not None:
            self._pending = tuple([d for d in self._pending if (d.kind, d.cards) != made[:2]])
        self._chances = known.chances
        self._share = min(1.0, weights.comes * self._chances / max(1, known.hidden))
        self._in_time = at_least(ceil(self._chances * weights.time), 1, weights.wins)
        self._tails: dict[tuple[int, int], float] = {}
        seven = known.view.variant.seven
        self._seven = float(seven.points) if seven else 0.0
        self._sevens = sum([known.scores_as_seven(named) for named in cards]) if seven else 0
        self._aims: list[tuple[Aim, float, Stock]] = []
        self._by_card: list[list[int]] = [[] for _ in range(CARDS)]
        self._take_stock((*cards, *known.table), made)
        self._made = [self._value(aim, points, stock) for aim, points, stock in self._aims]

    def whole(self) -> Worth:
        """What all the cards may score."""
        return self._sum(self._made, None)

    def without(self, named: Named) -> Worth:
        """What the cards but that one may score."""
        made = self._made
        place = reading_order(named.card)
        changed: list[tuple[float, int]] | None = None
        for number in self._by_card[place]:
            aim, points, stock = self._aims[number]
            after = self._played(aim, stock, named, place)
            if after is not None:
                if changed is None:
                    changed = list(made)
                changed[number] = self._value(aim, points, after)
        return self._sum(changed or made, named)

    def _take_stock(self, cards: Sequence[Named], made: Made | None) -> None:
        known = self.known
        if known.view.variant.won_cards != "aside":
            # What is in the hand cannot be declared.
            return
        levels, unseen = known.served.levels, known.unseen
        counts: dict[tuple[str, int], tuple[list[int], list[int]]] = {}
        for aim in aims_of(known.view.variant, self._trump):
            points = self._points(aim)
            if not points:
                continue
            group, level = key = aim.kind.group, aim.kind.level
            if key not in counts:
                fresh, used = counts[key] = [0] * CARDS, [0] * CARDS
                for named in cards:
                    served = levels.get((named, group), 0)
                    if served < level:
                        fresh[reading_order(named.card)] += 1
                    elif served == level:
                        used[reading_order(named.card)] += 1
                if made is not None and made.kind.group == group and level <= made.kind.level:
                    for named in made.cards:
                        if levels.get((named, group), 0) < level:
                            fresh[reading_order(named.card)] -= 1
                            used[reading_order(named.card)] += level == made.kind.level
            fresh, used = counts[key]
            stock = Stock(_by_slot(aim, fresh), _by_slot(aim, unseen))
            if known.mends:
                self._mend(aim, stock, used, made)
            for slot in aim.slots:
                for place in slot.cards:
                    self._by_card[place].append(len(self._aims))
            self._aims.append((aim, points, stock))

    def _mend(self, aim: Aim, stock: Stock, used: Sequence[int], made: Made | None) -> None:
        stock.used = _by_slot(aim, used)
        if not any(stock.used):
            return
        before: set[Named] = set()
        for declaration in self._own(aim):
            stock.whole += not declaration.broken
            stock.plays -= not before.isdisjoint(declaration.cards)
            before.update(declaration.cards)
        stock.plays += len(before - self.known.served.held)
        if made is not None and made.kind is aim.kind and made.suit is aim.suit:
            stock.whole += 1
            stock.plays -= not before.isdisjoint(made.cards)

    def _played(self, aim: Aim, stock: Stock, named: Named, place: int) -> Stock | None:
        # What there is once that card is played; None: no less than before.
        served = self.known.served.level(named, aim.kind.group)
        if served < aim.kind.level:
            return Stock(_less(aim, stock.fresh, place), stock.left, stock.used, stock.whole, stock.plays)
        if stock.used is None or served > aim.kind.level:
            return None
        used = _less(aim, stock.used, place)
        breaks = sum([named in d.cards for d in self._own(aim) if not d.broken])
        plays = stock.plays + 1 if any(used) else 0
        return Stock(stock.fresh, stock.left, used, stock.whole - breaks, plays)

    def _own(self, aim: Aim) -> Iterator[Declaration]:
        # The side's declarations of that kind with cards that may serve for it again.
        kind, levels = aim.kind, self.known.served.levels
        for declaration in self.known.served.declarations:
            if declaration.kind.key != kind.key or declaration.suit is not aim.suit:
                continue
            if all(levels[named, kind.group] == kind.level for named in declaration.cards):
                yield declaration

    def _sum(self, made: Sequence[tuple[float, int]], played: Named | None) -> Worth:
        hopes, ready = 0.0, []
        for (value, sets), (_, points, _) in zip(made, self._aims, strict=True):
            hopes += value
            if sets:
                ready += [points] * sets
        for declaration in self._pending:
            if played is None or played not in declaration.cards:
                ready.append(float(declaration.kind.points_for(declaration.suit, self._trump)))
        sevens = self._sevens - (played is not None and self.known.scores_as_seven(played))
        ready += [self._seven] * sevens
        ready.sort(reverse=True)
        return Worth(hopes * self._in_time, ready)

    def _points(self, aim: Aim) -> float:
        kind, trump = aim.kind, self._trump
        if aim.suit is None or trump is not None:
            if kind.trumps_only and aim.suit is not trump:
                return 0.0
            return float(kind.points_for(aim.suit, trump))
        # Which suit will be trumps is open.
        most = float(kind.points_for(aim.suit, aim.suit))
        least = 0.0 if kind.trumps_only else float(kind.points)
        return least + (most - least) * self.weights.suit_open

    def _value(self, aim: Aim, points: float, stock: Stock) -> tuple[float, int]:
        # What sets that are not complete are worth, and how many are.
        if stock.used is not None:
            return self._mended(aim, points, stock)
        slots, have = aim.slots, stock.fresh
        sets = min([count // slot.number for slot, count in zip(slots, have, strict=True)])
        return self._incomplete(aim, points, have, stock.left, sets), sets

    def _incomplete(
        self, aim: Aim, points: float, have: Sequence[int], left: Sequence[int], sets: int = 0
    ) -> float:
        # What further sets are worth, when there are so many.
        value, share = 0.0, points
        weights = self.weights
        for number in range(sets + 1, sets + _MOST_SETS):
            if number > 1:
                share *= weights.later
            likely, missing = 1.0, 0
            for slot, count, more in zip(aim.slots, have, left, strict=True):
                wanted = slot.number * number - count
                if wanted > 0:
                    if wanted > more:
                        return value
                    missing += wanted
                    likely *= self._tail(more, wanted)
            if missing > self._chances:
                break
            value += share * likely * weights.patience**missing
        return value

    def _mended(self, aim: Aim, points: float, stock: Stock) -> tuple[float, int]:
        # One card more than a set wants is one declaration more, once the like of it has been played.
        weights = self.weights
        have = [new + old for new, old in zip(stock.fresh, stock.used or (), strict=True)]
        likely, missing, size = 1.0, 0, 0
        for slot, count, more in zip(aim.slots, have, stock.left, strict=True):
            size += slot.number
            wanted = slot.number - count
            if wanted > 0:
                if wanted > more:
                    return 0.0, 0
                missing += wanted
                likely *= self._tail(more, wanted)
        draws = self._share * sum(stock.left)
        if missing:
            if missing > self._chances:
                return 0.0, 0
            if stock.plays > 0 and len(aim.slots) == 1:
                # Broken by one card it is worth what a whole one is: the next card makes either again.
                spent = sum([self._tail(stock.left[0], number) for number in range(1, missing)])
                return points * weights.later * (draws - spent), 0
            further = 1 + weights.beyond * max(0.0, draws - missing)
            patience = weights.patience_beziques if aim.kind.group == "beziques" else weights.patience
            return points * likely * patience**missing * further, 0
        total = sum(have) - size + 1 - stock.whole
        sets = min([count // slot.number for slot, count in zip(aim.slots, stock.fresh, strict=True)])
        ready = max(0, min(total, sets + stock.plays))
        return points * (weights.mends * max(0, total - ready) + weights.later * draws), ready

    def _tail(self, number: int, least: int) -> float:
        # How likely at least so many of that number of cards are drawn.
        known = self._tails.get((number, least))
        if known is None:
            p = self._share
            q = 1 - p
            known = 1 - sum(comb(number, n) * p**n * q ** (number - n) for n in range(least))
            self._tails[number, least] = known
        return known


def _by_slot(aim: Aim, counts: Sequence[int]) -> list[int]:
    return [sum([counts[place] for place in slot.cards]) for slot in aim.slots]


def _less(aim: Aim, counts: Sequence[int], place: int) -> list[int]:
    return [count - (place in slot.cards) for slot, count in zip(aim.slots, counts, strict=True)]


def backlog(ready: Sequence[float], tricks: int, weights: Weights) -> float:
    """What combinations that are ready will score in so many tricks, one for each that is won."""
    if not ready or not tricks:
        return 0.0
    wins = weights.wins
    likely = [points * at_least(tricks, place, wins) for place, points in enumerate(ready, start=1)]
    return sum(likely) * weights.waiting


@cache
def at_least(tricks: int, number: int, wins: float) -> float:
    """How likely it is to win at least so many of those tricks."""
    if number > tricks:
        return 0.0
    return 1 - sum(comb(tricks, n) * wins**n * (1 - wins) ** (tricks - n) for n in range(number))
