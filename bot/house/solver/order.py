"""Which move to try first at plain whist, and what a failure of all of them rests on."""

from bot.house.solver.arena import HANDS, HISTORY, REPLY, SUITS, WEIGHTS
from bot.house.solver.native import compiled, highest, load, lowest, ones, store


@compiled
def extended(m: int, ranks: int, hand: int, start: int) -> int:
    """`ranks` with the rest of each run of equal cards in `hand` that it cuts through.

    Of cards next to each other in one hand (among those left at the start of the trick) only one
    is tried, so if one of them matters they all do.
    """
    if ranks == 0:
        return ranks
    for suit in range(4):
        mattered = (ranks >> (16 * suit)) & 8191
        if mattered == 0:
            continue
        held = (hand >> (16 * suit)) & 8191
        low = lowest(mattered)
        if (held >> low) & 1 == 0:
            continue
        below = (start >> (16 * suit)) & ((1 << low) - 1)
        while below:
            card = highest(below)
            if (held >> card) & 1 == 0:
                break
            low = card
            below ^= 1 << card
        ranks |= 1 << (16 * suit + low)
    return ranks


@compiled
def lead(m: int, moves: int, left: int, p: int, n: int, trump: int, hopeless: int, hint: int) -> int:
    """List the leads worth trying, each with its weight; their number."""
    q = (p + 2) & 3
    a = (p + 1) & 3
    b = (p + 3) & 3
    ta = 0
    tb = 0
    tq = 0
    if trump < 4:
        told = load(m, SUITS + trump * 16384 + 2 * ((left >> (16 * trump)) & 8191) + 1)
        ta = (told >> (4 * a)) & 15
        tb = (told >> (4 * b)) & 15
        tq = (told >> (4 * q)) & 15
    hand = left & load(m, HANDS + p)
    count = 0
    for suit in range(4):
        held = (hand >> (16 * suit)) & 8191
        if held == 0 or (hopeless >> suit) & 1:
            continue
        cards = (left >> (16 * suit)) & 8191
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
        few = lp + lq + la + lb < 2
        value = 0
        if suit != trump and trump < 4:
            ruff_a = la == 0 and ta > 0
            if ruff_a or (lb == 0 and tb > 0):
                value -= load(m, WEIGHTS)
            if lq == 0 and tq > 0 and not ruff_a:
                value += load(m, WEIGHTS + 1)
        value += load(m, WEIGHTS + 9) * (la + lb) + load(m, WEIGHTS + 10) * lp + load(m, WEIGHTS + 11) * lq
        if suit == trump:
            value += load(m, WEIGHTS + 12)
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
        while rest:
            rank = lowest(rest)
            # The lowest of a run of equals stands for it.
            high = rank
            rest &= rest - 1
            while rest and cards & ((1 << lowest(rest)) - 1) & ~((1 << (high + 1)) - 1) == 0:
                high = lowest(rest)
                rest &= rest - 1
            card = 16 * suit + rank
            weight = value * 16 - rank * load(m, WEIGHTS + 14)
            if h1 == p and cards >> (high + 1) == 0:
                weight += top * 16
            weight += (load(m, HISTORY + 64 * p + card) * load(m, WEIGHTS + 8)) >> 6
            if hint >= 0 and card <= hint and hint <= 16 * suit + high:
                weight += 1 << 40
            store(m, moves + count, weight << 6 | card)
            count += 1
    return count


@compiled
def follow(
    m: int,
    moves: int,
    left: int,
    start: int,
    p: int,
    led: int,
    best: int,
    ours: int,
    turn: int,
    first: int,
    trump: int,
) -> int:
    """List what `p` may play as the trick's card number `turn` (from 0), with weights; the number.

    `best` is the winning card so far, played by p's partner if `ours`; `start` the cards left when
    the trick began, `first` the card led, of the suit `led`.
    """
    hand = left & load(m, HANDS + p)
    own = hand & (8191 << (16 * led))
    follows = own != 0
    if follows:
        hand = own
    if hand & (hand - 1) == 0:
        store(m, moves, lowest(hand))
        return 1
    best_suit = best >> 4
    strength = -1
    if best_suit == trump:
        strength = 64 + (best & 15)
    elif best_suit == led:
        strength = best & 15
    enemy = -1
    friend = -1
    if turn < 3:
        seat = left & load(m, HANDS + ((p + 1) & 3))
        cards = (seat >> (16 * led)) & 8191
        if cards:
            enemy = highest(cards) + (64 if led == trump else 0)
        elif trump < 4 and led != trump:
            cards = (seat >> (16 * trump)) & 8191
            if cards:
                enemy = 64 + highest(cards)
    if turn == 1:
        seat = left & load(m, HANDS + ((p + 2) & 3))
        cards = (seat >> (16 * led)) & 8191
        if cards:
            friend = highest(cards) + (64 if led == trump else 0)
        elif trump < 4 and led != trump:
            cards = (seat >> (16 * trump)) & 8191
            if cards:
                friend = 64 + highest(cards)
    reply = -1
    if turn == 1:
        reply = load(m, REPLY + 64 * p + first)
    count = 0
    for suit in range(4):
        held = (hand >> (16 * suit)) & 8191
        if held == 0:
            continue
        cards = (start >> (16 * suit)) & 8191
        length = ones(held)
        rest = held
        while rest:
            rank = lowest(rest)
            high = rank
            rest &= rest - 1
            while rest and cards & ((1 << lowest(rest)) - 1) & ~((1 << (high + 1)) - 1) == 0:
                high = lowest(rest)
                rest &= rest - 1
            card = 16 * suit + rank
            mine = -1
            if suit == trump:
                mine = 64 + rank
            elif suit == led:
                mine = rank
            beats = mine > strength
            weight = -rank
            if turn == 3:
                if ours:
                    if suit == trump and beats:
                        weight -= 40
                    if beats:
                        weight -= 20
                elif beats:
                    weight = 200 - rank
            elif turn == 2:
                if ours and enemy < strength:
                    if beats:
                        weight -= 40
                elif beats and mine > enemy:
                    weight = 200 - rank
                elif beats:
                    weight = -20 - rank
            elif friend > strength and friend > enemy:
                if beats:
                    weight -= 30
            elif beats and mine > enemy:
                weight = 200 - rank
            elif beats:
                weight = -10 - rank
            if not follows and suit != trump:
                weight += length
                if cards >> rank == 1:
                    weight -= 20
            weight *= 16
            if card == reply:
                weight += load(m, WEIGHTS + 20)
            store(m, moves + count, weight << 6 | card)
            count += 1
    return count
