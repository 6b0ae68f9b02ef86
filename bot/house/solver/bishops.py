"""Bishops Whist with all four hands known: the points the sides make.

As in plain whist, one question at a time is put to the search: can North and South (seats 0 and 2)
reach this goal? Cards have their real ranks here, the two 0, the nine 7, the bishop 8, the ace 11;
the four knights stand at 12 of the four suits, whoever has them.
"""

from typing import Final

from bot.house.solver.arena import (
    FORCED,
    HANDS,
    HOPELESS,
    LAST_BEST,
    LIMIT,
    LINE,
    MOVES,
    NODES,
    PROVED,
    SUITS,
    TRUMP,
)
from bot.house.solver.bishops_bounds import DECIDED, sure_points
from bot.house.solver.bishops_reasons import alike, mattered
from bot.house.solver.equals import extended
from bot.house.solver.goals import ALL, after_win, before_trick, clipped, covers, larger, smaller
from bot.house.solver.kernel import BISHOPS, KNIGHTS, RANKED, height, last_winner
from bot.house.solver.leads import bishops_leads
from bot.house.solver.native import above, compiled, compiled_for, inlined, load, lowest, ones, store
from bot.house.solver.plain import kth
from bot.house.solver.replies import bishops_replies
from bot.house.solver.table import enter, first_line, ranks_of, to_front

YES: Final = 1 << 12
"""North and South can."""
_ASKED: Final = 1 << 28
STOPPED: Final = 1 << 44
"""The answer, in place of any other, when too many positions have been looked at."""
RANKS: Final = 0x0FFF0FFF0FFF0FFF
"""The part of an answer that holds the cards whose rank in the suit mattered."""
FLAGS: Final = 0xE000E000E000E000 - (1 << 64)
"""The part that tells of each suit whether it mattered how many of queen, king and ace are left, and
whether the king is and the ace is.

A card's rank in its suit is relative: how many higher ones are left. Against a knight, and on an
irregular trick, it is absolute."""
_LANES: Final = 0x0001000100010001
_REASON: Final = RANKS | FLAGS


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
    taken = 0
    saved = 0
    if (leader + turn) & 1 == 0:
        taken = 1
        saved = ones(left & BISHOPS)
    if (goal >> (8 * saved)) & 255 <= taken:
        answer |= YES
        store(m, PROVED, 2 * (ALL ^ (1 << (8 * saved))) | taken << (8 * saved))
    else:
        store(m, PROVED, (taken + 1) << (8 * saved))
    return answer


@inlined
def _known(
    m: int, shape: int, context: int, held0: int, held1: int, beside: int, goal: int, left: int
) -> int:
    # The answer if the table has it; else _ASKED and a card to try first, plus one.
    line = first_line(m, shape, context)
    hint = 0
    before = 0
    this = 0
    while line:
        before = this
        this = line
        at = LINE + 8 * line
        link = load(m, at + 1)
        line = link & 0xFFFFFFFF
        if load(m, at) != shape or link >> 32 != context:
            continue
        bounds = load(m, at + 6)
        extra = load(m, at + 7)
        differs = ((held0 & load(m, at + 3)) ^ load(m, at + 2)) | (
            (held1 & load(m, at + 5)) ^ load(m, at + 4)
        )
        differs |= (beside ^ extra) & (
            above(extra, 4) & (0xE0F * _LANES) | above(extra, 5) & (0x100 * _LANES)
        )
        if differs == 0:
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
                if before:
                    to_front(m, shape, context, before, this)
                store(m, PROVED, kept)
                answer |= extra & FLAGS
                for suit in range(4):
                    count = (bounds >> (8 + 4 * suit)) & 15
                    if count:
                        answer |= kth((left >> (16 * suit)) & RANKED, count) << (16 * suit)
                return answer
            if hint <= 0:
                hint = (bounds >> 1) & 127
        elif hint == 0:
            hint = -((bounds >> 1) & 127)
    return _ASKED | (hint if hint >= 0 else -hint)


@inlined
def _pick(m: int, moves: int, index: int, count: int, skip: int) -> int:
    # The next move by weight to the front; -1 if those left are as good as some that failed.
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
        if (skip >> (weight & 63)) & 1 == 0:
            return index
        index += 1
    return -1


@compiled
def _keep(
    m: int,
    shape: int,
    context: int,
    held0: int,
    held1: int,
    beside: int,
    left: int,
    answer: int,
    proved: int,
    move: int,
) -> None:
    bounds = proved << 24 | move << 1
    if (answer >> 12) & 1:
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
    # The bishop's place matters if it is one of those.
    places = ((16 << min(c0, 4)) - 16) | ((16 << min(c1, 4)) - 16) << 16
    places |= ((16 << min(c2, 4)) - 16) << 32 | ((16 << min(c3, 4)) - 16) << 48
    enter(
        m,
        shape,
        context,
        held0,
        held1,
        ranks_of(c0, c1),
        ranks_of(c2, c3),
        bounds,
        answer & FLAGS | beside | places,
    )


@compiled_for("int64(int64, int64, int64, int64)")
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
    beside = 0
    hint = -1
    acc0 = 0
    hopeless = 0
    soft0 = 0 if ns else (n + 1) * ALL
    if forced:
        store(m, FORCED, 0)
    else:
        nodes = load(m, NODES) + 1
        store(m, NODES, nodes)
        if nodes > load(m, LIMIT):
            return STOPPED
        bishops = ones(left & BISHOPS)
        goal = clipped(goal, n, bishops)
        if goal & 255 == 0:
            store(m, PROVED, 0)
            return YES
        if goal >> (8 * bishops) > n:
            store(m, PROVED, goal)
            return 0
        if n == 1:
            return _last_trick(m, left, p, trump, goal)
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
        context = (u0 >> 44) & 7 | (u1 >> 41) & 56 | (u2 >> 38) & 448 | (u3 >> 35) & 3584 | n << 12 | p << 16
        beside = u0 >> 48 | (u1 >> 48) << 16 | (u2 >> 48) << 32 | (u3 >> 48) << 48
        answer = _known(m, shape, context, held0, held1, beside, goal, left)
        if (answer >> 28) & 1 == 0:
            return answer
        hint = (answer & 127) - 1
        sure = sure_points(m, left, p, n, goal, bishops, trump)
        if sure & DECIDED:
            return sure & ~DECIDED
        acc0 = sure
        soft0 = load(m, PROVED)
        hopeless = load(m, HOPELESS)
    lists = MOVES + 64 * n
    p1 = (p + 1) & 3
    p2 = (p + 2) & 3
    p3 = (p + 3) & 3
    if forced:
        store(m, lists, (forced & 255) - 1)
        count0 = 1
    else:
        count0 = bishops_leads(m, lists, left, p, n, trump, hopeless, hint)
    skip0 = 0
    index0 = 0
    v0 = 0
    r0 = 0
    s0 = 0
    c0 = 0
    while True:
        index0 = _pick(m, lists, index0, count0, skip0)
        if index0 < 0:
            r0 = extended(acc0, left & load(m, HANDS + p), left)
            s0 = soft0
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
            count1 = bishops_replies(m, lists + 16, left1, left, p1, c0, h0, 0, 1, trump)
        skip1 = 0
        index1 = 0
        acc1 = 0
        soft1 = (n + 1) * ALL if ns else 0
        v1 = 0
        r1 = 0
        s1 = 0
        while True:
            index1 = _pick(m, lists + 16, index1, count1, skip1)
            if index1 < 0:
                v1 = 1
                r1 = extended(acc1, left1 & load(m, HANDS + p1), left)
                s1 = soft1
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
                count2 = bishops_replies(
                    m, lists + 32, left2, left, p2, c0, h1, 1 if taker1 == p else 0, 2, trump
                )
            skip2 = 0
            index2 = 0
            acc2 = 0
            soft2 = 0 if ns else (n + 1) * ALL
            v2 = 0
            r2 = 0
            s2 = 0
            while True:
                index2 = _pick(m, lists + 32, index2, count2, skip2)
                if index2 < 0:
                    v2 = 0
                    r2 = extended(acc2, left2 & load(m, HANDS + p2), left)
                    s2 = soft2
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
                if forced >> 24:
                    store(m, lists + 48, ((forced >> 24) & 255) - 1)
                    count3 = 1
                else:
                    count3 = bishops_replies(
                        m, lists + 48, left3, left, p3, c0, h2, 1 if taker2 == p1 else 0, 3, trump
                    )
                skip3 = 0
                index3 = 0
                acc3 = 0
                soft3 = (n + 1) * ALL if ns else 0
                v3 = 0
                r3 = 0
                s3 = 0
                while True:
                    index3 = _pick(m, lists + 48, index3, count3, skip3)
                    if index3 < 0:
                        v3 = 1
                        r3 = extended(acc3, left3 & load(m, HANDS + p3), left)
                        s3 = soft3
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
                        s3 = load(m, PROVED)
                    else:
                        trick = left ^ left4
                        wanted = goal
                        if taker & 1 == 0:
                            wanted = after_win(goal, ones(trick & BISHOPS))
                        answer = search(m, left4, taker, wanted)
                        if answer == STOPPED:
                            return answer
                        r3 = answer & _REASON | mattered(left, trick, best3, c0, trump)
                        s3 = before_trick(
                            load(m, PROVED),
                            n,
                            (answer >> 12) & 1,
                            1 - (taker & 1),
                            ones(trick & BISHOPS),
                            ones(left4 & BISHOPS),
                        )
                    if (answer >> 12) & 1 != ns:
                        v3 = 0
                        break
                    acc3 |= r3
                    soft3 = smaller(soft3, s3) if ns else larger(soft3, s3)
                    skip3 |= alike(c3, r3, left3 & load(m, HANDS + p3), left)
                if v3:
                    v2 = 1
                    r2 = r3
                    s2 = s3
                    break
                acc2 |= r3
                soft2 = larger(soft2, s3) if ns else smaller(soft2, s3)
                skip2 |= alike(c2, r3, left2 & load(m, HANDS + p2), left)
            if not v2:
                v1 = 0
                r1 = r2
                s1 = s2
                break
            acc1 |= r2
            soft1 = smaller(soft1, s2) if ns else larger(soft1, s2)
            skip1 |= alike(c1, r2, left1 & load(m, HANDS + p1), left)
        if v1:
            v0 = 1
            r0 = r1
            s0 = s1
            break
        acc0 |= r1
        soft0 = larger(soft0, s1) if ns else smaller(soft0, s1)
        skip0 |= alike(c0, r1, left & load(m, HANDS + p), left)
    answer = r0
    if v0 == ns:
        answer |= YES
    store(m, PROVED, s0)
    if forced == 0:
        move = 0
        if v0:
            move = 13 if c0 & 15 == 12 else c0 + 1
        _keep(m, shape, context, held0, held1, beside, left, answer, s0, move)
        if v0:
            store(m, LAST_BEST + n, c0)
    return answer
