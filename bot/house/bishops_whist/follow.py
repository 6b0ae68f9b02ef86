"""Playing to the suit led, and trumping it, by the book."""

from bot.house.bishops_whist.judgement import (
    Choice,
    Maxim,
    catch_and_save_bishops,
    play_for_the_trick,
)
from bot.house.bishops_whist.keeping import keep_what_will_serve
from bot.house.bishops_whist.memory import BISHOP
from bot.rules.bishops_whist.pack import CARD_HEIGHT


def second_hand_low(choice: Choice) -> float:
    """Second hand keeps its high cards, unless there is an honour to cover (whist, at large)."""
    memory, weights = choice.memory, choice.weights
    if len(memory.table) != 1 or choice.card.suit is not memory.led or choice.height <= BISHOP:
        return 0.0
    covers = CARD_HEIGHT[memory.table[0]] > BISHOP
    return (weights.cover if covers else 0.0) - weights.second_high


def third_hand_high(choice: Choice) -> float:
    """Third hand plays high when partner's card will not do (whist, at large)."""
    memory = choice.memory
    if len(memory.table) != 2 or choice.card.suit is not memory.led or choice.height <= BISHOP:
        return 0.0
    return 0.0 if memory.partner_winning else choice.weights.third_high


def fourth_hand_wins(choice: Choice) -> float:
    """Fourth hand takes what the enemy would have taken."""
    memory = choice.memory
    if len(memory.table) != 3 or not choice.wins or memory.partner_winning:
        return 0.0
    return choice.weights.fourth_wins


def leave_partner_his_trick(choice: Choice) -> float:
    """What partner has is taken already: no trump and no high card is spent on it."""
    memory, weights = choice.memory, choice.weights
    if not choice.wins or not memory.partner_winning:
        return 0.0
    ruffed = choice.trump and memory.led is not memory.trump
    return -weights.overtake - (weights.ruff_partner if ruffed else 0.0)


MAXIMS: tuple[Maxim, ...] = (
    play_for_the_trick,
    catch_and_save_bishops,
    keep_what_will_serve,
    second_hand_low,
    third_hand_high,
    fourth_hand_wins,
    leave_partner_his_trick,
)
