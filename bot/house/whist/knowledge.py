"""What a seat knows of a hand of whist, and what Bob Short's rules ask of it."""

from functools import cached_property
from typing import Any

from bot.house.tricks.knowledge import Knowledge, Pack
from bot.rules.cards import Card, Suit
from bot.rules.trick_taking.trick import Trick
from bot.rules.whist.pack import CARD_HEIGHT, PACK
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
