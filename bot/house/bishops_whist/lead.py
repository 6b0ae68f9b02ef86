"""Leading, by the book."""

from bot.house.bishops_whist.chances import can_ruff, void
from bot.house.bishops_whist.judgement import (
    Choice,
    Maxim,
    catch_and_save_bishops,
    play_for_the_trick,
)
from bot.house.bishops_whist.keeping import keep_what_will_serve
from bot.house.bishops_whist.memory import BISHOP
from bot.rules.bishops_whist.pack import CARD_HEIGHT
from bot.rules.cards import KNIGHT

_AVERAGE_LENGTH = 3
_SHORT = 2
_TOPS_THAT_COUNT = 2


def swing_high_to_catch_the_bishop(choice: Choice) -> float:
    """Holding high cards without the bishop, "boldly swing, playing castle-ace to catch the
    bishop of that suit", then king (Dana, Methods of Play)."""
    if choice.card is KNIGHT or choice.trump:
        return 0.0
    if choice.higher_out:
        return 0.0
    weights = choice.weights
    # Of cards that are equal the highest is led, so that partner can read it.
    value = weights.lead_top + 1.5 * weights.rank * choice.height
    more = sum(1 for card in choice.holding if CARD_HEIGHT[card] > BISHOP and card is not choice.card)
    return value + weights.strip * choice.enemy_bishop * min(more, _TOPS_THAT_COUNT)


def never_low_into_their_bishop(choice: Choice) -> float:
    """A low card lets the enemy "make the bishop" (Dana, specimen hand, trick 6)."""
    if choice.card is KNIGHT or choice.trump or not choice.higher_out:
        return 0.0
    chances = choice.memory.bishops.get(choice.suit)
    if chances is None:
        return 0.0
    partners = chances[choice.memory.partner]
    return choice.weights.lead_partners * partners - choice.weights.lead_theirs * (1 - partners)


def low_from_your_own_bishop(choice: Choice) -> float:
    """With the bishop lead low, or a king or queen, to get the higher cards out on the first
    round and save him on the second (Dana, Methods of Play)."""
    if choice.card is KNIGHT or not choice.guards_bishop:
        return 0.0
    high = choice.height > BISHOP
    return choice.weights.lead_high_own if high else choice.weights.lead_low_own


def hold_the_bishop_back(choice: Choice) -> float:
    """A bishop is led only when it is good to lead it."""
    if not choice.bishop:
        return 0.0
    return choice.weights.lead_cardinal if choice.trump else choice.weights.lead_bishop


def swing_for_the_cardinal(choice: Choice) -> float:
    """Trumps are led to catch the cardinal and to draw what would trump our high cards
    (Dana, specimen hand, tricks 8 and 9)."""
    if not choice.trump:
        return 0.0
    memory, weights = choice.memory, choice.weights
    value = weights.lead_trump + weights.lead_trump_length * (len(choice.holding) - _AVERAGE_LENGTH)
    value += weights.lead_trump_catch * choice.enemy_bishop
    if choice.height < BISHOP:
        value += weights.lead_trump_low
        if CARD_HEIGHT[choice.holding[0]] <= BISHOP:
            value -= weights.lead_trump_weak
    left, _, right = memory.others
    idle = void(memory, left, memory.trump) * void(memory, right, memory.trump)
    return value - weights.lead_trump_idle * idle


def choose_a_suit(choice: Choice) -> float:
    """Longer suits rather than short ones, partner's rather than the enemy's, and one that
    partner can trump (whist, at large)."""
    if choice.card is KNIGHT or choice.trump:
        return 0.0
    memory, weights = choice.memory, choice.weights
    length = len(choice.holding)
    value = weights.lead_length * (length - _AVERAGE_LENGTH)
    if length <= _SHORT and memory.suits[memory.trump]:
        value += weights.lead_short
    left, partner, right = memory.others
    if choice.suit in memory.led_by[partner]:
        value += weights.lead_return
    if choice.suit in memory.led_by[left] or choice.suit in memory.led_by[right]:
        value += weights.lead_enemy_suit
    return value + weights.lead_ruff * can_ruff(memory, partner, choice.suit)


def never_lead_a_knight(choice: Choice) -> float:
    """ "Never lead a knight except compelled to do so" (Dana, The Irregular Trick)."""
    return -choice.weights.lead_knight if choice.card is KNIGHT else 0.0


MAXIMS: tuple[Maxim, ...] = (
    play_for_the_trick,
    catch_and_save_bishops,
    keep_what_will_serve,
    swing_high_to_catch_the_bishop,
    never_low_into_their_bishop,
    low_from_your_own_bishop,
    hold_the_bishop_back,
    swing_for_the_cardinal,
    choose_a_suit,
    never_lead_a_knight,
)
