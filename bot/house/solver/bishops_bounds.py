"""Points that are sure without a search, at the start of a trick of Bishops Whist."""

from typing import Final

from bot.house.solver.arena import HANDS, SUITS
from bot.house.solver.kernel import KNIGHTS, RANKED
from bot.house.solver.native import compiled, highest, inlined, load, lowest, ones

_REACHED: Final = 1 << 12
_DECIDED: Final = 1 << 28


@inlined
def _top(cards: int, count: int) -> int:
    # The highest `count` of the cards.
    top = 0
    for _ in range(count):
        top |= 1 << highest(cards)
        cards ^= 1 << highest(cards)
    return top


@compiled
def sure_points(m: int, left: int, p: int, n: int, goal: int, bishops: int, trump: int) -> int:
    """0 if the goal is open; else bit 12 if it is reached, bit 28 at any rate, and why: see `search`.

    The last trick is nobody's as long as a knight is in play.
    """
    a = (p + 1) & 3
    q = (p + 2) & 3
    b = (p + 3) & 3
    knights = left & KNIGHTS
    counted = n - 1 if knights else n
    hand = left & load(m, HANDS + p)
    ta = 0
    side = 0
    tq = 0
    tb = 0
    got = 0
    saved = 0
    ranks = 0
    drawn = True
    trumps = (left >> (16 * trump)) & RANKED
    if trumps:
        told = load(m, SUITS + trump * 16384 + 2 * trumps + 1)
        ta = (told >> (4 * a)) & 15
        tb = (told >> (4 * b)) & 15
        tq = (told >> (4 * q)) & 15
        longest = max(ta, tb)
        drawn = longest == 0
        first = (told >> 16) & 3
        run = (told >> 18) & 15
        if first == p:
            got = min(run, counted)
            # A bishop of trumps is not drawn from beside a knight.
            keeper = ((told >> 44) & 7) - 1
            revokes = keeper >= 0 and (keeper ^ p) & 1 and load(m, HANDS + keeper) & knights
            if got >= longest and not revokes:
                drawn = True
            top = _top(trumps, got)
            saved = (top >> 8) & 1
            ranks = 1 << (16 * trump + lowest(top))
        elif (first ^ p) & 1:
            # Theirs, led or not; but each hand may have to keep one for a knight of the last trick.
            both = min((told >> 36) & 15, longest)
            top = both
            if knights:
                top = run
                both = run - 1
            if both > 0:
                top = 1 << (16 * trump + lowest(_top(trumps, top)))
                if p & 1:
                    if goal & 255 <= both:
                        return _REACHED | _DECIDED | top
                elif goal >> (8 * bishops) > n - both:
                    return _DECIDED | top
    theirs = (left & ~hand) & KNIGHTS
    for suit in range(4):
        if suit == trump:
            continue
        cards = (left >> (16 * suit)) & RANKED
        if cards == 0:
            continue
        told = load(m, SUITS + suit * 16384 + 2 * cards + 1)
        if (told >> 16) & 3 != p:
            continue
        run = (told >> 18) & 15
        if theirs:
            run = min(run, ones(cards & 0xF00))
        if not drawn:
            if ta:
                run = min(run, (told >> (4 * a)) & 15)
            if tb:
                run = min(run, (told >> (4 * b)) & 15)
        # A partner with nothing but trumps would take over the lead.
        run = min(min(run, counted - got), n - tq - side)
        if run > 0:
            got += run
            side += run
            top = _top(cards, run)
            saved += (top >> 8) & 1
            ranks |= 1 << (16 * suit + lowest(top))
            if theirs:
                ranks |= ((0xE000 << max(lowest(top) - 9, 0)) & 0xE000) << (16 * suit)
    if got == 0:
        return 0
    if p & 1:
        if (goal >> (8 * (bishops - saved))) & 255 > n - got:
            return _DECIDED | ranks
    elif (goal >> (8 * saved)) & 255 <= got:
        return _REACHED | _DECIDED | ranks
    return 0
