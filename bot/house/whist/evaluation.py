"""What becomes of the trick if a card is played, and what the card is in its suit."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from bot.house.chances import chance_of_trick, out_of, share
from bot.house.whist.chances import can_ruff
from bot.house.whist.knowledge import WhistKnowledge
from bot.house.whist.weights import Weights
from bot.rules.cards import Card, Rank, Suit
from bot.rules.whist.pack import CARD_HEIGHT, CARD_SUIT, HEIGHT
from bot.rules.whist.play import TRICKS, winning_play

WEAK_IN_TRUMPS: Final = 3
"""Three trumps or less are few; four are more than one's share."""

TEN: Final = HEIGHT[Rank.TEN]
JACK: Final = HEIGHT[Rank.JACK]
QUEEN: Final = HEIGHT[Rank.QUEEN]
KING: Final = HEIGHT[Rank.KING]
ACE: Final = HEIGHT[Rank.ACE]


@dataclass(frozen=True)
class Choice:
    """A card that may be played, and what may come of it."""

    known: WhistKnowledge
    card: Card
    weights: Weights

    @cached_property
    def plays(self) -> tuple[Card, ...]:
        """The trick with the card played to it."""
        return (*self.known.table, self.card)

    @cached_property
    def best(self) -> int:
        """Place in the trick of the best card so far."""
        return winning_play(self.plays, self.known.trump)

    @property
    def wins(self) -> bool:
        """Whether the card is the best so far."""
        return self.best == len(self.known.table)

    @cached_property
    def ours(self) -> float:
        """Chance that this side takes the trick."""
        return _chance_ours(self)

    @property
    def gain(self) -> float:
        """What taking the trick makes beyond a trick, as the score stands."""
        worth, (ours, _) = self.known.worth, self.known.taken
        return worth[ours + 1] - worth[ours] - 1

    @property
    def loss(self) -> float:
        """What leaving the trick to the enemy loses beyond a trick, as the score stands."""
        worth, (_, theirs) = self.known.worth, self.known.taken
        return worth[TRICKS - theirs] - worth[TRICKS - theirs - 1] - 1

    @property
    def suit(self) -> Suit:
        """The card's suit."""
        return CARD_SUIT[self.card]

    @property
    def height(self) -> int:
        """The card's height in its suit."""
        return CARD_HEIGHT[self.card]

    @property
    def trump(self) -> bool:
        """Whether the card is a trump."""
        return self.card.suit is self.known.trump

    @property
    def ruffs(self) -> bool:
        """Whether the card trumps another suit."""
        return self.trump and self.known.led not in (None, self.known.trump)

    @property
    def follows(self) -> bool:
        """Whether the card is of the suit led."""
        return self.card.suit is self.known.led

    @property
    def thrown(self) -> bool:
        """Whether the card is thrown away: neither of the suit led nor a trump."""
        return bool(self.known.table) and not self.follows and not self.trump

    @property
    def strong_in_trumps(self) -> bool:
        """Whether this hand has more trumps than its share."""
        return self.known.trumps > WEAK_IN_TRUMPS

    @cached_property
    def holding(self) -> list[int]:
        """The heights of this hand's cards of the suit, highest first, itself among them."""
        return [CARD_HEIGHT[card] for card in self.known.suits[self.suit]]

    @cached_property
    def higher_out(self) -> int:
        """How many higher cards of the suit are in other hands."""
        height = self.height
        return sum(1 for other in self.known.out[self.suit] if other > height)

    @cached_property
    def sequence(self) -> list[int]:
        """The heights this hand holds that touch the card, no card between them being out."""
        height, out = self.height, self.known.out[self.suit]
        return [
            other
            for other in self.holding
            if not any(min(other, height) < between < max(other, height) for between in out)
        ]

    @cached_property
    def enemy_trumps(self) -> float:
        """How many trumps the two enemies are likely to hold."""
        known = self.known
        left, _, right = known.others
        return sum(
            share(known, seat, known.trump, height)
            for height in known.out[known.trump]
            for seat in (left, right)
        )


def _chance_ours(choice: Choice) -> float:
    known = choice.known
    mine = (len(known.table) - choice.best) % 2 == 0
    if not known.after:
        return float(mine)
    led, winner = CARD_SUIT[choice.plays[0]], choice.plays[choice.best]
    best = CARD_SUIT[winner], CARD_HEIGHT[winner]
    return chance_of_trick(known, led, best, mine, share, out_of, can_ruff)
