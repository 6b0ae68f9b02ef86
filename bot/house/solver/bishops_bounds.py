"""Points that are sure without a search, at the start of a trick of Bishops Whist."""

from typing import Final

from bot.house.solver.arena import HANDS, HOPELESS, PROVED, SUITS
from bot.house.solver.goals import ALL, larger, smaller
from bot.house.solver.kernel import KNIGHTS, RANKED
from bot.house.solver.native import compiled, compiled_for, highest, inlined, load, ones, store

REACHED: Final = 1 << 12
"""Seats 0 and 2 reach the goal."""
DECIDED: Final = 1 << 28
"""Whether they do is sure."""
COUNT: Final = 1 << 13
"""In the lane of a suit: it mattered how many of queen, king and ace are left."""
_HONOURS: Final = 0xF00


@inlined
def _decides(goal: int, north: int, n: int, bishops: int, tricks: int, saved: int) -> bool:
    # Whether a side sure of that has its way: North and South to reach the goal, the others to foil it.
    if north:
        return (goal >> (8 * saved)) & 255 <= tricks
    return (goal >> (8 * (bishops - saved))) & 255 > n - tricks


@inlined
def _prove(m: int, north: int, n: int, bishops: int, tricks: int, saved: int) -> None:
    # Keep what a side sure of that has proved: the goals it reaches, or foils.
    if north:
        first = (1 << (8 * saved)) - 1
        store(m, PROVED, ((n + 1) * ALL & first) | tricks * ALL & ~first)
    else:
        store(m, PROVED, (n - tricks + 1) * (ALL & ((1 << (8 * (bishops - saved) + 8)) - 1)))


@inlined
def _reason(left: int, depth: int, honours: int) -> int:
    # The lowest of the highest so many cards of each suit, four bits a suit; and flags.
    ranks = 0
    for suit in range(4):
        if (honours >> suit) & 1:
            ranks |= COUNT << (16 * suit)
        count = (depth >> (4 * suit)) & 15
        if count:
            cards = (left >> (16 * suit)) & RANKED
            for _ in range(count - 1):
                cards ^= 1 << highest(cards)
            ranks |= 1 << (16 * suit + highest(cards))
    return ranks


@compiled_for("int64(int64, int64, int64, int64, int64, int64, int64, int64, boolean, int64)")
def _cash(
    m: int,
    left: int,
    x: int,
    n: int,
    goal: int,
    bishops: int,
    trump: int,
    last: int,
    entries: bool,
    loose: int,
) -> int:
    # What `x`, on lead, takes with high cards before anybody else has the lead; `last` if his side
    # is sure of the last trick too. Bit 28 if that decides the question; the suits in which honours
    # have to beat knights; from bit 4 how many tricks, and from bit 32 four bits a suit for how many
    # of its highest cards that takes. The last trick is not counted as long as a knight is in play.
    # `entries`: with what his partner takes when he is let in. `loose`: -1, or a seat that may discard
    # a card first, `x` having played a trump that draws none.
    y = (x + 2) & 3
    e = (x + 1) & 3
    f = (x + 3) & 3
    north = 1 - (x & 1)
    hand = left & load(m, HANDS + x)
    knights = left & KNIGHTS
    counted = n - 1 if knights else n
    theirs = knights & ~hand
    theirs_y = knights & ~load(m, HANDS + y)
    te = 0
    tf = 0
    ty = 0
    tx = 0
    through = 0
    beyond = 0
    entry = False
    partner = 0
    partner_depth = 0
    partner_honours = 0
    partner_saved = 0
    got = 0
    side = 0
    depth = 0
    honours = 0
    saved = 0
    spare = 0
    waiting = 0
    drawn = True
    for turn in range(5):
        suit = trump if turn == 0 else turn - 1
        if turn and suit == trump:
            continue
        cards = (left >> (16 * suit)) & RANKED
        if cards == 0:
            continue
        told = load(m, SUITS + suit * 16384 + 2 * cards + 1)
        le = (told >> (4 * e)) & 15
        lf = (told >> (4 * f)) & 15
        ly = (told >> (4 * y)) & 15
        keeper = ((told >> 44) & 7) - 1
        run = (told >> 18) & 15
        own = 0
        k = 0
        second = 0
        limit = 99
        first = (told >> 16) & 3
        if first == x:
            if (told >> 26) & 3 == y:
                second = (told >> 28) & 15
        elif first == y:
            second = run
        # A bishop is not drawn from beside a knight.
        more = 0
        if keeper >= 0 and (keeper ^ x) & 1:
            more = ones(left & load(m, HANDS + keeper) & KNIGHTS)
        unforced = 1 if turn == 0 and loose >= 0 else 0
        if turn == 0:
            te = le
            tf = lf
            ty = ly
            tx = (told >> (4 * x)) & 15
            longest = max(te, tf)
            drawn = longest == 0
            if first == x:
                own = min(run, counted)
                k = own
                if own >= longest and more == 0 and loose < 0:
                    drawn = True
                    if own >= ly:
                        own = min(tx, counted)
                        k = max(longest, ly)
            elif first == y:
                # The partner's, led or not; but he may have to keep one for the last trick.
                beyond = run
                through = min(run, ly)
                if knights and load(m, HANDS + y) & knights == 0:
                    through -= 1
        if turn and not drawn:
            # As long as nobody ruffs.
            if te:
                limit = le - 1 if e == loose else le
            if tf:
                limit = min(limit, lf - 1 if f == loose else lf)
        if turn and first == x:
            own = run
            if theirs:
                own = min(run, ones(cards & _HONOURS))
            k = own
            if own >= max(max(le, lf), ly):
                k = max(max(le, lf), ly)
                own = (told >> (4 * x)) & 15
                if theirs:
                    own = ones((hand >> (16 * suit)) & _HONOURS)
            if not drawn:
                own = min(own, limit)
            # A partner with nothing but trumps would take over the lead.
            own = max(0, min(own, min(counted - got, n - ty - side)))
            side += own
            k = min(k, own)
        if own:
            got += own
            depth |= k << (4 * suit)
            spare += max(0, own - ly)
            if theirs and turn:
                honours |= 1 << suit
        pw = 0
        if entries and second and (first == y or own == run):
            pw = min(min(second, ly - own), limit - own)
            if theirs_y and turn:
                pw = min(pw, ones(cards & _HONOURS) - own)
            pw = max(pw, 0)
            if pw:
                partner += pw
                partner_depth |= (own + pw) << (4 * suit)
                if theirs_y and turn:
                    partner_honours |= 1 << suit
                if (told >> (4 * x)) & 15 > own:
                    entry = True
        if keeper >= 0:
            if keeper == x:
                if ones((hand >> (16 * suit)) & 0xE00) < own:
                    saved += 1
                elif pw:
                    partner_saved += 1
            elif keeper == y:
                if own:
                    saved += 1
                elif pw and ones(((left & load(m, HANDS + y)) >> (16 * suit)) & 0xE00) < pw:
                    partner_saved += 1
                else:
                    waiting += 1
            elif own - unforced >= (le if keeper == e else lf) + more:
                saved += 1
            elif own + pw >= (le if keeper == e else lf) + more:
                partner_saved += 1
        if own and _decides(goal, north, n, bishops, got + last, saved + min(spare, waiting)):
            _prove(m, north, n, bishops, got + last, saved + min(spare, waiting))
            return DECIDED | honours | got << 4 | depth << 32
    if got and got + last == n and _decides(goal, north, n, bishops, n, bishops):
        _prove(m, north, n, bishops, n, bishops)
        return DECIDED | honours | got << 4 | depth << 32
    saved += min(spare, waiting)
    if (
        entry
        and got + partner <= counted
        and (tx == 0 or n - tx >= side + partner)
        and _decides(goal, north, n, bishops, got + partner + last, saved + partner_saved)
    ):
        _prove(m, north, n, bishops, got + partner + last, saved + partner_saved)
        for suit in range(4):
            if (partner_depth >> (4 * suit)) & 15:
                depth = depth & ~(15 << (4 * suit)) | partner_depth & (15 << (4 * suit))
        return DECIDED | honours | partner_honours | got << 4 | depth << 32
    through = min(through, counted - got)
    if through > 0 and _decides(goal, north, n, bishops, got + through + last, saved):
        _prove(m, north, n, bishops, got + through + last, saved)
        got += through
        return DECIDED | honours | got << 4 | (depth | beyond << (4 * trump)) << 32
    return 0


@compiled
def sure_points(m: int, left: int, p: int, n: int, goal: int, bishops: int, trump: int) -> int:
    """Whether the goal is sure to be reached (REACHED and DECIDED) or missed (DECIDED), and why.

    If neither, the word HOPELESS has a bit for each suit that is no good to lead, and the answer is
    why.
    """
    a = (p + 1) & 3
    q = (p + 2) & 3
    b = (p + 3) & 3
    north = 1 - (p & 1)
    knights = left & KNIGHTS
    # Who alone has knights can keep one for the last trick.
    last = 0
    their_last = 0
    if knights:
        ours = knights & (load(m, HANDS + p) | load(m, HANDS + q))
        if ours == knights:
            last = 1
            if _decides(goal, north, n, bishops, 1, 0):
                _prove(m, north, n, bishops, 1, 0)
                return DECIDED | REACHED * north
        elif ours == 0:
            their_last = 1
            if _decides(goal, 1 - north, n, bishops, 1, 0):
                _prove(m, 1 - north, n, bishops, 1, 0)
                return DECIDED | REACHED * (1 - north)
    first = -1
    cards = (left >> (16 * trump)) & RANKED
    if cards:
        told = load(m, SUITS + trump * 16384 + 2 * cards + 1)
        first = (told >> 16) & 3
        if (first ^ p) & 1:
            # Theirs, led or not; but each hand may have to keep one for the last trick.
            count = min((told >> 36) & 15, max((told >> (4 * a)) & 15, (told >> (4 * b)) & 15))
            sure = count
            if knights:
                count = (told >> 18) & 15
                own_knight = load(m, HANDS + first) & knights
                sure = count if own_knight else count - 1
            if sure > 0 and _decides(goal, 1 - north, n, bishops, sure + their_last, 0):
                _prove(m, 1 - north, n, bishops, sure + their_last, 0)
                return DECIDED | REACHED * (1 - north) | _reason(left, count << (4 * trump), 0)
    found = _cash(m, left, p, n, goal, bishops, trump, last, True, -1)
    if found:
        return DECIDED | REACHED * north | _reason(left, found >> 32, found)
    # Suits in which an enemy has the highest card and then takes what he needs.
    lost_a = -1
    lost_b = -1
    soft_a = 0
    soft_b = 0
    soft = 0 if north else (n + 1) * ALL
    hopeless = 0
    reason = 0
    still = 0
    counted = n - 1 if knights else n
    hand = left & load(m, HANDS + p)
    lanes = left & load(m, HANDS + q)
    ruffs = (lanes >> (16 * trump)) & RANKED
    for suit in range(4):
        if (hand >> (16 * suit)) & RANKED == 0:
            continue
        cards = (left >> (16 * suit)) & RANKED
        top = (load(m, SUITS + suit * 16384 + 2 * cards + 1) >> 16) & 3
        lost = 0
        proved = 0
        if (top ^ p) & 1 and (suit == trump or ruffs == 0 or (lanes >> (16 * suit)) & RANKED):
            if top == a:
                if lost_a < 0:
                    lost_a = _cash(m, left, a, n, goal, bishops, trump, their_last, False, -1)
                    soft_a = load(m, PROVED)
                lost = lost_a
                proved = soft_a
            else:
                if lost_b < 0:
                    lost_b = _cash(m, left, b, n, goal, bishops, trump, their_last, False, -1)
                    soft_b = load(m, PROVED)
                lost = lost_b
                proved = soft_b
        if lost and (lost >> (32 + 4 * suit)) & 15 == 0:
            others = knights & ~load(m, HANDS + top)
            if (lost >> 4) & 15 == counted or (suit != trump and others and cards < 256):
                lost = 0
            elif suit != trump and others:
                reason |= COUNT << (16 * suit)
            cards = 1 << highest(cards)
        else:
            cards = 0
        if lost:
            reason |= _reason(left, lost >> 32, lost) | cards << (16 * suit)
            hopeless |= 1 << suit
            soft = larger(soft, proved) if north else smaller(soft, proved)
        else:
            still += 1
    if hand & KNIGHTS:
        # So may an enemy who is sure to take the knight with a trump.
        best = highest(ruffs) if ruffs else -1
        lost = 0
        for z in range(a, a + 3, 2):
            seat = z & 3
            his = ((left & load(m, HANDS + seat)) >> (16 * trump)) & RANKED
            if lost or his == 0 or his >> (best + 1) == 0:
                continue
            lost = _cash(m, left, seat, n, goal, bishops, trump, their_last, False, q)
            counted_in = first == seat and (lost >> (32 + 4 * trump)) & 15
            if not counted_in and (lost >> 4) & 15 >= counted:
                lost = 0
            if lost:
                hopeless |= 16
                proved = load(m, PROVED)
                soft = larger(soft, proved) if north else smaller(soft, proved)
                reason |= _reason(left, lost >> 32, lost)
                if best >= 0:
                    reason |= 1 << (16 * trump + highest(his))
        if lost == 0:
            still += 1
    store(m, PROVED, soft)
    if still == 0:
        return DECIDED | REACHED * (1 - north) | reason
    store(m, HOPELESS, hopeless)
    return reason
