"""Why a trick of Bishops Whist went as it did: its relevant ranks, and which cards are no better."""

from typing import Final

from bot.house.solver.cards import (
    BISHOP,
    BISHOPS_SUIT,
    COURT_CARDS,
    HONOURS,
    KNIGHT,
    KNIGHTS,
    LANES,
    SMALL_CARDS,
    below,
    bishops_suit,
    is_knight,
    lane,
    lane_of,
    rank_of,
    suit_of,
    up_to,
)
from bot.house.solver.native import compiled, highest, inlined, lowest

_FLAGS_AT: Final = 13
_SUIT_FLAGS: Final = 7
COURT_COUNT: Final = 1 << _FLAGS_AT
"""A flag in the lane of a suit: it is relevant how many of queen, king and ace are left."""
_COURT_FLAGS: Final = _SUIT_FLAGS << _FLAGS_AT  # that flag, and whether the king and the ace are left
FLAGS: Final = _COURT_FLAGS * LANES - (1 << 64)  # the flags of all four suits, as a signed word
_BISHOP: Final = 1 << BISHOP
_QUEEN: Final = BISHOP + 1


@inlined
def useless(card: int, reason: int, hand: int, left: int) -> int:
    """The cards that fail as this one did.

    If only higher ones of its suit were relevant, all that are as low; else those next to it in the hand. Not
    the bishop; and where it was relevant which court cards are in play, not one for a small card.
    """
    rank = rank_of(card)
    if rank == BISHOP or is_knight(card):
        return 0
    at = lane_of(card)
    flagged = (reason >> (at + _FLAGS_AT)) & _SUIT_FLAGS
    if flagged > 1 and rank > BISHOP:
        return 0
    relevant = (reason >> at) & BISHOPS_SUIT
    low = lowest(relevant) if relevant else KNIGHT
    if rank < low:
        skip = below(low)
    else:
        # Up and down through the hand's own cards and those gone.
        others = (left >> at) & ~(hand >> at) & BISHOPS_SUIT
        higher = others & ~up_to(rank)
        skip = below(lowest(higher)) if higher else BISHOPS_SUIT
        lower = others & below(rank)
        if lower:
            skip &= ~up_to(highest(lower))
    if flagged:
        skip &= COURT_CARDS if rank > BISHOP else SMALL_CARDS
    return (skip & ~_BISHOP) << at


@inlined
def _lowest_of(cards: int) -> int:
    return cards & -cards


@inlined
def _court_from(rank: int, at: int) -> int:
    # The flags that tell which of the queen, king and ace not below `rank` are left.
    return ((_COURT_FLAGS << max(rank - _QUEEN, 0)) & _COURT_FLAGS) << at


@inlined
def _small(left: int, at: int) -> int:
    # Why a card of the suit is small: it is below the bishop, or else below so many court cards.
    if left & (_BISHOP << at):
        return _BISHOP << at
    return _lowest_of(left & (HONOURS << at)) | COURT_COUNT << at


@compiled
def trick_relevance(left: int, trick: int, best: int, led: int, trump: int) -> int:
    """The ranks and flags that decided a trick of these cards, won by `best`."""
    at = lane_of(best)
    rank = rank_of(best)
    contested = trick & (BISHOPS_SUIT << at) & ~(1 << best) != 0
    if not is_knight(best) and suit_of(best) == trump:
        return 1 << best if contested else 0
    if is_knight(led):
        return _irregular_relevance(left, trick, best, trump)
    if is_knight(best):
        return _small(left, lane_of(led))
    reason = 1 << best if contested else 0
    if trick & KNIGHTS:
        reason |= 1 << best
        if rank != BISHOP:
            reason |= COURT_COUNT << at
    return reason


@inlined
def _irregular_relevance(left: int, trick: int, best: int, trump: int) -> int:
    # The same of a trick that a knight was led to and no trump took.
    at = lane_of(best)
    rank = rank_of(best)
    knight = is_knight(best)
    reason = 0
    if rank > BISHOP and not knight:
        reason = 1 << best | COURT_COUNT << at
    elif rank == BISHOP and trick & (SMALL_CARDS << at):
        reason = 1 << best
    for other in range(4):
        cards = bishops_suit(trick, other)
        if other == trump or cards == 0 or (other == suit_of(best) and not knight):
            continue
        if cards < _BISHOP:
            reason |= _small(left, lane(other))
        elif cards <= SMALL_CARDS | _BISHOP:
            if cards > _BISHOP:
                reason |= _BISHOP << lane(other)
        else:
            # Court cards of two suits: it is relevant which they are.
            higher = (BISHOPS_SUIT >> rank) << rank
            reason |= _lowest_of(left & (higher << lane(other))) | _court_from(rank, lane(other))
            reason |= _court_from(rank, at)
    return reason
