"""What a seat knows of a hand of whist, and what Bob Short's rules ask of it."""

from functools import cached_property
from typing import Any

from bot.house.tricks.knowledge import Knowledge, Pack
from bot.rules.cards import Card, Rank, Suit
from bot.rules.trick_taking.trick import Trick
from bot.rules.whist.pack import CARD_HEIGHT, HEIGHT, PACK
from bot.rules.whist.play import winning_play
from bot.rules.whist.state import View


def _winning(_: View[Any], trump: Suit, plays: tuple[Card, ...]) -> int:
    return winning_play(plays, trump)


WHIST_PACK = Pack(PACK, CARD_HEIGHT, _winning)


class WhistKnowledge(Knowledge):
    """`worth[n]` is what the hand is worth if this side ends with `n` tricks; `points` is the score of the
    game, of which `target` wins it."""

    def __init__(self, view: View[Any], worth: tuple[float, ...]) -> None:
        super().__init__(view, WHIST_PACK)
        self.worth = worth
        self.points = view.score.points
        self.target = view.target

    @property
    def trumps(self) -> int:
        return len(self.suits[self.trump])

    @cached_property
    def had(self) -> dict[Suit, int]:
        """How many cards of each suit this seat was dealt."""
        had = {suit: len(cards) for suit, cards in self.suits.items()}
        for seat, card, _ in self.plays:
            if seat == self.me and card.suit:
                had[card.suit] += 1
        return had

    @cached_property
    def called(self) -> frozenset[int]:
        """The seats that have called for trumps: to the first two leads of a plain suit that others won they
        followed with a card and then a lower one."""
        called, before = set[int](), dict[tuple[int, Suit], int]()
        for trick in self.tricks:
            led = trick.led.suit
            if led is None or led is self.trump:
                continue
            for place, card in enumerate(trick.pieces):
                seat = (trick.leader + place) % self.seats
                lost = place > 0 and seat != trick.winner and card.suit is led
                height = CARD_HEIGHT[card] if lost else 0
                if 0 < height < before.get((seat, led), 0):
                    called.add(seat)
                before[seat, led] = 0 if (seat, led) in before else height
        return frozenset(called)

    @cached_property
    def weak(self) -> tuple[Suit | None, ...]:
        """For each seat the plain suit of the first card that it threw away, if that was a small one."""
        first: dict[int, Card] = {}
        for seat, card, led in self.plays:
            if led is not None and card.suit not in (led.suit, self.trump):
                first.setdefault(seat, card)
        thrown = (first.get(seat) for seat in range(self.seats))
        return tuple(card.suit if card and CARD_HEIGHT[card] < HEIGHT[Rank.TEN] else None for card in thrown)

    @cached_property
    def refused(self) -> frozenset[Suit]:
        """The suits that partner has neither followed nor trumped when the enemy was winning."""
        return frozenset(trick.led.suit for trick in self.tricks if trick.led.suit and self._refused(trick))

    def _refused(self, trick: Trick[Card]) -> bool:
        place = (self.partner - trick.leader) % self.seats
        led, suit = trick.led.suit, trick.pieces[place].suit
        if place == 0 or led is self.trump or suit is led or suit is self.trump:
            return False
        before = trick.pieces[:place]
        return (winning_play(before, self.trump) - place) % 2 == 1
