"""What a card is worth if it is kept."""

from bot.house.bishops_whist.judgement import higher_out, own_bishop
from bot.house.bishops_whist.memory import BISHOP, Memory
from bot.house.bishops_whist.weights import Weights
from bot.rules.bishops_whist.pack import CARD_HEIGHT
from bot.rules.cards import KNIGHT, Card, Rank


def worth_keeping(memory: Memory, card: Card, weights: Weights) -> float:
    if card is KNIGHT:
        return keep_a_knight_for_the_last_trick(memory, weights)
    if card.rank is Rank.BISHOP:
        return save_your_own_bishops(memory, card, weights)
    worth = weights.rank * CARD_HEIGHT[card]
    if own_bishop(memory, card):
        worth += weights.guard / max(1, len(memory.suits[card.suit]) - 1)
    above = higher_out(memory, card)
    if card.suit is memory.trump:
        kept = (weights.trump_top, weights.trump_mid)[above] if above < 2 else weights.trump_low
        if len(memory.suits[memory.trump]) <= 2:
            kept += weights.trump_few
        return worth + kept * (1 - weights.trump_fade * memory.number / 13)
    if above < 3:
        worth += (weights.top, weights.second, weights.third)[above] * (1 - weights.fade * memory.number / 13)
    if above == 0 and card.suit in memory.bishops:
        chances = memory.bishops[card.suit]
        worth += weights.catch * (1 - chances[memory.partner])
    return worth


def keep_a_knight_for_the_last_trick(memory: Memory, weights: Weights) -> float:
    worth = weights.knight + weights.knight_late * memory.number / 12
    if memory.knights > 1:
        worth = weights.knight_spare * (1 if memory.number < 12 else 0)
    return worth


def save_your_own_bishops(memory: Memory, card: Card, weights: Weights) -> float:
    return 4 * chance_to_save(memory, card, weights) - 2


def chance_to_save(memory: Memory, card: Card, weights: Weights) -> float:
    suit = memory.suits[card.suit]
    above = sum(1 for height in memory.out[card.suit] if height > BISHOP)
    if above == 0:
        return weights.save_free
    tops = sum(1 for c in suit if CARD_HEIGHT[c] > BISHOP)
    guards = len(suit) - 1 - tops
    chance = weights.save + weights.save_guard * min(guards, 3) + weights.save_top * tops
    chance += weights.save_knight * memory.knights - weights.save_out * (above - 1)
    chance -= weights.save_late * (memory.number - 6)
    if card.suit is memory.trump:
        chance += weights.save_cardinal
    if len(suit) == 1:
        chance += weights.save_alone
    if memory.number <= 4:
        chance += weights.save_early
    if card.suit in memory.led_by[memory.partner]:
        chance += weights.save_partner
    return chance
