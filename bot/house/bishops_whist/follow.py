from bot.house.bishops_whist.judgement import Prospect, judge, own_bishop
from bot.house.bishops_whist.keeping import worth_keeping
from bot.house.bishops_whist.memory import BISHOP, Memory
from bot.house.bishops_whist.weights import Weights
from bot.rules.bishops_whist.pack import CARD_HEIGHT
from bot.rules.cards import Card, Rank, KNIGHT


def trick_value(memory: Memory, prospect: Prospect, weights: Weights) -> float:
    ours = weights.trick + weights.bishop * (prospect.shown + prospect.if_ours)
    theirs = weights.trick + weights.bishop * (prospect.shown + prospect.if_theirs)
    return prospect.ours * ours - (1 - prospect.ours) * theirs


def weigh_follow(memory: Memory, card: Card, weights: Weights) -> float:
    prospect = judge(memory, card, weights)
    value = trick_value(memory, prospect, weights) - worth_keeping(memory, card, weights)
    place = len(memory.table)
    if prospect.wins:
        if memory.partner_winning:
            value -= weights.overtake
            if card.suit is memory.trump and memory.led is not memory.trump:
                value -= weights.ruff_partner
        elif place == 3:
            value += weights.last_win
    if card.suit is memory.led:
        high = CARD_HEIGHT[card] > BISHOP
        if place == 1 and high:
            value -= weights.second_high
            if CARD_HEIGHT[memory.table[0]] > BISHOP:
                value += weights.cover
        if place == 2 and high and not memory.partner_winning:
            value += weights.third_high
        return value
    if card.suit is None or card.suit is memory.trump:
        return value
    suit = memory.suits[card.suit]
    if card.rank is Rank.BISHOP:
        return value + weights.bishop_discard
    if card.suit in memory.bishops and len(suit) <= 3 and memory.suits[memory.trump]:
        value += weights.shorten
    if len(suit) <= 2 and memory.suits[memory.trump]:
        value += weights.discard_short
    if own_bishop(memory, card):
        value -= weights.discard_own
    return value
