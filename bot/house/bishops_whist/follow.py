"""Playing to the suit led, and trumping it, by the book.

Most of second, third and fourth hand's play follows from who will take the trick and what the
card is worth if kept; these maxims say the rest.
"""

from typing import Final

from bot.house.bishops_whist.evaluation import (
    Choice,
    catch_and_save_bishops,
    play_for_the_trick,
)
from bot.house.bishops_whist.keeping import keep_what_will_serve
from bot.house.bishops_whist.knowledge import BISHOP
from bot.house.maxims import Maxim, maxim


@maxim("Second hand keeps its high cards: partner has yet to play (whist, at large).")
def second_hand_low(choice: Choice) -> float:
    return -choice.weights.second_high if _high_in_suit(choice, place=1) else 0.0


@maxim("Third hand plays high when partner's card will not do (whist, at large).")
def third_hand_high(choice: Choice) -> float:
    wanted = _high_in_suit(choice, place=2) and not choice.known.partner_winning
    return choice.weights.third_high if wanted else 0.0


@maxim("Fourth hand takes what the enemy would have taken (whist, at large).")
def fourth_hand_wins(choice: Choice) -> float:
    known = choice.known
    wanted = len(known.table) == 3 and choice.wins and not known.partner_winning
    return choice.weights.fourth_wins if wanted else 0.0


@maxim("One trumps for partner what the enemy leads, not what partner wins (Dana, Trumping for Partner).")
def do_not_trump_partners_winner(choice: Choice) -> float:
    known = choice.known
    robs = choice.trump and known.led is not known.trump and known.partner_winning
    return -choice.weights.ruff_partner if robs else 0.0


def _high_in_suit(choice: Choice, place: int) -> bool:
    known = choice.known
    return len(known.table) == place and choice.card.suit is known.led and choice.height > BISHOP


MAXIMS: Final[tuple[Maxim[Choice], ...]] = (
    play_for_the_trick,
    catch_and_save_bishops,
    keep_what_will_serve,
    second_hand_low,
    third_hand_high,
    fourth_hand_wins,
    do_not_trump_partners_winner,
)
