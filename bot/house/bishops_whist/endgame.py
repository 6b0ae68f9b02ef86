"""The last tricks, counted out over every way the other hands can lie.

From the twelfth, the "strategic trick", on it is known which bishops and knights are left, and
often "it makes no sort of difference whose hand those bishops are in" (Dana, Methods of Play).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.house.bishops_whist.memory import BISHOP_OF, Memory
from bot.rules.bishops_whist.pack import BISHOPS, CARD_HEIGHT
from bot.rules.bishops_whist.scoring import BISHOP_POINTS, BOOK
from bot.rules.bishops_whist.tricks import LAST_TRICK, playable, winning_play
from bot.rules.cards import KNIGHT, Card, Suit

COUNT_FROM: Final = 12
"""The first trick that is counted out."""

_WORST: Final = 99.0

_SUITED: Final[dict[tuple[Suit, int], Card]] = {
    (card.suit, height): card for card, height in CARD_HEIGHT.items() if card.suit
}

Hands = tuple[tuple[Card, ...], ...]


def count_it_out(memory: Memory, cards: Sequence[Card]) -> dict[Card, float]:
    """For each of this hand's `cards` the points it makes, summed over the lies by likelihood."""
    points = dict.fromkeys(cards, 0.0)
    ending = _Ending(memory)
    taken = memory.won[memory.me % 2]
    for hands, likelihood in lies(memory):
        for card in cards:
            rest = _without(hands, memory.me, card)
            made = ending.value(rest, (*memory.table, card), memory.number, (memory.me + 1) % 4, taken)
            points[card] += likelihood * made
    return points


def lies(memory: Memory) -> Iterator[tuple[Hands, float]]:
    """Every way the cards not seen can lie, and how likely it is beside the others."""
    unseen = [_SUITED[suit, height] for suit, heights in memory.out.items() for height in heights]
    places = [(card, _may_hold(memory, card)) for card in unseen]
    # The hardest to place come first, so that what cannot be is dropped early.
    places.sort(key=lambda place: len(place[1]))
    places += [(KNIGHT, memory.others)] * memory.knights_out
    hands: list[list[Card]] = [[], [], [], []]
    hands[memory.me] = list(memory.hand)
    return _lay(memory, places, hands, 1.0, 0)


def _may_hold(memory: Memory, card: Card) -> tuple[int, ...]:
    assert card.suit
    if memory.turned and memory.turned[1] is card:
        return (memory.turned[0],)
    if card is BISHOP_OF[card.suit]:
        return tuple(seat for seat in memory.others if memory.bishops[card.suit][seat])
    return tuple(seat for seat in memory.others if card.suit not in memory.lacks[seat])


def _lay(
    memory: Memory,
    places: list[tuple[Card, tuple[int, ...]]],
    hands: list[list[Card]],
    likelihood: float,
    next_knight: int,
) -> Iterator[tuple[Hands, float]]:
    # Knights are alike: each goes no earlier in the order of seats than the one before it.
    if not places:
        yield tuple(tuple(hand) for hand in hands), likelihood
        return
    card, seats = places[0]
    for order, seat in enumerate(seats):
        if len(hands[seat]) == memory.held[seat] or (card is KNIGHT and order < next_knight):
            continue
        bishop = card.suit in memory.bishops and card in BISHOPS
        weight = memory.bishops[card.suit][seat] / memory.held[seat] if bishop and card.suit else 1.0
        hands[seat].append(card)
        knight = order if card is KNIGHT else 0
        yield from _lay(memory, places[1:], hands, likelihood * weight, knight)
        hands[seat].pop()


@dataclass(frozen=True, slots=True)
class _Ending:
    # Play with all hands open and everybody playing for the most.
    memory: Memory

    def value(
        self,
        hands: Hands,
        table: tuple[Card, ...],
        number: int,
        seat: int,
        taken: int,
        floor: float = -_WORST,
        ceiling: float = _WORST,
    ) -> float:
        """Points made from here on, ours less theirs, `taken` being the tricks we have."""
        if len(table) == 4:
            return self._gather(hands, table, number, seat, taken, floor, ceiling)
        ours = seat % 2 == self.memory.me % 2
        best = -_WORST if ours else _WORST
        for card in playable(hands[seat], table[0] if table else None):
            rest = _without(hands, seat, card)
            made = self.value(rest, (*table, card), number, (seat + 1) % 4, taken, floor, ceiling)
            if ours:
                best = max(best, made)
                floor = max(floor, made)
            else:
                best = min(best, made)
                ceiling = min(ceiling, made)
            if floor >= ceiling:
                break
        return best

    def _gather(
        self,
        hands: Hands,
        table: tuple[Card, ...],
        number: int,
        leader: int,
        taken: int,
        floor: float,
        ceiling: float,
    ) -> float:
        memory = self.memory
        winner = (leader + winning_play(table, memory.trump, number, memory.led_knight)) % 4
        ours = winner % 2 == memory.me % 2
        taken += ours
        bishops = BISHOP_POINTS * sum(1 for card in table if card in BISHOPS)
        made = bishops if ours else -bishops
        if number == LAST_TRICK:
            over_book = taken - BOOK
            return made + (over_book if over_book > 0 else over_book - 1)
        if number + 1 == LAST_TRICK:
            last = tuple(hands[(winner + turn) % 4][0] for turn in range(4))
            return made + self._gather(hands, last, LAST_TRICK, winner, taken, floor, ceiling)
        return made + self.value(hands, (), number + 1, winner, taken, floor - made, ceiling - made)


def _without(hands: Hands, seat: int, card: Card) -> Hands:
    hand = hands[seat]
    place = hand.index(card)
    return (*hands[:seat], hand[:place] + hand[place + 1 :], *hands[seat + 1 :])
