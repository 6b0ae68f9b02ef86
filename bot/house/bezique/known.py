"""What a seat knows of a hand of bezique: its own cards, what they have served for, and what is unseen."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

from bot.house.bezique.lying_open import Pile
from bot.house.player import seat_of
from bot.rules.bezique.ancestors.card_points import card_points
from bot.rules.bezique.declaring import is_unspent_seven
from bot.rules.bezique.named import Named
from bot.rules.bezique.pack import BRISQUES, ONE_PACK, reading_order
from bot.rules.bezique.polish.winning import lies_open
from bot.rules.bezique.state import Declaration, Served, View
from bot.rules.bezique.variant import Variant
from bot.rules.cards import Card, Rank

NEEDED: Final = 0.6  # what brisques are worth where they are counted only if they are needed


@dataclass(frozen=True)
class Known:
    """What the seat with this view knows while cards are drawn."""

    view: View

    @cached_property
    def seat(self) -> int:
        return seat_of(self.view)

    @cached_property
    def side(self) -> int:
        return self.view.side_of(self.seat)

    @cached_property
    def cards(self) -> tuple[Named, ...]:
        """All its cards, declared ones too."""
        return (*self.view.hand, *self.view.declared[self.seat])

    @cached_property
    def table(self) -> tuple[Named, ...]:
        """What lies declared before the partner, to be joined to one's own."""
        partners = self.view.variant.seating.partners_of(self.seat)
        return tuple(named for seat in partners for named in self.view.declared[seat])

    @cached_property
    def gone(self) -> list[Card]:
        """The cards of the tricks, as far as they do not lie open."""
        gone = [card for trick in self.view.tricks for card in trick.pieces]
        lying = Counter(named.card for cards in self.view.open_cards for named in cards)
        trump = self.view.trump
        for taken in lying - Counter(card for card in gone if lies_open(card, trump)):
            # The turn-up, taken for a seven that was won.
            seven = next((card for card in gone if card.rank is Rank.SEVEN and card.suit is trump), None)
            if seven is not None:
                gone.remove(seven)
                gone.append(taken)
        return gone

    @cached_property
    def unseen(self) -> list[int]:
        """How many of each card are face down or in a hand."""
        view = self.view
        left = list(_pack(view.variant))
        for named in self.cards:
            left[reading_order(named.card)] -= 1
        beside = (card for duel in view.duels if self.seat not in duel.seats for card in duel.table)
        for card in (*self.gone, *view.cards, *beside):
            left[reading_order(card)] -= 1
        for seat, cards in enumerate(view.declared):
            if seat != self.seat:
                for named in cards:
                    left[reading_order(named.card)] -= 1
        if view.turn_up is not None:
            left[reading_order(view.turn_up)] -= 1
        return left

    @property
    def hidden_cards(self) -> tuple[Card, ...]:
        return tuple(card for card, number in zip(ONE_PACK, self.unseen, strict=True) for _ in range(number))

    @cached_property
    def hidden(self) -> int:
        return sum(self.unseen)

    @cached_property
    def chances(self) -> int:
        """The tricks after this one that can still be won to declare; a card is drawn before each."""
        view = self.view
        if view.closed is not None:
            return 0
        return max(0, (view.stock + (view.turn_up is not None)) // view.variant.players - 1)

    @property
    def drawn_out(self) -> bool:
        view = self.view
        return view.closed is not None or (not view.stock and view.turn_up is None)

    @cached_property
    def served(self) -> Served:
        """What the cards of the side have served for."""
        return self.view.served(self.seat)

    @cached_property
    def pending(self) -> tuple[Declaration, ...]:
        """The side's declarations that are left to score."""
        return tuple(d for d in self.served.declarations if d.status == "to score")

    @property
    def mends(self) -> bool:
        """Whether what has been declared can be declared again once a card of it was played and replaced."""
        return self.view.variant.rubicon is not None

    def scores_as_seven(self, named: Named) -> bool:
        """Whether it is a seven of trumps that can be exchanged or shown."""
        view = self.view
        return bool(view.turn_up) and is_unspent_seven(named, view.trump, view.declarations)

    def worth(self, card: Card) -> float:
        """What a card brings to who wins it in a trick, in points: half of what hangs on it, where it is not
        worth the same to all."""
        return self._worth[reading_order(card)]

    def worth_of(self, cards: Sequence[Card]) -> float:
        """What these cards bring, won in one trick."""
        if self.piles and len(cards) > 1:
            return sum([_in_tricks(self.view.variant)[reading_order(card)] for card in cards]) + self._swing(
                cards
            )
        return sum([self._worth[reading_order(card)] for card in cards])

    @cached_property
    def piles(self) -> tuple[Pile, ...]:
        """The open cards of each seat, where there are any to be declared."""
        view = self.view
        if view.variant.won_cards == "aside":
            return ()
        left = list(self.unseen)
        for card in (*(named.card for named in self.cards), *view.cards):
            left[reading_order(card)] += 1
        return tuple(Pile(view, seat, left) for seat in range(view.variant.players))

    @cached_property
    def _worth(self) -> list[float]:
        plain = _in_tricks(self.view.variant)
        if not self.piles:
            return plain
        return [points + self._swing((card,)) for card, points in zip(ONE_PACK, plain, strict=True)]

    def given(self, cards: Sequence[Card]) -> float:
        """What an adversary makes of these cards, won in one trick, where cards won lie open."""
        theirs = [pile.gain(cards) for pile in self.piles if self.view.side_of(pile.seat) != self.side]
        return sum(theirs) / max(1, len(theirs))

    def _swing(self, cards: Sequence[Card]) -> float:
        return (self.piles[self.seat].gain(cards) + self.given(cards)) / 2


@cache
def _pack(variant: Variant) -> tuple[int, ...]:
    return tuple(0 if card.text in variant.left_out else variant.packs for card in ONE_PACK)


@cache
def _in_tricks(variant: Variant) -> list[float]:
    # Where brisques score nothing the cards do.
    points = variant.brisques.points
    if points:
        share = NEEDED if variant.brisques.scored == "if-needed" else 1.0
        return [share * points * (card.rank in BRISQUES) for card in ONE_PACK]
    return [float(card_points((card,))) for card in ONE_PACK]
