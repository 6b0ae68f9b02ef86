"""Why a trick of Bishops Whist went as it did, and which cards would have fared no better."""

from bot.house.solver.bishops_bounds import COUNT
from bot.house.solver.kernel import HONOURS, KNIGHTS, RANKED
from bot.house.solver.native import compiled, highest, inlined, lowest


@inlined
def alike(card: int, answer: int, hand: int, start: int) -> int:
    """The cards that fail as this one did.

    If only higher ones of its suit mattered, all that are as low; else those next to it in the hand.
    Not the bishop; and where it mattered which court cards are in play, not one for a small card.
    """
    rank = card & 15
    if rank == 8 or rank == 12:
        return 0
    lane = card & 48
    flagged = (answer >> (lane + 13)) & 7
    if flagged > 1 and rank > 8:
        return 0
    mattered = (answer >> lane) & RANKED
    low = 12
    if mattered:
        low = lowest(mattered)
    skip = 0
    if rank < low:
        skip = (1 << low) - 1
    else:
        # Up and down through the hand's own cards and those gone.
        others = (start >> lane) & ~(hand >> lane) & RANKED
        higher = others & ~((2 << rank) - 1)
        skip = ((higher & -higher) - 1) & RANKED if higher else RANKED
        lower = others & ((1 << rank) - 1)
        if lower:
            skip &= ~((2 << highest(lower)) - 1)
    if flagged:
        skip &= 0xE00 if rank > 8 else 255
    return (skip & ~256) << lane


@inlined
def _lowest_of(cards: int) -> int:
    return cards & -cards


@inlined
def _court_from(rank: int, lane: int) -> int:
    # The flags that tell which of the queen, king and ace not below `rank` are left.
    return ((0xE000 << max(rank - 9, 0)) & 0xE000) << lane


@inlined
def _small(left: int, lane: int) -> int:
    # Why a card of the suit is small: it is below the bishop, or else below so many court cards.
    honours = left & HONOURS & (RANKED << lane)
    if left & (256 << lane):
        return 256 << lane
    return _lowest_of(honours) | COUNT << lane


@compiled
def mattered(left: int, trick: int, best: int, led: int, trump: int) -> int:
    """The ranks and flags that decided a trick of these cards, won by `best`."""
    lane = best & 48
    rank = best & 15
    knight = rank == 12
    if not knight and best >> 4 == trump:
        if trick & (RANKED << lane) & ~(1 << best):
            return 1 << best
        return 0
    if led & 15 != 12:
        if knight:
            return _small(left, led & 48)
        reason = 0
        if trick & (RANKED << lane) & ~(1 << best):
            reason = 1 << best
        if trick & KNIGHTS:
            reason |= 1 << best
            if rank != 8:
                reason |= COUNT << lane
        return reason
    reason = 0
    if rank > 8 and not knight:
        reason = 1 << best | COUNT << lane
    elif rank == 8 and trick & (255 << lane):
        reason = 1 << best
    for other in range(4):
        cards = (trick >> (16 * other)) & RANKED
        if other == trump or cards == 0 or (other == lane >> 4 and not knight):
            continue
        if cards < 256:
            reason |= _small(left, 16 * other)
        elif cards < 512:
            if cards > 256:
                reason |= 256 << (16 * other)
        else:
            # Court cards of two suits: it matters which they are.
            higher = (RANKED >> rank) << rank
            reason |= _lowest_of(left & (higher << (16 * other))) | _court_from(rank, 16 * other)
            reason |= _court_from(rank, lane)
    return reason
