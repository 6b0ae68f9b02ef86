"""Declaring: what may be declared, the re-use rule and what is left to score (RULES F1.12-14).

Cady, Declaring: one declaration is scored for each trick won; others may be shown with it and are
scored after later tricks, unless their cards are played or absorbed first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from bot.rules.bezique.combinations import (
    BEZIQUE_CARDS,
    KINDS,
    SEQUENCE,
    SEQUENCE_RANKS,
    Class,
    Kind,
    suit_of,
)
from bot.rules.bezique.held import Held, Named, can_serve
from bot.rules.bezique.pack import reading_order
from bot.rules.cards import Rank, Suit

Hand = tuple[Held, ...]


@dataclass(frozen=True, slots=True)
class Pending:
    """A combination that lies declared and has still to be scored; `places` are its cards."""

    kind: Kind
    suit: Suit | None
    places: tuple[int, ...]


def declarable(hand: Hand, trump: Suit | None) -> tuple[tuple[Kind, tuple[Held, ...]], ...]:
    """Every combination the hand may declare, those of cards that are named alike only once.

    With no trumps yet a sequence of any suit may be declared: it will make them.
    """
    found: dict[tuple[str, tuple[Named, ...]], tuple[Kind, tuple[Held, ...]]] = {}
    for kind in KINDS:
        serving = [held for held in hand if can_serve(held, kind)]
        for chosen in _sets(kind, serving, trump):
            cards = in_order(chosen)
            found.setdefault((kind.key, tuple(held.named for held in cards)), (kind, cards))
    return tuple(found.values())


def in_order(chosen: Sequence[Held]) -> tuple[Held, ...]:
    """The cards of a declaration as they are written: in reading order, those in the hand first."""
    return tuple(sorted(chosen, key=lambda held: (reading_order(held.card), held.marks, held.place)))


def _sets(kind: Kind, serving: list[Held], trump: Suit | None) -> Iterator[tuple[Held, ...]]:
    if kind.rank is not None:
        yield from combinations([held for held in serving if held.card.rank is kind.rank], kind.size)
    elif kind.group is Class.BEZIQUES:
        each = kind.size // len(BEZIQUE_CARDS)
        queens, knaves = ([held for held in serving if held.card is card] for card in BEZIQUE_CARDS)
        for some, others in product(combinations(queens, each), combinations(knaves, each)):
            yield (*some, *others)
    else:
        ranks = SEQUENCE_RANKS if kind is SEQUENCE else (Rank.KING, Rank.QUEEN)
        for suit in Suit:
            if kind is SEQUENCE and trump not in (None, suit):
                continue
            suited = [held for held in serving if held.card.suit is suit]
            yield from product(*([held for held in suited if held.card.rank is rank] for rank in ranks))


def declared(hand: Hand, kind: Kind, chosen: Sequence[Held]) -> Hand:
    """The hand once those cards have served."""
    places = {held.place for held in chosen}
    return tuple(held.having_served(kind.mark) if held.place in places else held for held in hand)


def scorable(pending: Pending, trump: Suit | None) -> bool:
    """Whether it can be scored now; a sequence in a suit that is not trumps cannot."""
    return pending.kind is not SEQUENCE or trump in (None, pending.suit)


def after_scoring(waiting: tuple[Pending, ...], kind: Kind, places: Sequence[int]) -> tuple[Pending, ...]:
    """What is left to score: lower combinations of the class whose cards were absorbed are lost."""
    return tuple(
        other
        for other in waiting
        if not (
            other.kind.group is kind.group
            and other.kind.level < kind.level
            and set(other.places) & set(places)
        )
    )


def after_playing(waiting: tuple[Pending, ...], place: int) -> tuple[Pending, ...]:
    """What is left to score once that card has been played."""
    return tuple(other for other in waiting if place not in other.places)


def pick(hand: Hand, named: Sequence[Named], waiting: tuple[Pending, ...] = ()) -> tuple[Held, ...] | None:
    """The cards so named; of equal ones, those no pending score needs. None if they are not there."""
    needed = {place for pending in waiting for place in pending.places}
    left = sorted(hand, key=lambda held: held.place in needed)
    chosen: list[Held] = []
    for name in named:
        held = next((held for held in left if held.named == name), None)
        if held is None:
            return None
        left.remove(held)
        chosen.append(held)
    return tuple(chosen)


def pending_for(kind: Kind, chosen: Sequence[Held]) -> Pending:
    """The declaration as one left to score."""
    cards = tuple(held.card for held in chosen)
    return Pending(kind, suit_of(kind, cards), tuple(held.place for held in chosen))
