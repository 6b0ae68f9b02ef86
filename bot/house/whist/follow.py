"""Second, third and fourth hand to the suit led: Bob Short's rules 22 to 24, and Hoyle's grammar."""

from typing import Final

from bot.house.maxims import Maxim, commends, maxim
from bot.house.tricks.bob_short import BOB_SHORT
from bot.house.whist import conditions
from bot.house.whist.evaluation import ACE, KING, QUEEN, TEN, Choice
from bot.house.whist.keeping import KEEPING
from bot.house.whist.taking import TAKING
from bot.rules.whist.pack import CARD_HEIGHT


@maxim(
    "Bob Short 23: with an honour and small cards second hand plays the small one.",
    commends(conditions.small_beside_one_honour),
    BOB_SHORT,
)
def second_hand_low(choice: Choice) -> float:
    if not conditions.in_suit(choice, conditions.SECOND) or choice.height < TEN:
        return 0.0
    return -choice.weights.second_high


@maxim("Second hand covers an honour with a better card (whist, at large).", commends(conditions.covers))
def cover_an_honour(choice: Choice) -> float:
    return choice.weights.second_cover if conditions.covers(choice) else 0.0


@maxim(
    'Bob Short 23: "With king, queen, and small cards" play the king if weak in trumps. The two are '
    "equals: rule 22 has the queen do for the king.",
    commends(conditions.king_or_queen_when_weak),
    BOB_SHORT,
)
def king_and_queen_second(choice: Choice) -> float:
    holding = choice.holding
    if (
        not conditions.in_suit(choice, conditions.SECOND)
        or holding[:2] != [KING, QUEEN]
        or choice.strong_in_trumps
    ):
        return 0.0
    return choice.weights.second_king if choice.height >= QUEEN else 0.0


@maxim(
    'Bob Short 24: "the third hand should play his best card when his partner has led a low one"; of '
    "equals each is as good.",
    commends(conditions.best_on_partners_low_card),
    BOB_SHORT,
)
def third_hand_high(choice: Choice) -> float:
    if not conditions.in_suit(choice, conditions.THIRD) or choice.known.partner_winning or not choice.wins:
        return 0.0
    return choice.weights.third_high * (choice.sequence[0] - CARD_HEIGHT[choice.known.table[0]])


@maxim(
    'Bob Short 24: "With ace and queen, play Her Majesty"; the fourth to play may not have the king.',
    commends(conditions.queen_from_ace_and_queen),
    BOB_SHORT,
)
def finesse_the_queen(choice: Choice) -> float:
    known = choice.known
    if (
        not conditions.in_suit(choice, conditions.THIRD)
        or choice.height != QUEEN
        or ACE not in choice.holding
    ):
        return 0.0
    return choice.weights.third_queen if KING in known.out[choice.suit] else 0.0


@maxim(
    'Hoyle: one finesses with impunity in other suits "when you are strong in trumps".',
    conditions.finesses_when_strong,
)
def finesse_when_strong_in_trumps(choice: Choice) -> float:
    known = choice.known
    if not conditions.in_suit(choice, conditions.THIRD) or choice.trump or not choice.strong_in_trumps:
        return 0.0
    finesses = choice.wins and choice.higher_out and choice.holding[0] not in choice.sequence
    return choice.weights.third_finesse if finesses and not known.partner_winning else 0.0


@maxim(
    "Bob Short 29: in doubt play a card that beats the enemy's.",
    commends(conditions.beats_the_enemy),
    BOB_SHORT,
)
def win_what_the_enemy_wins(choice: Choice) -> float:
    return choice.weights.win if conditions.beats_the_enemy(choice) else 0.0


@maxim(
    'A card "not as low as could have been properly played, followed by the play of one lower", calls for '
    "trumps (American Whist, Signal).",
    conditions.calls_for_trumps,
)
def call_for_trumps(choice: Choice) -> float:
    return choice.weights.call if conditions.begins_a_call(choice) else 0.0


MAXIMS: Final[tuple[Maxim[Choice], ...]] = (
    *TAKING,
    *KEEPING,
    second_hand_low,
    cover_an_honour,
    king_and_queen_second,
    third_hand_high,
    finesse_the_queen,
    finesse_when_strong_in_trumps,
    win_what_the_enemy_wins,
    call_for_trumps,
)
