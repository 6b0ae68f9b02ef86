"""What becomes of the trick if a card is played: who takes it, and with which bishops."""

from dataclasses import dataclass

from bot.house.bishops_whist.chances import can_ruff, has_knight, out_of, share, void
from bot.house.bishops_whist.memory import BISHOP, Memory
from bot.house.bishops_whist.weights import Weights
from bot.rules.bishops_whist.pack import CARD_HEIGHT
from bot.rules.bishops_whist.tricks import winning_play
from bot.rules.cards import KNIGHT, Card, Rank


@dataclass(frozen=True, slots=True)
class Prospect:
    """The trick as it looks after `card`.

    `ours` is the chance that this side takes it, `wins` whether the card is the best so far,
    `shown` how many bishops lie in it. `if_ours` and `if_theirs` are the bishops expected
    to come down yet, by who takes it.
    """

    card: Card
    ours: float
    wins: bool
    shown: int
    if_ours: float
    if_theirs: float


def judge(memory: Memory, card: Card, weights: Weights) -> Prospect:
    """The prospect of playing `card`."""
    plays = (*memory.table, card)
    best = winning_play(plays, memory.trump, memory.number, memory.led_knight)
    ours = _chance_ours(memory, plays, best, weights)
    shown = sum(1 for c in plays if c.rank is Rank.BISHOP)
    if_ours, if_theirs = _bishops_to_come(memory, plays, weights)
    return Prospect(card, ours, best == len(plays) - 1, shown, if_ours, if_theirs)


def _chance_ours(memory: Memory, plays: tuple[Card, ...], best: int, weights: Weights) -> float:
    mine = (len(plays) - 1 - best) % 2 == 0
    if not memory.after:
        return float(mine)
    led, winner = plays[0].suit, plays[best]
    if led is None:
        return _chance_ours_irregular(memory, winner, mine)
    suit = winner.suit or led
    height = CARD_HEIGHT[winner]
    ruffed = suit is memory.trump and led is not memory.trump
    # Every higher card is in somebody's hand: the highest that is still to come decides.
    left, ours = 1.0, 0.0
    for higher in memory.out[suit]:
        if higher < height:
            break
        friend = foe = 0.0
        for place, seat in enumerate(memory.after):
            held = share(memory, seat, suit, higher)
            if ruffed and held:
                held *= void(memory, seat, led)
            if seat == memory.partner:
                friend = held
            else:
                if place == 0 and not memory.table:
                    held *= weights.duck
                foe += held
        ours += left * friend
        left *= max(0.0, 1 - friend - foe)
    ours += left * mine
    if ruffed or led is memory.trump:
        return ours
    spared, rescued = 1.0, 0.0
    for seat in memory.after:
        ruff = weights.ruffs * can_ruff(memory, seat, led)
        if height < CARD_HEIGHT[KNIGHT] and memory.knights_out:
            ruff += (1 - ruff) * weights.knight_takes * void(memory, seat, led) * has_knight(memory, seat)
        if seat == memory.partner:
            rescued = ruff
        else:
            spared *= 1 - ruff
    ours += (1 - ours) * rescued
    return ours * spared


def _chance_ours_irregular(memory: Memory, winner: Card, mine: bool) -> float:
    if winner.suit is memory.trump and not any(
        height > CARD_HEIGHT[winner] for height in memory.out[memory.trump]
    ):
        return float(mine)
    foes = sum(1 for seat in memory.after if not memory.ours(seat))
    kept = 0.25 if winner.suit is memory.trump else 0.1
    return kept**foes if mine else 0.7 * (memory.partner in memory.after)


def _bishops_to_come(memory: Memory, plays: tuple[Card, ...], weights: Weights) -> tuple[float, float]:
    led = plays[0].suit
    if_ours = if_theirs = 0.0
    for seat in memory.after:
        forced = willing = 0.0
        without = 1.0
        if led is None:
            willing = weights.void_gift * sum(chances[seat] for chances in memory.bishops.values())
        else:
            without = out_of(memory, seat, led)
            if led in memory.bishops:
                holds = memory.bishops[led][seat]
                forced = weights.enemy_forced * holds * without * (1 - 0.7 * has_knight(memory, seat))
                willing = weights.gift * (holds - forced)
            if without > 0:
                rest = sum(chances[seat] for suit, chances in memory.bishops.items() if suit is not led)
                willing += weights.void_gift * void(memory, seat, led) * rest
        if seat == memory.partner:
            if_ours += forced + willing
            if_theirs += forced
        else:
            if_ours += forced
            if_theirs += forced + willing * weights.enemy_gift
    return if_ours, if_theirs


def has_bishop_out(memory: Memory, card: Card) -> bool:
    """Whether the bishop of the card's suit is in another hand."""
    return card.suit is not None and card.suit in memory.bishops


def higher_out(memory: Memory, card: Card) -> int:
    """How many higher cards of its suit are in other hands."""
    assert card.suit
    height = CARD_HEIGHT[card]
    return sum(1 for other in memory.out[card.suit] if other > height)


def own_bishop(memory: Memory, card: Card) -> bool:
    """Whether the bishop of the card's suit is in this hand."""
    assert card.suit
    return any(CARD_HEIGHT[c] == BISHOP for c in memory.suits[card.suit])
