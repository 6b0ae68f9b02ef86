"""Cards and sets of cards as the native code writes them: the packed fields and what reads them.

A card is a number: its suit (in the order of `Suit`) above four bits of rank, the lowest card dealt in a suit
being 0. A set of cards is one word with those bits, so that each suit has 16 bits of its own, its lane. In
plain whist the ace has rank 12. In the bishops' pack the nine has 7, then come bishop, queen, king and ace;
the four knights have rank 12 of the four suits, and which of them is which means nothing.

Small numbers by suit, or by seat, are packed in one word too, four bits each.
"""

from typing import Final

from bot.house.solver.native import compiled, highest, inlined, lowest, ones

RANK_BITS: Final = 4
LANE_BITS: Final = 16
RANK: Final = (1 << RANK_BITS) - 1
LANE_START: Final = 3 << RANK_BITS
"""The bits of a card that say where its suit's lane begins."""
NO_TRUMP: Final = 4  # in place of a trump suit
PLAIN_SUIT: Final = 0x1FFF  # the thirteen cards of one suit of the ordinary pack, in their lane
BISHOPS_SUIT: Final = 0x0FFF  # the twelve cards of one suit of the bishops' pack, knights apart
BISHOP: Final = 8
KNIGHT: Final = 12
"""The ranks of a bishop and of a knight."""
SMALL_CARDS: Final = 0x00FF  # the cards below the bishop, in one lane
COURT_CARDS: Final = 0x0E00  # queen, king and ace, in one lane
HONOURS: Final = 0x0F00  # those and the bishop: what beats a knight
LANES: Final = 0x0001000100010001  # the lowest bit of each lane: times a lane's bits, those of all four
BISHOPS: Final = LANES << BISHOP
KNIGHTS: Final = LANES << KNIGHT

COUNT_BITS: Final = 4
COUNT: Final = (1 << COUNT_BITS) - 1


@inlined
def suit_of(card: int) -> int:
    """The suit's number, 0 to 3."""
    return card >> RANK_BITS


@inlined
def rank_of(card: int) -> int:
    """The rank in the suit, 0 the lowest."""
    return card & RANK


@inlined
def lane_of(card: int) -> int:
    """The number of the lowest bit of the card's suit in a set of cards."""
    return card & LANE_START


@inlined
def lane(suit: int) -> int:
    """The number of the lowest bit of a suit in a set of cards."""
    return suit * LANE_BITS


@inlined
def by_lane(s0: int, s1: int, s2: int, s3: int) -> int:
    """Sixteen bits of each suit, each in its lane."""
    return s0 | s1 << LANE_BITS | s2 << (2 * LANE_BITS) | s3 << (3 * LANE_BITS)


@inlined
def by_suit(s0: int, s1: int, s2: int, s3: int) -> int:
    """A small number of each suit."""
    return s0 | s1 << COUNT_BITS | s2 << (2 * COUNT_BITS) | s3 << (3 * COUNT_BITS)


@inlined
def is_knight(card: int) -> bool:
    """Whether a card of the bishops' pack is a knight."""
    return card & RANK == KNIGHT


@inlined
def plain_suit(cards: int, suit: int) -> int:
    """The cards of one suit of the ordinary pack, shifted down to bit 0."""
    return (cards >> (suit * LANE_BITS)) & PLAIN_SUIT


@inlined
def bishops_suit(cards: int, suit: int) -> int:
    """The same of the bishops' pack, without knights."""
    return (cards >> (suit * LANE_BITS)) & BISHOPS_SUIT


@inlined
def up_to(rank: int) -> int:
    """The cards of a suit from the lowest to that rank."""
    return (2 << rank) - 1


@inlined
def below(rank: int) -> int:
    """The cards of a suit below that rank."""
    return (1 << rank) - 1


@inlined
def highest_of(cards: int, suit: int, pack: int) -> int:
    """The rank of the highest card of a suit, `pack` being a whole one; -1 if there is none."""
    own = (cards >> (suit * LANE_BITS)) & pack
    return highest(own) if own else -1


@inlined
def nth_highest(cards: int, count: int) -> int:
    """The `count`-th highest of the cards, from 1, as a set."""
    for _ in range(count - 1):
        cards ^= 1 << highest(cards)
    return 1 << highest(cards)


@inlined
def top_of(left: int, suit: int, count: int, pack: int) -> int:
    """The lowest of the so many highest cards left of a suit, as a set."""
    return nth_highest((left >> (suit * LANE_BITS)) & pack, count) << (suit * LANE_BITS)


@inlined
def rank_count(left: int, relevant: int) -> int:
    """How many of the cards left of a suit are as high as the lowest relevant one; 0 if none is."""
    if relevant == 0:
        return 0
    return ones(left >> lowest(relevant))


@inlined
def count_of(counts: int, index: int) -> int:
    """The number of a suit, or of a seat."""
    return (counts >> (COUNT_BITS * index)) & COUNT


@inlined
def counted(count: int, index: int) -> int:
    """A word with that number of a suit, or of a seat, and 0 for the others."""
    return count << (COUNT_BITS * index)


@inlined
def with_count(counts: int, index: int, count: int) -> int:
    """The word with the number of a suit replaced."""
    return (counts & ~(COUNT << (COUNT_BITS * index))) | count << (COUNT_BITS * index)


@compiled
def top_cards(left: int, counts: int, pack: int) -> int:
    """The same of each suit."""
    cards = 0
    for suit in range(4):
        count = count_of(counts, suit)
        if count:
            cards |= top_of(left, suit, count, pack)
    return cards
