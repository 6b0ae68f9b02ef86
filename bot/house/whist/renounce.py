"""Having none of the suit led: trumping and throwing away, by Bob Short's rules."""

from typing import Final

from bot.house.maxims import Maxim, commends, maxim, warns
from bot.house.tricks.bob_short import BOB_SHORT
from bot.house.whist import conditions
from bot.house.whist.evaluation import Choice
from bot.house.whist.follow import MAXIMS as FOLLOW

_FEW_TRUMPS: Final = 2
_AVERAGE: Final = 3


@maxim(
    "One trumps what the enemy is winning, not what partner is (whist, at large).",
    warns(conditions.trumps_partners_winner),
)
def do_not_trump_partners_winner(choice: Choice) -> float:
    return -choice.weights.ruff_partner if conditions.trumps_partners_winner(choice) else 0.0


@maxim(
    'Bob Short 13: "Do not trump a thirteenth card, unless you be last player or want the lead".',
    warns(conditions.trumps_a_thirteenth),
    BOB_SHORT,
)
def do_not_trump_a_thirteenth(choice: Choice) -> float:
    known = choice.known
    if not choice.ruffs or not known.after or known.led is None:
        return 0.0
    return 0.0 if known.out[known.led] else -choice.weights.ruff_thirteenth


@maxim(
    'Bob Short 15: "Be cautious in trumping a card when strong in trumps"; what may be partner\'s '
    "trick is left to him.",
    warns(conditions.trumps_partners_trick_when_strong),
    BOB_SHORT,
)
def be_cautious_when_strong(choice: Choice) -> float:
    uncertain = bool(choice.known.after)
    return -choice.weights.ruff_strong if choice.ruffs and choice.strong_in_trumps and uncertain else 0.0


@maxim(
    'Bob Short 16: "Having only a few small trumps, make them when you can".',
    commends(conditions.makes_a_small_trump),
    BOB_SHORT,
)
def make_a_few_small_trumps(choice: Choice) -> float:
    few = choice.ruffs and choice.known.trumps <= _FEW_TRUMPS and choice.higher_out
    return choice.weights.ruff_few if few and choice.wins else 0.0


@maxim(
    'Bob Short 14: "Keep a small card to return your partner\'s lead".',
    warns(conditions.last_to_return),
    BOB_SHORT,
)
def keep_a_card_to_return(choice: Choice) -> float:
    known = choice.known
    last = choice.thrown and len(choice.holding) == 1
    return -choice.weights.throw_return if last and choice.suit in known.led_by[known.partner] else 0.0


@maxim(
    "Small cards are thrown from short suits, and a long one kept (Bob Short 1, turned about).",
    conditions.throws_from_a_short_suit,
    BOB_SHORT,
)
def keep_your_strong_suit(choice: Choice) -> float:
    if not choice.thrown:
        return 0.0
    holding, weights = choice.holding, choice.weights
    value = -weights.throw_long * max(0, len(holding) - _AVERAGE)
    if len(holding) == 1 and choice.known.trumps:
        value += weights.throw_to_ruff
    return value


MAXIMS: Final[tuple[Maxim[Choice], ...]] = (
    *FOLLOW,
    do_not_trump_partners_winner,
    do_not_trump_a_thirteenth,
    be_cautious_when_strong,
    make_a_few_small_trumps,
    keep_a_card_to_return,
    keep_your_strong_suit,
)
