"""What a card is worth if it is kept: the price of playing it now."""

from typing import Final

from bot.house.maxims import Maxim, maxim, warns
from bot.house.tricks.bob_short import BOB_SHORT
from bot.house.whist import conditions
from bot.house.whist.evaluation import WEAK_IN_TRUMPS, Choice
from bot.rules.whist.play import TRICKS


@maxim(
    'Bob Short 22: "If you take a trick and have a sequence, win with the lowest".',
    conditions.lowest_of_a_sequence,
    BOB_SHORT,
)
@maxim(
    "A trick that is not won costs no more than the lowest card (whist, at large).",
    conditions.lowest_of_losers,
)
def spend_the_lowest(choice: Choice) -> float:
    return -choice.weights.rank * choice.height


@maxim('Bob Short 28: "Retain a high trump as long as you can".', conditions.retains_a_high_trump, BOB_SHORT)
def retain_high_trumps(choice: Choice) -> float:
    if not choice.trump:
        return 0.0
    weights, above = choice.weights, choice.higher_out
    worth = weights.trump - weights.trump_spare * max(0, choice.known.trumps - WEAK_IN_TRUMPS)
    if above == 0:
        worth += weights.trump_top
    elif above == 1:
        worth += weights.trump_second
    elif above == 2:
        worth += weights.trump_third
    return -worth


@maxim(
    'Bob Short 27: "Hold the turn-up card as long as possible, and so keep your adversaries from a '
    'knowledge of your strength".',
    warns(conditions.is_turned_up),
    BOB_SHORT,
)
def hold_the_turn_up(choice: Choice) -> float:
    return -choice.weights.turn_up if conditions.is_turned_up(choice) else 0.0


@maxim(
    'Bob Short 1: "keep a commanding card to bring it in again".',
    warns(conditions.commands_its_suit),
    BOB_SHORT,
)
def keep_commanding_cards(choice: Choice) -> float:
    weights, above = choice.weights, choice.higher_out
    if choice.trump or above > 2:
        return 0.0
    worth = (weights.top, weights.second, weights.third)[above]
    if above and len(choice.holding) <= above:
        worth -= weights.bare
    return weights.fade * choice.known.number / TRICKS - worth


@maxim(
    "The second best card of a suit wants a small one beside it (whist, at large).",
    warns(conditions.guards_the_second_best),
)
@maxim(
    "The third best card of a suit wants two small ones beside it (whist, at large).",
    warns(conditions.guards_the_third_best),
)
def keep_guards(choice: Choice) -> float:
    known, holding = choice.known, choice.holding
    top, length = holding[0], len(holding)
    if choice.trump or top in choice.sequence:
        return 0.0
    above = sum(1 for other in known.out[choice.suit] if other > top)
    if above == 1 and length == 2:
        return -choice.weights.guard_second
    return -choice.weights.guard_third if above == 2 and length == 3 else 0.0


KEEPING: Final[tuple[Maxim[Choice], ...]] = (
    spend_the_lowest,
    retain_high_trumps,
    hold_the_turn_up,
    keep_commanding_cards,
    keep_guards,
)
