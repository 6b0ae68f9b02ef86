"""Playing to the suit led, and trumping it, by the book.

Most of second, third and fourth hand's play follows from who will take the trick and what the
card is worth if kept; these maxims say the rest.
"""

from typing import Final

from bot.house.bishops_whist.judgement import (
    Choice,
    Maxim,
    catch_and_save_bishops,
    play_for_the_trick,
)
from bot.house.bishops_whist.keeping import keep_what_will_serve
from bot.house.bishops_whist.memory import BISHOP


def second_hand_low(choice: Choice) -> float:
    """Second hand keeps its high cards: partner has yet to play (whist, at large)."""
    return -choice.weights.second_high if _high_in_suit(choice, place=1) else 0.0


def third_hand_high(choice: Choice) -> float:
    """Third hand plays high when partner's card will not do (whist, at large)."""
    wanted = _high_in_suit(choice, place=2) and not choice.memory.partner_winning
    return choice.weights.third_high if wanted else 0.0


def fourth_hand_wins(choice: Choice) -> float:
    """Fourth hand takes what the enemy would have taken (whist, at large)."""
    memory = choice.memory
    wanted = len(memory.table) == 3 and choice.wins and not memory.partner_winning
    return choice.weights.fourth_wins if wanted else 0.0


def do_not_trump_partners_winner(choice: Choice) -> float:
    """One trumps for partner what the enemy leads, not what partner wins (Dana, Trumping for
    Partner)."""
    memory = choice.memory
    robs = choice.trump and memory.led is not memory.trump and memory.partner_winning
    return -choice.weights.ruff_partner if robs else 0.0


def _high_in_suit(choice: Choice, place: int) -> bool:
    memory = choice.memory
    return len(memory.table) == place and choice.card.suit is memory.led and choice.height > BISHOP


MAXIMS: Final[tuple[Maxim, ...]] = (
    play_for_the_trick,
    catch_and_save_bishops,
    keep_what_will_serve,
    second_hand_low,
    third_hand_high,
    fourth_hand_wins,
    do_not_trump_partners_winner,
)
