"""The last tricks, played out over the layouts of the other hands.

With few cards left it is known how many of each suit are out (Bob Short 19), and each card can be tried to
the end with all hands open.
"""

import random
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from bot.house.layouts import Hands, layouts_of
from bot.house.tricks.endings import Ending, EndingRules, rules_of_trick
from bot.house.tricks.knowledge import Knowledge
from bot.house.whist.knowledge import WhistKnowledge
from bot.rules.cards import Card
from bot.rules.whist.play import TRICKS, winning_play

PLAY_OUT_FROM: Final = 4  # the most cards in hand with which the rest is played out
MOST_LAYOUTS: Final = 10  # layouts that are tried, where there are more
Worth: TypeAlias = Callable[[Hands[Card]], tuple[float, ...]]  # a hand's worth by tricks taken, of a layout

_NUMBERS: Final = tuple(range(TRICKS + 1))


def play_out(
    known: WhistKnowledge, cards: Sequence[Card], worth: Worth, rng: random.Random, most: int = MOST_LAYOUTS
) -> dict[Card, float]:
    """For each of this hand's `cards` what the hand is worth on the average if it is played."""
    ending = Ending(rules_with(known), (*known.table, *known.hand, *known.unseen), known.seats)
    made, ways = dict.fromkeys(cards, 0.0), 0
    for hands, dealt in layouts_of(known).some(most, rng):
        ways += dealt
        value = worth(hands)[known.taken[0] :]
        # Everybody plays for tricks: with honours to come, what they are worth need not rise with them.
        for card, tricks in ending.values(hands, known.me, known.table, cards, _NUMBERS).items():
            made[card] += dealt * value[int(tricks)]
    return {card: total / ways for card, total in made.items()}


def rules_with(known: Knowledge) -> EndingRules[Card]:
    """The rules of a trick; cards of a suit that lie side by side are equivalent."""
    trump = known.trump
    return rules_of_trick(
        known, lambda plays, _: winning_play(plays, trump), lambda lower, higher: lower.suit is higher.suit
    )
