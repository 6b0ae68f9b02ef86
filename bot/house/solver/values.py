"""From one question to an answer: exact values, and those of every card that may be played.

Values are for seats 0 and 2: at plain whist the tricks to come, at Bishops Whist (`bishops`) the points
of the hand less the others'. There it matters what has been taken: `ours` and `theirs`, the sides'
tricks, and `ahead`, the bishops of seats 0 and 2 less those of the others.
"""

from typing import Any, Final

from bot.house.solver import bishops as bishops_whist
from bot.house.solver import plain
from bot.house.solver.cards import (
    BISHOPS,
    BISHOPS_SUIT,
    KNIGHTS,
    PLAIN_SUIT,
    is_knight,
    lane,
    plain_suit,
    rank_of,
    suit_of,
)
from bot.house.solver.equals import run_from
from bot.house.solver.memory import (
    HANDS,
    HEAD_BITS,
    LAST_BEST,
    LIMIT,
    NODES,
    PLAYED,
    SHIFT,
    TRUMP,
    WEIGHTS,
    hand_of,
    played_card,
    tabulate,
    with_played,
)
from bot.house.solver.native import compiled, compiled_for, highest, inlined, load, lowest, ones, store
from bot.house.solver.rules import bishops_legal, plain_legal
from bot.house.solver.search import bishops_search, plain_search
from bot.house.solver.table import clear
from bot.house.solver.targets import target_for
from bot.house.solver.weights import BISHOPS_WEIGHTS, PLAIN_WEIGHTS

MOST_POINTS: Final = 15  # the most that a side can make over the other: 7 for tricks and 8 for the bishops
OUT_OF_NODES: Final = -100  # in place of a value: the search looked at as many positions as allowed


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
    store(m, SHIFT, 64 - (min(HEAD_BITS, n + 3 + 2 * max(0, n - 10)) if bishops else n + 2))
    for index in range(16):
        store(m, LAST_BEST + index, -1)
    clear(m)
    tabulate(m)


@inlined
def _likely(m: int, left: int, n: int) -> int:
    # A first guess at the tricks of seats 0 and 2 at plain whist, by the highest cards of the suits.
    trump = load(m, TRUMP)
    ours = 0
    every = 0
    side = load(m, HANDS) | load(m, HANDS + 2)
    for suit in range(4):
        cards = plain_suit(left, suit)
        for place in range(4):
            if cards == 0:
                break
            top = highest(cards)
            cards ^= 1 << top
            worth = 8 - 2 * place + (3 if suit == trump else 0)
            every += worth
            if (side >> (lane(suit) + top)) & 1:
                ours += worth
        if suit == trump:
            every += 3 * ones(cards)
            ours += 3 * ones((cards << lane(suit)) & side)
    # The share of the tricks is more extreme than the share of the high cards: 1.3 times.
    return max(0, min(n, (n * (26 * ours - 3 * every) + 10 * every) // (20 * every)))


@compiled_for("int64(int64, int64, int64, int64, boolean, int64, int64, int64, int64, int64, int64)")
def _value_between(
    m: int,
    left: int,
    leader: int,
    played: int,
    bishops: bool,
    ours: int,
    theirs: int,
    ahead: int,
    low: int,
    high: int,
    guess: int,
) -> int:
    # The value, known to be from `low` to `high`, whether it is `guess` asked first; or OUT_OF_NODES.
    n = ones(hand_of(m, left, leader))
    count = ones(left & BISHOPS)
    value = min(max(guess, low + 1), high)
    while low < high:
        store(m, PLAYED, played)
        if bishops:
            target = target_for(value, n, count, ours, theirs, ahead)
            answer = bishops_search(m, left, leader, target)
            if answer == bishops_whist.STOPPED:
                return OUT_OF_NODES
            reached = answer & bishops_whist.REACHED != 0
        else:
            answer = plain_search(m, left, leader, value)
            if answer == plain.STOPPED:
                return OUT_OF_NODES
            reached = answer & plain.REACHED != 0
        if reached:
            low = value
            value = low + 1
        else:
            high = value - 1
            value = high
    return low


@compiled_for("int64(int64, int64, int64, int64, boolean, int64, int64, int64)")
def value(
    m: int, left: int, leader: int, played: int, bishops: bool, ours: int, theirs: int, ahead: int
) -> int:
    """The value, with the trick in progress, or OUT_OF_NODES."""
    low = -MOST_POINTS
    high = MOST_POINTS
    guess = 0
    if not bishops:
        low = 0
        high = ones(hand_of(m, left, leader))
        guess = _likely(m, left, high)
    return _value_between(m, left, leader, played, bishops, ours, theirs, ahead, low, high, guess)


@inlined
def _on_table(played: int) -> int:
    # How many cards are on the table.
    count = 0
    while played_card(played, count) >= 0:
        count += 1
    return count


@compiled
def value_before(
    m: int, left: int, leader: int, played: int, bishops: bool, ours: int, theirs: int, ahead: int, after: int
) -> int:
    """The value of a position in which one play is known to lead to `after`; or OUT_OF_NODES."""
    # To whoever plays next it is worth that at least.
    low = after
    high = MOST_POINTS if bishops else ones(hand_of(m, left, leader))
    guess = after + 1
    if (leader + _on_table(played)) & 1:
        low = -MOST_POINTS if bishops else 0
        high = after
        guess = after
    return _value_between(m, left, leader, played, bishops, ours, theirs, ahead, low, high, guess)


@inlined
def _equals(left: int, hand: int, legal: int, card: int, trump: int, bishops: bool) -> int:
    # The card and those of the hand that are equal to it.
    if bishops and is_knight(card):
        return legal & KNIGHTS
    suit = suit_of(card)
    pack = BISHOPS_SUIT if bishops else PLAIN_SUIT
    strict = bishops and suit != trump and left & KNIGHTS != 0
    held = (hand >> lane(suit)) & pack
    cards = (left >> lane(suit)) & pack
    return run_from(held, cards, rank_of(card), bishops, strict) << lane(suit)


@compiled
def scores(
    m: int,
    left: int,
    leader: int,
    played: int,
    bishops: bool,
    ours: int,
    theirs: int,
    ahead: int,
    values: Any,
) -> int:
    """The value, and in `values` by card the value of each that may be played next; or OUT_OF_NODES."""
    best = value(m, left, leader, played, bishops, ours, theirs, ahead)
    if best == OUT_OF_NODES:
        return OUT_OF_NODES
    turn = _on_table(played)
    seat = (leader + turn) & 3
    hand = hand_of(m, left, seat)
    led = played_card(played, 0)
    # No card is worth more than the best to the side that plays it.
    low = best
    high = MOST_POINTS if bishops else ones(hand_of(m, left, leader))
    guess = best + 1
    if seat & 1 == 0:
        low = -MOST_POINTS if bishops else 0
        high = best
        guess = best
    legal = bishops_legal(hand, led) if bishops else plain_legal(hand, led)
    while legal:
        card = lowest(legal)
        equals = _equals(left, hand, legal, card, load(m, TRUMP), bishops)
        legal &= ~equals
        after = with_played(played, turn, card)
        worth = _value_between(m, left, leader, after, bishops, ours, theirs, ahead, low, high, guess)
        if worth == OUT_OF_NODES:
            return OUT_OF_NODES
        while equals:
            values[lowest(equals)] = worth
            equals &= equals - 1
    return best


@compiled
def keeps(
    m: int,
    left: int,
    leader: int,
    played: int,
    bishops: bool,
    ours: int,
    theirs: int,
    ahead: int,
    card: int,
    best: int,
) -> int:
    """Whether a card keeps the value `best` of the position for the side that plays it; or OUT_OF_NODES."""
    turn = _on_table(played)
    # Whether they make so much, or at least that much more, is the one question.
    low = best - 1 if (leader + turn) & 1 == 0 else best
    after = with_played(played, turn, card)
    worth = _value_between(m, left, leader, after, bishops, ours, theirs, ahead, low, low + 1, low + 1)
    return worth if worth == OUT_OF_NODES else int(worth == best)


@compiled
def best_card(
    m: int, left: int, leader: int, played: int, bishops: bool, ours: int, theirs: int, ahead: int, best: int
) -> int:
    """A card that keeps the value `best` of the position for the side that plays it; or OUT_OF_NODES.

    It is the lowest one of a suit that does. Far fewer questions are asked than for all `scores`.
    """
    turn = _on_table(played)
    seat = (leader + turn) & 3
    hand = hand_of(m, left, seat)
    led = played_card(played, 0)
    legal = bishops_legal(hand, led) if bishops else plain_legal(hand, led)
    card = lowest(legal)
    legal &= ~_equals(left, hand, legal, card, load(m, TRUMP), bishops)
    while legal:
        kept = keeps(m, left, leader, played, bishops, ours, theirs, ahead, card, best)
        if kept:
            return card if kept == 1 else OUT_OF_NODES
        card = lowest(legal)
        legal &= ~_equals(left, hand, legal, card, load(m, TRUMP), bishops)
    # The last one is it.
    return card


@compiled
def layout_scores(
    m: int,
    hands: Any,
    trump: int,
    limit: int,
    leader: int,
    played: int,
    bishops: bool,
    ours: int,
    theirs: int,
    ahead: int,
    values: Any,
) -> int:
    """Fill `values` (layouts by 64) with each card's value in each of many layouts of the hidden cards.

    A layout that takes more than `limit` positions is OUT_OF_NODES all along. Returns the positions
    looked at in all.
    """
    nodes = 0
    for number in range(hands.shape[0]):
        h0, h1, h2, h3 = hands[number, 0], hands[number, 1], hands[number, 2], hands[number, 3]
        begin(m, h0, h1, h2, h3, trump, limit, bishops)
        left = h0 | h1 | h2 | h3
        best = scores(m, left, leader, played, bishops, ours, theirs, ahead, values[number])
        if best == OUT_OF_NODES:
            values[number, :] = OUT_OF_NODES
        nodes += load(m, NODES)
    return nodes
