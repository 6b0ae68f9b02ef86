"""Which card to play to a trick first."""

from collections.abc import Callable

from bot.house.solver import weights
from bot.house.solver.arena import HANDS, SUIT, SUITS
from bot.house.solver.equals import run_from
from bot.house.solver.kernel import (
    BISHOP,
    BISHOPS,
    KNIGHT,
    KNIGHTS,
    RANKED,
    bishops_legal,
    height,
    plain_height,
    plain_legal,
)
from bot.house.solver.native import compiled_for, highest, inlined, load, lowest, ones, store


@inlined
def _height(card: int, led: int, trump: int, bishops: bool) -> int:
    if bishops:
        return height(card, led, trump)
    return plain_height(card, led, trump)


@inlined
def _reach(hand: int, led: int, trump: int, bishops: bool) -> int:
    # The height of the best card a hand may play to the card led.
    pack = RANKED if bishops else SUIT
    irregular = bishops and led & 15 == KNIGHT
    if not irregular:
        own = (hand >> (led & 48)) & pack
        if own:
            return _height((led & 48) + highest(own), led, trump, bishops)
    if trump < 4:
        trumps = (hand >> (16 * trump)) & pack
        if trumps:
            return _height(16 * trump + highest(trumps), led, trump, bishops)
    best = 0
    if bishops:
        if hand & KNIGHTS and (irregular or led >> 4 != trump):
            best = 16
        if irregular:
            for suit in range(4):
                cards = (hand >> (16 * suit)) & 0xF00
                if cards:
                    best = max(best, 2 * highest(cards) + 1)
    return best


@inlined
def _thrown(
    m: int, left: int, p: int, suit: int, length: int, per_card: int, second: int, best: int, pack: int
) -> int:
    # Better from a long suit; worse from a guarded second-best card, or a bare best one.
    worth = (length * load(m, per_card)) >> 4
    if length <= 2:
        cards = (left >> (16 * suit)) & pack
        holders = load(m, SUITS + suit * 16384 + 2 * cards)
        if length == 2 and (holders >> 22) & 3 == p and cards & (cards - 1):
            worth -= second
        elif length == 1 and (holders >> 24) & 3 == p:
            worth -= best
    return worth


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
    while others and cards & ((1 << best) - 1) & ~((2 << highest(others)) - 1) == 0:
        others ^= 1 << highest(others)
    if others == 0:
        return False
    bar = _height((led & 48) + highest(others), led, trump, bishops)
    if bar <= strength:
        if ours:
            return False
        bar = strength
    if _height((led & 48) + rank, led, trump, bishops) <= bar:
        return False
    lower = held & ((1 << rank) - 1)
    return lower == 0 or _height((led & 48) + highest(lower), led, trump, bishops) < bar


@inlined
def _irregular(mine: int, strength: int, enemy: int, friend: int, ours: int, turn: int, cost: int) -> int:
    # A knight is led: the cheapest that takes the trick, or the cheapest there is.
    beats = mine > strength
    if turn == 3:
        if ours:
            return -cost - (40 if beats else 0)
        return 200 - cost if beats else -cost
    if turn == 2 and ours and enemy <= strength:
        return -cost - (40 if beats else 0)
    if turn == 1 and friend > strength and friend > enemy:
        return -cost - (30 if beats else 0)
    if beats and mine >= enemy:
        return 200 - cost
    return -cost - ((20 if turn == 2 else 10) if beats else 0)


def _replies(bishops: bool) -> Callable[[int, int, int, int, int, int, int, int, int, int], int]:
    pack = RANKED if bishops else SUIT

    @compiled_for("int64(int64, int64, int64, int64, int64, int64, int64, int64, int64, int64)")
    def replies(
        m: int,
        moves: int,
        left: int,
        start: int,
        p: int,
        led: int,
        strength: int,
        ours: int,
        turn: int,
        trump: int,
    ) -> int:
        whole = left & load(m, HANDS + p)
        hand = bishops_legal(whole, led) if bishops else plain_legal(whole, led)
        if hand & (hand - 1) == 0:
            store(m, moves, lowest(hand))
            return 1
        irregular = bishops and led & 15 == KNIGHT
        own = (hand >> (led & 48)) & pack
        follows = not irregular and own != 0
        trump_led = led >> 4 == trump and not irregular
        if follows and hand == own << (led & 48):
            strict = bishops and not trump_led and start & KNIGHTS != 0
            if run_from(own, (start >> (led & 48)) & pack, lowest(own), bishops, strict) == own:
                store(m, moves, lowest(hand))
                return 1
        enemy = -1
        enemy_low = -1
        enemy_cards = 0
        if turn < 3:
            his = left & load(m, HANDS + ((p + 1) & 3))
            enemy = _reach(his, led, trump, bishops)
            enemy_cards = (his >> (led & 48)) & pack
            if enemy_cards:
                enemy_low = _height((led & 48) + lowest(enemy_cards), led, trump, bishops)
        friend = -1
        friend_low = -1
        friend_cards = 0
        if turn == 1:
            his = left & load(m, HANDS + ((p + 2) & 3))
            friend = _reach(his, led, trump, bishops)
            friend_cards = (his >> (led & 48)) & pack
            if friend_cards:
                friend_low = _height((led & 48) + lowest(friend_cards), led, trump, bishops)
        friend_takes = friend > strength and friend > enemy
        trumps = trump < 4 and (left >> (16 * trump)) & pack != 0
        ruffed = strength > 63 and not trump_led
        own_best = _height((led & 48) + highest(own), led, trump, bishops) if own else 0
        leads_better = (left & load(m, HANDS + ((p + 3) & 3))) >> (led & 48) & pack > friend_cards
        stake = ones((start ^ left) & BISHOPS) if bishops else 0
        count = 0
        for suit in range(4):
            held = (hand >> (16 * suit)) & pack
            if held == 0:
                continue
            cards = (start >> (16 * suit)) & pack
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
                card = 16 * suit + rank
                mine = _height(card, led, trump, bishops)
                beats = mine > strength and mine > enemy
                weight = -high
                if irregular:
                    weight = _irregular(mine, strength, enemy, friend, ours, turn, rank)
                    if suit != trump:
                        weight += length - (20 if cards >> rank == 1 else 0)
                elif turn == 1:
                    if follows and trumps:
                        if beats or friend_takes:
                            if enemy_low > mine:
                                weight = load(m, weights.THIRD_MUST_BEAT) + place
                            elif friend > strength and friend_cards and leads_better:
                                weight = load(m, weights.LEADER_HAS_BETTER) + place
                            elif mine > strength:
                                if mine < friend and friend_cards:
                                    weight += load(m, weights.SPARES_PARTNER)
                                elif mine > enemy:
                                    weight += load(m, weights.BEATS_BOTH)
                                elif row:
                                    weight += load(m, weights.FORCES_IN_A_ROW)
                                else:
                                    weight += load(m, weights.FORCES)
                            elif friend_cards:
                                weight += load(m, weights.PARTNER_FOLLOWS)
                            else:
                                weight += load(m, weights.PARTNER_OVERRUFFS)
                        elif mine < enemy_low or mine < friend_low:
                            weight = load(m, weights.BEATEN_ANYWAY) + place
                        elif mine < strength:
                            weight = load(m, weights.BEATEN_ALREADY) + place
                        elif row:
                            weight += load(m, weights.COSTS_IN_A_ROW)
                        else:
                            weight += load(m, weights.COSTS)
                    elif follows:
                        if not friend_takes:
                            if beats:
                                weight += load(m, weights.OPEN_BEATS_BOTH)
                            elif mine < enemy_low or mine < friend_low:
                                weight = load(m, weights.OPEN_BEATEN_ANYWAY) + place
                            elif mine < strength:
                                weight = load(m, weights.OPEN_BEATEN_ALREADY) + place
                            elif row:
                                weight = load(m, weights.OPEN_COSTS_IN_A_ROW) + place
                            else:
                                weight += load(m, weights.OPEN_COSTS)
                    elif not trumps:
                        if friend_takes:
                            weight += _thrown(
                                m, left, p, suit, length, weights.OPEN_LENGTH_TO_PARTNER, 2, 3, pack
                            )
                        else:
                            weight += _thrown(
                                m, left, p, suit, length, weights.OPEN_LENGTH_THROWN, 6, 8, pack
                            )
                    elif suit != trump:
                        if friend_takes:
                            weight += (length * load(m, weights.LENGTH_TO_PARTNER)) >> 4
                            if not trump_led:
                                weight += load(m, weights.THROWS_TO_PARTNER)
                        else:
                            weight += _thrown(m, left, p, suit, length, weights.LENGTH_THROWN, 4, 0, pack)
                            if not trump_led:
                                weight += load(m, weights.THROWS)
                    elif enemy_cards or (friend > enemy and friend > 63) or mine > enemy:
                        weight += load(m, weights.RUFFS_SECOND) + (
                            (length * load(m, weights.LENGTH_RUFFED)) >> 4
                        )
                    else:
                        weight += load(m, weights.RUFFS_TO_COST)
                        weight += _thrown(m, left, p, suit, length, weights.LENGTH_THROWN, 4, 0, pack)
                elif turn == 2:
                    if follows:
                        low = own_best < enemy_low or own_best < strength
                        if low or (ours and (strength > enemy or (enemy_cards == 0 and not trump_led))):
                            pass
                        elif enemy_cards == 0 and not trump_led:
                            if mine > strength:
                                weight += load(m, weights.BEATS_SECOND)
                        elif beats:
                            weight += load(m, weights.BEATS_FOURTH)
                        elif own_best < enemy and _forcing(
                            cards, held, rank, enemy_cards, led, trump, strength, ours, bishops
                        ):
                            weight += load(m, weights.FORCES_BEST)
                    elif not trumps:
                        weight += _thrown(m, left, p, suit, length, weights.OPEN_LENGTH_THIRD, 4, 4, pack)
                    elif trump_led or suit != trump:
                        weight += (length * load(m, weights.LENGTH_THIRD)) >> 4
                    elif ours and strength > enemy:
                        weight += load(m, weights.RUFFS_PARTNERS_TRICK)
                    elif ruffed and mine < strength:
                        weight = load(m, weights.UNDERRUFFS) + place
                        weight += (length * load(m, weights.LENGTH_THIRD)) >> 4
                    else:
                        weight += (length * load(m, weights.LENGTH_RUFFED_THIRD)) >> 4
                        if enemy_cards:
                            weight += load(m, weights.RUFFS_PARTNER_SAFELY if ours else weights.RUFFS_SAFELY)
                        elif mine > enemy:
                            weight += load(m, weights.RUFFS_PARTNER_HIGH if ours else weights.RUFFS_HIGH)
                        else:
                            weight += load(m, weights.RUFFS_PARTNER if ours else weights.RUFFS_THIRD)
                elif follows:
                    if not ours and mine > strength:
                        weight += load(m, weights.TAKES_FOURTH)
                elif not trumps:
                    weight += _thrown(m, left, p, suit, length, weights.OPEN_LENGTH_FOURTH, 6, 8, pack)
                elif not trump_led and not ours and suit == trump:
                    weight = place + load(
                        m, weights.RUFFS_FOURTH if mine > strength else weights.UNDERRUFFS_FOURTH
                    )
                else:
                    weight += _thrown(m, left, p, suit, length, weights.LENGTH_FOURTH, 2, 0, pack)
                    if trump_led:
                        pass
                    elif not ours:
                        weight += load(m, weights.THROWS_ON_THEIRS)
                    elif suit == trump:
                        weight += load(m, weights.RUFFS_FOR_NOTHING)
                    else:
                        weight += load(m, weights.THROWS_ON_PARTNERS)
                if bishops:
                    wins = mine > strength and (turn == 3 or mine >= enemy)
                    safe = wins or friend_takes or (ours and (turn == 3 or enemy <= strength))
                    if rank == BISHOP:
                        weight += load(m, weights.BISHOP_SAFE) if safe else -load(m, weights.BISHOP_SAFE)
                    if stake and wins and not ours and not irregular:
                        weight += stake * load(m, weights.TAKES_BISHOPS)
                store(m, moves + count, weight << 6 | card)
                count += 1
        if bishops and hand & KNIGHTS:
            card = lowest(hand & KNIGHTS)
            mine = height(card, led, trump)
            if irregular:
                weight = _irregular(mine, strength, enemy, friend, ours, turn, 9)
            elif (ours and (turn == 3 or (turn == 2 and enemy <= strength))) or friend_takes:
                weight = load(m, weights.KNIGHT_ON_PARTNERS)
            elif mine > strength and mine >= enemy:
                weight = load(m, weights.KNIGHT_TAKES)
            else:
                weight = load(m, weights.KNIGHT_THROWN)
            store(m, moves + count, weight << 6 | card)
            count += 1
        return count

    return replies


plain_replies = _replies(bishops=False)
"""List the cards a seat may play to a trick, as `plain_leads` does.

Takes the memory and where in it to list them, the cards left now and when the trick began, the seat,
the card led, the height of the winning card so far, whether that is the partner's, the number of the
card in the trick (from 0), and the trump suit.
"""
bishops_replies = _replies(bishops=True)
"""The same at Bishops Whist."""
