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
from bot.house.solver.memory import add_move, hand_of, holder_at, suit_holders
from bot.house.solver.native import compiled_for, highest, inlined, load, lowest, ones
from bot.house.solver.rules import (
    KNIGHT_HEIGHT,
    TRUMP_HEIGHT,
    bishops_height,
    bishops_legal,
    plain_height,
    plain_legal,
)

_SIXTEENTHS = 4
# On a trick that a knight was led to: for a card that takes it, to take off for one that need not.
_IRREGULAR_TAKES = 200
_IRREGULAR_WASTES = 40
_IRREGULAR_LONE = 20
_KNIGHT_COST = 9


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
def _thrown(
    m: int, left: int, seat: int, suit: int, length: int, per_card: int, second: int, best: int, pack: int
) -> int:
    # Better from a long suit; worse from a guarded second-best card, or a bare best one.
    worth = (length * load(m, per_card)) >> _SIXTEENTHS
    if length <= 2:
        cards = (left >> lane(suit)) & pack
        holders = suit_holders(m, suit, cards)
        if length == 2 and holder_at(holders, 1) == seat and cards & (cards - 1):
            worth -= second
        elif length == 1 and holder_at(holders, 0) == seat:
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


@inlined
def _irregular(mine: int, strength: int, enemy: int, friend: int, ours: int, turn: int, cost: int) -> int:
    # A knight is led: the cheapest that takes the trick, or the cheapest there is.
    beats = mine > strength
    if turn == 3:
        if ours:
            return -cost - (_IRREGULAR_WASTES if beats else 0)
        return _IRREGULAR_TAKES - cost if beats else -cost
    if turn == 2 and ours and enemy <= strength:
        return -cost - (_IRREGULAR_WASTES if beats else 0)
    if turn == 1 and friend > strength and friend > enemy:
        return -cost - (30 if beats else 0)
    if beats and mine >= enemy:
        return _IRREGULAR_TAKES - cost
    return -cost - ((20 if turn == 2 else 10) if beats else 0)


@inlined
def _second_following(
    m: int,
    mine: int,
    strength: int,
    enemy: int,
    enemy_low: int,
    friend: int,
    friend_low: int,
    friend_follows: bool,
    leads_better: bool,
    row: bool,
    place: int,
    high: int,
) -> int:
    # The second hand's weight of a card of the suit led, as long as there are trumps.
    if (mine > strength and mine > enemy) or (friend > strength and friend > enemy):
        if enemy_low > mine:
            return load(m, weights.THIRD_MUST_BEAT) + place
        if friend > strength and friend_follows and leads_better:
            return load(m, weights.LEADER_HAS_BETTER) + place
        if mine > strength:
            if mine < friend and friend_follows:
                return load(m, weights.SPARES_PARTNER) - high
            if mine > enemy:
                return load(m, weights.BEATS_BOTH) - high
            if row:
                return load(m, weights.FORCES_IN_A_ROW) - high
            return load(m, weights.FORCES) - high
        if friend_follows:
            return load(m, weights.PARTNER_FOLLOWS) - high
        return load(m, weights.PARTNER_OVERRUFFS) - high
    if mine < enemy_low or mine < friend_low:
        return load(m, weights.BEATEN_ANYWAY) + place
    if mine < strength:
        return load(m, weights.BEATEN_ALREADY) + place
    if row:
        return load(m, weights.COSTS_IN_A_ROW) - high
    return load(m, weights.COSTS) - high


@inlined
def _second_open(
    m: int,
    mine: int,
    strength: int,
    enemy: int,
    enemy_low: int,
    friend: int,
    friend_low: int,
    row: bool,
    place: int,
    high: int,
) -> int:
    # The same without trumps.
    if friend > strength and friend > enemy:
        return -high
    if mine > strength and mine > enemy:
        return load(m, weights.OPEN_BEATS_BOTH) - high
    if mine < enemy_low or mine < friend_low:
        return load(m, weights.OPEN_BEATEN_ANYWAY) + place
    if mine < strength:
        return load(m, weights.OPEN_BEATEN_ALREADY) + place
    if row:
        return load(m, weights.OPEN_COSTS_IN_A_ROW) + place
    return load(m, weights.OPEN_COSTS) - high


@inlined
def _second_void(
    m: int,
    left: int,
    seat: int,
    suit: int,
    trump: int,
    length: int,
    pack: int,
    trumps: bool,
    trump_led: bool,
    friend_takes: bool,
    safe_ruff: bool,
) -> int:
    # What the second hand gains by a card of another suit.
    if not trumps:
        if friend_takes:
            return _thrown(m, left, seat, suit, length, weights.OPEN_LENGTH_TO_PARTNER, 2, 3, pack)
        return _thrown(m, left, seat, suit, length, weights.OPEN_LENGTH_THROWN, 6, 8, pack)
    if suit == trump:
        if safe_ruff:
            length_worth = (length * load(m, weights.LENGTH_RUFFED)) >> _SIXTEENTHS
            return load(m, weights.RUFFS_SECOND) + length_worth
        worth = _thrown(m, left, seat, suit, length, weights.LENGTH_THROWN, 4, 0, pack)
        return worth + load(m, weights.RUFFS_TO_COST)
    if friend_takes:
        worth = (length * load(m, weights.LENGTH_TO_PARTNER)) >> _SIXTEENTHS
        return worth if trump_led else worth + load(m, weights.THROWS_TO_PARTNER)
    worth = _thrown(m, left, seat, suit, length, weights.LENGTH_THROWN, 4, 0, pack)
    return worth if trump_led else worth + load(m, weights.THROWS)


@inlined
def _third_void(
    m: int,
    left: int,
    seat: int,
    suit: int,
    trump: int,
    length: int,
    pack: int,
    trumps: bool,
    trump_led: bool,
    ours: int,
    mine: int,
    strength: int,
    enemy: int,
    enemy_follows: bool,
    place: int,
    high: int,
) -> int:
    # The third hand's weight of a card of another suit.
    if not trumps:
        return _thrown(m, left, seat, suit, length, weights.OPEN_LENGTH_THIRD, 4, 4, pack) - high
    thrown = (length * load(m, weights.LENGTH_THIRD)) >> _SIXTEENTHS
    if trump_led or suit != trump:
        return thrown - high
    if ours and strength > enemy:
        return load(m, weights.RUFFS_PARTNERS_TRICK) - high
    if strength >= TRUMP_HEIGHT and mine < strength:
        return load(m, weights.UNDERRUFFS) + place + thrown
    weight = ((length * load(m, weights.LENGTH_RUFFED_THIRD)) >> _SIXTEENTHS) - high
    if enemy_follows:
        return weight + load(m, weights.RUFFS_PARTNER_SAFELY if ours else weights.RUFFS_SAFELY)
    if mine > enemy:
        return weight + load(m, weights.RUFFS_PARTNER_HIGH if ours else weights.RUFFS_HIGH)
    return weight + load(m, weights.RUFFS_PARTNER if ours else weights.RUFFS_THIRD)


@inlined
def _fourth_void(
    m: int,
    left: int,
    seat: int,
    suit: int,
    trump: int,
    length: int,
    pack: int,
    trumps: bool,
    trump_led: bool,
    ours: int,
    takes: bool,
    place: int,
    high: int,
) -> int:
    # The same of the fourth hand.
    if not trumps:
        return _thrown(m, left, seat, suit, length, weights.OPEN_LENGTH_FOURTH, 6, 8, pack) - high
    if not trump_led and not ours and suit == trump:
        return place + load(m, weights.RUFFS_FOURTH if takes else weights.UNDERRUFFS_FOURTH)
    weight = _thrown(m, left, seat, suit, length, weights.LENGTH_FOURTH, 2, 0, pack) - high
    if trump_led:
        return weight
    if not ours:
        return weight + load(m, weights.THROWS_ON_THEIRS)
    if suit == trump:
        return weight + load(m, weights.RUFFS_FOR_NOTHING)
    return weight + load(m, weights.THROWS_ON_PARTNERS)


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
        enemy = -1
        enemy_low = -1
        enemy_cards = 0
        if turn < 3:
            his = hand_of(m, left, (seat + 1) & 3)
            enemy = _reach(his, led, trump, bishops)
            enemy_cards = (his >> at) & pack
            if enemy_cards:
                enemy_low = _height(at + lowest(enemy_cards), led, trump, bishops)
        friend = -1
        friend_low = -1
        friend_cards = 0
        if turn == 1:
            his = hand_of(m, left, (seat + 2) & 3)
            friend = _reach(his, led, trump, bishops)
            friend_cards = (his >> at) & pack
            if friend_cards:
                friend_low = _height(at + lowest(friend_cards), led, trump, bishops)
        friend_takes = friend > strength and friend > enemy
        trumps = trump < NO_TRUMP and (left >> lane(trump)) & pack != 0
        own_best = 0
        leads_better = False
        if turn == 1:
            leads_better = (hand_of(m, left, (seat + 3) & 3) >> at) & pack > friend_cards
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
                    weight = _irregular(mine, strength, enemy, friend, ours, turn, rank)
                    if suit != trump:
                        weight += length - (_IRREGULAR_LONE if cards >> rank == 1 else 0)
                elif turn == 1:
                    if follows and trumps:
                        weight = _second_following(
                            m,
                            mine,
                            strength,
                            enemy,
                            enemy_low,
                            friend,
                            friend_low,
                            friend_cards != 0,
                            leads_better,
                            row,
                            place,
                            high,
                        )
                    elif follows:
                        weight = _second_open(
                            m, mine, strength, enemy, enemy_low, friend, friend_low, row, place, high
                        )
                    else:
                        overruffs = friend > enemy and friend >= TRUMP_HEIGHT
                        safe_ruff = enemy_cards != 0 or overruffs or mine > enemy
                        weight += _second_void(
                            m,
                            left,
                            seat,
                            suit,
                            trump,
                            length,
                            pack,
                            trumps,
                            trump_led,
                            friend_takes,
                            safe_ruff,
                        )
                elif turn == 2:
                    if follows:
                        enemy_ruffs = enemy_cards == 0 and not trump_led
                        low = own_best < enemy_low or own_best < strength
                        if low or (ours and (strength > enemy or enemy_ruffs)):
                            pass
                        elif enemy_ruffs:
                            if mine > strength:
                                weight += load(m, weights.BEATS_SECOND)
                        elif mine > strength and mine > enemy:
                            weight += load(m, weights.BEATS_FOURTH)
                        elif own_best < enemy and _forcing(
                            cards, held, rank, enemy_cards, led, trump, strength, ours, bishops
                        ):
                            weight += load(m, weights.FORCES_BEST)
                    else:
                        weight = _third_void(
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
                            enemy,
                            enemy_cards != 0,
                            place,
                            high,
                        )
                elif follows:
                    if not ours and mine > strength:
                        weight += load(m, weights.TAKES_FOURTH)
                else:
                    takes = mine > strength
                    weight = _fourth_void(
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
                        takes,
                        place,
                        high,
                    )
                if bishops:
                    wins = mine > strength and (turn == 3 or mine >= enemy)
                    safe = wins or friend_takes or (ours and (turn == 3 or enemy <= strength))
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
                weight = _irregular(mine, strength, enemy, friend, ours, turn, _KNIGHT_COST)
            elif (ours and (turn == 3 or (turn == 2 and enemy <= strength))) or friend_takes:
                weight = load(m, weights.KNIGHT_ON_PARTNERS)
            elif mine > strength and mine >= enemy:
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
bishops_replies = _replies(bishops=True)
"""The same at Bishops Whist."""
