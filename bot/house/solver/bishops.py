"""Bishops Whist with all four hands known: the points the sides make.

As in plain whist, one question at a time is put to the search: can North and South (seats 0 and 2)
reach this goal? Cards have their real ranks here, the two 0, the nine 7, the bishop 8, the ace 11;
the four knights stand at 12 of the four suits, whoever has them.
"""

from typing import Final

from bot.house.solver.arena import BLOCK, FORCED, HANDS, HISTORY, MOVES, NODES, REPLY, SUITS, TRUMP
from bot.house.solver.bishops_bounds import sure_points
from bot.house.solver.bishops_order import follow, lead
from bot.house.solver.goals import after_win, clipped, covers
from bot.house.solver.kernel import BISHOPS, HONOURS, KNIGHTS, RANKED, height, last_winner
from bot.house.solver.native import compiled, inlined, load, lowest, ones, recursive, store
from bot.house.solver.order import extended
from bot.house.solver.plain import RANKS, YES, kth
from bot.house.solver.table import enter, ranks_of, slot_of

_ASKED: Final = 1 << 61


@compiled
def _last_trick(m: int, left: int, leader: int, trump: int, goal: int) -> int:
    c0 = lowest(left & load(m, HANDS + leader))
    c1 = lowest(left & load(m, HANDS + ((leader + 1) & 3)))
    c2 = lowest(left & load(m, HANDS + ((leader + 2) & 3)))
    c3 = lowest(left & load(m, HANDS + ((leader + 3) & 3)))
    turn = last_winner(c0, c1, c2, c3, trump)
    answer = 0
    if left & KNIGHTS == 0:
        best = c0 if turn == 0 else c1 if turn == 1 else c2 if turn == 2 else c3
        if ones(left & (RANKED << (best & 48))) > 1:
            answer = 1 << best
    if (leader + turn) & 1 == 0:
        if (goal >> (8 * ones(left & BISHOPS))) & 255 <= 1:
            answer |= YES
    elif goal & 255 == 0:
        answer |= YES
    return answer


@inlined
def _context(told: int, side: bool) -> int:
    # Of one suit: who has the bishop; which honours are left if a knight might meet them, else how
    # many stand above the bishop.
    bishop = (told >> 44) & 7
    honours = (told >> 47) & 7
    if side:
        return bishop | honours << 3
    if bishop:
        return bishop | ones(honours) << 3
    return 0


@inlined
def _known(m: int, slot: int, held0: int, held1: int, goal: int, left: int) -> int:
    # The answer if the table has it; else _ASKED and a card to try first, plus one.
    block = load(m, slot + 1) & 0xFFFFFFFF
    hint = 0
    while block:
        at = BLOCK + 32 * block
        head = load(m, at)
        entry = at + 5 * (head & 15) - 3
        while entry > at:
            bounds = load(m, entry + 4)
            alike = ((held0 & load(m, entry + 1)) ^ load(m, entry)) | (
                (held1 & load(m, entry + 3)) ^ load(m, entry + 2)
            )
            if alike == 0:
                kept = bounds >> 24
                found = False
                answer = 0
                if bounds & 1:
                    if covers(kept, goal):
                        found = True
                        answer = YES
                elif covers(goal, kept):
                    found = True
                if found:
                    for suit in range(4):
                        count = (bounds >> (8 + 4 * suit)) & 15
                        if count:
                            answer |= kth((left >> (16 * suit)) & RANKED, count) << (16 * suit)
                    return answer
                if hint <= 0:
                    hint = (bounds >> 1) & 127
            elif hint == 0:
                hint = -((bounds >> 1) & 127)
            entry -= 5
        block = head >> 4
    return _ASKED | (hint if hint >= 0 else -hint)


@inlined
def _pick(m: int, moves: int, index: int, count: int, floors: int) -> int:
    # As in plain whist; a bishop or a knight is never as good as another card.
    while index < count:
        best = index
        weight = load(m, moves + index)
        for other in range(index + 1, count):
            if load(m, moves + other) > weight:
                weight = load(m, moves + other)
                best = other
        if best != index:
            store(m, moves + best, load(m, moves + index))
            store(m, moves + index, weight)
        rank = weight & 15
        if rank >= (floors >> ((weight & 48) >> 2)) & 15 or rank == 8 or rank == 12:
            return index
        index += 1
    return -1


@inlined
def _floors(floors: int, card: int, answer: int) -> int:
    rank = card & 15
    if rank == 8 or rank == 12:
        return floors
    suit = card >> 4
    mattered = (answer >> (16 * suit)) & RANKED
    low = 12
    if mattered:
        low = lowest(mattered)
    if rank < low and low > (floors >> (4 * suit)) & 15:
        floors = (floors & ~(15 << (4 * suit))) | low << (4 * suit)
    return floors


@inlined
def _lowest_of(cards: int) -> int:
    return cards & -cards


@compiled
def _mattered(left: int, trick: int, best: int, led: int, trump: int) -> int:
    # The ranks that decided a trick of these cards, won by `best`.
    suit = best >> 4
    knight = best & 15 == 12
    if not knight and suit == trump:
        if trick & (RANKED << (16 * suit)) & ~(1 << best):
            return 1 << best
        return 0
    if led & 15 != 12:
        if knight:
            return _lowest_of(left & HONOURS & (RANKED << (led & 48)))
        if (trick & ((RANKED << (16 * suit)) | KNIGHTS)) & ~(1 << best):
            return 1 << best
        return 0
    ranks = 0
    for other in range(4):
        if other == trump or trick & (RANKED << (16 * other)) == 0:
            continue
        if knight:
            ranks |= _lowest_of(left & HONOURS & (RANKED << (16 * other)))
        else:
            higher = (RANKED >> (best & 15)) << (best & 15)
            ranks |= _lowest_of(left & (higher << (16 * other)))
    return ranks


@compiled
def _keep(
    m: int,
    p: int,
    shape: int,
    context: int,
    held0: int,
    held1: int,
    left: int,
    answer: int,
    goal: int,
    move: int,
) -> None:
    bounds = goal << 24 | move << 1
    if (answer >> 62) & 1:
        bounds |= 1
    c0 = 0
    c1 = 0
    c2 = 0
    c3 = 0
    rank = answer & RANKED
    if rank:
        c0 = ones((left & RANKED) >> lowest(rank))
    rank = (answer >> 16) & RANKED
    if rank:
        c1 = ones(((left >> 16) & RANKED) >> lowest(rank))
    rank = (answer >> 32) & RANKED
    if rank:
        c2 = ones(((left >> 32) & RANKED) >> lowest(rank))
    rank = (answer >> 48) & RANKED
    if rank:
        c3 = ones(((left >> 48) & RANKED) >> lowest(rank))
    bounds |= c0 << 8 | c1 << 12 | c2 << 16 | c3 << 20
    enter(m, p, shape, context, held0, held1, ranks_of(c0, c1), ranks_of(c2, c3), bounds)


@recursive("int64(int64, int64, int64, int64)")
def search(m: int, left: int, p: int, goal: int) -> int:
    """Whether seats 0 and 2 reach `goal` with the tricks left, `p` being on lead, and why.

    Cards already played to this trick stand in the word FORCED and count as left.
    """
    forced = load(m, FORCED)
    n = ones(left & load(m, HANDS + p))
    ns = 1 - (p & 1)
    trump = load(m, TRUMP)
    shape = 0
    context = 0
    held0 = 0
    held1 = 0
    hint = -1
    acc0 = 0
    if forced:
        store(m, FORCED, 0)
    else:
        store(m, NODES, load(m, NODES) + 1)
        bishops = ones(left & BISHOPS)
        goal = clipped(goal, n, bishops)
        if goal & 255 == 0:
            return YES
        if goal >> (8 * bishops) > n:
            return 0
        if n == 1:
            return _last_trick(m, left, p, trump, goal)
        sure = sure_points(m, left, p, n, goal, bishops, trump)
        if sure != 0:
            answer = sure & RANKS
            if sure & YES:
                answer |= YES
            return answer
        at0 = SUITS + 2 * (left & RANKED)
        at1 = SUITS + 16384 + 2 * ((left >> 16) & RANKED)
        at2 = SUITS + 32768 + 2 * ((left >> 32) & RANKED)
        at3 = SUITS + 49152 + 2 * ((left >> 48) & RANKED)
        u0 = load(m, at0 + 1)
        u1 = load(m, at1 + 1)
        u2 = load(m, at2 + 1)
        u3 = load(m, at3 + 1)
        held0 = load(m, at0) << 26 | load(m, at1)
        held1 = load(m, at2) << 26 | load(m, at3)
        shape = (u0 & 65535) | (u1 & 65535) << 16 | (u2 & 65535) << 32 | (u3 & 65535) << 48
        side = left & KNIGHTS != 0
        context = _context(u0, side and trump != 0) | _context(u1, side and trump != 1) << 6
        context |= _context(u2, side and trump != 2) << 12 | _context(u3, side and trump != 3) << 18
        context |= n << 24
        answer = _known(m, slot_of(m, p, shape, context), held0, held1, goal, left)
        if (answer >> 61) & 1 == 0:
            return answer
        hint = (answer & 127) - 1
    lists = MOVES + 64 * n
    p1 = (p + 1) & 3
    p2 = (p + 2) & 3
    p3 = (p + 3) & 3
    if forced:
        store(m, lists, (forced & 255) - 1)
        count0 = 1
    else:
        count0 = lead(m, lists, left, p, n, trump, hint)
    floors0 = 0
    index0 = 0
    v0 = 0
    r0 = 0
    c0 = 0
    while True:
        index0 = _pick(m, lists, index0, count0, floors0)
        if index0 < 0:
            r0 = extended(m, acc0, left & load(m, HANDS + p), left)
            break
        c0 = load(m, lists + index0) & 63
        index0 += 1
        left1 = left ^ (1 << c0)
        h0 = height(c0, c0, trump)
        # Second hand
        if forced >> 8:
            store(m, lists + 16, ((forced >> 8) & 255) - 1)
            count1 = 1
        else:
            count1 = follow(m, lists + 16, left1, left, p1, c0, h0, 0, 1, trump)
        floors1 = 0
        index1 = 0
        acc1 = 0
        v1 = 0
        r1 = 0
        while True:
            index1 = _pick(m, lists + 16, index1, count1, floors1)
            if index1 < 0:
                v1 = 1
                r1 = extended(m, acc1, left1 & load(m, HANDS + p1), left)
                break
            c1 = load(m, lists + 16 + index1) & 63
            index1 += 1
            left2 = left1 ^ (1 << c1)
            h1 = height(c1, c0, trump)
            best1 = c0
            taker1 = p
            if h1 > h0:
                best1 = c1
                taker1 = p1
            else:
                h1 = h0
            # Third hand
            if forced >> 16:
                store(m, lists + 32, ((forced >> 16) & 255) - 1)
                count2 = 1
            else:
                count2 = follow(m, lists + 32, left2, left, p2, c0, h1, 1 if taker1 == p else 0, 2, trump)
            floors2 = 0
            index2 = 0
            acc2 = 0
            v2 = 0
            r2 = 0
            while True:
                index2 = _pick(m, lists + 32, index2, count2, floors2)
                if index2 < 0:
                    v2 = 0
                    r2 = extended(m, acc2, left2 & load(m, HANDS + p2), left)
                    break
                c2 = load(m, lists + 32 + index2) & 63
                index2 += 1
                left3 = left2 ^ (1 << c2)
                h2 = height(c2, c0, trump)
                best2 = best1
                taker2 = taker1
                if h2 > h1:
                    best2 = c2
                    taker2 = p2
                else:
                    h2 = h1
                # Fourth hand
                count3 = follow(m, lists + 48, left3, left, p3, c0, h2, 1 if taker2 == p1 else 0, 3, trump)
                floors3 = 0
                index3 = 0
                acc3 = 0
                v3 = 0
                r3 = 0
                while True:
                    index3 = _pick(m, lists + 48, index3, count3, floors3)
                    if index3 < 0:
                        v3 = 1
                        r3 = extended(m, acc3, left3 & load(m, HANDS + p3), left)
                        break
                    c3 = load(m, lists + 48 + index3) & 63
                    index3 += 1
                    left4 = left3 ^ (1 << c3)
                    best3 = best2
                    taker = taker2
                    if height(c3, c0, trump) > h2:
                        best3 = c3
                        taker = p3
                    if n == 1:
                        answer = _last_trick(m, left, p, trump, goal)
                        r3 = 0
                    else:
                        trick = left ^ left4
                        wanted = goal
                        if taker & 1 == 0:
                            wanted = after_win(goal, ones(trick & BISHOPS))
                        answer = search(m, left4, taker, wanted)
                        r3 = answer & RANKS | _mattered(left, trick, best3, c0, trump)
                    if (answer >> 62) & 1 != ns:
                        v3 = 0
                        break
                    acc3 |= r3
                    floors3 = _floors(floors3, c3, r3)
                if v3:
                    v2 = 1
                    r2 = r3
                    break
                acc2 |= r3
                floors2 = _floors(floors2, c2, r3)
            if not v2:
                v1 = 0
                r1 = r2
                store(m, REPLY + 64 * p1 + c0, c1)
                break
            acc1 |= r2
            floors1 = _floors(floors1, c1, r2)
        if v1:
            v0 = 1
            r0 = r1
            break
        acc0 |= r1
        floors0 = _floors(floors0, c0, r1)
    answer = r0
    if v0 == ns:
        answer |= YES
    if forced == 0:
        move = 0
        if v0:
            move = 13 if c0 & 15 == 12 else c0 + 1
        _keep(m, p, shape, context, held0, held1, left, answer, goal, move)
        if v0:
            at = HISTORY + 64 * p + c0
            store(m, at, load(m, at) + n)
            if load(m, at) > 4000:
                for card in range(256):
                    store(m, HISTORY + card, load(m, HISTORY + card) >> 1)
    return answer
