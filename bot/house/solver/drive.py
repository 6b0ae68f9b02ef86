"""From one question to an answer: exact values, and those of every card that may be played."""

from typing import Any, Final

from bot.house.solver import bishops, plain
from bot.house.solver.arena import (
    FORCED,
    HANDS,
    HEAD_BITS,
    LAST_BEST,
    LIMIT,
    NODES,
    SHIFT,
    SUIT,
    TRUMP,
    WEIGHTS,
    describe,
)
from bot.house.solver.equals import run_from
from bot.house.solver.kernel import BISHOPS, KNIGHT, KNIGHTS, RANKED, bishops_legal, plain_legal
from bot.house.solver.native import (
    by_address,
    compiled,
    compiled_for,
    highest,
    inlined,
    load,
    lowest,
    ones,
    store,
)
from bot.house.solver.table import forget
from bot.house.solver.weights import BISHOPS_WEIGHTS, PLAIN_WEIGHTS

BOOK: Final = 6
MOST: Final = 15
"""More than any side can make over the other in a hand: 7 for tricks and 8 for the bishops."""

UNKNOWN: Final = -100
"""In place of a value: the search was given up, having looked at as many positions as allowed."""

_plain_search = by_address(plain.search)
_bishops_search = by_address(bishops.search)


@compiled
def begin(m: int, h0: int, h1: int, h2: int, h3: int, trump: int, limit: int, bishops: bool) -> None:
    """Set up a problem: hands with the cards on the table still in them, and the LIMIT of positions."""
    for index in range(PLAIN_WEIGHTS.shape[0]):
        store(m, WEIGHTS + index, BISHOPS_WEIGHTS[index] if bishops else PLAIN_WEIGHTS[index])
    store(m, HANDS, h0)
    store(m, HANDS + 1, h1)
    store(m, HANDS + 2, h2)
    store(m, HANDS + 3, h3)
    store(m, TRUMP, trump)
    store(m, NODES, 0)
    store(m, LIMIT, limit)
    n = ones(h0)
    store(m, SHIFT, 64 - min(HEAD_BITS, n + 3 + 2 * max(0, n - 10)))
    for index in range(16):
        store(m, LAST_BEST + index, -1)
    forget(m)
    describe(m)


@compiled
def _likely(m: int, left: int, n: int, trump: int) -> int:
    # A first guess at the tricks of seats 0 and 2, by the highest cards of the suits.
    ours = 0
    every = 0
    side = load(m, HANDS) | load(m, HANDS + 2)
    for suit in range(4):
        cards = (left >> (16 * suit)) & 8191
        for value in range(4):
            if cards == 0:
                break
            top = highest(cards)
            cards ^= 1 << top
            worth = 8 - 2 * value + (3 if suit == trump else 0)
            every += worth
            if (side >> (16 * suit + top)) & 1:
                ours += worth
        if suit == trump:
            every += 3 * ones(cards)
            ours += 3 * ones((cards << (16 * suit)) & side)
    # The share of the tricks is more extreme than the share of the high cards: 1.3 times.
    return max(0, min(n, (n * (26 * ours - 3 * every) + 10 * every) // (20 * every)))


@compiled_for("int64(int64, int64, int64, int64, int64, int64, int64)")
def _plain_between(m: int, left: int, leader: int, forced: int, low: int, high: int, need: int) -> int:
    # The tricks of seats 0 and 2, known to be from `low` to `high`, `need` asked first; or UNKNOWN.
    while low < high:
        store(m, FORCED, forced)
        answer = _plain_search(m, left, leader, need)
        if answer == plain.STOPPED:
            return UNKNOWN
        if answer & plain.YES:
            low = need
            need = low + 1
        else:
            high = need - 1
            need = high
    return low


@compiled
def plain_tricks(m: int, left: int, leader: int, forced: int) -> int:
    """The tricks of seats 0 and 2, the one in progress included, or UNKNOWN."""
    n = ones(left & load(m, HANDS + leader))
    guess = _likely(m, left, n, load(m, TRUMP))
    return _plain_between(m, left, leader, forced, 0, n, min(max(guess, 1), n))


@compiled
def plain_value(
    m: int, h0: int, h1: int, h2: int, h3: int, trump: int, limit: int, leader: int, forced: int
) -> int:
    """Set up a problem and solve it: the tricks of seats 0 and 2, or UNKNOWN."""
    begin(m, h0, h1, h2, h3, trump, limit, False)
    return plain_tricks(m, h0 | h1 | h2 | h3, leader, forced)


@inlined
def _rest(forced: int) -> int:
    # How many cards are on the table.
    count = 0
    while forced:
        count += 1
        forced >>= 8
    return count


@inlined
def _note(scores: Any, cards: int, value: int) -> None:
    while cards:
        scores[lowest(cards)] = value
        cards &= cards - 1


@compiled
def plain_scores(m: int, left: int, leader: int, forced: int, scores: Any) -> int:
    """The value, and in `scores` by card the value of each that may be played next; or UNKNOWN."""
    value = plain_tricks(m, left, leader, forced)
    if value == UNKNOWN:
        return UNKNOWN
    n = ones(left & load(m, HANDS + leader))
    on_table = _rest(forced)
    p = (leader + on_table) & 3
    led = (forced & 255) - 1
    hand = left & load(m, HANDS + p)
    legal = plain_legal(hand, led)
    while legal:
        card = lowest(legal)
        suit = card >> 4
        held = (hand >> (16 * suit)) & SUIT
        cards = (left >> (16 * suit)) & SUIT
        alike = run_from(held, cards, card & 15, False, False) << (16 * suit)
        legal &= ~alike
        played = forced | (card + 1) << (8 * on_table)
        if p & 1:
            tricks = _plain_between(m, left, leader, played, value, n, value + 1)
        else:
            tricks = _plain_between(m, left, leader, played, 0, value, value)
        if tricks == UNKNOWN:
            return UNKNOWN
        _note(scores, alike, tricks)
    return value


@compiled
def over_book(ours: int, theirs: int) -> int:
    """Points for the tricks of a whole hand, ours less theirs."""
    return max(0, ours - BOOK) - max(0, theirs - BOOK)


@compiled
def goal_for(points: int, n: int, bishops_left: int, ours: int, theirs: int, ahead: int) -> int:
    """The goal to make `points` more than the other side in the hand.

    `ours` and `theirs`: tricks taken already; `ahead`: bishops taken, ours less theirs.
    """
    goal = 0
    for taken in range(bishops_left + 1):
        wanted = points - 2 * (ahead + 2 * taken - bishops_left)
        tricks = 0
        while tricks <= n and over_book(ours + tricks, theirs + n - tricks) < wanted:
            tricks += 1
        goal |= tricks << (8 * taken)
    return goal


@compiled_for("int64(int64, int64, int64, int64, int64, int64, int64, int64, int64, int64)")
def bishops_points(
    m: int,
    left: int,
    leader: int,
    forced: int,
    ours: int,
    theirs: int,
    ahead: int,
    low: int,
    high: int,
    guess: int,
) -> int:
    """The points of seats 0 and 2 less the others', known to be from `low` to `high`; or UNKNOWN."""
    n = ones(left & load(m, HANDS + leader))
    count = ones(left & BISHOPS)
    points = min(max(guess, low + 1), high)
    while low < high:
        store(m, FORCED, forced)
        goal = goal_for(points, n, count, ours, theirs, ahead)
        answer = _bishops_search(m, left, leader, goal)
        if answer == bishops.STOPPED:
            return UNKNOWN
        if answer & bishops.YES:
            low = points
            points = low + 1
        else:
            high = points - 1
            points = high
    return low


@compiled
def bishops_value(
    m: int,
    h0: int,
    h1: int,
    h2: int,
    h3: int,
    trump: int,
    limit: int,
    leader: int,
    forced: int,
    ours: int,
    theirs: int,
    ahead: int,
) -> int:
    """Set up a problem and solve it: the points of seats 0 and 2 less the others', or UNKNOWN."""
    begin(m, h0, h1, h2, h3, trump, limit, True)
    left = h0 | h1 | h2 | h3
    return bishops_points(m, left, leader, forced, ours, theirs, ahead, -MOST, MOST, 0)


@compiled
def bishops_scores(
    m: int, left: int, leader: int, forced: int, ours: int, theirs: int, ahead: int, scores: Any
) -> int:
    """The value, and in `scores` by card the value of each that may be played next; or UNKNOWN."""
    value = bishops_points(m, left, leader, forced, ours, theirs, ahead, -MOST, MOST, 0)
    if value == UNKNOWN:
        return UNKNOWN
    on_table = _rest(forced)
    p = (leader + on_table) & 3
    led = (forced & 255) - 1
    trump = load(m, TRUMP)
    hand = left & load(m, HANDS + p)
    legal = bishops_legal(hand, led)
    while legal:
        card = lowest(legal)
        if card & 15 == KNIGHT:
            alike = legal & KNIGHTS
        else:
            suit = card >> 4
            strict = suit != trump and left & KNIGHTS != 0
            held = (hand >> (16 * suit)) & RANKED
            cards = (left >> (16 * suit)) & RANKED
            alike = run_from(held, cards, card & 15, True, strict) << (16 * suit)
        legal &= ~alike
        played = forced | (card + 1) << (8 * on_table)
        if p & 1:
            points = bishops_points(m, left, leader, played, ours, theirs, ahead, value, MOST, value + 1)
        else:
            points = bishops_points(m, left, leader, played, ours, theirs, ahead, -MOST, value, value)
        if points == UNKNOWN:
            return UNKNOWN
        _note(scores, alike, points)
    return value
