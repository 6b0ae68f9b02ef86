"""Positions of Bishops Whist made by the real game: a pack that deals them, and moves."""

import random
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TypeAlias

from bot.rules.cards import Card, Suit, parse, parse_suit
from bot.rules.moves import Cut, Deck, Move, NameTrump, Play
from bot.rules.whist.bishops.game import BishopsWhist
from bot.rules.whist.bishops.options import BishopsWhistOptions
from bot.rules.whist.bishops.pack import PACK
from bot.rules.whist.bishops.play import KnightsRule, winning_play
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


def in_play(hand: str, plays: str, turned: str, trump: str | None = None) -> View:
    """What the seat to play sees, which holds `hand` after those `plays`; the seats play from seat 0, and
    seat 3 deals. The other cards lie anyhow, but none with a seat that has not followed to its suit.
    """
    up, options = parse(turned), GAME.options({})
    trumps = parse_suit(trump) if trump else up.suit
    assert trumps
    hands: list[list[Card]] = [[], [], [], []]
    lacks: list[set[Suit | None]] = [set(), set(), set(), set()]
    leader, number, table = 0, 1, list[Card]()
    for card in cards(plays):
        seat = (leader + len(table)) % 4
        hands[seat].append(card)
        table.append(card)
        if table[0].suit and table[0].suit is not card.suit:
            lacks[seat].add(table[0].suit)
        if len(table) == 4:
            leader = (leader + winning_play(tuple(table), trumps, number, options.led_knight)) % 4
            number, table = number + 1, []
    hands[(leader + len(table)) % 4] += cards(hand)
    rest = list(PACK)
    for card in chain.from_iterable(hands):
        rest.remove(card)
    if up not in hands[3] and up in rest:
        rest.remove(up)
        hands[3].append(up)
    _lay(rest, hands, lacks)
    state = dealt(hands, 3, up, trump)
    for card in cards(plays):
        assert isinstance(state, Playing)
        state = apply(state, state.seat, Play(card))
    assert isinstance(state, Playing)
    view: View = GAME.view(state, state.seat)
    assert sorted(card.text for card in view.hand) == sorted(hand.split())
    return view


def _lay(rest: list[Card], hands: list[list[Card]], lacks: list[set[Suit | None]]) -> None:
    # The hardest to place first, each with whom there is most room.
    for card in sorted(rest, key=lambda card: -sum(card.suit in suits for suits in lacks)):
        may = [seat for seat in range(4) if len(hands[seat]) < 13 and card.suit not in lacks[seat]]
        hands[max(may, key=lambda seat: 13 - len(hands[seat]))].append(card)


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
