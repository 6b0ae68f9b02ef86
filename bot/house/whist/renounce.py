"""Having none of the suit led: trumping and throwing away, by Bob Short's rules."""

from typing import Final

from bot.house.whist.follow import MAXIMS as FOLLOW
from bot.house.whist.judgement import Choice, Maxim

_FEW_TRUMPS: Final = 2
_AVERAGE: Final = 3


def do_not_trump_partners_winner(choice: Choice) -> float:
    """One trumps what the enemy is winning (whist, at large)."""
    return -choice.weights.ruff_partner if choice.ruffs and choice.memory.partner_winning else 0.0


def do_not_trump_a_thirteenth(choice: Choice) -> float:
    """Bob Short 13: "Do not trump a thirteenth card, unless you be last player or want the lead"."""
    memory = choice.memory
    if not choice.ruffs or not memory.after or memory.led is None:
        return 0.0
    return 0.0 if memory.out[memory.led] else -choice.weights.ruff_thirteenth


def be_cautious_when_strong(choice: Choice) -> float:
    """Bob Short 15: "Be cautious in trumping a card when strong in trumps"; what may be partner's
    trick is left to him."""
    uncertain = bool(choice.memory.after)
    return -choice.weights.ruff_strong if choice.ruffs and choice.strong_in_trumps and uncertain else 0.0


def make_a_few_small_trumps(choice: Choice) -> float:
    """Bob Short 16: "Having only a few small trumps, make them when you can"."""
    few = choice.ruffs and choice.memory.trumps <= _FEW_TRUMPS and choice.higher_out
    return choice.weights.ruff_few if few and choice.wins else 0.0


def keep_a_card_to_return(choice: Choice) -> float:
    """Bob Short 14: "Keep a small card to return your partner's lead"."""
    memory = choice.memory
    last = choice.thrown and len(choice.holding) == 1
    return -choice.weights.throw_return if last and choice.suit in memory.led_by[memory.partner] else 0.0


def keep_your_strong_suit(choice: Choice) -> float:
    """Small cards are thrown from weak suits, and a long one kept (Bob Short 1, turned about)."""
    if not choice.thrown:
        return 0.0
    holding, weights = choice.holding, choice.weights
    value = -weights.throw_long * max(0, len(holding) - _AVERAGE)
    if len(holding) == 1 and choice.memory.trumps:
        value += weights.throw_to_ruff
    return value


MAXIMS: Final[tuple[Maxim, ...]] = (
    *FOLLOW,
    do_not_trump_partners_winner,
    do_not_trump_a_thirteenth,
    be_cautious_when_strong,
    make_a_few_small_trumps,
    keep_a_card_to_return,
    keep_your_strong_suit,
)
