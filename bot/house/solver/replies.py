"""Which card to play to a trick first."""

from collections.abc import Callable

from bot.house.solver import weights
from bot.house.solver.cards import (
    BISHOP,
    BISHOPS,
    BISHOPS_SUIT,
    HONOURS,
    KNIGHTS,
    LANES,
    NO_TRUMP,
    PLAIN_SUIT,
    below,
    is_knight,
    lane,
    lane_of,
    suit_of,
    up_to,
)
from bot.house.solver.equals import run_from
from bot.house.solver.memory import add_move, hand_of
from bot.house.solver.native import compiled_for, highest, inlined, load, lowest, ones
from bot.house.solver.reply_weights import (
    fourth_void_weight,
    irregular_weight,
    second_following_weight,
    second_open_weight,
    second_void_weight,
    third_void_weight,
)
from bot.house.solver.rules import (
    KNIGHT_HEIGHT,
    TRUMP_HEIGHT,
    bishops_height,
    bishops_legal,
    plain_height,
    plain_legal,
)

_KNIGHT_COST = 9
_IRREGULAR_LONE = 20


@inlined
def _height(card: int, led: int, trump: int, bishops: bool) -> int:
    if bishops:
        return bishops_height(card, led, trump)
    return plain_height(card, led, trump)


@inlined
def _reach(hand: int, led: int, trump: int, bishops: bool) -> int:
    # The height of the best card a hand may play to the card led.
    pack = BISHOPS_SUIT if bishops else PLAIN_SUIT
    irregular = bishops and is_knight(led)
    if not irregular:
        own = (hand >> lane_of(led)) & pack
        if own:
            return _height(lane_of(led) + highest(own), led, trump, bishops)
    if trump < NO_TRUMP:
        trumps = (hand >> lane(trump)) & pack
        if trumps:
            return _height(lane(trump) + highest(trumps), led, trump, bishops)
    best = 0
    if bishops:
        if hand & KNIGHTS and (irregular or suit_of(led) != trump):
            best = KNIGHT_HEIGHT
        if irregular:
            for suit in range(4):
                cards = (hand >> lane(suit)) & HONOURS
                if cards:
                    best = max(best, bishops_height(lane(suit) + highest(cards), led, trump))
    return best


@inlined
def _forcing(
    cards: int,
    held: int,
    rank: int,
    theirs: int,
    led: int,
    trump: int,
    strength: int,
    ours: int,
    bishops: bool,
) -> bool:
    # Whether this is the lowest card for which the fourth hand has to play his best.
    best = highest(theirs)
    others = theirs ^ (1 << best)
    while others and cards & below(best) & ~up_to(highest(others)) == 0:
        others ^= 1 << highest(others)
    if others == 0:
        return False
    bar = _height(lane_of(led) + highest(others), led, trump, bishops)
    if bar <= strength:
        if ours:
            return False
        bar = strength
    if _height(lane_of(led) + rank, led, trump, bishops) <= bar:
        return False
    lower = held & below(rank)
    return lower == 0 or _height(lane_of(led) + highest(lower), led, trump, bishops) < bar


def _replies(bishops: bool) -> Callable[[int, int, int, int, int, int, int, int, int, int], int]:
    pack = BISHOPS_SUIT if bishops else PLAIN_SUIT

    @compiled_for("int64(int64, int64, int64, int64, int64, int64, int64, int64, int64, int64)")
    def replies(
        m: int,
        moves: int,
        left: int,
        start: int,
        seat: int,
        led: int,
        strength: int,
        ours: int,
        turn: int,
        trump: int,
    ) -> int:
        whole = hand_of(m, left, seat)
        hand = bishops_legal(whole, led) if bishops else plain_legal(whole, led)
        if hand & (hand - 1) == 0:
            add_move(m, moves, 0, lowest(hand), 0)
            return 1
        at = lane_of(led)
        irregular = bishops and is_knight(led)
        own = (hand >> at) & pack
        follows = not irregular and own != 0
        trump_led = suit_of(led) == trump and not irregular
        if follows and hand == own << at:
            strict = bishops and not trump_led and start & KNIGHTS != 0
            if run_from(own, (start >> at) & pack, lowest(own), bishops, strict) == own:
                add_move(m, moves, 0, lowest(hand), 0)
                return 1
        # The opponent who plays next, and the partner if he plays after him.
        opponent = -1
        opponent_low = -1
        opponent_cards = 0
        if turn < 3:
            his = hand_of(m, left, (seat + 1) & 3)
            opponent = _reach(his, led, trump, bishops)
            opponent_cards = (his >> at) & pack
            if opponent_cards:
                opponent_low = _height(at + lowest(opponent_cards), led, trump, bishops)
        partner = -1
        partner_low = -1
        partner_cards = 0
        if turn == 1:
            his = hand_of(m, left, (seat + 2) & 3)
            partner = _reach(his, led, trump, bishops)
            partner_cards = (his >> at) & pack
            if partner_cards:
                partner_low = _height(at + lowest(partner_cards), led, trump, bishops)
        partner_takes = partner > strength and partner > opponent
        trumps = trump < NO_TRUMP and (left >> lane(trump)) & pack != 0
        own_best = 0
        leads_better = False
        if turn == 1:
            leads_better = (hand_of(m, left, (seat + 3) & 3) >> at) & pack > partner_cards
        elif turn == 2 and own:
            own_best = _height(at + highest(own), led, trump, bishops)
        stake = ones((start ^ left) & BISHOPS) if bishops else 0
        count = 0
        suits = hand & pack * LANES
        while suits:
            suit = suit_of(lowest(suits))
            suits &= ~(pack << lane(suit))
            held = (hand >> lane(suit)) & pack
            cards = (start >> lane(suit)) & pack
            strict = bishops and suit != trump and start & KNIGHTS != 0
            length = ones(held)
            rest = held
            while rest:
                # The lowest of a run of equals stands for it.
                rank = lowest(rest)
                run = run_from(held, cards, rank, bishops, strict)
                rest &= ~run
                high = highest(run)
                row = high != rank
                place = ones(cards >> high)
                card = lane(suit) + rank
                mine = _height(card, led, trump, bishops)
                weight = -high
                if irregular:
                    weight = irregular_weight(mine, strength, opponent, partner, ours, turn, rank)
                    if suit != trump:
                        weight += length - (_IRREGULAR_LONE if cards >> rank == 1 else 0)
                elif turn == 1:
                    if follows and trumps:
                        weight = second_following_weight(
                            m,
                            mine,
                            strength,
                            opponent,
                            opponent_low,
                            partner,
                            partner_low,
                            partner_cards != 0,
                            leads_better,
                            row,
                            place,
                            high,
                        )
                    elif follows:
                        weight = second_open_weight(
                            m, mine, strength, opponent, opponent_low, partner, partner_low, row, place, high
                        )
                    else:
                        overruffs = partner > opponent and partner >= TRUMP_HEIGHT
                        safe_ruff = opponent_cards != 0 or overruffs or mine > opponent
                        weight += second_void_weight(
                            m,
                            left,
                            seat,
                            suit,
                            trump,
                            length,
                            pack,
                            trumps,
                            trump_led,
                            partner_takes,
                            safe_ruff,
                        )
                elif turn == 2:
                    if follows:
                        opponent_ruffs = opponent_cards == 0 and not trump_led
                        low = own_best < opponent_low or own_best < strength
                        if low or (ours and (strength > opponent or opponent_ruffs)):
                            pass
                        elif opponent_ruffs:
                            if mine > strength:
                                weight += load(m, weights.BEATS_SECOND)
                        elif mine > strength and mine > opponent:
                            weight += load(m, weights.BEATS_FOURTH)
                        elif own_best < opponent and _forcing(
                            cards, held, rank, opponent_cards, led, trump, strength, ours, bishops
                        ):
                            weight += load(m, weights.FORCES_BEST)
                    else:
                        weight = third_void_weight(
                            m,
                            left,
                            seat,
                            suit,
                            trump,
                            length,
                            pack,
                            trumps,
                            trump_led,
                            ours,
                            mine,
                            strength,
                            opponent,
                            opponent_cards != 0,
                            place,
                            high,
                        )
                elif follows:
                    if not ours and mine > strength:
                        weight += load(m, weights.TAKES_FOURTH)
                else:
                    takes = mine > strength
                    weight = fourth_void_weight(
                        m, left, seat, suit, trump, length, pack, trumps, trump_led, ours, takes, place, high
                    )
                if bishops:
                    wins = mine > strength and (turn == 3 or mine >= opponent)
                    safe = wins or partner_takes or (ours and (turn == 3 or opponent <= strength))
                    if rank == BISHOP:
                        weight += load(m, weights.BISHOP_SAFE) if safe else -load(m, weights.BISHOP_SAFE)
                    if stake and wins and not ours and not irregular:
                        weight += stake * load(m, weights.TAKES_BISHOPS)
                add_move(m, moves, count, card, weight)
                count += 1
        if bishops and hand & KNIGHTS:
            card = lowest(hand & KNIGHTS)
            mine = bishops_height(card, led, trump)
            if irregular:
                weight = irregular_weight(mine, strength, opponent, partner, ours, turn, _KNIGHT_COST)
            elif (ours and (turn == 3 or (turn == 2 and opponent <= strength))) or partner_takes:
                weight = load(m, weights.KNIGHT_ON_PARTNERS)
            elif mine > strength and mine >= opponent:
                weight = load(m, weights.KNIGHT_TAKES)
            else:
                weight = load(m, weights.KNIGHT_THROWN)
            add_move(m, moves, count, card, weight)
            count += 1
        return count

    return replies


plain_replies = _replies(bishops=False)
"""List the cards a seat may play to a trick, as `plain_leads` does.

Takes the memory and where in it to list them, the cards left now and when the trick began, the seat,
the card led, the height of the winning card so far, whether that is the partner's, the number of the
card in the trick (from 0), and the trump suit.
"""
bishops_replies = _replies(bishops=True)  # the same at Bishops Whist
