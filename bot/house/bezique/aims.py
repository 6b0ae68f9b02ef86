"""The combinations of a game of the bezique family, by the cards they want."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from bot.rules.bezique.combinations import Meld, OneSuit, Pairs, SameRank
from bot.rules.bezique.pack import ONE_PACK, reading_order
from bot.rules.bezique.variant import Variant
from bot.rules.cards import Suit, card, parse

CARDS: Final = len(ONE_PACK)  # cards are counted by their place in the pack


class Slot(NamedTuple):
    """Cards of which a combination wants so many, by their places in the pack."""

    cards: tuple[int, ...]
    number: int


@dataclass(frozen=True, slots=True)
class Aim:
    """A combination to be made: its kind, its suit if it is of one, and what it wants."""

    kind: Meld
    suit: Suit | None
    slots: tuple[Slot, ...]


@cache
def aims_of(variant: Variant, trump: Suit | None) -> tuple[Aim, ...]:
    """Every combination that can be declared in that game under those trumps, like cards being one."""
    return tuple(aim for kind in variant.kinds(trump) for aim in _aims(kind))


def _aims(kind: Meld) -> Iterator[Aim]:
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
