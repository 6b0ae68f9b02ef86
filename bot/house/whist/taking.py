"""What it is worth to take the trick."""

from typing import Final

from bot.house.maxims import Maxim, commends, maxim
from bot.house.tricks.bob_short import BOB_SHORT
from bot.house.whist import conditions
from bot.house.whist.evaluation import Choice
from bot.rules.whist.play import TRICKS


@maxim('Bob Short 29: "When in doubt, win the trick".', commends(conditions.beats_the_enemy), BOB_SHORT)
def play_for_the_trick(choice: Choice) -> float:
    return choice.weights.trick * choice.ours


@maxim(
    "Bob Short 25 and 26: the trick that makes or saves the odd trick or the game, above others.",
    conditions.decides,
    BOB_SHORT,
)
def make_the_odd_trick(choice: Choice) -> float:
    known = choice.known
    return choice.weights.odd_trick * (choice.gain + choice.loss) * known.number / TRICKS * choice.ours


TAKING: Final[tuple[Maxim[Choice], ...]] = (play_for_the_trick, make_the_odd_trick)
