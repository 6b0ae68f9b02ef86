"""Plain whist with all four hands known: how many tricks the sides take.

One question at a time is put to the search: can North and South (seats 0 and 2) take at least so
many of the tricks left? The answer comes with its reason: the cards whose rank mattered.
"""

from typing import Final

from bot.house.solver.arena import FORCED, HANDS, LAST_BEST, LIMIT, LINE, MOVES, NODES, SUITS, TRUMP
from bot.house.solver.bounds import LOST, WON, sure_tricks
from bot.house.solver.equals import extended
from bot.house.solver.kernel import plain_height
from bot.house.solver.leads import plain_leads
from bot.house.solver.native import compiled, compiled_for, highest, inlined, load, lowest, ones, store
from bot.house.solver.replies import plain_replies
from bot.house.solver.table import enter, first_line, ranks_of, to_front

YES: Final = 1 << 62
"""North and South can."""
STOPPED: Final = -1
"""The answer, in place of any other, when too many positions have been looked at."""
RANKS: Final = (1 << 61) - 1
"""The part of an answer that holds the cards whose rank mattered."""


@inlined
def kth(cards: int, count: int) -> int:
    # The bit of the `count`-th highest of the cards.
    for _ in range(count - 1):
        cards ^= 1 << highest(cards)
    return 1 << highest(cards)


@compiled
def _last_trick(m: int, left: int, leader: int, trump: int) -> int:
    best = lowest(left & load(m, HANDS + leader))
    winner = leader
    for turn in range(1, 4):
        seat = (leader + turn) & 3
        card = lowest(left & load(m, HANDS + seat))
        if (card >> 4 == best >> 4 and card > best) or (card >> 4 == trump and best >> 4 != trump):
            best = card
            winner = seat
    answer = 0
    if ones(left & (8191 << (best & 48))) > 1:
        answer = 1 << best
    if winner & 1 == 0:
        answer |= YES
    return answer


@inlined
def _known(m: int, shape: int, p: int, held0: int, held1: int, need: int, left: int) -> int:
    # The answer if the table has it; else the bit 61 and a card to try first, plus one.
    line = first_line(m, shape, p)
    hint = 0
    before = 0
    this = 0
    while line:
        before = this
        this = line
        at = LINE + 8 * line
        link = load(m, at + 1)
        line = link & 0xFFFFFFFF
        if load(m, at) != shape or link >> 32 != p:
            continue
        bounds = load(m, at + 6)
        if ((held0 & load(m, at + 3)) ^ load(m, at + 2)) | ((held1 & load(m, at + 5)) ^ load(m, at + 4)) == 0:
            low = bounds & 15
            if low >= need or (bounds >> 4) & 15 < need:
                if before:
                    to_front(m, shape, p, before, this)
                answer = YES if low >= need else 0
                for suit in range(4):
                    count = (bounds >> (8 + 4 * suit)) & 15
                    if count:
                        answer |= kth((left >> (16 * suit)) & 8191, count) << (16 * suit)
                return answer
            if hint <= 0:
                hint = (bounds >> 24) & 127
        elif hint == 0:
            hint = -((bounds >> 24) & 127)
    return (1 << 61) | (hint if hint >= 0 else -hint)


@inlined
def _pick(moves: int, m: int, index: int, count: int, floors: int) -> int:
    # The next move by weight to the front; -1 if all that are left are below the ranks that matter.
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
        card = weight & 63
        if card & 15 >= (floors >> (card >> 4 << 2)) & 15:
            return index
        index += 1
    return -1


@inlined
def _floors(floors: int, card: int, answer: int) -> int:
    # A card lost though only higher ones of its suit mattered: so will all that are as low.
    suit = card >> 4
    mattered = (answer >> (16 * suit)) & 8191
    low = 13
    if mattered:
        low = lowest(mattered)
    if card & 15 < low and low > (floors >> (4 * suit)) & 15:
        floors = (floors & ~(15 << (4 * suit))) | low << (4 * suit)
    return floors


@compiled
def _keep(
    m: int, p: int, shape: int, held0: int, held1: int, left: int, answer: int, need: int, n: int, move: int
) -> None:
    bounds = move << 24
    if (answer >> 62) & 1:
        bounds |= need | n << 4
    else:
        bounds |= (need - 1) << 4
    c0 = 0
    c1 = 0
    c2 = 0
    c3 = 0
    rank = answer & 8191
    if rank:
        c0 = ones((left & 8191) >> lowest(rank))
    rank = (answer >> 16) & 8191
    if rank:
        c1 = ones(((left >> 16) & 8191) >> lowest(rank))
    rank = (answer >> 32) & 8191
    if rank:
        c2 = ones(((left >> 32) & 8191) >> lowest(rank))
    rank = (answer >> 48) & 8191
    if rank:
        c3 = ones(((left >> 48) & 8191) >> lowest(rank))
    bounds |= c0 << 8 | c1 << 12 | c2 << 16 | c3 << 20
    enter(m, shape, p, held0, held1, ranks_of(c0, c1), ranks_of(c2, c3), bounds, 0)


@compiled_for("int64(int64, int64, int64, int64)")
def search(m: int, left: int, p: int, need: int) -> int:
    """Whether seats 0 and 2 take `need` of the tricks left (from 1 to all), `p` being on lead, and why.

    Cards already played to this trick stand in the word FORCED and count as left.
    """
    forced = load(m, FORCED)
    n = ones(left & load(m, HANDS + p))
    ns = 1 - (p & 1)
    trump = load(m, TRUMP)
    shape = 0
    held0 = 0
    held1 = 0
    hint = -1
    acc0 = 0
    lost = 0
    if forced:
        store(m, FORCED, 0)
    else:
        nodes = load(m, NODES) + 1
        store(m, NODES, nodes)
        if nodes > load(m, LIMIT):
            return STOPPED
        if n == 1:
            return _last_trick(m, left, p, trump)
        want = need if ns else n - need + 1
        at0 = SUITS + 2 * (left & 8191)
        at1 = SUITS + 16384 + 2 * ((left >> 16) & 8191)
        at2 = SUITS + 32768 + 2 * ((left >> 32) & 8191)
        at3 = SUITS + 49152 + 2 * ((left >> 48) & 8191)
        u0 = load(m, at0 + 1)
        u1 = load(m, at1 + 1)
        u2 = load(m, at2 + 1)
        u3 = load(m, at3 + 1)
        held0 = load(m, at0) << 26 | load(m, at1)
        held1 = load(m, at2) << 26 | load(m, at3)
        shape = (u0 & 65535) | (u1 & 65535) << 16 | (u2 & 65535) << 32 | (u3 & 65535) << 48
        answer = _known(m, shape, p, held0, held1, need, left)
        if (answer >> 61) & 1 == 0:
            return answer
        hint = (answer & 127) - 1
        acc0 = sure_tricks(m, left, p, n, want, trump)
        if acc0 & (WON | LOST):
            answer = acc0 & RANKS
            if (acc0 & WON != 0) == (ns == 1):
                answer |= YES
            return answer
        lost = (acc0 >> 13) & 7 | ((acc0 >> 29) & 1) << 3
        acc0 &= 0x1FFF1FFF1FFF1FFF
    lists = MOVES + 64 * n
    p1 = (p + 1) & 3
    p2 = (p + 2) & 3
    p3 = (p + 3) & 3
    if forced:
        store(m, lists, (forced & 255) - 1)
        count0 = 1
    else:
        count0 = plain_leads(m, lists, left, p, n, trump, lost, hint)
    floors0 = 0
    index0 = 0
    v0 = 0
    r0 = 0
    c0 = 0
    while True:
        index0 = _pick(lists, m, index0, count0, floors0)
        if index0 < 0:
            r0 = extended(acc0, left & load(m, HANDS + p), left)
            break
        c0 = load(m, lists + index0) & 63
        index0 += 1
        left1 = left ^ (1 << c0)
        suit = c0 >> 4
        # Second hand
        if forced >> 8:
            store(m, lists + 16, ((forced >> 8) & 255) - 1)
            count1 = 1
        else:
            count1 = plain_replies(
                m, lists + 16, left1, left, p1, c0, plain_height(c0, c0, trump), 0, 1, trump
            )
        floors1 = 0
        index1 = 0
        acc1 = 0
        v1 = 0
        r1 = 0
        while True:
            index1 = _pick(lists + 16, m, index1, count1, floors1)
            if index1 < 0:
                v1 = 1
                r1 = extended(acc1, left1 & load(m, HANDS + p1), left)
                break
            c1 = load(m, lists + 16 + index1) & 63
            index1 += 1
            left2 = left1 ^ (1 << c1)
            best1 = c0
            taker1 = p
            if (c1 >> 4 == suit and c1 > c0) or (c1 >> 4 == trump and suit != trump):
                best1 = c1
                taker1 = p1
            # Third hand
            if forced >> 16:
                store(m, lists + 32, ((forced >> 16) & 255) - 1)
                count2 = 1
            else:
                count2 = plain_replies(
                    m, lists + 32, left2, left, p2, c0, plain_height(best1, c0, trump), taker1 == p, 2, trump
                )
            floors2 = 0
            index2 = 0
            acc2 = 0
            v2 = 0
            r2 = 0
            while True:
                index2 = _pick(lists + 32, m, index2, count2, floors2)
                if index2 < 0:
                    v2 = 0
                    r2 = extended(acc2, left2 & load(m, HANDS + p2), left)
                    break
                c2 = load(m, lists + 32 + index2) & 63
                index2 += 1
                left3 = left2 ^ (1 << c2)
                best2 = best1
                taker2 = taker1
                if (c2 >> 4 == best1 >> 4 and c2 > best1) or (c2 >> 4 == trump and best1 >> 4 != trump):
                    best2 = c2
                    taker2 = p2
                # Fourth hand
                if forced >> 24:
                    store(m, lists + 48, ((forced >> 24) & 255) - 1)
                    count3 = 1
                else:
                    count3 = plain_replies(
                        m,
                        lists + 48,
                        left3,
                        left,
                        p3,
                        c0,
                        plain_height(best2, c0, trump),
                        taker2 == p1,
                        3,
                        trump,
                    )
                floors3 = 0
                index3 = 0
                acc3 = 0
                v3 = 0
                r3 = 0
                while True:
                    index3 = _pick(lists + 48, m, index3, count3, floors3)
                    if index3 < 0:
                        v3 = 1
                        r3 = extended(acc3, left3 & load(m, HANDS + p3), left)
                        break
                    c3 = load(m, lists + 48 + index3) & 63
                    index3 += 1
                    left4 = left3 ^ (1 << c3)
                    best3 = best2
                    taker = taker2
                    if (c3 >> 4 == best2 >> 4 and c3 > best2) or (c3 >> 4 == trump and best2 >> 4 != trump):
                        best3 = c3
                        taker = p3
                    wanted = need - (1 - (taker & 1))
                    if wanted <= 0:
                        answer = YES
                    elif wanted >= n:
                        answer = 0
                    else:
                        answer = search(m, left4, taker, wanted)
                        if answer == STOPPED:
                            return answer
                    r3 = answer & RANKS
                    if ones((left ^ left4) & (8191 << (best3 & 48))) > 1:
                        r3 |= 1 << best3
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
        _keep(m, p, shape, held0, held1, left, answer, need, n, c0 + 1 if v0 else 0)
        if v0:
            store(m, LAST_BEST + n, c0)
    return answer
