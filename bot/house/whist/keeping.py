"""What a card is worth if it is kept: the price of playing it now."""

from bot.house.whist.judgement import WEAK_IN_TRUMPS, Choice
from bot.rules.whist.play import TRICKS


def keep_what_will_serve(choice: Choice) -> float:
    """The price of the card, by its kind."""
    worth = choice.weights.rank * choice.height
    if choice.trump:
        return -worth - retain_high_trumps(choice) - hold_the_turn_up(choice)
    return -worth - keep_commanding_cards(choice) - keep_guards(choice)


def retain_high_trumps(choice: Choice) -> float:
    """Bob Short 28: "Retain a high trump as long as you can"."""
    weights, above = choice.weights, choice.higher_out
    worth = weights.trump + weights.trump_more * max(0, choice.memory.trumps - WEAK_IN_TRUMPS)
    if above == 0:
        return worth + weights.trump_top
    if above == 1:
        return worth + weights.trump_second
    return worth + (weights.trump_third if above == 2 else 0.0)


def hold_the_turn_up(choice: Choice) -> float:
    """Bob Short 27: "Hold the turn-up card as long as possible"; it is known, and tells nothing
    only while it is held."""
    return choice.weights.turn_up if choice.card is choice.memory.own_turned else 0.0


def keep_commanding_cards(choice: Choice) -> float:
    """Bob Short 1: "keep a commanding card to bring it in again"."""
    weights, above = choice.weights, choice.higher_out
    if above > 2:
        return 0.0
    worth = (weights.top, weights.second, weights.third)[above]
    if above and len(choice.holding) <= above:
        worth -= weights.bare
    return worth - weights.fade * choice.memory.number / TRICKS


def keep_guards(choice: Choice) -> float:
    """A king wants one small card beside him and a queen two (whist, at large)."""
    memory, holding = choice.memory, choice.holding
    top, length = holding[0], len(holding)
    if choice.height == top:
        return 0.0
    above = sum(1 for other in memory.out[choice.suit] if other > top)
    if above == 1:
        return choice.weights.guard_second if length == 2 else 0.0
    return choice.weights.guard_third if above == 2 and length == 3 else 0.0
