"""Cutting for partners and for the deal (Dana, Forming the Table; Laws 18-19).

Everyone cuts a card. The two lowest play against the two highest and the lowest deals. A tie is
cut again only by those in it, and only when it leaves open who deals or who are partners, so
that a recut never displaces the original lowest.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.rules.cards import Card, Rank
from bot.rules.errors import RuleError
from bot.rules.events import Event, Seated, Told
from bot.rules.seats import Names
from bot.rules.wording import listed


@dataclass(frozen=True, slots=True)
class Drew(Told):
    """Cards were cut for partners or deal; `again` lists the seats whose tie is cut again."""

    kind = "draw"
    posted = True
    cards: tuple[tuple[int, Card], ...]
    again: tuple[int, ...]

    def data(self, names: Names) -> dict[str, Any]:
        return {
            "cards": {names[seat]: card.text for seat, card in self.cards},
            "again": [names[seat] for seat in self.again],
        }

    def say(self, names: Names) -> str:
        cut = ", ".join(f"{names[seat]} {card.face}" for seat, card in self.cards)
        if not self.again:
            return f"Cut: {cut}."
        return f"Cut: {cut}. {listed([names[seat] for seat in self.again])} cut equal and cut again."


@dataclass(frozen=True, slots=True)
class DealFixed(Told):
    """The deal was cut for, partners being settled already."""

    kind = "dealer"
    posted = True
    dealer: int

    def data(self, names: Names) -> dict[str, Any]:
        return {"dealer": names[self.dealer]}

    def say(self, names: Names) -> str:
        return f"{names[self.dealer]} cut lowest and deals."


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
        """The seats that cut next, all at first and then the tied; empty when it is settled.

        `order` gives each rank its height in cutting, higher is higher.
        """
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
        """The cutting after those awaited cut `cards`, in seat order. Raises RuleError."""
        seats = self.awaited(order)
        if len(cards) != len(seats):
            raise RuleError("cut", f"{len(seats)} people cut now, so {len(seats)} cards are wanted.")
        for card in cards:
            if cards.count(card) > pack.count(card):
                raise RuleError("pack", f"The pack does not hold {cards.count(card)} of {card}.")
        drawn = dict(zip(seats, cards, strict=True))
        return Cutting(
            tuple((*cut, drawn[seat]) if seat in drawn else cut for seat, cut in enumerate(self.cuts)),
            self.for_partners,
        )

    def drew(self, cards: tuple[Card, ...], order: Mapping[Rank, int], pack: tuple[Card, ...]) -> "Drawn":
        """The cutting after `cards` were cut, and the events of it. Raises RuleError as `cut` does.

        Once nothing is tied any more the dealer is settled, and with him the chairs of partners.
        """
        seats = self.awaited(order)
        after = self.cut(cards, order, pack)
        again = after.awaited(order)
        told = Drew(tuple(zip(seats, cards, strict=True)), again)
        if again:
            return Drawn(after, None, (told,))
        dealer, partner = after.ranking(order)[:2]
        settled: Event = DealFixed(dealer)
        if self.for_partners:
            settled = Seated(seat_partners(dealer, partner), dealer)
        return Drawn(after, dealer, (told, settled))

    def ranking(self, order: Mapping[Rank, int]) -> tuple[int, ...]:
        """The seats from the lowest cut to the highest."""
        return tuple(sorted(range(len(self.cuts)), key=lambda seat: self._key(seat, order)))

    def _key(self, seat: int, order: Mapping[Rank, int]) -> tuple[int, ...]:
        return tuple(order[card.rank] for card in self.cuts[seat])


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a cut led to; `dealer` is None while a tie has still to be cut again."""

    cutting: Cutting
    dealer: int | None
    events: tuple[Event, ...]


def seat_partners(dealer: int, partner: int) -> tuple[int, ...]:
    """The new order of four chairs that puts `partner` opposite `dealer` and moves as few as can be.

    Chair `i` goes to whoever sat in chair `order[i]`. The dealer keeps his chair.
    """
    order = list(range(4))
    opposite = (dealer + 2) % 4
    order[opposite], order[partner] = partner, opposite
    return tuple(order)
