"""What it is worth to take the trick, and with it the bishops."""

from typing import Final

from bot.house.bishops_whist import conditions
from bot.house.bishops_whist.evaluation import Choice
from bot.house.maxims import Maxim, commends, maxim, warns


@maxim(
    "As all tricks over six count, secure one at any time (Dana, Methods of Play).",
    conditions.secures_the_trick,
)
def play_for_the_trick(choice: Choice) -> float:
    return choice.weights.trick * (2 * choice.ours - 1)


@maxim(
    "A trick takes the bishops that lie in it (Dana, Methods of Play 1).",
    conditions.takes_bishops_on_the_table,
)
@maxim(
    "A bishop is saved in a trick that one's own side takes (Dana, Methods of Play 2).",
    commends(conditions.saves_a_bishop),
)
@maxim(
    "A bishop is lost in a trick that the enemy takes (Dana, Methods of Play 2).",
    warns(conditions.loses_a_bishop),
)
@maxim(
    "A trick may take the bishop that is still to come (Dana, Methods of Play 1).",
    conditions.may_catch_a_bishop,
)
def catch_and_save_bishops(choice: Choice) -> float:
    if_ours, if_theirs = choice.bishops_to_come
    shown = choice.bishops_shown
    return choice.weights.bishop * (choice.ours * (shown + if_ours) - (1 - choice.ours) * (shown + if_theirs))


TAKING: Final[tuple[Maxim[Choice], ...]] = (play_for_the_trick, catch_and_save_bishops)
