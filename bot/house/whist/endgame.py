"""The last tricks, counted out over the ways the other hands can lie.

With few cards left it is known how many of each suit are out (Bob Short 19), and each card can be
tried to the end with all hands open.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from bot.house.whist.memory import Memory
from bot.house.whist.worlds import Hands, worlds
from bot.rules.cards import Card, Suit
from bot.rules.whist.pack import CARD_HEIGHT

COUNT_FROM: Final = 4
"""The most cards in hand with which the rest is counted out."""

WORLDS: Final = 10
"""Ways the cards can lie that are tried, where there are more."""

Worth = Callable[[Hands], tuple[float, ...]]
"""What a hand is worth by the number of tricks taken, the cards lying so."""


def count_it_out(
    memory: Memory, cards: Sequence[Card], worth: Worth, rng: random.Random, most: int = WORLDS
) -> dict[Card, float]:
    """For each of this hand's `cards` what the hand is worth on the average if it is played."""
    made = dict.fromkeys(cards, 0.0)
    lies = worlds(memory, most, rng)
    ours = memory.tricks[0]
    for hands in lies:
        value = worth(hands)
        for card, tricks in tricks_by_card(memory, hands, cards).items():
            made[card] += value[ours + tricks]
    return {card: total / len(lies) for card, total in made.items()}


def tricks_by_card(memory: Memory, hands: Hands, cards: Sequence[Card]) -> dict[Card, int]:
    """How many tricks more this side takes with all hands open, by the card it plays now."""
    bits, suits = _code(memory, hands)
    held = [sum([bits[card] for card in hand]) for hand in hands]
    me, table = memory.me, [bits[card] for card in memory.table]
    ending = _Ending(held, suits, suits[memory.trump], me % 2)
    tricks: dict[Card, int] = {}
    by_bit: dict[int, int] = {}
    for card in cards:
        bit = bits[card]
        goal = by_bit.get(bit << 1) if held[me] & bit << 1 else None
        if goal is None:
            led, best, winner = ending.lie([*table, bit], (me - len(table)) % 4)
            held[me] ^= bit
            goal, turn, left = 0, len(table) + 1, len(memory.hand)
            while goal < left and ending.play((me + 1) % 4, turn, led, best, winner, goal + 1, left):
                goal += 1
            held[me] ^= bit
        tricks[card] = by_bit[bit] = goal
    return tricks


def _code(memory: Memory, hands: Hands) -> tuple[dict[Card, int], dict[Suit, int]]:
    # A bit for every card left, higher for the higher cards, trumps above all; and the bits of
    # each suit. Cards that lie side by side in a hand are equals, the cards played being left out.
    cards = sorted([*memory.table, *(card for hand in hands for card in hand)], key=CARD_HEIGHT.__getitem__)
    bits: dict[Card, int] = {}
    suits: dict[Suit, int] = {}
    bit = 1
    for suit in sorted(Suit, key=lambda suit: suit is memory.trump):
        suits[suit] = 0
        for card in cards:
            if card.suit is suit:
                bits[card] = bit
                suits[suit] |= bit
                bit <<= 1
        bit <<= 1
    return bits, suits


class _Ending:
    # Play with all hands open: whether the side of that parity takes at least `goal` tricks more,
    # `left` tricks being left, the one in progress among them. `held` changes while it is tried.

    def __init__(self, held: list[int], suits: Mapping[Suit, int], trumps: int, side: int) -> None:
        self._held = held
        self._suit_of = {
            1 << place: suit
            for suit in suits.values()
            for place in range(suit.bit_length())
            if suit >> place & 1
        }
        self._trumps = trumps
        self._side = side
        self._known: dict[tuple[int, int, int, int, int, int], bool] = {}

    def lie(self, table: Sequence[int], leader: int) -> tuple[int, int, int]:
        """The suit led, the best card and who played it."""
        led = self._suit_of[table[0]]
        live = led | self._trumps
        best = max(bit for bit in table if bit & live)
        return led, best, (leader + table.index(best)) % 4

    def takes(self, leader: int, goal: int, left: int) -> bool:
        """... `leader` being about to lead."""
        if goal <= 0 or goal > left:
            return goal <= 0
        held = self._held
        if left == 1:
            _, _, winner = self.lie([*held[leader:], *held[:leader]], leader)
            return winner % 2 == self._side
        first, second, third, fourth = held
        key = (first, second, third, fourth, leader, goal)
        known = self._known.get(key)
        if known is None:
            known = self._trumps_alone(goal, left)
            if known is None:
                known = self._lead(leader, goal, left)
            self._known[key] = known
        return known

    def _trumps_alone(self, goal: int, left: int) -> bool | None:
        # Whether the highest trumps in one hand, which are as many sure tricks, settle it.
        a, b, c, d = self._held
        out = (a | b | c | d) & self._trumps
        if not out:
            return None
        top = 1 << out.bit_length() - 1
        seat = 0 if a & top else 1 if b & top else 2 if c & top else 3
        mine, others, sure = self._held[seat], out & ~self._held[seat], 0
        mine &= self._trumps
        while mine > others:
            mine ^= 1 << mine.bit_length() - 1
            sure += 1
        if seat % 2 == self._side:
            return True if sure >= goal else None
        return False if sure > left - goal else None

    def _lead(self, leader: int, goal: int, left: int) -> bool:
        held, ours, following = self._held, leader % 2 == self._side, (leader + 1) % 4
        may = held[leader]
        # Of equals side by side the highest will do for all.
        may &= ~(may >> 1)
        while may:
            bit = 1 << may.bit_length() - 1
            may ^= bit
            held[leader] ^= bit
            done = self.play(following, 1, self._suit_of[bit], bit, leader, goal, left)
            held[leader] ^= bit
            if done == ours:
                return ours
        return not ours

    def play(self, seat: int, turn: int, led: int, best: int, winner: int, goal: int, left: int) -> bool:
        """... `turn` cards lying in the trick, `winner` having played the best of them."""
        if turn == 4:
            return self.takes(winner, goal - 1 if winner % 2 == self._side else goal, left - 1)
        held, ours, following = self._held, seat % 2 == self._side, (seat + 1) % 4
        hand = held[seat]
        may = hand & led or hand
        may &= ~(may >> 1)
        live = led | self._trumps
        while may:
            bit = 1 << may.bit_length() - 1
            may ^= bit
            held[seat] = hand ^ bit
            if bit > best and bit & live:
                done = self.play(following, turn + 1, led, bit, seat, goal, left)
            else:
                done = self.play(following, turn + 1, led, best, winner, goal, left)
            if done == ours:
                held[seat] = hand
                return ours
        held[seat] = hand
        return not ours
