"""Leading: Bob Short's rules for first hand, and Hoyle's grammar."""

from typing import Final

from bot.house.maxims import Maxim, commends, maxim, warns
from bot.house.tricks.bob_short import BOB_SHORT
from bot.house.whist import conditions
from bot.house.whist.chances import can_ruff
from bot.house.whist.evaluation import ACE, JACK, KING, QUEEN, Choice
from bot.house.whist.keeping import KEEPING
from bot.house.whist.taking import TAKING

_AVERAGE: Final = 3
_QUART: Final = 4
_FIVE_TRUMPS: Final = 5
_ODD_TRICK_NEAR: Final = 4


@maxim('Bob Short 1: "Lead from your strong suit".', commends(conditions.from_a_strong_suit), BOB_SHORT)
def lead_from_your_strong_suit(choice: Choice) -> float:
    if choice.trump:
        return 0.0
    weights, holding = choice.weights, choice.holding
    honours = sum(1 for height in holding if height >= JACK)
    return weights.lead_long * (len(holding) - _AVERAGE) + weights.lead_honours * honours


@maxim(
    "Bob Short 2: lead through the strong suit. A suit is strong with the enemy who led it.",
    commends(conditions.through_the_strong),
    BOB_SHORT,
)
@maxim(
    "Bob Short 2: lead up to the weak suit, and not up to what the enemy on the right has led.",
    warns(conditions.up_to_the_strong),
    BOB_SHORT,
)
def through_the_strong_and_up_to_the_weak(choice: Choice) -> float:
    if choice.trump:
        return 0.0
    known, weights = choice.known, choice.weights
    value = weights.lead_through if choice.suit in known.led_by[known.others[0]] else 0.0
    return value - (weights.lead_up_to_strong if conditions.up_to_the_strong(choice) else 0.0)


@maxim(
    'Bob Short 3: "Lead the highest of a sequence".', commends(conditions.highest_of_its_sequence), BOB_SHORT
)
@maxim(
    'Bob Short 3: "if you have a quart or quint to a king, lead the lowest".',
    commends(conditions.lowest_of_a_quart_to_a_king),
    BOB_SHORT,
)
@maxim(
    "Hoyle: of five in sequence, not in trumps, begin with the lowest.", commends(conditions.lowest_of_five)
)
def highest_of_a_sequence(choice: Choice) -> float:
    if not conditions.in_sequence(choice):
        return 0.0
    wanted = choice.sequence[-1 if conditions.led_from_below(choice) else 0]
    return choice.weights.lead_sequence if choice.height == wanted else 0.0


@maxim('Bob Short 4: "Lead through an honour".', commends(conditions.through_a_turned_honour), BOB_SHORT)
def lead_through_an_honour(choice: Choice) -> float:
    return choice.weights.lead_through_honour if conditions.through_a_turned_honour(choice) else 0.0


@maxim(
    "Bob Short 5, of long whist: lead your best trump if the adversaries be eight and you have no "
    "honour, but not from four trumps, unless you have a sequence.",
    commends(conditions.best_trump_at_eight),
    BOB_SHORT,
)
def best_trump_at_eight(choice: Choice) -> float:
    return choice.weights.lead_at_eight if conditions.best_trump_at_eight(choice) else 0.0


@maxim(
    'Bob Short 6: "Lead a trump if you have four or five of a strong hand".',
    commends(conditions.trump_of_a_strong_hand),
    BOB_SHORT,
)
@maxim(
    'Bob Short 6: lead a trump from a strong hand, "but not if weak".',
    warns(conditions.trump_of_a_weak_hand),
    BOB_SHORT,
)
def trumps_from_a_strong_hand(choice: Choice) -> float:
    if not choice.trump:
        return 0.0
    weights = choice.weights
    value = weights.lead_trump_length * (len(choice.holding) - _AVERAGE) - weights.lead_trump_price
    if not choice.strong_in_trumps:
        return value
    return value + weights.lead_trump_strong * conditions.tops(choice)


@maxim(
    "Strong in trumps, one draws those of the enemy (whist, at large).",
    commends(conditions.draws_the_enemys_trumps),
)
@maxim(
    "Trumps the enemy has not got need no drawing, and partner's are worth more apart (whist, at large).",
    warns(conditions.draws_partners_trumps),
)
def draw_what_is_out(choice: Choice) -> float:
    if not choice.trump:
        return 0.0
    known, weights = choice.known, choice.weights
    if choice.enemy_trumps:
        return weights.lead_draw * choice.enemy_trumps
    return -weights.lead_idle_trump if known.out[known.trump] else 0.0


@maxim(
    "Bob Short 21: for the odd trick do not trump out if partner is likely to trump a suit.",
    warns(conditions.draws_what_partner_would_trump_with),
    BOB_SHORT,
)
def spare_partners_ruff(choice: Choice) -> float:
    known = choice.known
    if not choice.trump or min(known.taken) < _ODD_TRICK_NEAR:
        return 0.0
    likely = max(can_ruff(known, known.partner, suit) for suit in known.suits)
    return -choice.weights.lead_trump_odd * likely


@maxim(
    "Bob Short 7: from ace, king and two or three small lead them out if weak in trumps.",
    commends(conditions.ace_or_king_when_weak),
    BOB_SHORT,
)
@maxim(
    "Bob Short 7: from ace, king and two or three small lead a small one if strong in trumps.",
    commends(conditions.small_from_ace_and_king),
    BOB_SHORT,
)
def ace_and_king(choice: Choice) -> float:
    holding = choice.holding
    if choice.trump or holding[:2] != [ACE, KING] or len(holding) < _QUART:
        return 0.0
    small = choice.height < QUEEN
    return choice.weights.lead_ace_king if small == choice.strong_in_trumps else 0.0


@maxim(
    'Bob Short 8: "If you have the last trump, with some winning cards, and one losing card only, '
    'lead the losing card".',
    commends(conditions.only_losing_card),
    BOB_SHORT,
)
def keep_the_last_trump(choice: Choice) -> float:
    return choice.weights.lead_loser if conditions.only_losing_card(choice) else 0.0


@maxim("Bob Short 9: return partner's lead.", commends(conditions.partners_lead), BOB_SHORT)
@maxim(
    "Bob Short 9: return partner's lead, with three originally the best.",
    conditions.best_of_three_returned,
    BOB_SHORT,
)
def return_partners_lead(choice: Choice) -> float:
    known, weights = choice.known, choice.weights
    if choice.suit not in known.led_by[known.partner]:
        return 0.0
    if choice.trump:
        value = weights.lead_return_trump if choice.enemy_trumps else 0.0
    else:
        value = weights.lead_return if known.trumps < _FIVE_TRUMPS else weights.lead_return_strong
    few = known.had[choice.suit] <= _AVERAGE
    wanted = choice.holding[0] if few else choice.holding[-1]
    return value + (weights.lead_return_card if choice.height == wanted else 0.0)


@maxim('Bob Short 10: "Do not lead from ace queen or ace knave".', warns(conditions.from_a_tenace), BOB_SHORT)
def not_from_a_tenace(choice: Choice) -> float:
    return -choice.weights.lead_tenace if conditions.from_a_tenace(choice) else 0.0


@maxim(
    'Bob Short 11: "Do not lead an ace unless you have a king".',
    warns(conditions.ace_without_the_king),
    BOB_SHORT,
)
def no_ace_without_the_king(choice: Choice) -> float:
    return -choice.weights.lead_ace if conditions.ace_without_the_king(choice) else 0.0


@maxim(
    "Hoyle: play from a king suit rather than from a queen suit; it is two to one that the ace does "
    "not hurt, and the queen you may lose.",
    conditions.king_suit_for_a_queen_suit,
)
def rather_from_a_king(choice: Choice) -> float:
    if choice.trump or choice.height == choice.holding[0]:
        return 0.0
    weights, top = choice.weights, choice.holding[0]
    return weights.lead_from_king if top == KING else -weights.lead_from_queen if top == QUEEN else 0.0


@maxim(
    'Bob Short 12: "Do not lead a thirteenth card, unless trumps be out".',
    warns(conditions.thirteenth_card),
    BOB_SHORT,
)
def no_thirteenth_card(choice: Choice) -> float:
    thirteenth = not choice.trump and not choice.known.out[choice.suit]
    return -choice.weights.lead_thirteenth if thirteenth and choice.enemy_trumps else 0.0


@maxim(
    'Bob Short 17: if partner refuses to trump a suit of which you have not the best, "lead your '
    'best trump".',
    commends(conditions.best_trump_partner_refusing),
    BOB_SHORT,
)
def best_trump_when_partner_refuses(choice: Choice) -> float:
    wanted = choice.trump and bool(choice.known.refused) and choice.height == choice.holding[0]
    return choice.weights.lead_refused if wanted and choice.known.out[choice.suit] else 0.0


@maxim(
    'Bob Short 18: "When you hold all the remaining trumps, play one".',
    commends(conditions.one_of_the_last_trumps),
    BOB_SHORT,
)
def play_one_of_the_last_trumps(choice: Choice) -> float:
    return choice.weights.lead_last_trumps if conditions.one_of_the_last_trumps(choice) else 0.0


@maxim(
    'Bob Short 20: "Never force your partner if you are weak in trumps, unless you have a renounce".',
    warns(conditions.forces_partner_when_weak),
    BOB_SHORT,
)
def do_not_force_partner(choice: Choice) -> float:
    return -choice.weights.lead_force if conditions.forces_partner_when_weak(choice) else 0.0


@maxim(
    "Strong in trumps, or with a renounce, one forces partner gladly (Bob Short 20).",
    commends(conditions.forces_partner_when_strong),
    BOB_SHORT,
)
def let_partner_trump(choice: Choice) -> float:
    known = choice.known
    if choice.trump:
        return 0.0
    return choice.weights.lead_ruff * can_ruff(known, known.partner, choice.suit)


@maxim(
    "Partner called for trumps by a card and then a lower one (American Whist, Signal): one is led.",
    commends(conditions.answers_a_call),
)
def answer_the_call(choice: Choice) -> float:
    if not conditions.answers_a_call(choice):
        return 0.0
    weights, few = choice.weights, len(choice.holding) <= _AVERAGE
    wanted = choice.holding[0] if few else choice.holding[-1]
    return weights.lead_called + (weights.lead_called_card if choice.height == wanted else 0.0)


@maxim(
    "Partner threw a small card away from a suit in which he is weak, and that is not led (whist, at large).",
    warns(conditions.partner_is_weak),
)
def leave_what_partner_threw(choice: Choice) -> float:
    return -choice.weights.lead_thrown if conditions.partner_is_weak(choice) else 0.0


MAXIMS: Final[tuple[Maxim[Choice], ...]] = (
    *TAKING,
    *KEEPING,
    lead_from_your_strong_suit,
    through_the_strong_and_up_to_the_weak,
    highest_of_a_sequence,
    lead_through_an_honour,
    best_trump_at_eight,
    trumps_from_a_strong_hand,
    draw_what_is_out,
    spare_partners_ruff,
    ace_and_king,
    keep_the_last_trump,
    return_partners_lead,
    not_from_a_tenace,
    no_ace_without_the_king,
    rather_from_a_king,
    no_thirteenth_card,
    best_trump_when_partner_refuses,
    play_one_of_the_last_trumps,
    do_not_force_partner,
    let_partner_trump,
    answer_the_call,
    leave_what_partner_threw,
)
