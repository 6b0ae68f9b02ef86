"""A card that may be played to a trick, and what may come of it."""

from abc import ABC, abstractmethod
from functools import cached_property
from typing import Generic, TypeVar

from bot.house.tricks.knowledge import Knowledge
from bot.rules.cards import Card, Suit

K = TypeVar("K", bound=Knowledge)
W = TypeVar("W")


class Choice(ABC, Generic[K, W]):
    """The card as the seat that plays it sees it: its `height` in its suit, and whether it is a `trump`.

    `weights` say how much each maxim counts.
    """

    def __init__(self, known: K, card: Card, weights: W) -> None:
        self.known = known
        self.card = card
        self.weights = weights
        self.height = known.pack.height[card]
        self.trump = card.suit is known.trump

    @cached_property
    def plays(self) -> tuple[Card, ...]:
        return (*self.known.table, self.card)

    @cached_property
    def best(self) -> int:
        """Place in the trick of the best card so far."""
        known = self.known
        return known.pack.winning(known.view, known.trump, self.plays)

    @property
    def wins(self) -> bool:
        return self.best == len(self.known.table)

    @cached_property
    def ours(self) -> float:
        """Chance that this side takes the trick."""
        mine = (len(self.known.table) - self.best) % 2 == 0
        return self.chance_ours(mine) if self.known.after else float(mine)

    @abstractmethod
    def chance_ours(self, mine: bool) -> float:
        """The same while others are to play; `mine` says whether the best card so far is this side's."""

    @property
    def suit(self) -> Suit:
        """The card's suit. Raises KeyError for a card of no suit."""
        suit = self.card.suit
        if suit is None:
            raise KeyError(self.card)
        return suit

    @cached_property
    def holding(self) -> list[int]:
        """The heights of this hand's cards of the suit, highest first, itself among them."""
        height = self.known.pack.height
        return [height[card] for card in self.known.suits[self.suit]]

    @cached_property
    def higher_out(self) -> int:
        """How many higher cards of the suit are in other hands."""
        height = self.height
        return sum(1 for other in self.known.out[self.suit] if other > height)
