"""What a hand can still become: each combination by the cards it wants and how likely they are to come."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil, comb
from typing import Final, NamedTuple

from bot.house.bezique.known import CARDS, Known
from bot.house.bezique.weights import Weights
from bot.rules.bezique.combinations import Kind, OneSuit, Pairs, SameRank
from bot.rules.bezique.named import Named
from bot.rules.bezique.pack import ONE_PACK, reading_order
from bot.rules.bezique.variant import Variant
from bot.rules.cards import Suit, card, parse

_MOST_SETS: Final = 3
"""Sets of one kind that are looked forward to."""


class Slot(NamedTuple):
    """Cards of which a combination wants so many, by their places in the pack."""

    cards: tuple[int, ...]
    number: int


@dataclass(frozen=True, slots=True)
class Aim:
    """A combination to be made: its kind, its suit if it is of one, and what it wants."""

    kind: Kind
    suit: Suit | None
    slots: tuple[Slot, ...]


@cache
def aims_of(variant: Variant) -> tuple[Aim, ...]:
    """Every combination that can be declared in that game, like cards being one."""
    return tuple(aim for kind in variant.declarations for aim in _aims(kind))


def _aims(kind: Kind) -> Iterator[Aim]:
    match kind.material:
        case SameRank(rank, size):
            places = tuple(place for place, one in enumerate(ONE_PACK) if one.rank is rank)
            yield Aim(kind, None, (Slot(places, size),))
        case OneSuit(ranks):
            for suit in Suit:
                slots = tuple(Slot((reading_order(card(rank, suit)),), 1) for rank in ranks)
                yield Aim(kind, suit, slots)
        case Pairs(number, pair):
            yield Aim(kind, None, tuple(Slot((reading_order(parse(one)),), number) for one in pair))


class Made(NamedTuple):
    """A combination declared now, as one that is `scored` or left to score."""

    kind: Kind
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
        self._unseen = known.unseen
        self._chances = known.chances
        self._share = min(1.0, weights.comes * self._chances / max(1, known.hidden))
        self._in_time = at_least(ceil(self._chances * weights.time), 1, weights.wins)
        self._tails: dict[tuple[int, int], float] = {}
        seven = known.view.variant.seven
        self._seven = float(seven.points) if seven else 0.0
        self._sevens = sum([known.scores_as_seven(named) for named in cards]) if seven else 0
        free: dict[tuple[str, int], list[int]] = {}
        material = (*cards, *known.table)
        self._aims: list[tuple[Aim, float, list[int], list[int]]] = []
        self._by_card: list[list[int]] = [[] for _ in range(CARDS)]
        for aim in aims_of(known.view.variant):
            points = self._points(aim)
            if not points:
                continue
            key = (aim.kind.group, aim.kind.level)
            if key not in free:
                free[key] = known.free(*key, material)
                if made is not None and made.kind.group == key[0] and key[1] <= made.kind.level:
                    for named in made.cards:
                        if known.served.level(named, key[0]) < key[1]:
                            free[key][reading_order(named.card)] -= 1
            counts = free[key]
            have = [sum([counts[place] for place in slot.cards]) for slot in aim.slots]
            left = [sum([self._unseen[place] for place in slot.cards]) for slot in aim.slots]
            for slot in aim.slots:
                for place in slot.cards:
                    self._by_card[place].append(len(self._aims))
            self._aims.append((aim, points, have, left))
        self._made = [self._value(aim, points, have, left) for aim, points, have, left in self._aims]

    def whole(self) -> Worth:
        """What all the cards may score."""
        return self._sum(self._made, None)

    def without(self, named: Named) -> Worth:
        """What the cards but that one may score."""
        made = self._made
        place = reading_order(named.card)
        changed: list[tuple[float, int]] | None = None
        for number in self._by_card[place]:
            aim, points, have, left = self._aims[number]
            if not self.known.serves(named, aim.kind):
                continue
            fewer = [count - (place in slot.cards) for slot, count in zip(aim.slots, have, strict=True)]
            if changed is None:
                changed = list(made)
            changed[number] = self._value(aim, points, fewer, left)
        return self._sum(changed or made, named)

    def _sum(self, made: Sequence[tuple[float, int]], played: Named | None) -> Worth:
        hopes, ready = 0.0, []
        for (value, sets), (_, points, _, _) in zip(made, self._aims, strict=True):
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

    def _value(self, aim: Aim, points: float, have: Sequence[int], left: Sequence[int]) -> tuple[float, int]:
        # What sets that are not complete are worth, and how many are.
        slots = aim.slots
        sets = min([count // slot.number for slot, count in zip(slots, have, strict=True)])
        value, share = 0.0, points
        weights = self.weights
        for number in range(sets + 1, sets + _MOST_SETS):
            if number > 1:
                share *= weights.later
            likely, missing = 1.0, 0
            for slot, count, more in zip(slots, have, left, strict=True):
                wanted = slot.number * number - count
                if wanted > 0:
                    if wanted > more:
                        return value, sets
                    missing += wanted
                    likely *= self._tail(more, wanted)
            if missing > self._chances:
                break
            value += share * likely * weights.patience**missing
        return value, sets

    def _tail(self, number: int, least: int) -> float:
        # How likely at least so many of that number of cards are drawn.
        known = self._tails.get((number, least))
        if known is None:
            p = self._share
            q = 1 - p
            known = 1 - sum(comb(number, n) * p**n * q ** (number - n) for n in range(least))
            self._tails[number, least] = known
        return known


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
