"""The ways the cards not seen can lie."""

import random
from collections.abc import Iterator
from math import factorial, prod

from bot.house.whist.memory import Memory
from bot.rules.cards import Card, Suit, card
from bot.rules.whist.pack import HIGH_TO_LOW

Hands = tuple[tuple[Card, ...], ...]

_BY_HEIGHT = dict(enumerate(reversed(HIGH_TO_LOW), start=1))


def worlds(memory: Memory, most: int, rng: random.Random) -> tuple[Hands, ...]:
    """Every way the cards can lie, or `most` of them by lot if there may be more."""
    places = _places(memory)
    held = [memory.held[seat] for seat in memory.others]
    if factorial(sum(held)) // prod(map(factorial, held)) <= most:
        return tuple(_lay(memory, places, _hands(memory)))
    return tuple(_by_lot(memory, places, rng) for _ in range(most))


def _places(memory: Memory) -> list[tuple[Card, tuple[int, ...]]]:
    # The hardest to place come first, so that what cannot be is dropped early.
    places = [
        (unseen, _may_hold(memory, unseen, suit))
        for suit, heights in memory.out.items()
        for unseen in (card(_BY_HEIGHT[height], suit) for height in heights)
    ]
    return sorted(places, key=lambda place: len(place[1]))


def _may_hold(memory: Memory, unseen: Card, suit: Suit) -> tuple[int, ...]:
    if memory.turned and memory.turned[1] is unseen:
        return (memory.turned[0],)
    return tuple(seat for seat in memory.others if suit not in memory.lacks[seat])


def _hands(memory: Memory) -> list[list[Card]]:
    return [list(memory.hand) if seat == memory.me else [] for seat in range(4)]


def _lay(
    memory: Memory,
    places: list[tuple[Card, tuple[int, ...]]],
    hands: list[list[Card]],
    rng: random.Random | None = None,
    done: int = 0,
) -> Iterator[Hands]:
    # With `rng`, the seats are tried in an order by lot, each as likely as it has room.
    if done == len(places):
        yield tuple(map(tuple, hands))
        return
    unseen, may = places[done]
    seats = [seat for seat in may if len(hands[seat]) < memory.held[seat]]
    if rng and len(seats) > 1:
        room = {seat: memory.held[seat] - len(hands[seat]) for seat in seats}
        seats.sort(key=lambda seat: rng.random() ** (1 / room[seat]), reverse=True)
    for seat in seats:
        hands[seat].append(unseen)
        yield from _lay(memory, places, hands, rng, done + 1)
        hands[seat].pop()


def _by_lot(memory: Memory, places: list[tuple[Card, tuple[int, ...]]], rng: random.Random) -> Hands:
    return next(_lay(memory, places, _hands(memory), rng))
