"""The transposition table: what is known of positions that agree in all that is relevant.

Positions are looked up by the leader and by how many cards of each suit each hand has. Each entry
says who held the highest cards of each suit, as far down as was relevant to the proof (partition
search; M. Ginsberg, 1996), so one entry answers for many positions.
"""

from typing import Final, NamedTuple

from bot.house.solver.cards import COUNT_BITS, by_lane, by_suit, count_of, lane, rank_count, top_of
from bot.house.solver.memory import (
    GENERATION,
    HEAD,
    HOLDER_BITS,
    LINE,
    LINE_WORDS,
    LINES,
    RESETS,
    SHIFT,
    SUIT_HOLDERS,
    TOP,
    lengths_of,
    suit_facts,
    suit_holders,
)
from bot.house.solver.native import above, compiled, inlined, load, store
from bot.house.solver.variant import Variant

_MIX: Final = -7046029254386353131

# The words of a line.
_LENGTHS: Final = 0  # how many cards of each suit each hand has
_LINK: Final = 1  # the number of the next line of the list, and above it the context: what else must agree
_HELD: Final = 2
"""Who holds the relevant cards of suits 0 and 1, and a mask of those; the same of suits 2 and 3."""
_PROOF: Final = 6
"""Whether the target was reached; the lead that was right, plus one; the relevant cards of each suit,
four bits each; what was proved."""
_ABSOLUTE: Final = 7  # what was relevant besides the order of the cards; the variant defines it
_LINE_NUMBER: Final = 0xFFFFFFFF
_CONTEXT_AT: Final = 32
_GENERATIONS: Final = 0x3FFFFFFF

_HINT_AT: Final = 1
HINT: Final = 127
"""The bits of an UNKNOWN answer of `look_up` that hold the lead to try first, plus one."""
_COUNTS_AT: Final = 8
_PROVED_AT: Final = _COUNTS_AT + 4 * COUNT_BITS


class Key(NamedTuple):
    """What of a position is looked up."""

    entries: int  # where the list begins in which positions with these lengths and context are
    lengths: int  # how many cards of each suit each hand has
    context: int
    held0: int  # who holds which cards of suits 0 and 1, and of 2 and 3
    held1: int
    absolute: int


@inlined
def key_of(m: int, game: Variant, left: int, leader: int, n: int) -> Key:
    """The key of a position at the start of a trick."""
    s0 = left & game.SUIT
    s1 = (left >> lane(1)) & game.SUIT
    s2 = (left >> lane(2)) & game.SUIT
    s3 = (left >> lane(3)) & game.SUIT
    w0 = suit_facts(m, 0, s0)
    w1 = suit_facts(m, 1, s1)
    w2 = suit_facts(m, 2, s2)
    w3 = suit_facts(m, 3, s3)
    lengths = by_lane(lengths_of(w0), lengths_of(w1), lengths_of(w2), lengths_of(w3))
    context = game.context(w0, w1, w2, w3, n, leader)
    mixed = (lengths ^ context * _MIX) * _MIX
    mixed ^= above(mixed, 32)
    entries = HEAD + above(mixed * _MIX, load(m, SHIFT))
    held0 = suit_holders(m, 0, s0) << SUIT_HOLDERS | suit_holders(m, 1, s1)
    held1 = suit_holders(m, 2, s2) << SUIT_HOLDERS | suit_holders(m, 3, s3)
    return Key(entries, lengths, context, held0, held1, game.absolute(w0, w1, w2, w3))


@inlined
def _line(number: int) -> int:
    return LINE + LINE_WORDS * number


@inlined
def _first_line(m: int, entries: int) -> int:
    # The first line of a list; 0 if there is none.
    head = load(m, entries)
    return head & _LINE_NUMBER if head >> _CONTEXT_AT == load(m, GENERATION) else 0


@inlined
def _to_front(m: int, entries: int, before: int, line: int) -> None:
    # A line that stands after the line `before` to the front of its list: it will be wanted again.
    at = _line(line) + _LINK
    ahead = _line(before) + _LINK
    follower = load(m, at) & _LINE_NUMBER
    store(m, ahead, load(m, ahead) & ~_LINE_NUMBER | follower)
    store(m, at, load(m, at) & ~_LINE_NUMBER | _first_line(m, entries))
    store(m, entries, load(m, GENERATION) << _CONTEXT_AT | line)


@inlined
def look_up(m: int, game: Variant, key: Key, target: int, left: int) -> int:
    """The answer if the table has it, else UNKNOWN and a lead to try first (HINT)."""
    line = _first_line(m, key.entries)
    hint = 0
    before = 0
    this = 0
    while line:
        before = this
        this = line
        at = _line(line)
        link = load(m, at + _LINK)
        line = link & _LINE_NUMBER
        if load(m, at + _LENGTHS) != key.lengths or link >> _CONTEXT_AT != key.context:
            continue
        entry = load(m, at + _PROOF)
        extra = load(m, at + _ABSOLUTE)
        differs = ((key.held0 & load(m, at + _HELD + 1)) ^ load(m, at + _HELD)) | (
            (key.held1 & load(m, at + _HELD + 3)) ^ load(m, at + _HELD + 2)
        )
        if differs | game.differs(key.absolute, extra) == 0:
            answer = game.decides(m, entry & 1, entry >> _PROVED_AT, target)
            if answer != game.UNKNOWN:
                if before:
                    _to_front(m, key.entries, before, this)
                answer |= extra & game.FLAGS
                for suit in range(4):
                    count = count_of(entry >> _COUNTS_AT, suit)
                    if count:
                        answer |= top_of(left, suit, count, game.SUIT)
                return answer
            if hint <= 0:
                hint = (entry >> _HINT_AT) & HINT
        elif hint == 0:
            # Of a position that is not quite this one: the next best.
            hint = -((entry >> _HINT_AT) & HINT)
    return game.UNKNOWN | (hint if hint >= 0 else -hint)


@inlined
def _top_holders(count0: int, count1: int) -> int:
    # The mask over two suits' holders that keeps the given numbers of highest cards.
    mask0 = ((1 << (HOLDER_BITS * count0)) - 1) << (SUIT_HOLDERS - HOLDER_BITS * count0)
    mask1 = ((1 << (HOLDER_BITS * count1)) - 1) << (SUIT_HOLDERS - HOLDER_BITS * count1)
    return mask0 << SUIT_HOLDERS | mask1


@inlined
def remember(m: int, game: Variant, key: Key, left: int, answer: int, proof: int, hint: int) -> None:
    """Add an entry for an answer; `hint`: the lead that was right, plus one, or 0."""
    c0 = rank_count(left & game.SUIT, answer & game.SUIT)
    c1 = rank_count((left >> lane(1)) & game.SUIT, (answer >> lane(1)) & game.SUIT)
    c2 = rank_count((left >> lane(2)) & game.SUIT, (answer >> lane(2)) & game.SUIT)
    c3 = rank_count((left >> lane(3)) & game.SUIT, (answer >> lane(3)) & game.SUIT)
    entry = proof << _PROVED_AT | by_suit(c0, c1, c2, c3) << _COUNTS_AT | hint << _HINT_AT
    if answer & game.REACHED:
        entry |= 1
    if load(m, TOP) >= LINES - 1:
        clear(m)
        store(m, RESETS, load(m, RESETS) + 1)
    line = load(m, TOP) + 1
    store(m, TOP, line)
    at = _line(line)
    mask0 = _top_holders(c0, c1)
    mask1 = _top_holders(c2, c3)
    store(m, at + _LENGTHS, key.lengths)
    store(m, at + _LINK, _first_line(m, key.entries) | key.context << _CONTEXT_AT)
    store(m, at + _HELD, key.held0 & mask0)
    store(m, at + _HELD + 1, mask0)
    store(m, at + _HELD + 2, key.held1 & mask1)
    store(m, at + _HELD + 3, mask1)
    store(m, at + _PROOF, entry)
    store(m, at + _ABSOLUTE, game.entry_of(key.absolute, answer, c0, c1, c2, c3))
    store(m, key.entries, load(m, GENERATION) << _CONTEXT_AT | line)


@compiled
def clear(m: int) -> None:
    """Begin the table anew."""
    store(m, GENERATION, (load(m, GENERATION) + 1) & _GENERATIONS)
    store(m, TOP, 0)
