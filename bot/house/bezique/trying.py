"""Moves of ordinary bezique tried on layouts of the hidden cards, the same for all, each with an order of the
stock."""

import random
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final

import numpy as np

from bot.house.bezique import playouts as native
from bot.house.bezique.aims import aims_of
from bot.house.bezique.known import Known
from bot.house.bezique.prospects import at_least
from bot.house.bezique.weights import weights_for
from bot.rules.bezique.declaring import is_unspent_seven
from bot.rules.bezique.moves import Declare, DrawCards, Exchange, PlayHeld, ScoreKept, ShowSeven
from bot.rules.bezique.named import Named
from bot.rules.bezique.pack import ONE_PACK, reading_order
from bot.rules.bezique.state import View
from bot.rules.bezique.variant import Variant
from bot.rules.cards import Card
from bot.rules.moves import Move

_SUITS: Final = {ONE_PACK[8 * place].suit: place for place in range(4)}
_SLOTS: Final = 5

_KEPT: Final = (1.6, 0.85, 1.3, 1.1, 0.7, 0.25, 0.15, 0.12)
_KEPT_TRUMPS: Final = (2.1, 2.1, 1.1, 1.5, 2.1, 1.1, 1.0, 0.8)
_KEPT_FOR_BEZIQUE: Final = 1.2
"""How much likelier than by chance a hidden card is in the hand and not in the stock, ace to seven, once some
tricks were played: counted in 150 hands of Hoyle's."""
_SETTLED: Final = 4


class Trial:
    """The turn of that view in native code, to try moves."""

    def __init__(self, view: View) -> None:
        self.known = known = Known(view)
        self.rules = rules_of(known.view.variant)
        self.weights = weights_for(known.view.variant)
        self._numbers: dict[Named, list[int]] = {}
        self._left = [[2 * place, 2 * place + 1] for place in range(len(ONE_PACK))]
        self.state = self._state()

    def values(self, moves: Sequence[Move], layouts: int, rng: random.Random) -> tuple[Any, Any]:
        """What each move (column) makes more than the other side on so many layouts (rows), in points, and
        the layouts' shares."""
        starts = np.array([self.after(move) for move in moves])
        made = native.try_moves(starts, *self.draw(layouts, rng), self.rules, self.weights)
        return made, np.full(layouts, 1 / layouts)

    def _state(self) -> Any:
        view, me = self.known.view, self.known.seat
        state = np.zeros(native.WORDS, np.int64)
        other = 1 - me
        own = self._take(self.known.cards)
        declared = self._take(view.declared[other])
        state[native.HANDS], state[native.HANDS + 1] = _bits(own), _bits(declared)
        state[native.OPEN] = _bits(declared) | self._all(view.declared[me])
        state[native.SPENT] = self._all(
            named
            for named in view.hand
            if named.index and not is_unspent_seven(named, view.trump, view.declarations)
        )
        state[native.LEFT] = view.stock + (view.turn_up is not None)
        state[native.TURN_UP] = self._number(view.turn_up) if view.turn_up else -1
        state[native.TRUMP] = _SUITS[view.trump] if view.trump else -1
        state[native.LED] = self._number(view.cards[0]) if view.cards else -1
        free = any(isinstance(move, Exchange | ShowSeven) for move in view.legal)
        state[native.SCORED + 1] = self.rules.besides and not free
        state[native.PHASE] = native.DECLARING if DrawCards() in view.legal else native.PLAYING
        words = _words(view.variant)
        for declaration in view.declarations:
            if declaration.status != "to score":
                group, level = declaration.kind.group, declaration.kind.level
                for word in range(words[group, 1], words[group, level] + 1):
                    state[native.SERVED + word] |= self._all(declaration.cards)
        for card in self.known.gone:
            self._number(card)
        return state

    def _take(self, cards: Sequence[Named]) -> list[int]:
        numbers = []
        for named in cards:
            numbers.append(self._number(named.card))
            self._numbers.setdefault(named, []).append(numbers[-1])
        return numbers

    def _all(self, cards: Iterable[Named]) -> int:
        return _bits(number for named in cards for number in self._numbers.get(named, ()))

    def _number(self, card: Card) -> int:
        return self._left[reading_order(card)].pop(0)

    def after(self, move: Move) -> Any:
        """The state after that move, without what is hidden."""
        state, rules = self.state.copy(), self.rules
        match move:
            case PlayHeld(named):
                native.put(state, rules, self._numbers[named][0])
            case Declare(key, cards) | ScoreKept(key, cards):
                aims = aims_of(self.known.view.variant, None)
                suits = (None, cards[0].card.suit)
                aim = next(n for n, one in enumerate(aims) if one.kind.key == key and one.suit in suits)
                numbers = {named: list(self._numbers[named]) for named in cards}
                native.declare(state, rules, aim, _bits([numbers[named].pop(0) for named in cards]))
            case DrawCards():
                state[native.PHASE] = native.DRAWING
            case _:
                native.score_seven(state, rules)
        return state

    def draw(self, layouts: int, rng: random.Random) -> tuple[Any, Any]:
        """Layouts that fit: what the adversary holds besides what lies declared, as a word of bits, and the
        order of the stock. Raises ValueError if the cards make no hand."""
        view = self.known.view
        chance = np.random.default_rng(rng.getrandbits(64))
        hidden = np.array([number for numbers in self._left for number in numbers], np.int64)
        other = 1 - self.known.seat
        held = view.held[other] - len(view.declared[other])
        if self.state[native.LEFT] % 2 or len(hidden) < held + view.stock:
            raise ValueError("The cards that are out make no hand and stock.")
        kept = np.array([self._kept(ONE_PACK[number // 2]) for number in hidden])
        waits = chance.exponential(size=(layouts, len(hidden))) / kept
        dealt = hidden[np.argsort(waits, axis=1)]
        hands = np.left_shift(np.int64(1), dealt[:, :held]).sum(axis=1)
        stocks = chance.permuted(dealt[:, held:], axis=1)[:, : view.stock]
        return hands, np.ascontiguousarray(stocks)

    def _kept(self, card: Card) -> float:
        view = self.known.view
        kept = (_KEPT_TRUMPS if card.suit is view.trump else _KEPT)[reading_order(card) % 8]
        if card.text in view.variant.bezique_pair(view.trump):
            kept = max(kept, _KEPT_FOR_BEZIQUE)
        return float(kept ** min(1.0, len(view.tricks) / _SETTLED))


def _bits(numbers: Iterable[int]) -> int:
    word = sum({1 << number for number in numbers})
    return word - (word >> 63 << 64)


@cache
def _words(variant: Variant) -> dict[tuple[str, int], int]:
    # The number of the word for each class and level.
    levels = sorted({(kind.group, kind.level) for kind in variant.declarations})
    return {level: number for number, level in enumerate(levels)}


@cache
def rules_of(variant: Variant) -> native.Rules:
    """The rules of that game as native code reads them."""
    words = _words(variant)
    aims = aims_of(variant, None)
    rows = np.zeros((len(aims), native.COLUMNS), np.int64)
    slots, numbers = (np.zeros((len(aims), _SLOTS), np.int64) for _ in range(2))
    for place, aim in enumerate(aims):
        kind = aim.kind
        rows[place] = (
            words[kind.group, kind.level],
            words[kind.group, 1],
            _SUITS[aim.suit] if aim.suit else -1,
            kind.points,
            kind.points if kind.in_trumps is None else kind.in_trumps,
            kind.trumps_only,
            kind.new_card,
        )
        for column, slot in enumerate(aim.slots):
            slots[place, column] = _bits([2 * card + like for card in slot.cards for like in (0, 1)])
            numbers[place, column] = slot.number
    wins = weights_for(variant).wins
    likely = np.array([[at_least(tricks, number, wins) for number in range(40)] for tricks in range(30)])
    seven = variant.seven
    return native.Rules(
        rows,
        slots,
        numbers,
        likely,
        variant.brisques.points,
        variant.last_trick,
        seven.points if seven else 0,
        bool(seven and seven.besides),
    )
