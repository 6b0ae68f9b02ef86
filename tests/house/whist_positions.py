"""Positions of whist made by the real game: what one seat holds, and what has been played."""

import random
from typing import Any

from bot.rules.cards import Card, Suit, parse
from bot.rules.moves import Play
from bot.rules.whist.pack import PACK
from bot.rules.whist.play import winning_play
from tests.rules.whist_hands import AMERICAN, cards, dealt


def position(
    hand: str,
    plays: str = "",
    turned: str = "2C",
    dealer: int = 3,
    game: Any = AMERICAN,
    points: tuple[int, int] = (0, 0),
    **options: Any,
) -> Any:
    """The state after `plays` from the deal on, where the seat to play has `hand` left.

    The cards not named lie anyhow, but where they may: `turned` with the dealer, none with a seat
    that has failed to follow to its suit.
    """
    owner, lacks, to_play = _played(cards(plays), parse(turned).suit, dealer)
    for card in cards(hand):
        owner[card] = to_play
    owner.setdefault(parse(turned), dealer)
    hands = _laid(owner, lacks, to_play)
    last = parse(turned)
    hands[dealer].sort(key=lambda card: card is last)
    state = dealt(game, [tuple(held) for held in hands], dealer, points, **options)
    for card in cards(plays):
        state = game.apply(state, state.seat, Play(card)).state
    assert state.seat == to_play
    assert set(state.hands[to_play]) == set(cards(hand))
    return state


def view(*args: Any, game: Any = AMERICAN, **kwargs: Any) -> Any:
    """What the seat to play sees of such a position."""
    state = position(*args, **{"game": game, **kwargs})
    return game.view(state, state.seat)


def _played(
    plays: tuple[Card, ...], trump: Suit | None, dealer: int
) -> tuple[dict[Card, int], list[set[Suit | None]], int]:
    assert trump
    owner: dict[Card, int] = {}
    lacks: list[set[Suit | None]] = [set(), set(), set(), set()]
    leader, table = (dealer + 1) % 4, list[Card]()
    for card in plays:
        seat = (leader + len(table)) % 4
        owner[card] = seat
        table.append(card)
        if card.suit is not table[0].suit:
            lacks[seat].add(table[0].suit)
        if len(table) == 4:
            leader, table = (leader + winning_play(table, trump)) % 4, []
    return owner, lacks, (leader + len(table)) % 4


def _laid(owner: dict[Card, int], lacks: list[set[Suit | None]], to_play: int) -> list[list[Card]]:
    for seed in range(2000):
        hands: list[list[Card]] = [[c for c, seat in owner.items() if seat == s] for s in range(4)]
        rest = [card for card in PACK if card not in owner]
        random.Random(seed).shuffle(rest)
        # The hardest to place first.
        rest.sort(key=lambda card: -sum(card.suit in suits for suits in lacks))
        for card in rest:
            may = [s for s in range(4) if s != to_play and len(hands[s]) < 13 and card.suit not in lacks[s]]
            if not may:
                break
            hands[max(may, key=lambda s: 13 - len(hands[s]))].append(card)
        if all(len(held) == 13 for held in hands):
            return hands
    raise AssertionError("the cards cannot lie so")
