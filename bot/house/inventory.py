"""What anybody can tell from the tricks of four who must follow suit: who led what, who lacks what."""

from collections.abc import Iterator, Sequence

from bot.rules.cards import Card, Suit
from bot.rules.tricks import Trick


def followed(
    tricks: Sequence[Trick], leader: int, table: Sequence[Card]
) -> Iterator[tuple[int, Suit, int, Card]]:
    """Trick number, suit led, seat and card, of every card played to the lead of a suit.

    `leader` and `table` are those of the trick in progress.
    """
    for trick in tricks:
        if led := trick.cards[0].suit:
            for seat, card in trick.plays[1:]:
                yield trick.number, led, seat, card
    if table and (led := table[0].suit):
        for turn, card in enumerate(table[1:], start=1):
            yield len(tricks) + 1, led, (leader + turn) % 4, card


def suits_lacked(tricks: Sequence[Trick], leader: int, table: Sequence[Card]) -> tuple[set[Suit], ...]:
    """For each seat the suits to which it has not followed."""
    lacked: tuple[set[Suit], ...] = (set(), set(), set(), set())
    for _, led, seat, card in followed(tricks, leader, table):
        if card.suit is not led:
            lacked[seat].add(led)
    return lacked


def suits_led(tricks: Sequence[Trick]) -> tuple[set[Suit], ...]:
    """For each seat the suits it has led."""
    led: tuple[set[Suit], ...] = (set(), set(), set(), set())
    for trick in tricks:
        if suit := trick.cards[0].suit:
            led[trick.leader].add(suit)
    return led


def tricks_won(tricks: Sequence[Trick]) -> tuple[int, int]:
    """How many tricks each side has taken, partners sitting opposite."""
    first = sum(1 for trick in tricks if trick.winner % 2 == 0)
    return first, len(tricks) - first
