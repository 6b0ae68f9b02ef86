"""Which card to lead first."""

from collections.abc import Callable

from bot.house.solver import weights
from bot.house.solver.arena import HANDS, LAST_BEST, SUIT, SUITS
from bot.house.solver.equals import run_from
from bot.house.solver.kernel import BISHOP, KNIGHTS, RANKED
from bot.house.solver.native import compiled_for, highest, inlined, load, lowest, ones, store

_FIRST = 1 << 40


@inlined
def _best(hand: int, suit: int, pack: int) -> int:
    cards = (hand >> (16 * suit)) & pack
    return highest(cards) if cards else -1


def _leads(bishops: bool) -> Callable[[int, int, int, int, int, int, int, int], int]:
    pack = RANKED if bishops else SUIT

    @compiled_for("int64(int64, int64, int64, int64, int64, int64, int64, int64)")
    def leads(m: int, moves: int, left: int, p: int, n: int, trump: int, hopeless: int, hint: int) -> int:
        a = (p + 1) & 3
        q = (p + 2) & 3
        b = (p + 3) & 3
        hand = left & load(m, HANDS + p)
        hand_a = left & load(m, HANDS + a)
        hand_q = left & load(m, HANDS + q)
        hand_b = left & load(m, HANDS + b)
        trump_p = -1
        trump_a = -1
        trump_q = -1
        trump_b = -1
        if trump < 4:
            trump_p = _best(hand, trump, pack)
            trump_a = _best(hand_a, trump, pack)
            trump_q = _best(hand_q, trump, pack)
            trump_b = _best(hand_b, trump, pack)
        trumps = max(max(trump_p, trump_a), max(trump_q, trump_b)) >= 0
        last = load(m, LAST_BEST + n)
        count = 0
        for suit in range(4):
            held = (hand >> (16 * suit)) & pack
            if held == 0 or (hopeless >> suit) & 1:
                continue
            cards = (left >> (16 * suit)) & pack
            at = SUITS + suit * 16384 + 2 * cards
            holders = load(m, at)
            told = load(m, at + 1)
            lp = (told >> (4 * p)) & 15
            la = (told >> (4 * a)) & 15
            lq = (told >> (4 * q)) & 15
            lb = (told >> (4 * b)) & 15
            total = lp + lq + la + lb
            top = highest(cards)
            first = (holders >> 24) & 3
            second = (holders >> 22) & 3 if total > 1 else -1
            third = (holders >> 20) & 3 if total > 2 else -1
            best_q = _best(hand_q, suit, pack)
            over_there = best_q > _best(hand_a, suit, pack) and best_q > _best(hand_b, suit, pack)
            bare = (la == 1 and first == a) or (lb == 1 and first == b)
            ruff_a = suit != trump and la == 0 and trump_a >= 0
            ruff_b = suit != trump and lb == 0 and trump_b >= 0
            ruff_q = suit != trump and lq == 0 and trump_q >= 0
            sure_ruff = ruff_q and (not ruff_a or trump_q > trump_a) and (not ruff_b or trump_q > trump_b)
            no_ruff = not ruff_a and not ruff_b
            spread = (la if la else n) + (lb if lb else n)
            value = 0
            if trumps:
                value -= (load(m, weights.SPREAD) * spread) >> 4
                if not no_ruff:
                    value -= load(m, weights.MAY_BE_RUFFED)
                if ruff_q and lb:
                    value += load(m, weights.PARTNER_RUFFS)
                if first == b or second == b:
                    if lb != 1:
                        value -= load(m, weights.FOURTH_STRONG)
                elif first == a and second == q and lq != 1:
                    value += load(m, weights.THROUGH)
                if suit != trump and lp == 1 and trump_p >= 0 and lq > 1 and first == q:
                    value += load(m, weights.RUFF_TO_COME)
            else:
                value -= (load(m, weights.OPEN_SPREAD) * spread) >> 4
                if lq == 0:
                    value -= load(m, weights.PARTNER_VOID)
            bishop = -1
            strict = False
            if bishops:
                strict = suit != trump and left & KNIGHTS != 0
                bishop = ((told >> 44) & 7) - 1
                if bishop >= 0:
                    if (bishop ^ p) & 1:
                        value += load(m, weights.THEIR_BISHOP)
                    else:
                        value -= load(m, weights.OUR_BISHOP)
            rest = held
            while rest:
                # The lowest of a run of equals stands for it.
                rank = lowest(rest)
                run = run_from(held, cards, rank, bishops, strict)
                rest &= ~run
                high = highest(run)
                row = high != rank
                place = ones(cards >> high)
                best = high == top
                takes = sure_ruff if ruff_q else no_ruff and (best or over_there)
                card = 16 * suit + rank
                weight = value
                if trumps and takes:
                    if bare:
                        weight += load(m, weights.TAKES_BARE) + place
                    elif first == p:
                        if second == q:
                            weight += load(m, weights.TAKES_TWICE) + place
                        elif best:
                            weight += load(m, weights.TAKES_WITH_BEST)
                        else:
                            weight += place - load(m, weights.TAKES_UNDER_BEST)
                    elif first == q:
                        if second == p:
                            weight += load(m, weights.TAKES_AND_RETURNS) + place
                        else:
                            weight += load(m, weights.TAKES_OVER_THERE) + place
                    elif row and place == 2:
                        weight += load(m, weights.TAKES_WITH_SECOND)
                    elif row:
                        weight += load(m, weights.TAKES_IN_A_ROW) + place
                    else:
                        weight += load(m, weights.TAKES) + place
                    if card == last:
                        weight += load(m, weights.TAKES_AGAIN)
                elif trumps:
                    if second == q and third == q:
                        weight += load(m, weights.NEXT_TWO_OVER_THERE)
                    elif lq > 1 and ((second == p and third == q) or (second == q and third == p)):
                        weight += load(m, weights.NEXT_TWO_SHARED)
                    if bare:
                        weight += load(m, weights.LOSES_BARE) + place
                    elif first == p:
                        if second == q:
                            weight += load(m, weights.LOSES_TWICE) + place
                        elif best:
                            weight += load(m, weights.LOSES_BEST)
                        else:
                            weight += place - load(m, weights.LOSES_UNDER_BEST)
                    elif first == q:
                        weight += load(m, weights.LOSES_OVER_THERE) + place
                    elif row and place == 2:
                        weight += load(m, weights.LOSES_SECOND)
                    else:
                        weight += load(m, weights.LOSES) - high
                    if card == last:
                        weight += load(m, weights.LOSES_AGAIN)
                elif best or over_there:
                    if second == b:
                        if lb != 1:
                            weight -= load(m, weights.SECOND_BEHIND)
                    elif second == a:
                        weight += load(m, weights.SECOND_CAUGHT) if la != 1 else load(m, weights.SECOND_BARE)
                    if (second != a or la == 1) and (second != b or lb == 1):
                        weight += load(m, weights.BOTH_ROUNDS) + place
                    else:
                        weight += load(m, weights.FIRST_ROUND) + place
                    if card == last:
                        weight += load(m, weights.BEST_AGAIN)
                else:
                    if first == b or second == b:
                        if lb != 1:
                            weight -= load(m, weights.OPEN_FOURTH_STRONG)
                    elif first == a and second == q and lq != 1:
                        weight += load(m, weights.OPEN_THROUGH)
                    if second == q and third == q:
                        weight += load(m, weights.OPEN_TWO_OVER_THERE)
                    elif lq > 1 and ((second == p and third == q) or (second == q and third == p)):
                        weight += load(m, weights.OPEN_TWO_SHARED)
                    if bare:
                        weight += load(m, weights.OPEN_BARE) + place
                    elif first == p:
                        weight += place - load(m, weights.OPEN_UNDER_BEST)
                    elif not row:
                        weight += load(m, weights.OPEN_ALONE) + place
                    elif place == 2:
                        weight += load(m, weights.OPEN_SECOND)
                    else:
                        weight += load(m, weights.OPEN_IN_A_ROW) - place
                    if card == last:
                        weight += load(m, weights.OPEN_AGAIN)
                if bishops:
                    if rank == BISHOP:
                        weight += (
                            load(m, weights.LEADS_SAFE_BISHOP) if takes else -load(m, weights.LEADS_BISHOP)
                        )
                    elif bishop >= 0 and takes:
                        if bishop == q:
                            weight += load(m, weights.PARTNERS_BISHOP)
                        elif (bishop == a and la == 1) or (bishop == b and lb == 1):
                            weight += load(m, weights.BARE_BISHOP)
                if hint >= 0 and card <= hint and hint <= 16 * suit + high:
                    weight += _FIRST
                store(m, moves + count, weight << 6 | card)
                count += 1
        if bishops and hand & KNIGHTS and hopeless < 16:
            weight = load(m, weights.LEADS_KNIGHT)
            if hint == 12:
                weight += _FIRST
            store(m, moves + count, weight << 6 | lowest(hand & KNIGHTS))
            count += 1
        return count

    return leads


plain_leads = _leads(bishops=False)
"""List the leads worth trying, each with its weight above bit 6; their number.

Takes the memory and where in it to list them, the cards left, the seat, the length of the hands, the
trump suit, the suits not worth it, a bit each, and the card to try first, or -1.
"""
bishops_leads = _leads(bishops=True)
"""The same at Bishops Whist; bit 4 of the suits not worth it is for knights, card 12 any knight."""
