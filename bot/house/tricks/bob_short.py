"""Bob Short, who plays any whist by a few maxims: no memory, no calculation (Bob Short's Rules).

Good company for a beginner; he does what the book says and no more.
"""

import random
from typing import Any, Final

from bot.house.tricks.knowledge import Pack
from bot.house.tricks.revokes import WorthOfPenalty, answered, lawful_plays
from bot.rules.cards import Card, Rank
from bot.rules.catalogue import gettext_noop
from bot.rules.moves import Move

BOB_SHORT: Final = gettext_noop(
    "Bob Short: the pen name of whoever wrote the pamphlet of rules for whist from which this comes."
)
"""Explains the name to readers of his rules."""

_MANY_TRUMPS: Final = 5
_ACE_QUEEN: Final = (Rank.ACE, Rank.QUEEN)


class BobShort:
    """Plays by rote: lead from the long suit, second hand low, third hand high, win when in doubt."""

    name = "bob-short"

    def __init__(self, pack: Pack, worth: WorthOfPenalty) -> None:
        self._pack = pack
        self._worth = worth

    def choose(self, view: Any, rng: random.Random) -> Move:
        if (answer := answered(view, self._pack, self._worth)) is not None:
            return answer
        plays = lawful_plays(view, self._pack)
        if not plays:
            # Honours stand before any cut; a cut is random.
            move: Move = rng.choice(view.legal) if view.legal[0].blind else view.legal[0]
            return move
        cards = sorted(plays, key=self._height)
        return plays[self._lead(view, cards) if not view.cards else self._follow(view, cards)]

    def _height(self, card: Card) -> int:
        return self._pack.height[card]

    def _lead(self, view: Any, cards: list[Card]) -> Card:
        # Rules 1, 3 and 6: from the strongest suit, the highest of a sequence; trumps with many.
        suits = {card.suit for card in cards if card.suit is not None}
        if not suits:
            return cards[0]
        length = {suit: [card for card in cards if card.suit is suit] for suit in suits}
        plain = [suit for suit in suits if suit is not view.trump]
        many = len(length.get(view.trump, ())) >= _MANY_TRUMPS
        order = sorted(suits, key=lambda suit: (len(length[suit]), str(suit)))
        best = view.trump if many or not plain else [suit for suit in order if suit in plain][-1]
        held = length[best]
        top, below = held[-1], held[-2] if len(held) > 1 else None
        touching = below is not None and self._height(top) - self._height(below) == 1
        return top if touching or len(held) == 1 else held[0]

    def _follow(self, view: Any, cards: list[Card]) -> Card:
        table = tuple(view.cards)
        best = self._pack.winning(view, view.trump, table)
        partner = len(table) - 2
        takes = [card for card in cards if self._pack.winning(view, view.trump, (*table, card)) == len(table)]
        if len(table) == 3:
            # Fourth hand: as cheaply as can be, and not partner's trick.
            return takes[0] if takes and best != partner else cards[0]
        if len(table) == 1 or not takes or (best == partner and self._high(table[best])):
            return cards[0]
        # Third hand: the best card, but from ace and queen the queen (rule 24).
        if tuple(card.rank for card in cards[:-3:-1]) == _ACE_QUEEN and cards[-2] in takes:
            return cards[-2]
        return takes[-1] if takes[-1].suit is table[0].suit else takes[0]

    def _high(self, card: Card) -> bool:
        return card.rank in (Rank.ACE, Rank.KING)
