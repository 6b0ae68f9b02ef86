"""Bishops Whist as the search sees it; targets are those of `targets`.

Cards have their real ranks here, the two 0, the nine 7, the bishop 8, the ace 11; the four knights
have rank 12 of the four suits, in any hand. See `Variant` for what each function is for.
"""

from typing import Final

from bot.house.solver import bishops_quick_tricks as bounds
from bot.house.solver import bishops_relevance as relevance
from bot.house.solver import leads, replies, rules, targets
from bot.house.solver.cards import BISHOPS, BISHOPS_SUIT, KNIGHT, KNIGHTS, LANES, by_lane, is_knight, lane_of
from bot.house.solver.memory import PROVED, absolute_ranks, bishop_holder, hand_of
from bot.house.solver.native import above, compiled, inlined, load, lowest, ones, store
from bot.house.solver.rules import last_winner
from bot.house.solver.targets import ALL, after_win, at_byte, before_trick, covers, larger, smaller

REACHED: Final = bounds.REACHED
UNKNOWN: Final = bounds.UNKNOWN
STOPPED: Final = 1 << 44  # like REACHED and UNKNOWN, a knight's bit: those are in no reason
KEEPS_PROOF: Final = True
SUIT: Final = BISHOPS_SUIT
FLAGS: Final = relevance.FLAGS
RELEVANT: Final = SUIT * LANES | FLAGS
"""The cards whose rank was relevant, and of each suit whether it was how many of queen, king and ace are
left, and whether the king is and the ace is.

A card's rank in its suit is relative: how many higher ones are left. Against a knight, and on an
irregular trick, it is absolute."""

_HOLDER_BITS: Final = 3
_LENGTH_AT: Final = 12
_LEADER_AT: Final = 16
_PLACES: Final = 4
"""How many places of the bishop are told apart: highest, second, third, fourth card."""
# In an entry each bit of `absolute_ranks` that may be relevant has a flag some bits above it; that of the
# court cards' number is above its higher bit, and goes for the lower one too.
_FLAG_ABOVE: Final = 4
_FLAGGED: Final = 0x0E0F
_LOW: Final = 0x0100

height = rules.bishops_height
list_leads = leads.bishops_leads
list_replies = replies.bishops_replies
quick_tricks = bounds.quick_tricks
trick_relevance = relevance.trick_relevance
useless = relevance.useless


@inlined
def clipped(target: int, n: int, left: int) -> int:
    """For the tricks and the bishops left."""
    return targets.clipped(target, n, ones(left & BISHOPS))


@inlined
def at_sight(m: int, left: int, n: int, target: int) -> int:
    """Whether no trick is needed without a bishop, or more than there are with all of them."""
    if targets.tricks_needed(target, 0) == 0:
        store(m, PROVED, 0)
        return REACHED
    if target >> (targets.BYTE_BITS * ones(left & BISHOPS)) > n:
        store(m, PROVED, target)
        return 0
    return UNKNOWN


@compiled
def last_trick(m: int, left: int, leader: int, trump: int, target: int) -> int:
    """Whether North and South reach the target with it; what it proves goes to PROVED."""
    c0 = lowest(hand_of(m, left, leader))
    c1 = lowest(hand_of(m, left, (leader + 1) & 3))
    c2 = lowest(hand_of(m, left, (leader + 2) & 3))
    c3 = lowest(hand_of(m, left, (leader + 3) & 3))
    turn = last_winner(c0, c1, c2, c3, trump)
    answer = 0
    if left & KNIGHTS == 0:
        best = c0 if turn == 0 else c1 if turn == 1 else c2 if turn == 2 else c3
        if ones(left & (BISHOPS_SUIT << lane_of(best))) > 1:
            answer = 1 << best
    won = 0
    captured = 0
    if (leader + turn) & 1 == 0:
        won = 1
        captured = ones(left & BISHOPS)
    if targets.tricks_needed(target, captured) <= won:
        answer |= REACHED
        store(m, PROVED, 2 * (ALL ^ at_byte(1, captured)) | at_byte(won, captured))
    else:
        store(m, PROVED, at_byte(won + 1, captured))
    return answer


@inlined
def context(w0: int, w1: int, w2: int, w3: int, n: int, leader: int) -> int:
    """The leader, the length of the hands, and who holds each bishop."""
    bishops = (
        (bishop_holder(w0) + 1)
        | (bishop_holder(w1) + 1) << _HOLDER_BITS
        | (bishop_holder(w2) + 1) << (2 * _HOLDER_BITS)
        | (bishop_holder(w3) + 1) << (3 * _HOLDER_BITS)
    )
    return bishops | n << _LENGTH_AT | leader << _LEADER_AT


@inlined
def absolute(w0: int, w1: int, w2: int, w3: int) -> int:
    """The bishop's place, the court cards left: 16 bits of each suit."""
    return by_lane(absolute_ranks(w0), absolute_ranks(w1), absolute_ranks(w2), absolute_ranks(w3))


@inlined
def differs(absolute: int, entry: int) -> int:
    """Whether what was relevant of that is another."""
    relevant = above(entry, _FLAG_ABOVE) & (_FLAGGED * LANES) | above(entry, _FLAG_ABOVE + 1) & (_LOW * LANES)
    return (absolute ^ entry) & relevant


@inlined
def entry_of(absolute: int, answer: int, c0: int, c1: int, c2: int, c3: int) -> int:
    """That with flags for what was relevant: the bishop's place if it is one of the relevant cards'."""
    places = by_lane(_places(c0), _places(c1), _places(c2), _places(c3))
    return answer & FLAGS | absolute | places << _FLAG_ABOVE


@inlined
def _places(count: int) -> int:
    # Of the bishop's four places, those among so many highest cards.
    return (1 << min(count, _PLACES)) - 1


@inlined
def decides(m: int, reached: int, proof: int, target: int) -> int:
    """Whether a target was reached that covers this, or one missed that this covers."""
    answer = UNKNOWN
    if reached:
        if covers(proof, target):
            answer = REACHED
    elif covers(target, proof):
        answer = 0
    if answer != UNKNOWN:
        store(m, PROVED, proof)
    return answer


@inlined
def proof(reached: int, proved: int, n: int, target: int) -> int:
    """The target that was proved to be reached or missed."""
    return proved


@inlined
def target_after(target: int, winner: int, trick: int) -> int:
    """What is left of it if North or South won the trick."""
    if winner & 1:
        return target
    return after_win(target, ones(trick & BISHOPS))


@inlined
def settled(target: int, n: int) -> int:
    """Left to the search, which has to know what was proved."""
    return UNKNOWN


@inlined
def first_proof(n: int, seat: int) -> int:
    """The easiest target reached, for North and South, which they make harder by what they fail at."""
    return (n + 1) * ALL if seat & 1 else 0


@inlined
def proof_before(m: int, reached: int, n: int, winner: int, trick: int, rest: int) -> int:
    """As `targets.before_trick`."""
    won = 1 - (winner & 1)
    return before_trick(load(m, PROVED), n, reached, won, ones(trick & BISHOPS), ones(rest & BISHOPS))


@inlined
def joined_proof(one: int, other: int, seat: int) -> int:
    """What North or South cannot reach by either; what they reach against both."""
    return smaller(one, other) if seat & 1 else larger(one, other)


@inlined
def hint(card: int) -> int:
    """The card itself; any knight is 12."""
    return KNIGHT if is_knight(card) else card
