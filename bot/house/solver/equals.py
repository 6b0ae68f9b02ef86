"""Cards of a hand that are as good as each other."""

from bot.house.solver.kernel import BISHOP
from bot.house.solver.native import compiled, highest, inlined, lowest


@inlined
def _next_equal(held: int, cards: int, rank: int, bishops: bool, strict: bool) -> int:
    higher = held & ~((2 << rank) - 1)
    if bishops:
        higher &= ~(1 << BISHOP)
        if rank == BISHOP:
            return -1
    if higher == 0:
        return -1
    other = lowest(higher)
    if bishops and strict and other >= BISHOP:
        return -1
    if cards & ((1 << other) - 1) & ~((2 << rank) - 1) & ~held:
        return -1
    return other


@inlined
def run_from(held: int, cards: int, rank: int, bishops: bool, strict: bool) -> int:
    """The card of the hand with that rank and the higher ones of the suit that are equal to it, as a set.

    Of `cards`, those of the suit left at the start of the trick, none that the hand does not hold
    stands between them. In the pack with `bishops`, neither is the bishop nor, if `strict` (knights
    are out), an honour.
    """
    run = 1 << rank
    other = _next_equal(held, cards, rank, bishops, strict)
    while other >= 0:
        run |= 1 << other
        other = _next_equal(held, cards, other, bishops, strict)
    return run


@compiled
def extended(ranks: int, hand: int, start: int) -> int:
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
