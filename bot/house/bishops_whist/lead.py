"""Leading, by the book."""

from typing import Final

from bot.house.bishops_whist import conditions
from bot.house.bishops_whist.chances import can_ruff
from bot.house.bishops_whist.evaluation import Choice
from bot.house.bishops_whist.keeping import keep_what_will_serve
from bot.house.bishops_whist.knowledge import BISHOP
from bot.house.bishops_whist.taking import TAKING
from bot.house.maxims import Maxim, commends, maxim, warns
from bot.rules.cards import KNIGHT

_AVERAGE_LENGTH: Final = 3
_TOPS_THAT_COUNT: Final = 2


@maxim(
    'Holding castle-ace and king without the bishop, "boldly swing, playing castle-ace to catch the '
    'bishop of that suit" (Dana, Methods of Play).',
    commends(conditions.castle_ace_or_king),
)
@maxim(
    "What nothing in its suit beats is led before it is trumped (whist, at large).",
    commends(conditions.sure_card),
)
def swing_high_to_catch_the_bishop(choice: Choice) -> float:
    if not conditions.plain(choice) or choice.higher_out or choice.guards_bishop:
        return 0.0
    weights = choice.weights
    more = sum(1 for height in choice.holding if height > BISHOP and height != choice.height)
    value = weights.lead_top + weights.lead_tops * choice.enemy_bishop * min(more, _TOPS_THAT_COUNT)
    # Of cards that are equal the highest is led, so that partner can read it: this outweighs
    # the price of rank in keeping.py.
    return value + 1.5 * weights.rank * choice.height


@maxim(
    'A low card lets the enemy "make the bishop" (Dana, specimen hand, trick 6).',
    warns(conditions.low_into_their_bishop),
)
def never_low_into_their_bishop(choice: Choice) -> float:
    if not conditions.plain(choice) or not choice.higher_out:
        return 0.0
    return -choice.weights.lead_theirs * choice.enemy_bishop


@maxim(
    "With the bishop lead low, or a king or queen, to get the higher cards out on the first round and "
    "save him on the second (Dana, Methods of Play).",
    commends(conditions.beside_a_bishop_to_save),
)
def low_from_your_own_bishop(choice: Choice) -> float:
    if choice.card is KNIGHT or not choice.guards_bishop or not choice.higher_out:
        return 0.0
    high = choice.height > BISHOP
    return choice.weights.lead_high_own if high else choice.weights.lead_low_own


@maxim(
    "Strong in trumps lead them, to catch the cardinal (Dana, specimen hand, trick 8).",
    commends(conditions.trump_for_the_cardinal),
)
@maxim(
    "Strong in trumps lead them, to draw those that would take our high cards (Dana, specimen hand, "
    "trick 9).",
    commends(conditions.trump_for_high_cards),
)
@maxim(
    "Trumps are led by who is strong in them (Dana, specimen hand, tricks 8 and 9).",
    warns(conditions.trump_of_a_weak_hand),
)
def swing_for_the_cardinal(choice: Choice) -> float:
    if not choice.trump:
        return 0.0
    weights, holding = choice.weights, choice.holding
    value = weights.lead_trump + weights.lead_trump_length * (len(holding) - _AVERAGE_LENGTH)
    value += weights.lead_trump_catch * choice.enemy_bishop
    if choice.height < BISHOP:
        value += weights.lead_trump_low
        if holding[0] <= BISHOP:
            value -= weights.lead_trump_weak
    return value


@maxim("One leads a suit that partner can trump (whist, at large).", commends(conditions.partner_may_trump))
@maxim("One returns the suit that partner led (whist, at large).", commends(conditions.partners_lead))
def choose_a_suit(choice: Choice) -> float:
    if not conditions.plain(choice):
        return 0.0
    known, weights = choice.known, choice.weights
    left, partner, right = known.others
    value = weights.lead_ruff * can_ruff(known, partner, choice.suit)
    if choice.suit in known.led_by[partner]:
        value += weights.lead_return
    if choice.suit in known.led_by[left] or choice.suit in known.led_by[right]:
        value += weights.lead_enemy_suit
    return value


@maxim(
    'Dana: "never lead a knight except compelled to do so" (The Irregular Trick).',
    warns(conditions.is_knight),
)
def never_lead_a_knight(choice: Choice) -> float:
    return -choice.weights.lead_knight if choice.card is KNIGHT else 0.0


MAXIMS: Final[tuple[Maxim[Choice], ...]] = (
    *TAKING,
    keep_what_will_serve,
    swing_high_to_catch_the_bishop,
    never_low_into_their_bishop,
    low_from_your_own_bishop,
    swing_for_the_cardinal,
    choose_a_suit,
    never_lead_a_knight,
)
