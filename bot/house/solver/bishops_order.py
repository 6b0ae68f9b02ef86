"""Which move to try first at Bishops Whist."""

from bot.house.solver.arena import HANDS, HISTORY, REPLY, SUITS, WEIGHTS
from bot.house.solver.kernel import BISHOPS, KNIGHTS, RANKED, height
from bot.house.solver.native import compiled, highest, inlined, load, lowest, ones, store


@inlined
def next_equal(held: int, cards: int, rank: int, strict: bool) -> int:
    """The next higher card of the hand equal to this one, or -1.

    Nothing of another hand stands between them, and neither is the bishop or, if `strict` (knights
    are out), an honour.
    """
    higher = held & ~((1 << (rank + 1)) - 1) & ~256
    if higher == 0 or rank == 8:
        return -1
    other = lowest(higher)
    if strict and other > 7:
        return -1
    between = cards & ((1 << other) - 1) & ~((1 << (rank + 1)) - 1)
    if between & ~held:
        return -1
    return other


@compiled
def lead(m: int, moves: int, left: int, p: int, n: int, trump: int, hopeless: int, hint: int) -> int:
    """List the leads worth trying, each with its weight; their number."""
    q = (p + 2) & 3
    a = (p + 1) & 3
    b = (p + 3) & 3
    told = load(m, SUITS + trump * 16384 + 2 * ((left >> (16 * trump)) & RANKED) + 1)
    ta = (told >> (4 * a)) & 15
    tb = (told >> (4 * b)) & 15
    tq = (told >> (4 * q)) & 15
    hand = left & load(m, HANDS + p)
    knights = left & KNIGHTS
    count = 0
    for suit in range(4):
        held = (hand >> (16 * suit)) & RANKED
        if held == 0 or (hopeless >> suit) & 1:
            continue
        cards = (left >> (16 * suit)) & RANKED
        told = load(m, SUITS + suit * 16384 + 2 * cards + 1)
        lp = (told >> (4 * p)) & 15
        lq = (told >> (4 * q)) & 15
        la = (told >> (4 * a)) & 15
        lb = (told >> (4 * b)) & 15
        h1 = (told >> 16) & 3
        run1 = (told >> 18) & 15
        h2 = (told >> 26) & 3
        if run1 > 1:
            h2 = h1
        bishop = ((told >> 44) & 7) - 1
        few = lp + lq + la + lb < 2
        value = 0
        if suit != trump:
            ruff_a = la == 0 and ta > 0
            if ruff_a or (lb == 0 and tb > 0):
                value -= load(m, WEIGHTS)
            if lq == 0 and tq > 0 and not ruff_a:
                value += load(m, WEIGHTS + 1)
        value += load(m, WEIGHTS + 9) * (la + lb) + load(m, WEIGHTS + 10) * lp + load(m, WEIGHTS + 11) * lq
        if suit == trump:
            value += load(m, WEIGHTS + 12)
        if bishop >= 0:
            if (bishop ^ p) & 1:
                value += load(m, WEIGHTS + 24)
            else:
                value -= load(m, WEIGHTS + 25)
        top = 0
        if h1 == p:
            top = load(m, WEIGHTS + 2)
            if not few and (h2 ^ p) & 1 == 0:
                value += load(m, WEIGHTS + 13)
        elif h1 == q:
            value += load(m, WEIGHTS + 3)
        elif h1 == a:
            value -= load(m, WEIGHTS + 4)
            if not few and h2 == q:
                value += load(m, WEIGHTS + 5)
        else:
            value -= load(m, WEIGHTS + 6)
            if not few and h2 == p:
                value += load(m, WEIGHTS + 7)
        rest = held
        strict = suit != trump and knights != 0
        while rest:
            rank = lowest(rest)
            rest &= rest - 1
            high = rank
            while True:
                other = next_equal(held, cards, high, strict)
                if other < 0:
                    break
                high = other
                rest &= ~(1 << other)
            card = 16 * suit + rank
            weight = value * 16 - rank * load(m, WEIGHTS + 14)
            wins = h1 == p and cards >> (high + 1) == 0
            if wins:
                weight += top * 16
            if rank == 8:
                weight += load(m, WEIGHTS + 26) * 16 if wins else -load(m, WEIGHTS + 27) * 16
            weight += (load(m, HISTORY + 64 * p + card) * load(m, WEIGHTS + 8)) >> 6
            if card == hint:
                weight += 1 << 40
            store(m, moves + count, weight << 6 | card)
            count += 1
    if hand & KNIGHTS and hopeless < 16:
        card = lowest(hand & KNIGHTS)
        weight = load(m, WEIGHTS + 28) * 16
        weight += (load(m, HISTORY + 64 * p + card) * load(m, WEIGHTS + 8)) >> 6
        if hint == 12:
            weight += 1 << 40
        store(m, moves + count, weight << 6 | card)
        count += 1
    return count


@inlined
def _reach(hand: int, led: int, trump: int) -> int:
    # The height of the best card a hand may play to the card led.
    if led & 15 != 12:
        own = (hand >> (led & 48)) & RANKED
        if own:
            best = highest(own)
            return 64 + best if led >> 4 == trump else 2 * best + 1
    trumps = (hand >> (16 * trump)) & RANKED
    if trumps:
        return 64 + highest(trumps)
    best = 16 if hand & KNIGHTS else 0
    if led & 15 == 12:
        for suit in range(4):
            cards = (hand >> (16 * suit)) & 0xF00
            if cards:
                best = max(best, 2 * highest(cards) + 1)
    return best


@inlined
def _weight(
    m: int, mine: int, strength: int, enemy: int, friend: int, ours: int, turn: int, cost: int, bishop: bool
) -> int:
    beats = mine > strength
    weight = -cost
    certain = 0
    if turn == 3:
        if ours:
            certain = 1
            if beats:
                weight -= 40
        elif beats:
            certain = 1
            weight = 200 - cost
        else:
            certain = -1
    elif turn == 2:
        if ours and enemy <= strength:
            certain = 1
            if beats:
                weight -= 40
        elif beats and mine >= enemy:
            certain = 1
            weight = 200 - cost
        else:
            certain = -1
            if beats:
                weight = -20 - cost
    elif friend > strength and friend > enemy:
        certain = 1
        if beats:
            weight -= 30
    elif beats and mine >= enemy:
        certain = 1
        weight = 200 - cost
    else:
        certain = -1
        if beats:
            weight = -10 - cost
    if bishop:
        weight += certain * load(m, WEIGHTS + 29)
    return weight


@compiled
def follow(
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
    """List what `p` may play as the trick's card number `turn` (from 0), with weights; the number.

    `strength` is the height of the best card so far, played by p's partner if `ours`; `start` the
    cards left when the trick began.
    """
    hand = left & load(m, HANDS + p)
    follows = False
    if led & 15 != 12:
        own = hand & (RANKED << (led & 48))
        if own:
            follows = True
            if own & ~BISHOPS == 0 and hand & KNIGHTS:
                own |= hand & KNIGHTS
            hand = own
    if hand & (hand - 1) == 0:
        store(m, moves, lowest(hand))
        return 1
    enemy = -1
    friend = -1
    if turn < 3:
        enemy = _reach(left & load(m, HANDS + ((p + 1) & 3)), led, trump)
    if turn == 1:
        friend = _reach(left & load(m, HANDS + ((p + 2) & 3)), led, trump)
    reply = load(m, REPLY + 64 * p + led) if turn == 1 else -1
    count = 0
    for suit in range(4):
        held = (hand >> (16 * suit)) & RANKED
        if held == 0:
            continue
        cards = (start >> (16 * suit)) & RANKED
        length = ones(held)
        strict = suit != trump and start & KNIGHTS != 0
        rest = held
        while rest:
            rank = lowest(rest)
            rest &= rest - 1
            high = rank
            while True:
                other = next_equal(held, cards, high, strict)
                if other < 0:
                    break
                high = other
                rest &= ~(1 << other)
            card = 16 * suit + rank
            mine = height(card, led, trump)
            weight = _weight(m, mine, strength, enemy, friend, ours, turn, rank, rank == 8)
            if not follows and suit != trump:
                weight += length
                if cards >> rank == 1:
                    weight -= 20
            weight *= 16
            if card == reply:
                weight += load(m, WEIGHTS + 20)
            store(m, moves + count, weight << 6 | card)
            count += 1
    knights = hand & KNIGHTS
    if knights:
        card = lowest(knights)
        weight = 16 * _weight(m, height(card, led, trump), strength, enemy, friend, ours, turn, 9, False)
        if reply >= 0 and reply & 15 == 12:
            weight += load(m, WEIGHTS + 20)
        store(m, moves + count, weight << 6 | card)
        count += 1
    return count
