"""What becomes of the trick if a card is played, and what the card is in its suit."""

from functools import cached_property
from typing import Final

from bot.house.tricks import choice
from bot.house.tricks.chances import chance_of_trick, out_of, share
from bot.house.whist.chances import can_ruff
from bot.house.whist.knowledge import WhistKnowledge
from bot.house.whist.weights import Weights
from bot.rules.cards import Rank
from bot.rules.whist.pack import CARD_HEIGHT, CARD_SUIT, HEIGHT
from bot.rules.whist.play import TRICKS

WEAK_IN_TRUMPS: Final = 3  # three trumps or less are few; four are more than one's share

TEN: Final = HEIGHT[Rank.TEN]
JACK: Final = HEIGHT[Rank.JACK]
QUEEN: Final = HEIGHT[Rank.QUEEN]
KING: Final = HEIGHT[Rank.KING]
ACE: Final = HEIGHT[Rank.ACE]


class Choice(choice.Choice[WhistKnowledge, Weights]):
    """A card that may be played, and what may come of it."""

    def chance_ours(self, mine: bool) -> float:
        led, winner = CARD_SUIT[self.plays[0]], self.plays[self.best]
        best = CARD_SUIT[winner], CARD_HEIGHT[winner]
        return chance_of_trick(self.known, led, best, mine, share, out_of, can_ruff)

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
    def ruffs(self) -> bool:
        return self.trump and self.known.led not in (None, self.known.trump)

    @property
    def follows(self) -> bool:
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
