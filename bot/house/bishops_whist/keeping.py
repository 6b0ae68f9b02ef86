"""What a card is worth if it is kept: the price of playing it now."""

from bot.house.bishops_whist.judgement import Choice
from bot.house.bishops_whist.memory import BISHOP
from bot.rules.bishops_whist.pack import CARD_HEIGHT
from bot.rules.bishops_whist.tricks import LAST_TRICK
from bot.rules.cards import KNIGHT

_FEW = 2
"""So few cards of a suit are soon gone."""

_GUARDS_THAT_COUNT = 3


def keep_what_will_serve(choice: Choice) -> float:
    """The price of the card, by its kind."""
    if choice.card is KNIGHT:
        return -keep_a_knight_for_the_last_trick(choice)
    if choice.bishop:
        # Worth the trick it is saved in or lost in, from one bishop up to one bishop down.
        return -2 * choice.weights.bishop * (save_your_own_bishops(choice) - 0.5)
    worth = choice.weights.rank * choice.height + keep_guards_on_your_bishops(choice)
    worth += keep_trumps(choice) if choice.trump else keep_commanding_cards(choice)
    return -worth


def keep_a_knight_for_the_last_trick(choice: Choice) -> float:
    """He takes the thirteenth trick, usually of far greater importance than others; "do not be
    too anxious to sacrifice a knight" (Dana, Methods of Play)."""
    memory, weights = choice.memory, choice.weights
    worth = weights.knight_spare
    if memory.knights == 1:
        worth = weights.knight + weights.knight_late * memory.number / (LAST_TRICK - 1)
        if not memory.knights_out:
            worth += weights.knight_last
    bare = sum(
        1 for suit in memory.suits.values() if len(suit) <= _FEW and BISHOP in map(CARD_HEIGHT.get, suit)
    )
    return worth + weights.knight_guard * bare


def save_your_own_bishops(choice: Choice) -> float:
    """The chance that a bishop kept will be saved later (Dana, Methods of Play 2)."""
    memory, weights = choice.memory, choice.weights
    if not choice.higher_out:
        return weights.save_free
    tops = sum(1 for card in choice.holding if CARD_HEIGHT[card] > BISHOP)
    guards = len(choice.holding) - 1 - tops
    chance = weights.save + weights.save_top * tops - weights.save_out * (choice.higher_out - 1)
    chance += weights.save_guard * min(guards, _GUARDS_THAT_COUNT)
    chance += weights.save_knight * memory.knights - weights.save_late * (memory.number - 6)
    if choice.trump:
        chance += weights.save_cardinal
    if len(choice.holding) == 1:
        chance += weights.save_alone
    if memory.number <= 4:
        chance += weights.save_early
    if choice.suit in memory.led_by[memory.partner]:
        chance += weights.save_partner
    return chance


def keep_guards_on_your_bishops(choice: Choice) -> float:
    """Small cards beside a bishop keep it from having to fall (Dana, Trumping for Partner)."""
    if not choice.guards_bishop:
        return 0.0
    return choice.weights.guard / (len(choice.holding) - 1)


def keep_trumps(choice: Choice) -> float:
    """Trumps capture tricks and hinder the enemy from saving bishops (Dana, On Trumps)."""
    weights = choice.weights
    if choice.higher_out == 0:
        worth = weights.trump_top
    elif choice.higher_out == 1:
        worth = weights.trump_second
    else:
        worth = weights.trump_low
    if len(choice.holding) <= _FEW:
        worth += weights.trump_few
    return worth * (1 - weights.trump_fade * choice.memory.number / LAST_TRICK)


def keep_commanding_cards(choice: Choice) -> float:
    """High cards "will of themselves catch the bishop" (Dana, Discard)."""
    weights = choice.weights
    above = choice.higher_out
    if above > 2:
        return 0.0
    worth = (weights.top, weights.second, weights.third)[above]
    worth *= 1 - weights.fade * choice.memory.number / LAST_TRICK
    if above == 0:
        worth += weights.catch * choice.enemy_bishop
    return worth
