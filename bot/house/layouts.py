"""Layouts: the hidden cards dealt at random, or in every way, to fit what is known.

Pieces that the same hands may hold make a class. How many of each class go to each hand (a split) is drawn
first, then which pieces. Every layout that fits is as likely as any other.
"""

import random
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from math import factorial, prod
from typing import Final, Generic, TypeAlias, TypeVar

from bot.house.tricks.knowledge import Knowledge
from bot.rules.cards import Card

P = TypeVar("P")

Hands: TypeAlias = tuple[tuple[P, ...], ...]  # what each seat holds, seat 0 first

_FACTORIALS: Final = [factorial(number) for number in range(70)]


class Layouts(Generic[P]):
    """The ways in which the hidden pieces may be dealt.

    `shown[seat]` is what is known to be in each hand, `sizes[seat]` how many hidden pieces it has besides,
    and `hidden` says of each hidden piece which seats may hold it. Raises ValueError if the pieces cannot
    be dealt in any way.
    """

    def __init__(
        self, shown: Sequence[Sequence[P]], sizes: Sequence[int], hidden: Iterable[tuple[P, tuple[int, ...]]]
    ) -> None:
        self._shown = [tuple(hand) for hand in shown]
        self._sizes = tuple(sizes)
        by_seats: dict[tuple[int, ...], list[P]] = {}
        for piece, seats in hidden:
            by_seats.setdefault(tuple(seat for seat in seats if sizes[seat]), []).append(piece)
        # The hardest to place come first, so that what cannot be is dropped early.
        self.classes = sorted(by_seats.items(), key=lambda item: len(item[0]))
        """The seats that may hold them, and the pieces, of each class."""
        self.splits = list(_splits(self._sizes, [(seats, len(pieces)) for seats, pieces in self.classes]))
        """For each split the number of pieces each class gives to each of its seats."""
        if not self.splits:
            raise ValueError("The cards that are out fit no hands.")

    @cached_property
    def ways(self) -> list[int]:
        """The ways of dealing the splits, each added to those before it; like pieces are told apart."""
        return list(accumulate(prod(map(_ways, split)) for split in self.splits))

    @property
    def count(self) -> int:
        """How many layouts there are, like pieces being told apart."""
        return self.ways[-1]

    def draw(self, rng: random.Random) -> Hands[P]:
        split = self.splits[bisect_right(self.ways, rng.randrange(self.count))]
        hands = [list(hand) for hand in self._shown]
        for (seats, pieces), numbers in zip(self.classes, split, strict=True):
            shuffled = rng.sample(pieces, len(pieces))
            for seat, number in zip(seats, numbers, strict=True):
                hands[seat] += shuffled[:number]
                del shuffled[:number]
        return tuple(map(tuple, hands))

    def every(self) -> Iterator[tuple[Hands[P], int]]:
        """Every layout, with the number of ways that it can be dealt if like pieces are told apart."""
        places = [(Counter(pieces), seats) for seats, pieces in self.classes]
        pieces = [(piece, number, seats) for held, seats in places for piece, number in held.items()]
        return _deal(pieces, list(self._sizes), [list(hand) for hand in self._shown], 1)

    def some(self, most: int, rng: random.Random) -> list[tuple[Hands[P], int]]:
        """Every layout with its ways if they are at most `most`; else so many drawn, one way each."""
        if self.count <= most:
            return list(self.every())
        return [(self.draw(rng), 1) for _ in range(most)]


def layouts_of(known: Knowledge) -> Layouts[Card]:
    """The layouts of the cards that a seat does not see. Raises ValueError."""
    shown = [known.hand if seat == known.me else () for seat in range(known.seats)]
    sizes = [0 if seat == known.me else number for seat, number in enumerate(known.held)]
    return Layouts(shown, sizes, [(card, known.may_hold(card)) for card in known.unseen])


def _ways(numbers: Sequence[int]) -> int:
    ways = _FACTORIALS[sum(numbers)]
    for number in numbers:
        ways //= _FACTORIALS[number]
    return ways


def _splits(
    sizes: tuple[int, ...], classes: Sequence[tuple[tuple[int, ...], int]]
) -> Iterator[tuple[tuple[int, ...], ...]]:
    # Every split of the classes, given by their seats and sizes, that fills the hands.
    if not classes:
        if not any(sizes):
            yield ()
        return
    (seats, size), *others = classes
    for numbers in _parts(size, [sizes[seat] for seat in seats]):
        left = list(sizes)
        for seat, number in zip(seats, numbers, strict=True):
            left[seat] -= number
        for rest in _splits(tuple(left), others):
            yield numbers, *rest


def _parts(size: int, sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    # Every way to write the size as a sum of numbers that are at most as large as these sizes.
    if not sizes:
        if not size:
            yield ()
        return
    first, *others = sizes
    for number in range(max(0, size - sum(others)), min(size, first) + 1):
        for rest in _parts(size - number, others):
            yield number, *rest


def _deal(
    pieces: Sequence[tuple[P, int, tuple[int, ...]]], sizes: list[int], hands: list[list[P]], ways: int
) -> Iterator[tuple[Hands[P], int]]:
    # Every way to deal the pieces, each given with its number and the seats that may hold it.
    if not pieces:
        yield tuple(map(tuple, hands)), ways
        return
    (piece, number, seats), *others = pieces
    for numbers in _parts(number, [sizes[seat] for seat in seats]):
        for seat, given in zip(seats, numbers, strict=True):
            hands[seat] += [piece] * given
            sizes[seat] -= given
        yield from _deal(others, sizes, hands, ways * _ways(numbers))
        for seat, given in zip(seats, numbers, strict=True):
            del hands[seat][len(hands[seat]) - given :]
            sizes[seat] += given
