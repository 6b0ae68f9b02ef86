"""Equals: cards of a hand of which one is as good as another."""

from bot.house.solver.cards import BISHOP, LANES, PLAIN_SUIT, below, lane, plain_suit, rank_of, suit_of, up_to
from bot.house.solver.native import compiled, highest, inlined, lowest


@inlined
def _next_equal(held: int, cards: int, rank: int, bishops: bool, strict: bool) -> int:
    higher = held & ~up_to(rank)
    if bishops:
        higher &= ~(1 << BISHOP)
        if rank == BISHOP:
            return -1
    if higher == 0:
        return -1
    other = lowest(higher)
    if bishops and strict and other >= BISHOP:
        return -1
    if cards & below(other) & ~up_to(rank) & ~held:
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
def with_equals(ranks: int, hand: int, start: int) -> int:
    """`ranks` with the rest of each run of equal cards in `hand` that it cuts through.

    Of cards next to each other in one hand (among those left at the start of the trick) only one
    is tried, so if one of them is relevant they all are.
    """
    rest = ranks & PLAIN_SUIT * LANES
    while rest:
        # The lowest relevant card of each suit.
        card = lowest(rest)
        suit = suit_of(card)
        rest &= ~(PLAIN_SUIT << lane(suit))
        low = rank_of(card)
        held = plain_suit(hand, suit)
        if (held >> low) & 1 == 0:
            continue
        lower = (start >> lane(suit)) & below(low)
        while lower:
            card = highest(lower)
            if (held >> card) & 1 == 0:
                break
            low = card
            lower ^= 1 << card
        ranks |= 1 << (lane(suit) + low)
    return ranks
