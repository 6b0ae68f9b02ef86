from bot.house.bishops_whist.chances import can_ruff, out_of
from bot.house.bishops_whist.follow import trick_value
from bot.house.bishops_whist.judgement import higher_out, judge, own_bishop
from bot.house.bishops_whist.keeping import worth_keeping
from bot.house.bishops_whist.memory import BISHOP, Memory
from bot.house.bishops_whist.weights import Weights
from bot.rules.bishops_whist.pack import CARD_HEIGHT
from bot.rules.cards import KNIGHT, Card, Rank


def weigh_lead(memory: Memory, card: Card, weights: Weights) -> float:
    prospect = judge(memory, card, weights)
    value = trick_value(memory, prospect, weights) - worth_keeping(memory, card, weights)
    if card is KNIGHT:
        return value - weights.lead_knight
    suit = memory.suits[card.suit]
    above = higher_out(memory, card)
    trump = card.suit is memory.trump
    if card.suit in memory.bishops:
        chances = memory.bishops[card.suit]
        foes = 1 - chances[memory.partner]
        tops = sum(1 for c in suit if CARD_HEIGHT[c] > 10 and c is not card)
        value += weights.strip * foes * min(tops, 2)
        if trump:
            value += weights.lead_trump_cardinal * foes
        elif above:
            value -= weights.lead_theirs * foes
            value += weights.lead_partner * chances[memory.partner]
    elif own_bishop(memory, card) and card.rank is not Rank.BISHOP:
        value += weights.lead_bishop_suit
    if card.rank is Rank.BISHOP:
        value += weights.lead_cardinal if trump else weights.lead_own_bishop
    if trump:
        value += weights.lead_trump + weights.lead_trump_length * (len(suit) - 3)
        if CARD_HEIGHT[card] < BISHOP:
            value += weights.lead_trump_low
        return value
    if above == 0:
        value += weights.lead_top
    value += weights.lead_length * (len(suit) - 3)
    if len(suit) <= 2 and memory.suits[memory.trump]:
        value += weights.lead_short
    if card.suit in memory.led_by[memory.partner]:
        value += weights.lead_return
    if card.suit in memory.led_by[memory.others[0]] or card.suit in memory.led_by[memory.others[2]]:
        value += weights.lead_foe_suit
    value += weights.lead_ruff * can_ruff(memory, memory.partner, card.suit)
    return value
