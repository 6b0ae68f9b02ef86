"""Playing to the suit led, and trumping it, by the book.

Most of second, third and fourth hand's play follows from who will take the trick and what the
card is worth if kept; these maxims say the rest.
"""

from typing import Final

from bot.house.bishops_whist import conditions
from bot.house.bishops_whist.evaluation import Choice
from bot.house.bishops_whist.keeping import keep_what_will_serve
from bot.house.bishops_whist.taking import TAKING
from bot.house.maxims import Maxim, commends, maxim, warns


@maxim(
    "Second hand keeps its high cards: partner has yet to play (whist, at large).",
    warns(conditions.high_second),
)
def second_hand_low(choice: Choice) -> float:
    return -choice.weights.second_high if conditions.high_second(choice) else 0.0


@maxim(
    "Third hand plays high when partner's card will not do (whist, at large).",
    commends(conditions.high_third_where_needed),
)
def third_hand_high(choice: Choice) -> float:
    wanted = conditions.high_in_suit(choice, conditions.THIRD) and not choice.known.partner_winning
    return choice.weights.third_high if wanted else 0.0


@maxim(
    "Fourth hand takes what the enemy would have taken (whist, at large).", commends(conditions.takes_it_last)
)
def fourth_hand_wins(choice: Choice) -> float:
    return choice.weights.fourth_wins if conditions.takes_it_last(choice) else 0.0


@maxim(
    "One trumps for partner what the enemy leads, not what partner wins (Dana, Trumping for Partner).",
    warns(conditions.trumps_partners_winner),
)
def do_not_trump_partners_winner(choice: Choice) -> float:
    return -choice.weights.ruff_partner if conditions.trumps_partners_winner(choice) else 0.0


MAXIMS: Final[tuple[Maxim[Choice], ...]] = (
    *TAKING,
    keep_what_will_serve,
    second_hand_low,
    third_hand_high,
    fourth_hand_wins,
    do_not_trump_partners_winner,
)
