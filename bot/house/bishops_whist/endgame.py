"""The last tricks, played out over the hands the others may hold.

"It makes no sort of difference to A whose hand those two bishops are in" (Dana, Methods of
Play, the study of the twelfth trick): what is still out is known, so it can be counted.
"""

import random
from collections.abc import Iterator

from bot.house.bishops_whist.memory import BISHOP, BISHOP_OF, Memory
from bot.rules.bishops_whist.pack import BISHOPS, HEIGHT, HIGH_TO_LOW
from bot.rules.bishops_whist.scoring import BISHOP_POINTS, BOOK
from bot.rules.bishops_whist.tricks import LAST_TRICK, playable, winning_play
from bot.rules.cards import KNIGHT, Card, card

_CARD_OF = {
    (suit, HEIGHT[rank]): card(rank, suit)
    for suit in BISHOP_OF
    for rank in HIGH_TO_LOW
    if rank is not KNIGHT.rank
}

Hands = tuple[tuple[Card, ...], ...]


def unseen(memory: Memory) -> list[Card]:
    """The cards in the other hands, the hardest to place first."""
    cards = [_CARD_OF[suit, height] for suit, heights in memory.out.items() for height in heights]
    cards.sort(key=lambda c: len(_seats_for(memory, c)))
    return cards + [KNIGHT] * memory.knights_out


def _seats_for(memory: Memory, c: Card) -> list[int]:
    if memory.turned and memory.turned[1] is c:
        return [memory.turned[0]]
    if c.suit is None:
        return list(memory.others)
    if c in BISHOPS:
        return [seat for seat in memory.others if memory.bishops[c.suit][seat] > 0]
    return [seat for seat in memory.others if c.suit not in memory.lacks[seat]]


def deals(memory: Memory) -> Iterator[tuple[Hands, float]]:
    """Every way the unseen cards can lie, with how likely it is beside the others."""
    cards = unseen(memory)
    hands: list[list[Card]] = [[], [], [], []]
    hands[memory.me] = list(memory.hand)
    yield from _place(memory, cards, [_seats_for(memory, c) for c in cards], 0, hands, 1.0, -1)


def _place(
    memory: Memory,
    cards: list[Card],
    seats: list[list[int]],
    place: int,
    hands: list[list[Card]],
    weight: float,
    last: int,
) -> Iterator[tuple[Hands, float]]:
    if place == len(cards):
        yield tuple(tuple(hand) for hand in hands), weight
        return
    c = cards[place]
    for seat in seats[place]:
        if len(hands[seat]) == memory.held[seat]:
            continue
        if c is KNIGHT and seat < last:
            continue  # knights are alike
        hands[seat].append(c)
        likely = weight
        if c in BISHOPS and c.suit:
            likely *= memory.bishops[c.suit][seat] / memory.held[seat]
        yield from _place(memory, cards, seats, place + 1, hands, likely, seat if c is KNIGHT else -1)
        hands[seat].pop()


def sample(memory: Memory, rng: random.Random, tries: int) -> Iterator[tuple[Hands, float]]:
    """Some ways the unseen cards can lie, drawn at random."""
    cards = unseen(memory)
    seats = [_seats_for(memory, c) for c in cards]
    for _ in range(tries):
        hands: list[list[Card]] = [[], [], [], []]
        hands[memory.me] = list(memory.hand)
        weight = 1.0
        for c, may in zip(cards, seats, strict=True):
            room = [memory.held[s] - len(hands[s]) for s in may]
            total = sum(room)
            if not total:
                break
            pick = rng.randrange(total)
            for seat, r in zip(may, room, strict=True):
                if pick < r:
                    break
                pick -= r
            hands[seat].append(c)
            if c in BISHOPS and c.suit:
                weight *= memory.bishops[c.suit][seat] / memory.held[seat]
        else:
            yield tuple(tuple(hand) for hand in hands), weight


def value(
    memory: Memory,
    hands: Hands,
    table: tuple[Card, ...],
    seat: int,
    number: int,
    tricks: int,
    bishops: int,
    low: float,
    high: float,
) -> float:
    """Points ours less theirs from here on, all hands open and everybody playing for the most."""
    if len(table) == 4:
        best = winning_play(table, memory.trump, number, memory.led_knight)
        winner = (seat + best) % 4
        mine = winner % 2 == memory.me % 2
        tricks += mine
        for c in table:
            if c in BISHOPS:
                bishops += BISHOP_POINTS if mine else -BISHOP_POINTS
        if number == LAST_TRICK:
            return bishops + (tricks - BOOK if tricks > BOOK else tricks - BOOK - 1)
        table, seat, number = (), winner, number + 1
        if number == LAST_TRICK:
            return value(
                memory,
                hands,
                tuple(hands[(seat + i) % 4][0] for i in range(4)),
                seat,
                number,
                tricks,
                bishops,
                low,
                high,
            )
    led = table[0] if table else None
    hand = hands[seat]
    ours = seat % 2 == memory.me % 2
    best_value = -99.0 if ours else 99.0
    for c in playable(hand, led):
        place = hand.index(c)
        rest = (*hands[:seat], hand[:place] + hand[place + 1 :], *hands[seat + 1 :])
        v = value(memory, rest, (*table, c), (seat + 1) % 4, number, tricks, bishops, low, high)
        if ours:
            if v > best_value:
                best_value = v
            low = max(low, v)
        else:
            if v < best_value:
                best_value = v
            high = min(high, v)
        if low >= high:
            break
    return best_value


def play_it_out(memory: Memory, legal: list[Card], rng: random.Random, tries: int) -> dict[Card, float]:
    """Average points of each card over the ways the others' cards can lie."""
    lies = deals(memory) if memory.number >= 12 else sample(memory, rng, tries)
    totals = dict.fromkeys(legal, 0.0)
    won = memory.won[memory.me % 2]
    for hands, weight in lies:
        hand = hands[memory.me]
        for c in legal:
            place = hand.index(c)
            rest = (*hands[: memory.me], hand[:place] + hand[place + 1 :], *hands[memory.me + 1 :])
            v = value(
                memory, rest, (*memory.table, c), (memory.me + 1) % 4, memory.number, won, 0, -99.0, 99.0
            )
            totals[c] += weight * v
    return totals
