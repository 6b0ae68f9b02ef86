"""The search for endings, beside trying everything, in every game that it is used for."""

import random
from typing import Any

import pytest

from bot.house.bishops_whist.ending import rules_with as bishops_rules
from bot.house.bishops_whist.knowledge import BISHOPS_PACK
from bot.house.layouts import Hands
from bot.house.tricks.endings import Ending, EndingRules
from bot.house.tricks.knowledge import Pack
from bot.house.whist.ending import rules_with as whist_rules
from bot.house.whist.knowledge import WHIST_PACK
from bot.rules.cards import KNIGHT, Card, Suit
from bot.rules.whist.pack import PACK

POINTS = (0.0, 0.0, 1.0, 3.0)


class Known:
    """What the rules of an ending ask of a seat's knowledge."""

    trump = Suit.HEARTS
    number = 11

    def __init__(self, pack: Pack, led_knight: str = "ten") -> None:
        self.pack = pack
        self.led_knight = led_knight


def by_trying(
    rules: EndingRules[Card],
    hands: Hands[Card],
    seat: int,
    table: tuple[Card, ...],
    taken: int,
    side: int,
    worth: tuple[float, ...],
) -> float:
    """What the side makes from here on, by trying everything."""
    seats = len(hands)
    if len(table) == seats:
        last = not hands[seat]
        winner = (seat + rules.winning(table, last)) % seats
        points = sum(rules.points.get(card, 0) for card in table) + last * rules.last_points
        ours = winner % 2 == side
        taken += ours
        rest = worth[taken] if last else by_trying(rules, hands, winner, (), taken, side, worth)
        return rest + (points if ours else -points)
    best = max if seat % 2 == side else min
    return best(
        by_trying(rules, without(hands, seat, card), (seat + 1) % seats, (*table, card), taken, side, worth)
        for card in set(rules.playable(hands[seat], table[0] if table else None))
    )


def without(hands: Hands[Card], seat: int, card: Card) -> Hands[Card]:
    hand = list(hands[seat])
    hand.remove(card)
    return (*hands[:seat], tuple(hand), *hands[seat + 1 :])


def check(rules: EndingRules[Card], pack: tuple[Card, ...], seats: int, cards: int, seed: int) -> None:
    rng = random.Random(seed)
    # Few suits and ranks, so that cards are often alike, or nearly.
    left = rng.sample(pack, seats * cards)
    hands: Hands[Card] = tuple(tuple(left[seat::seats]) for seat in range(seats))
    seat, table = rng.randrange(seats), tuple[Card, ...]()
    for _ in range(rng.randrange(seats)):
        card = rng.choice(rules.playable(hands[seat], table[0] if table else None))
        hands, table, seat = without(hands, seat, card), (*table, card), (seat + 1) % seats
    may = tuple(dict.fromkeys(rules.playable(hands[seat], table[0] if table else None)))
    found = Ending(rules, left, seats).values(hands, seat, table, may, POINTS)
    for card in may:
        rest, after = without(hands, seat, card), (*table, card)
        expected = by_trying(rules, rest, (seat + 1) % seats, after, 0, seat % 2, POINTS)
        assert found[card] == pytest.approx(expected)


@pytest.mark.parametrize("seed", range(40))
def test_whist(seed: int) -> None:
    pack = tuple(card for card in PACK if card.suit in (Suit.SPADES, Suit.HEARTS))
    known: Any = Known(WHIST_PACK)
    check(whist_rules(known), pack, 4, 3, seed)


@pytest.mark.parametrize("led_knight", ["ten", "lowest"])
@pytest.mark.parametrize("seed", range(40))
def test_bishops_whist(seed: int, led_knight: str) -> None:
    # A5-A6: knights that stand in for bishops, irregular tricks, and the last knight in the last trick.
    known: Any = Known(BISHOPS_PACK, led_knight)
    cards = tuple(
        card for card in BISHOPS_PACK.cards if card.suit is not Suit.CLUBS and card.rank.value in "AQB98N"
    )
    assert cards.count(KNIGHT) == 4
    check(bishops_rules(known, knights=True), cards, 4, 3, seed)


@pytest.mark.parametrize("seed", range(20))
def test_bishops_whist_with_the_knights_gone(seed: int) -> None:
    known: Any = Known(BISHOPS_PACK)
    pack = tuple(card for card in BISHOPS_PACK.cards if card.suit in (Suit.SPADES, Suit.HEARTS))
    check(bishops_rules(known, knights=False), pack, 4, 3, seed)
