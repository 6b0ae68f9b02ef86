"""Cutting for partners and for the deal (Dana, Forming the Table; Laws 18-19).

Everyone cuts a card. The two lowest play against the two highest and the lowest deals. A tie is
cut again only by those in it, and only when it leaves open who deals or who are partners, so
that a recut never displaces the original lowest.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.rules.cards import Card, Rank
from bot.rules.errors import RuleError


@dataclass(frozen=True, slots=True)
class Cutting:
    """The cards cut so far by each of the candidates, first cut first.

    `for_partners` is False when partners are already chosen and only the deal is cut for.
    """

    cuts: tuple[tuple[Card, ...], ...]
    for_partners: bool

    @classmethod
    def begin(cls, candidates: int, for_partners: bool) -> "Cutting":
        """Nobody has cut yet."""
        return cls(((),) * candidates, for_partners)

    def awaited(self, order: Mapping[Rank, int]) -> tuple[int, ...]:
        """The seats that cut next: all at first, then the tied; empty when it is settled. `order` gives each
        rank its height in cutting."""
        if not self.cuts[0]:
            return tuple(range(len(self.cuts)))
        ranking = self.ranking(order)
        keys = [self._key(seat, order) for seat in ranking]
        # Between positions 0 and 1 lies the deal; between 1 and 2 the two partnerships.
        open_borders = [
            border
            for border in ((0, 1), (1, 2))[: 1 + self.for_partners]
            if keys[border[0]] == keys[border[1]]
        ]
        if not open_borders:
            return ()
        tied = keys[open_borders[0][0]]
        return tuple(sorted(seat for seat, key in zip(ranking, keys, strict=True) if key == tied))

    def cut(self, cards: tuple[Card, ...], order: Mapping[Rank, int], pack: tuple[Card, ...]) -> "Cutting":
        """The cutting after the next seats cut `cards`, in seat order. Raises RuleError."""
        seats = self.awaited(order)
        if len(cards) != len(seats):
            raise RuleError(
                "cut", "{number} people cut now, so {number} cards are wanted.", number=len(seats)
            )
        for card in cards:
            if cards.count(card) > pack.count(card):
                raise RuleError(
                    "pack",
                    "The pack does not hold {number} of {face}.",
                    number=cards.count(card),
                    face=card.text,
                )
        drawn = dict(zip(seats, cards, strict=True))
        return Cutting(
            tuple((*cut, drawn[seat]) if seat in drawn else cut for seat, cut in enumerate(self.cuts)),
            self.for_partners,
        )

    def ranking(self, order: Mapping[Rank, int]) -> tuple[int, ...]:
        """The seats from the lowest cut to the highest."""
        return tuple(sorted(range(len(self.cuts)), key=lambda seat: self._key(seat, order)))

    def _key(self, seat: int, order: Mapping[Rank, int]) -> tuple[int, ...]:
        return tuple(order[card.rank] for card in self.cuts[seat])
