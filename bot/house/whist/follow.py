"""Second, third and fourth hand to the suit led: Bob Short's rules 22 to 24, and Hoyle's grammar."""

from typing import Final

from bot.house.maxims import Maxim, maxim
from bot.house.whist.evaluation import (
    ACE,
    KING,
    QUEEN,
    TEN,
    Choice,
    make_the_odd_trick,
    play_for_the_trick,
)
from bot.house.whist.keeping import KEEPING
from bot.rules.whist.pack import CARD_HEIGHT

_SECOND, _THIRD = 1, 2


@maxim("Bob Short 23: with an honour and small cards second hand plays the small one.")
def second_hand_low(choice: Choice) -> float:
    if not _in_suit(choice, _SECOND) or choice.height < TEN:
        return 0.0
    return -choice.weights.second_high


@maxim(
    'Bob Short 23: "With king, queen, and small cards, play a small one when strong in trumps; but if '
    'weak, play the king". The two are equals: rule 22 has the queen do for the king.'
)
def king_and_queen_second(choice: Choice) -> float:
    holding = choice.holding
    if not _in_suit(choice, _SECOND) or holding[:2] != [KING, QUEEN] or choice.strong_in_trumps:
        return 0.0
    return choice.weights.second_king if choice.height >= QUEEN else 0.0


@maxim(
    'Bob Short 24: "the third hand should play his best card when his partner has led a low one"; of '
    "equals each is as good."
)
def third_hand_high(choice: Choice) -> float:
    if not _in_suit(choice, _THIRD) or choice.known.partner_winning or not choice.wins:
        return 0.0
    return choice.weights.third_high * (choice.sequence[0] - CARD_HEIGHT[choice.known.table[0]])


@maxim('Bob Short 24: "With ace and queen, play Her Majesty"; the fourth to play may not have the king.')
def finesse_the_queen(choice: Choice) -> float:
    known = choice.known
    if not _in_suit(choice, _THIRD) or choice.height != QUEEN or ACE not in choice.holding:
        return 0.0
    return choice.weights.third_queen if KING in known.out[choice.suit] else 0.0


@maxim('Hoyle: one finesses with impunity in other suits "when you are strong in trumps".')
def finesse_when_strong_in_trumps(choice: Choice) -> float:
    known = choice.known
    if not _in_suit(choice, _THIRD) or choice.trump or not choice.strong_in_trumps:
        return 0.0
    finesses = choice.wins and choice.higher_out and choice.holding[0] not in choice.sequence
    return choice.weights.third_finesse if finesses and not known.partner_winning else 0.0


@maxim("Bob Short 29 again: a card that beats the enemy's is played in doubt.")
def win_what_the_enemy_wins(choice: Choice) -> float:
    wanted = choice.wins and not choice.known.partner_winning
    return choice.weights.win if wanted else 0.0


def _in_suit(choice: Choice, place: int) -> bool:
    return len(choice.known.table) == place and choice.follows


MAXIMS: Final[tuple[Maxim[Choice], ...]] = (
    play_for_the_trick,
    make_the_odd_trick,
    *KEEPING,
    second_hand_low,
    king_and_queen_second,
    third_hand_high,
    finesse_the_queen,
    finesse_when_strong_in_trumps,
    win_what_the_enemy_wins,
)
