"""The solver's memory: one block of words, where everything is in it, and how its words are packed."""

from typing import Any, Final

import numpy as np

from bot.house.solver.cards import BISHOP, COUNT, COUNT_BITS, KNIGHT, counted, plain_suit
from bot.house.solver.native import compiled, inlined, load, lowest, ones, store

HANDS: Final = 0  # four words: the hands as dealt. What a seat still holds is its hand and the cards left.
TRUMP: Final = 4  # suit 0 to 3, or 4 for no trumps
GENERATION: Final = 5  # entries of the table with another number are of an earlier deal
TOP: Final = 6  # lines of the table in use
SHIFT: Final = 7
"""64 less the bits of the numbers of lists in use: few for a short problem, so that the cache holds them."""
NODES: Final = 8  # positions at the start of a trick that were looked at
RESETS: Final = 9  # how often the table ran full and was begun anew
PLAYED: Final = 10  # the cards already played to the trick a search begins in; see `played_card`
LIMIT: Final = 11  # how many positions may be looked at before a search gives up
LOSING_LEADS: Final = 12
"""The suits that the quick tricks showed to be losing leads, a bit each, and bit 4 for knights."""
PROVED: Final = 13  # what the last search at Bishops Whist proved: a target that is reached, or is not
WEIGHTS: Final = 16  # what the ordering of moves gives for each feature (112 words)
LAST_BEST: Final = 128  # by the length of the hands, the lead that was right last, or -1 (16 words)
FRAMES: Final = 256  # for each hand of each trick what the search knows there (up to 14 tricks); see `frame`
SUITS: Final = 2048
"""Two words for every set of cards of one suit: who holds them, and facts of them; see `tabulate`."""
SUIT_WORDS: Final = 2 * 8192
TRUMP_TRICKS: Final = SUITS + 4 * SUIT_WORDS
"""A word for every set of trumps; see `tabulate`."""
HEAD_BITS: Final = 20
HEAD: Final = TRUMP_TRICKS + 8192
"""Where the lists of the table begin."""
LINE_WORDS: Final = 8
LINE: Final = (HEAD + (1 << HEAD_BITS) + LINE_WORDS - 1) & ~(LINE_WORDS - 1)
"""The table's entries, a line of 8 words each."""
LINES: Final = 1 << 21
WORDS: Final = LINE + LINE_WORDS * LINES

# A frame: one hand's turn to play in a trick.
FRAME_LEFT: Final = 0  # the cards left before its play
FRAME_REASON: Final = 1  # the relevant ranks of all its plays that failed
FRAME_SKIP: Final = 2  # the cards that would fail as others did
FRAME_HEIGHT: Final = 3  # how high the best card of the trick is so far,
FRAME_BEST: Final = 4  # that card,
FRAME_WINNER: Final = 5  # and the seat it is of
FRAME_PROOF: Final = 6  # what its plays that failed have proved (Bishops Whist)
FRAME_CARD: Final = 7  # the card tried now
FRAME_NEXT: Final = 8  # the number of the move to try next, and in the next word how many there are
FRAME_COUNT: Final = 9
FRAME_MOVES: Final = 10
"""The moves, each with its weight above the card's bits (14 words)."""
FRAME_WORDS: Final = 24

PLAYED_BITS: Final = 8
_PLAYED: Final = (1 << PLAYED_BITS) - 1
MOVE_BITS: Final = 6
MOVE_CARD: Final = (1 << MOVE_BITS) - 1

# Who holds the cards of a suit: the highest from bit 24, each next one two bits lower.
HOLDER_BITS: Final = 2
HIGHEST_HOLDER: Final = 24
SUIT_HOLDERS: Final = HIGHEST_HOLDER + HOLDER_BITS
"""How many bits the holders of one suit take."""
_SEAT: Final = 3

# Facts of the cards of a suit: first the number each hand has, four bits a seat.
_LENGTHS: Final = 0xFFFF
_FIRST_HOLDER: Final = 16
_FIRST_RUN: Final = 18
_SECOND_HOLDER: Final = 26
_SECOND_RUN: Final = 28
_SIDE_RUN: Final = 36
_BISHOP_HOLDER: Final = 44
_BISHOP_HOLDER_MASK: Final = 7
_ABSOLUTE: Final = 48
_COURT_COUNT: Final = 56

_HIGHER_TRUMPS: Final = 16


def new_memory() -> Any:
    """Zeroed memory for one solver (about 140 MB, most of it untouched by small problems)."""
    return np.zeros(WORDS, np.int64)


@inlined
def hand_of(m: int, left: int, seat: int) -> int:
    """What a seat holds of the cards left."""
    return left & load(m, HANDS + seat)


@inlined
def played_card(played: int, turn: int) -> int:
    """The card number `turn`, from 0, of those on the table; -1 if it is not there."""
    return ((played >> (PLAYED_BITS * turn)) & _PLAYED) - 1


@inlined
def with_played(played: int, turn: int, card: int) -> int:
    """The cards on the table with one more."""
    return played | (card + 1) << (PLAYED_BITS * turn)


@inlined
def frame(tricks: int, turn: int) -> int:
    """Where the frame is of hand number `turn` in a trick, so many tricks being left with it."""
    return FRAMES + FRAME_WORDS * (4 * tricks + turn)


@inlined
def add_move(m: int, moves: int, index: int, card: int, weight: int) -> None:
    """Write down a move as number `index` of the list at `moves`."""
    store(m, moves + index, weight << MOVE_BITS | card)


@inlined
def _entry(suit: int, cards: int) -> int:
    return SUITS + suit * SUIT_WORDS + 2 * cards


@inlined
def suit_holders(m: int, suit: int, cards: int) -> int:
    """Who holds these cards of a suit; read with `holder_at`."""
    return load(m, _entry(suit, cards))


@inlined
def suit_facts(m: int, suit: int, cards: int) -> int:
    """Facts of these cards of a suit, read with the functions below."""
    return load(m, _entry(suit, cards) + 1)


@inlined
def holder_at(holders: int, place: int) -> int:
    """Who holds the highest card (place 0), the second, and so on."""
    return (holders >> (HIGHEST_HOLDER - HOLDER_BITS * place)) & _SEAT


@inlined
def length_of(facts: int, seat: int) -> int:
    """How many of the cards a seat holds."""
    return (facts >> (COUNT_BITS * seat)) & COUNT


@inlined
def lengths_of(facts: int) -> int:
    """That of all four, 16 bits."""
    return facts & _LENGTHS


@inlined
def first_holder(facts: int) -> int:
    """Who holds the highest card."""
    return (facts >> _FIRST_HOLDER) & _SEAT


@inlined
def first_run(facts: int) -> int:
    """How many of the highest cards that hand has in a row."""
    return (facts >> _FIRST_RUN) & COUNT


@inlined
def second_holder(facts: int) -> int:
    """Who holds the next card below those."""
    return (facts >> _SECOND_HOLDER) & _SEAT


@inlined
def second_run(facts: int) -> int:
    """How many in a row it has from there; 0 if there are no more cards."""
    return (facts >> _SECOND_RUN) & COUNT


@inlined
def side_run(facts: int) -> int:
    """How many of the highest cards one side has in a row."""
    return (facts >> _SIDE_RUN) & COUNT


@inlined
def bishop_holder(facts: int) -> int:
    """Who holds the suit's bishop, -1 if it is gone."""
    return ((facts >> _BISHOP_HOLDER) & _BISHOP_HOLDER_MASK) - 1


@inlined
def absolute_ranks(facts: int) -> int:
    """What is kept of a suit besides the order of its cards, 16 bits.

    Four bits for the bishop's place, the lowest for the highest card, if it is left; bits 8 and 9
    how many of queen, king and ace are left; bits 10 and 11 whether the king and the ace are.
    """
    return facts >> _ABSOLUTE


@inlined
def sure_trumps(tricks: int, seat: int) -> int:
    """The tricks a hand is sure of by its trumps, of a word of TRUMP_TRICKS."""
    return (tricks >> (COUNT_BITS * seat)) & COUNT


@compiled
def tabulate(m: int) -> None:
    """For every set of cards of one suit that may be left, write down who holds what.

    For trumps also, four bits a seat, the tricks each hand is sure of, whoever leads and whatever it
    plays, because a higher trump of the opponents can beat no more than one of its own; and from bit
    16, four bits a seat, how many such higher trumps have not been set against one yet.
    """
    trump = load(m, TRUMP)
    store(m, TRUMP_TRICKS, 0)
    for suit in range(4):
        empty = _entry(suit, 0)
        store(m, empty, 0)
        store(m, empty + 1, 0)
        h1 = plain_suit(load(m, HANDS + 1), suit)
        h2 = plain_suit(load(m, HANDS + 2), suit)
        h3 = plain_suit(load(m, HANDS + 3), suit)
        dealt = plain_suit(load(m, HANDS), suit) | h1 | h2 | h3
        # Larger sets come after the smaller ones they are made of.
        cards = (-dealt) & dealt
        while cards:
            rank = lowest(cards)
            higher = cards & (cards - 1)
            place = ones(higher)
            holder = ((h1 >> rank) & 1) + 2 * ((h2 >> rank) & 1) + 3 * ((h3 >> rank) & 1)
            facts = _facts_with(suit_facts(m, suit, higher), rank, holder, place)
            holders = suit_holders(m, suit, higher) | holder << (HIGHEST_HOLDER - HOLDER_BITS * place)
            store(m, _entry(suit, cards), holders)
            store(m, _entry(suit, cards) + 1, facts)
            if suit == trump:
                store(m, TRUMP_TRICKS + cards, _sure_with(load(m, TRUMP_TRICKS + higher), holder))
            cards = (cards - dealt) & dealt


@inlined
def _facts_with(facts: int, rank: int, holder: int, place: int) -> int:
    # The facts of the higher cards, with one more below them in that hand.
    run1 = first_run(facts)
    run2 = second_run(facts)
    side = side_run(facts)
    if run1 == 0:
        facts |= holder << _FIRST_HOLDER | 1 << _FIRST_RUN | 1 << _SIDE_RUN
    else:
        first = first_holder(facts)
        if run2 == 0 and holder == first:
            facts += 1 << _FIRST_RUN
        elif run2 == 0:
            facts |= holder << _SECOND_HOLDER | 1 << _SECOND_RUN
        elif run1 + run2 == place and holder == second_holder(facts):
            facts += 1 << _SECOND_RUN
        if side == place and (holder ^ first) & 1 == 0:
            facts += 1 << _SIDE_RUN
    if rank == BISHOP:
        facts |= (holder + 1) << _BISHOP_HOLDER | 1 << (_ABSOLUTE + place)
    elif BISHOP < rank < KNIGHT:
        facts += 1 << _COURT_COUNT
        if rank > BISHOP + 1:
            facts |= 1 << (_ABSOLUTE + rank)
    return facts + (1 << (COUNT_BITS * holder))


@inlined
def _sure_with(sure: int, holder: int) -> int:
    if (sure >> (_HIGHER_TRUMPS + COUNT_BITS * holder)) & COUNT:
        sure -= 1 << (_HIGHER_TRUMPS + COUNT_BITS * holder)
    else:
        sure += counted(1, holder)
    # Both hands of the other side have one more above theirs.
    other = 1 - (holder & 1)
    return sure + ((1 | counted(1, 2)) << (_HIGHER_TRUMPS + COUNT_BITS * other))
