"""Throwing away, by the book (Dana, Discard)."""

from typing import Final

from bot.house.bishops_whist import conditions
from bot.house.bishops_whist.evaluation import Choice
from bot.house.bishops_whist.follow import MAXIMS as FOLLOW
from bot.house.maxims import Maxim, commends, maxim

_SHORT: Final = 2


@maxim(
    'One discards "from that suit of which the bishop is not yet played, and in which you hold not more '
    'than three cards", so as to trump his reverence when he must come down.',
    commends(conditions.shortens_a_suit),
)
def shorten_a_suit_whose_bishop_is_out(choice: Choice) -> float:
    known, weights = choice.known, choice.weights
    if not conditions.thrown(choice) or choice.bishop or not known.suits[known.trump]:
        return 0.0
    length = len(choice.holding)
    value = (
        weights.shorten if choice.suit in known.bishops and length <= conditions.LONGEST_TO_SHORTEN else 0.0
    )
    return value + (weights.shorten_more if length <= _SHORT else 0.0)


@maxim(
    'You generally discard "from a suit of which you do not hold a bishop".', conditions.thrown_from_a_bishop
)
def not_from_your_own_bishop(choice: Choice) -> float:
    return -choice.weights.discard_guard if conditions.thrown(choice) and choice.guards_bishop else 0.0


MAXIMS: Final[tuple[Maxim[Choice], ...]] = (
    *FOLLOW,
    shorten_a_suit_whose_bishop_is_out,
    not_from_your_own_bishop,
)
