"""What a card is worth if it is kept: the price of playing it now."""

from typing import Final

from bot.house.bishops_whist import conditions
from bot.house.bishops_whist.evaluation import Choice
from bot.house.bishops_whist.knowledge import BISHOP
from bot.house.maxims import maxim, warns
from bot.rules.cards import KNIGHT
from bot.rules.whist.bishops.play import LAST_TRICK

_GUARDS_THAT_COUNT: Final = 3


@maxim(
    '"Do not be too anxious to sacrifice a knight": the last trick may want him (Dana, Methods of Play).',
    warns(conditions.is_knight),
)
@maxim(
    "A card beside the bishop keeps him from having to fall, and is kept (Dana, Trumping for Partner).",
    warns(conditions.guards_a_bishop),
)
@maxim("High trumps capture tricks, and are kept (Dana, On Trumps).", warns(conditions.high_trump))
@maxim(
    'High cards "will of themselves catch the bishop", and are kept (Dana, Discard).',
    warns(conditions.commands_a_suit_whose_bishop_is_out),
)
@maxim("Of a suit one spends first what will serve least (whist, at large).", conditions.serves_less)
def keep_what_will_serve(choice: Choice) -> float:
    if choice.card is KNIGHT:
        return -keep_a_knight_for_the_last_trick(choice)
    if choice.bishop:
        # From one bishop up, certainly saved, to one bishop down, certainly lost.
        return -choice.weights.bishop * (2 * save_your_own_bishops(choice) - 1)
    worth = choice.weights.rank * choice.height + keep_guards_on_your_bishops(choice)
    worth += keep_high_trumps(choice) if choice.trump else keep_commanding_cards(choice)
    return -worth


def keep_a_knight_for_the_last_trick(choice: Choice) -> float:
    """The thirteenth trick is "of far greater importance than others"; "do not be too anxious
    to sacrifice a knight" (Dana, Methods of Play)."""
    known, weights = choice.known, choice.weights
    if known.knights > 1:
        return weights.knight_spare
    return weights.knight + weights.knight_late * known.number / (LAST_TRICK - 1)


def save_your_own_bishops(choice: Choice) -> float:
    """The chance that a bishop kept will be saved later (Dana, Methods of Play, object 2)."""
    weights = choice.weights
    if not choice.higher_out:
        return weights.save_free
    tops = sum(1 for height in choice.holding if height > BISHOP)
    guards = len(choice.holding) - 1 - tops
    chance = weights.save + weights.save_top * tops
    chance += weights.save_guard * min(guards, _GUARDS_THAT_COUNT)
    if choice.trump:
        chance += weights.save_cardinal
    if len(choice.holding) == 1:
        chance += weights.save_alone
    return chance


def keep_guards_on_your_bishops(choice: Choice) -> float:
    """Cards beside a bishop keep him from having to fall; to play them is "to unguard your
    bishop" (Dana, Trumping for Partner)."""
    if not choice.guards_bishop:
        return 0.0
    return choice.weights.guard / (len(choice.holding) - 1)


def keep_high_trumps(choice: Choice) -> float:
    """High trumps capture tricks; small ones are there to be used (Dana, On Trumps)."""
    if choice.higher_out == 0:
        return choice.weights.trump_top
    return choice.weights.trump_second if choice.higher_out == 1 else 0.0


def keep_commanding_cards(choice: Choice) -> float:
    """High cards "will of themselves catch the bishop" (Dana, Discard)."""
    weights = choice.weights
    above = choice.higher_out
    if above > 2:
        return 0.0
    worth = (weights.top, weights.second, weights.third)[above]
    worth *= 1 - weights.fade * choice.known.number / LAST_TRICK
    if above == 0:
        worth += weights.catch * choice.enemy_bishop
    return worth
