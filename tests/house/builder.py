"""Positions of Bishops Whist made by the real game: a pack that deals them, and moves."""

import random
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TypeAlias

from bot.rules.cards import Card, parse, parse_suit
from bot.rules.moves import Cut, Deck, Move, NameTrump, Play
from bot.rules.whist.bishops.game import BishopsWhist
from bot.rules.whist.bishops.options import BishopsWhistOptions
from bot.rules.whist.bishops.pack import PACK
from bot.rules.whist.bishops.play import KnightsRule
from bot.rules.whist.state import Playing
from bot.rules.whist.state import State as AnyState
from bot.rules.whist.state import View as AnyView

State: TypeAlias = AnyState[BishopsWhistOptions]
View: TypeAlias = AnyView[BishopsWhistOptions]

GAME = BishopsWhist()
LIFT = 20


def cards(text: str) -> list[Card]:
    return [parse(word) for word in text.split()]


def apply(state: State, seat: int | None, move: Move) -> State:
    after: State = GAME.apply(state, seat, move).state
    return after


def dealt(hands: Sequence[Sequence[Card]], dealer: int, turned: Card, trump: str | None = None) -> State:
    """The state after a deal of those hands; `turned` is one of the dealer's."""
    left = [list(hand) for hand in hands]
    left[dealer].remove(turned)
    stock = [left[(dealer + 1 + i) % 4].pop() for i in range(51)]
    pack = (*stock[51 - LIFT :], turned, *stock[: 51 - LIFT])
    state = GAME.begin(GAME.options({}), dealer)
    state = apply(state, None, Deck(pack))
    state = apply(state, (dealer + 3) % 4, Cut(LIFT))
    if turned.suit is None:
        assert trump
        state = apply(state, dealer, NameTrump(parse_suit(trump)))
    return state


def first_trick(hand: str, table: str, turned: str, trump: str | None = None) -> View:
    """What a seat sees in the first trick, holding `hand` after the others played `table`.

    It sits anywhere but in the dealer's chair, unless it plays last or holds the card turned.
    """
    mine, played, up = cards(hand), cards(table), parse(turned)
    place = len(played)
    dealer = 3
    seat = place
    rest = list(PACK)
    for card in (*mine, *played):
        rest.remove(card)
    hands: list[list[Card]] = [[], [], [], []]
    hands[seat] = mine
    for turn, card in enumerate(played):
        hands[turn].append(card)
    if seat != dealer:
        rest.remove(up)
        hands[dealer].append(up)
    # Those who played another suit than the one led must not hold it.
    led = played[0].suit if played else None
    rest.sort(key=lambda card: card.suit is not led)
    for card in rest:
        others = [s for s in (3, 0, 1, 2) if len(hands[s]) < 13]
        may = [s for s in others if s >= place or not s or card.suit is not led or hands[s][0].suit is led]
        hands[max(may, key=lambda s: 13 - len(hands[s]))].append(card)
    state = dealt(hands, dealer, up, trump)
    for turn, card in enumerate(played):
        state = apply(state, turn, Play(card))
    return GAME.view(state, seat)


def last_tricks(
    kept: Sequence[str], leader: int, turned: str, dealer: int, trump: str | None = None
) -> State:
    """A hand played down to the `kept` cards of each seat, `leader` to lead.

    The tricks before are any legal ones that lead there, the first found.
    """
    keep = [cards(text) for text in kept]
    for state in _played_down(keep, parse(turned), dealer, trump):
        if isinstance(state, Playing) and state.leader == leader:
            return state
    raise AssertionError("no way to that ending found")


def _played_down(keep: list[list[Card]], turned: Card, dealer: int, trump: str | None) -> Iterator[State]:
    for seed in range(3000):
        rng = random.Random(seed)
        rest = list(PACK)
        for card in chain.from_iterable(keep):
            rest.remove(card)
        hands = [list(hand) for hand in keep]
        if turned in rest:
            rest.remove(turned)
            hands[dealer].append(turned)
        rng.shuffle(rest)
        for hand in hands:
            while len(hand) < 13:
                hand.append(rest.pop())
        if (state := _play_to(dealt(hands, dealer, turned, trump), keep, rng)) is not None:
            yield state


def _play_to(state: State, keep: list[list[Card]], rng: random.Random) -> State | None:
    while isinstance(state, Playing) and len(state.hands[state.seat]) > len(keep[0]):
        seat = state.seat
        spare = list(state.hands[seat])
        for card in keep[seat]:
            spare.remove(card)
        led = state.cards[0] if state.cards else None
        legal = [card for card in KnightsRule().playable(state.hands[seat], led, None) if card in spare]
        if not legal:
            return None
        state = apply(state, seat, Play(rng.choice(legal)))
    return state
