"""Tricks that are sure without a search, at the start of a trick of plain whist."""

from typing import Final

from bot.house.solver.arena import SUITS, TRUMP_TRICKS
from bot.house.solver.native import compiled, highest, inlined, load

WON: Final = 1 << 62
"""The leader's side has the tricks it needs."""
LOST: Final = 1 << 61
"""It cannot get them."""
HOPELESS: Final = 1 << 13
"""It cannot, leading suit 0, 1 or 2; the bit 29 is for suit 3."""


@compiled
def _down_to(left: int, suit: int, count: int) -> int:
    # The `count`-th highest card left of the suit, as a set.
    cards = (left >> (16 * suit)) & 8191
    for _ in range(count - 1):
        cards ^= 1 << highest(cards)
    return 1 << (16 * suit + highest(cards))


@compiled
def _ranks(left: int, counts: int) -> int:
    # The lowest of the highest so many cards of each suit, four bits a suit.
    ranks = 0
    for suit in range(4):
        count = (counts >> (4 * suit)) & 15
        if count:
            ranks |= _down_to(left, suit, count)
    return ranks


@compiled
def _depth(holders: int, seat: int, tricks: int) -> int:
    # How many of the highest trumps it takes for a hand to be sure of so many tricks by its own.
    higher = 0
    place = 0
    while tricks:
        holder = (holders >> (24 - 2 * place)) & 3
        if (holder ^ seat) & 1:
            higher += 1
        elif holder == seat and higher:
            higher -= 1
        elif holder == seat:
            tricks -= 1
        place += 1
    return place


@inlined
def _surer(sure: int, one: int, other: int) -> int:
    # Which of two hands is sure of more tricks by its trumps.
    return one if (sure >> (4 * one)) & 15 > (sure >> (4 * other)) & 15 else other


@compiled
def sure_tricks(m: int, left: int, p: int, n: int, want: int, trump: int) -> int:
    """Whether the leader `p` and his partner are sure of `want` of `n` tricks, or sure to fail.

    The answer holds WON or LOST or the suits it is hopeless to lead, and the cards whose rank
    mattered to that.
    """
    a = (p + 1) & 3
    q = (p + 2) & 3
    b = (p + 3) & 3
    tp = 0
    tq = 0
    ta = 0
    tb = 0
    got = 0
    counts = 0
    enough = n - want + 1
    trump_first = -1
    trump_run = 0
    drawn = True
    holders = 0
    sure = 0
    ours = p
    theirs = b
    if trump < 4:
        cards = (left >> (16 * trump)) & 8191
        if cards:
            told = load(m, SUITS + trump * 16384 + 2 * cards + 1)
            tp = (told >> (4 * p)) & 15
            tq = (told >> (4 * q)) & 15
            ta = (told >> (4 * a)) & 15
            tb = (told >> (4 * b)) & 15
            trump_first = (told >> 16) & 3
            trump_run = (told >> 18) & 15
            longest = max(ta, tb)
            drawn = longest == 0
            if trump_first == p:
                if trump_run >= longest:
                    drawn = True
                got = trump_run
                k = trump_run
                if trump_run >= max(longest, tq):
                    got = tp
                    k = max(longest, tq)
                if got > want:
                    k = min(k, want)
                    got = want
                counts = k << (4 * trump)
            both = (told >> 36) & 15
            holders = load(m, SUITS + trump * 16384 + 2 * cards)
            sure = load(m, TRUMP_TRICKS + cards)
            ours = _surer(sure, q, p)
            theirs = _surer(sure, a, b)
            # Whoever leads: trumps at the top of one side's hands, or in one hand.
            if (trump_first ^ p) & 1:
                if min(both, longest) >= enough:
                    return LOST | _down_to(left, trump, enough)
            elif min(both, max(tp, tq)) >= want:
                return WON | _down_to(left, trump, want)
            if (sure >> (4 * theirs)) & 15 >= enough:
                return LOST | _down_to(left, trump, _depth(holders, theirs, enough))
            if (sure >> (4 * ours)) & 15 >= want:
                return WON | _down_to(left, trump, _depth(holders, ours, want))
    if got >= want:
        return WON | _ranks(left, counts)
    # Trumps of one hand to be made later, once the side's other winners are cashed.
    if trump_first == p and drawn:
        ours = p
    to_make = (sure >> (4 * ours)) & 15
    # Winners of the four hands, as long as no enemy can ruff.
    side = 0
    partner = 0
    partner_counts = 0
    entry = False
    cash_a = 0
    cash_b = 0
    a_counts = 0
    b_counts = 0
    limit = 99
    if tq and not (trump_first == p and drawn):
        limit = n - tq
    for suit in range(4):
        cards = (left >> (16 * suit)) & 8191
        if cards == 0:
            continue
        told = load(m, SUITS + suit * 16384 + 2 * cards + 1)
        first = (told >> 16) & 3
        run = (told >> 18) & 15
        if suit == trump:
            if first == p:
                second = (told >> 26) & 3
                if second == q and tp > run and got == run:
                    pw = min((told >> 28) & 15, tq - run)
                    if pw > 0:
                        partner += pw
                        partner_counts |= (run + pw) << (4 * suit)
                        entry = True
            elif first == q:
                pw = min(run, tq)
                partner += pw
                partner_counts |= pw << (4 * suit)
                if tp:
                    entry = True
            continue
        lp = (told >> (4 * p)) & 15
        lq = (told >> (4 * q)) & 15
        la = (told >> (4 * a)) & 15
        lb = (told >> (4 * b)) & 15
        if (first ^ p) & 1 == 0:
            lim = 99
            if not drawn:
                if ta:
                    lim = la
                if tb:
                    lim = min(lim, lb)
            w = 0
            w2 = 0
            if first == p:
                w = run
                if (told >> 26) & 3 == q:
                    w2 = (told >> 28) & 15
            else:
                w2 = run
            own = w
            k = w
            longest = max(max(la, lb), lq)
            if w >= longest:
                own = lp
                k = longest
            if own > lim:
                own = lim
                k = min(k, lim)
            if own + side > limit:
                own = max(limit - side, 0)
                k = min(k, own)
            if got + side + own > want:
                own = want - got - side
                k = min(k, own)
            side += own
            counts |= k << (4 * suit)
            if got + side < want <= to_make + side:
                depth = _depth(holders, ours, want - side)
                if drawn:
                    depth = max(depth, max(ta, tb))
                counts = (counts & ~(15 << (4 * trump))) | depth << (4 * trump)
                return WON | _ranks(left, counts)
            if got + side >= want:
                if drawn and max(ta, tb) > (counts >> (4 * trump)) & 15:
                    counts = (counts & ~(15 << (4 * trump))) | max(ta, tb) << (4 * trump)
                return WON | _ranks(left, counts)
            pw = min(min(w2, lq - w), lim - own)
            if pw > 0 and own >= w:
                partner += pw
                partner_counts |= (w + pw) << (4 * suit)
                if lp > w and own == w:
                    entry = True
        else:
            lim = 99
            if tp:
                lim = lp
            if tq:
                lim = min(lim, lq)
            c = run
            k = run
            if first == a:
                longest = max(max(lp, lq), lb)
                if run >= longest:
                    c = la
                    k = longest
            else:
                longest = max(max(lp, lq), la)
                if run >= longest:
                    c = lb
                    k = longest
            if c > lim:
                c = lim
                k = min(k, lim)
            if first == a:
                cash_a += c
                a_counts |= k << (4 * suit)
            else:
                cash_b += c
                b_counts |= k << (4 * suit)
    if drawn and max(ta, tb) > 0:
        had = (counts >> (4 * trump)) & 15
        counts = (counts & ~(15 << (4 * trump))) | max(had, max(ta, tb)) << (4 * trump)
    reached = got + side
    free = tp == 0 or n - tp >= side + partner
    if entry and free and reached + partner >= want:
        return WON | _ranks(left, counts) | _ranks(left, partner_counts)
    # What the enemy takes when he wins the first trick.
    if tb:
        cash_a = min(cash_a, n - tb)
    if ta:
        cash_b = min(cash_b, n - ta)
    to_make = (sure >> (4 * theirs)) & 15
    if to_make:
        cash_a += to_make
        cash_b += to_make
        depth = _depth(holders, theirs, to_make)
        a_counts |= depth << (4 * trump)
        b_counts |= depth << (4 * trump)
    ranks = 0
    flags = 0
    open_suits = 0
    for suit in range(4):
        cards = (left >> (16 * suit)) & 8191
        if cards == 0:
            continue
        told = load(m, SUITS + suit * 16384 + 2 * cards + 1)
        if (told >> (4 * p)) & 15 == 0:
            continue
        first = (told >> 16) & 3
        lost = False
        if first == a and (a_counts >> (4 * suit)) & 15 and cash_a >= enough:
            lost = True
            if enough > 1:
                ranks |= _ranks(left, a_counts)
        elif first == b and (b_counts >> (4 * suit)) & 15 and cash_b >= enough:
            lost = True
            if enough > 1:
                ranks |= _ranks(left, b_counts)
        if lost:
            ranks |= _down_to(left, suit, 1)
            flags |= 1 << 29 if suit == 3 else HOPELESS << suit
        else:
            open_suits += 1
    if open_suits == 0:
        return LOST | ranks
    return ranks | flags
