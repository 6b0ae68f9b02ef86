"""Plain whist as the search sees it. A target is the number of tricks to take, from 1 to all left.

See `Variant` for what each function is for.
"""

from typing import Final

from bot.house.solver import leads, replies, rules
from bot.house.solver import quick_tricks as bounds
from bot.house.solver.cards import PLAIN_SUIT, below, count_of, counted, lane_of, plain_suit, rank_of, suit_of
from bot.house.solver.memory import hand_of
from bot.house.solver.native import compiled, inlined, lowest, ones

REACHED: Final = bounds.REACHED
UNKNOWN: Final = bounds.UNKNOWN
STOPPED: Final = -1
KEEPS_PROOF: Final = False
RELEVANT: Final = (1 << 61) - 1
FLAGS: Final = 0
SUIT: Final = PLAIN_SUIT

height = rules.plain_height
list_leads = leads.plain_leads
list_replies = replies.plain_replies
quick_tricks = bounds.quick_tricks


@inlined
def clipped(target: int, n: int, left: int) -> int:
    """Any target is in its form."""
    return target


@inlined
def at_sight(m: int, left: int, n: int, target: int) -> int:
    """The search asks no such question; see `settled`."""
    return UNKNOWN


@compiled
def last_trick(m: int, left: int, leader: int, trump: int, target: int) -> int:
    """Whether North and South take it."""
    led = lowest(hand_of(m, left, leader))
    best = led
    winner = leader
    for turn in range(1, 4):
        seat = (leader + turn) & 3
        card = lowest(hand_of(m, left, seat))
        if height(card, led, trump) > height(best, led, trump):
            best = card
            winner = seat
    answer = trick_relevance(left, left, best, led, trump)
    if winner & 1 == 0:
        answer |= REACHED
    return answer


@inlined
def context(w0: int, w1: int, w2: int, w3: int, n: int, leader: int) -> int:
    """The leader; the lengths of the suits say how many tricks are left."""
    return leader


@inlined
def absolute(w0: int, w1: int, w2: int, w3: int) -> int:
    """Only the order of the cards is relevant."""
    return 0


@inlined
def differs(absolute: int, entry: int) -> int:
    """Never."""
    return 0


@inlined
def entry_of(absolute: int, answer: int, c0: int, c1: int, c2: int, c3: int) -> int:
    """Nothing."""
    return 0


@inlined
def decides(m: int, reached: int, proof: int, target: int) -> int:
    """Whether the tricks are more than the least proved, or the most."""
    if count_of(proof, 0) >= target:
        return REACHED
    if count_of(proof, 1) < target:
        return 0
    return UNKNOWN


@inlined
def proof(reached: int, proved: int, n: int, target: int) -> int:
    """The least and the most number of tricks, four bits each."""
    if reached:
        return target | counted(n, 1)
    return counted(target - 1, 1)


@inlined
def target_after(target: int, winner: int, trick: int) -> int:
    """One less if North or South won it."""
    return target - (1 - (winner & 1))


@inlined
def settled(target: int, n: int) -> int:
    """Whether no trick is needed, or more than there are."""
    if target <= 0:
        return REACHED
    if target >= n:
        return 0
    return UNKNOWN


@inlined
def trick_relevance(left: int, trick: int, best: int, led: int, trump: int) -> int:
    """The winning card, unless it alone is of its suit."""
    if ones(trick & (PLAIN_SUIT << lane_of(best))) > 1:
        return 1 << best
    return 0


@inlined
def useless(card: int, reason: int, hand: int, left: int) -> int:
    """If only higher ones of its suit were relevant, all below those."""
    relevant = plain_suit(reason, suit_of(card))
    low = lowest(relevant) if relevant else 13
    return below(low) << lane_of(card) if rank_of(card) < low else 0


@inlined
def first_proof(n: int, seat: int) -> int:
    """A target is one number, so what was asked is what was proved."""
    return 0


@inlined
def proof_before(m: int, reached: int, n: int, winner: int, trick: int, rest: int) -> int:
    """As `first_proof`."""
    return 0


@inlined
def joined_proof(one: int, other: int, seat: int) -> int:
    """As `first_proof`."""
    return 0


@inlined
def hint(card: int) -> int:
    """The card itself."""
    return card
