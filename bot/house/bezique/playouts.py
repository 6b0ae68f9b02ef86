"""Hands of ordinary bezique played out by Hoyle's judgement for both seats: native code.

While cards are drawn it decides as `Weighing` and `Announcing` do, and then by what each trick wins.
A card is a bit of a word: number 2n or 2n + 1 for the two at place n of the pack. Seat 0 is the player for
whom hands are tried. Nobody is out before the end of the hand.
"""

from typing import Any, Final, NamedTuple

import numpy as np

from bot.house.solver.native import compiled, inlined, lowest, ones

# What a hand in play is written down as: words of one array.
HANDS: Final = 0
POINTS: Final = 2
OPEN: Final = 4  # declared cards that lie face up
SPENT: Final = 5  # sevens that have scored
STOCK: Final = 6
LEFT: Final = 7  # how many cards can still be drawn
TURN_UP: Final = 8  # its number; -1: none
TRUMP: Final = 9  # -1: none yet
TURN: Final = 10
LED: Final = 11  # the number of the card on the table; -1: none
PHASE: Final = 12
SCORED: Final = 13  # whether a declaration, and in the next word a seven, was scored after this trick
SERVED: Final = 15
"""From here on, the cards that have served for a class at a level, or above: a word for each."""
WORDS: Final = 20

PLAYING: Final = 0
DECLARING: Final = 1
DRAWING: Final = 2

# The columns of the aims.
WORD: Final = 0  # the word of the cards that have served at its level
FIRST: Final = 1  # and that of its class's first level
SUIT: Final = 2
PLAIN: Final = 3
IN_TRUMPS: Final = 4
TRUMPS_ONLY: Final = 5
NEW_CARD: Final = 6
COLUMNS: Final = 7

_MOST_SETS: Final = 3
_MOST_READY: Final = 32
_NO: Final = -1e9
_HELD: Final = 8
_ACE, _TEN, _SEVEN = 0, 1, 7  # places in a suit
_RICH: Final = 5.0


class Rules(NamedTuple):
    """The combinations, `aims`, with the cards and the number that each slot wants; what is scored; and how
    likely it is to win at least so many of so many tricks."""

    aims: Any
    slots: Any
    numbers: Any
    likely: Any
    brisque: int
    last: int
    seven: int
    besides: bool


def _word(places: list[int]) -> int:
    word = sum(3 << 2 * place for place in places)
    return word - (word >> 63 << 64)


_SUITS: Final = np.array([_word(list(range(8 * suit, 8 * suit + 8))) for suit in range(4)], np.int64)
_HIGHER: Final = np.array([_word(list(range(place & ~7, place))) for place in range(32)], np.int64)
_BRISQUES: Final = np.int64(_word([place for place in range(32) if place % 8 <= _TEN]))


@inlined
def _beats(led: int, card: int, trump: int) -> bool:
    if led >> 4 == card >> 4:
        return card >> 1 < led >> 1
    return card >> 4 == trump


@inlined
def _brisque(card: int) -> Any:
    return (_BRISQUES >> card) & 1


@compiled
def put(state: Any, rules: Any, card: int) -> None:
    """Play the card for the seat in turn, and gather the trick if it is the second."""
    seat, led = state[TURN], state[LED]
    state[HANDS + seat] &= ~(1 << card)
    state[OPEN] &= ~(1 << card)
    if led < 0:
        state[LED] = card
        state[TURN] = 1 - seat
        return
    winner = seat if _beats(led, card, state[TRUMP]) else 1 - seat
    state[POINTS + winner] += rules.brisque * (_brisque(led) + _brisque(card))
    state[LED] = -1
    state[TURN] = winner
    if state[LEFT]:
        state[PHASE] = DECLARING
        state[SCORED] = state[SCORED + 1] = 0
    elif state[HANDS] == 0 and state[HANDS + 1] == 0:
        state[POINTS + winner] += rules.last


@compiled
def declare(state: Any, rules: Any, aim: int, cards: int) -> None:
    """Score the combination of those cards for the seat in turn; the first suited one makes trumps."""
    row = rules.aims[aim]
    state[POINTS + state[TURN]] += _scores(row, state[TRUMP])
    state[OPEN] |= cards
    for word in range(row[FIRST], row[WORD] + 1):
        state[SERVED + word] |= cards
    if state[TRUMP] < 0:
        state[TRUMP] = row[SUIT]
    state[SCORED] = 1


@compiled
def score_seven(state: Any, rules: Any) -> None:
    """Exchange the seven of trumps for the turn-up, or show it where that is a seven."""
    seat, turned = state[TURN], state[TURN_UP]
    seven = lowest(_sevens(state, state[HANDS + seat]))
    state[POINTS + seat] += rules.seven
    state[SPENT] |= 1 << seven
    state[SCORED + 1] = 1
    if turned >> 1 & 7 != _SEVEN:
        state[HANDS + seat] ^= (1 << seven) | (1 << turned)
        state[OPEN] &= ~(1 << seven)
        state[TURN_UP] = seven


@inlined
def _sevens(state: Any, hand: int) -> Any:
    # The sevens of trumps that can be scored.
    if state[TURN_UP] < 0:
        return 0
    return hand & ~state[SPENT] & (3 << (16 * state[TRUMP] + 2 * _SEVEN))


@compiled
def draw(state: Any, stock: Any) -> None:
    """Both seats draw: the same cards, whoever has taken the tricks, but for the turn-up, which is last."""
    lying = state[LEFT] - (state[TURN_UP] >= 0)
    for seat in range(2):
        drawn = stock[len(stock) - lying + (seat if lying > 1 else 0)]
        if lying == 1 and seat != state[TURN]:
            drawn = state[TURN_UP]
        state[STOCK] &= ~(1 << drawn)
        state[HANDS + seat] |= 1 << drawn
    state[LEFT] -= 2
    if state[LEFT] == 0:
        state[OPEN] = 0
        state[TURN_UP] = -1
    state[PHASE] = PLAYING


@inlined
def _unseen(state: Any, seat: int) -> Any:
    return (state[HANDS + 1 - seat] & ~state[OPEN]) | state[STOCK]


@inlined
def _chances(state: Any) -> Any:
    return max(0, state[LEFT] // 2 - 1)


@inlined
def _scores(row: Any, trump: int) -> Any:
    if trump < 0 or trump == row[SUIT]:
        return row[IN_TRUMPS]
    return row[PLAIN]


@inlined
def _hoped(row: Any, trump: int, weights: Any) -> Any:
    # The points of a combination; 0 if it cannot be declared.
    if row[SUIT] < 0 or trump >= 0:
        return 0.0 if row[TRUMPS_ONLY] and row[SUIT] != trump else float(_scores(row, trump))
    least = 0.0 if row[TRUMPS_ONLY] else float(row[PLAIN])
    return least + (row[IN_TRUMPS] - least) * weights.suit_open


@compiled
def _fill_tails(tails: Any, chances: int, hidden: int, weights: Any) -> None:
    # How likely at least so many of a number of unseen cards are drawn.
    p = min(1.0, weights.comes * chances / max(1, hidden))
    for number in range(9):
        once = (1 - p) ** number
        below = 0.0
        for least in range(5):
            tails[number, least] = 1 - below
            below += once
            once = once * (number - least) / (least + 1) * p / (1 - p) if p < 1 else 0.0


@compiled
def _value(
    rules: Any, aim: int, points: float, fresh: int, unseen: int, chances: int, tails: Any, weights: Any
) -> tuple[float, int]:
    # What sets that are not complete are worth, and how many are (`Prospects`).
    slots, numbers = rules.slots[aim], rules.numbers[aim]
    sets = 9
    for slot in range(len(numbers)):
        if numbers[slot]:
            sets = min(sets, ones(fresh & slots[slot]) // numbers[slot])
    value, share = 0.0, points
    for number in range(sets + 1, sets + _MOST_SETS):
        if number > 1:
            share *= weights.later
        likely, missing = 1.0, 0
        for slot in range(len(numbers)):
            wanted = numbers[slot] * number - ones(fresh & slots[slot]) if numbers[slot] else 0
            if wanted > 0:
                more = ones(unseen & slots[slot])
                if wanted > more or wanted > 4:
                    return value, sets
                missing += wanted
                likely *= tails[more, wanted]
        if missing > chances:
            break
        for _ in range(missing):
            likely *= weights.patience
        value += share * likely
    return value, sets


@compiled
def _look(state: Any, rules: Any, weights: Any, seat: int, hand: int, work: Any) -> None:
    # Fill the work arrays with the prospects of these cards.
    hopes, sets, tails, _ = work
    unseen, chances, trump = _unseen(state, seat), _chances(state), state[TRUMP]
    _fill_tails(tails, chances, ones(unseen), weights)
    for aim in range(len(rules.aims)):
        row = rules.aims[aim]
        points = _hoped(row, trump, weights)
        hopes[aim], sets[aim] = 0.0, 0
        if points > 0:
            fresh = hand & ~state[SERVED + row[WORD]]
            hopes[aim], sets[aim] = _value(rules, aim, points, fresh, unseen, chances, tails, weights)


@inlined
def _enter(ready: Any, count: int, points: float) -> int:
    # Most first.
    place = count
    while place and ready[place - 1] < points:
        ready[place] = ready[place - 1]
        place -= 1
    ready[place] = points
    return count + 1


@inlined
def _backlog(ready: Any, first: int, count: int, tricks: int, rules: Any, weights: Any) -> Any:
    total = 0.0
    for place in range(first, count):
        total += ready[place] * rules.likely[tricks, place - first + 1]
    return total * weights.waiting


@compiled
def _sum(
    state: Any, rules: Any, weights: Any, seat: int, hand: int, played: int, work: Any
) -> tuple[float, int]:
    # The hopes of the hand less a card (-1: none) and how many combinations are ready, the points of which
    # are put into the work array, most first. `_look` has looked at the whole hand.
    hopes, sets, tails, ready = work
    unseen, chances, trump = _unseen(state, seat), _chances(state), state[TRUMP]
    bit = 1 << played if played >= 0 else 0
    total, count = 0.0, 0
    for aim in range(len(rules.aims)):
        row = rules.aims[aim]
        hope, number = hopes[aim], sets[aim]
        fresh = hand & ~state[SERVED + row[WORD]]
        if not hope and not number:
            continue
        if fresh & bit:
            wanted = 0
            for slot in range(rules.slots.shape[1]):
                wanted |= rules.slots[aim, slot]
            if wanted & bit:
                points = _hoped(row, trump, weights)
                hope, number = _value(rules, aim, points, fresh & ~bit, unseen, chances, tails, weights)
        total += hope
        for _ in range(number):
            count = _enter(ready, count, _hoped(row, trump, weights))
    for _ in range(ones(_sevens(state, hand & ~bit))):
        count = _enter(ready, count, float(rules.seven))
    tricks = int(np.ceil(chances * weights.time))
    return total * rules.likely[tricks, 1], count


@compiled
def _stays(state: Any, seat: int, card: int, made: float, weights: Any) -> Any:
    # How likely the adversary does not take the trick that this card leads to.
    unseen, trump = _unseen(state, seat), state[TRUMP]
    share = _HELD / max(_HELD, ones(unseen))
    above = ones(unseen & _HIGHER[card >> 1])
    trumps = 0
    if trump >= 0 and card >> 4 != trump:
        trumps = ones(unseen & _SUITS[trump])
    rich = made >= _RICH
    takes = (1 - (1 - share) ** above) * (weights.beats_brisque if rich else weights.beats_plain)
    has_trump = 1 - (1 - share) ** trumps
    takes += (1 - takes) * has_trump * (weights.trumps_brisque if rich else weights.trumps_plain)
    return 1 - takes


@compiled
def _ten_above(state: Any, seat: int, card: int, rules: Any, weights: Any) -> Any:
    unseen = _unseen(state, seat)
    share = _HELD / max(_HELD, ones(unseen))
    most = 0.0
    for place in range(card >> 1 & ~7, min(card >> 1, (card >> 1 & ~7) + _TEN + 1)):
        held = ones(unseen & (3 << 2 * place))
        most = max(most, rules.brisque * (1 - (1 - share) ** held))
    return most * weights.ten_takes


@inlined
def _kept(state: Any, card: int, rules: Any, weights: Any) -> Any:
    rank = card >> 1 & 7
    worth = weights.hold_low * (7 - rank)
    if rank == _ACE:
        worth += weights.hold_ace * rules.brisque
    elif rank == _TEN:
        worth += weights.hold_ten * rules.brisque
    if card >> 4 == state[TRUMP]:
        late = 1 - min(1.0, _chances(state) / 24)
        worth += weights.trump + weights.trump_height * (8 - rank) + weights.trump_late * late
    return worth


@compiled
def _worth(state: Any, rules: Any, weights: Any, card: int, work: Any) -> Any:
    # What playing the card makes, in points (`Weighing.worth`).
    seat, led, tricks = state[TURN], state[LED], _chances(state)
    hopes, count = _sum(state, rules, weights, seat, state[HANDS + seat], card, work)
    ready = work[3]
    later = _backlog(ready, 0, count, tricks, rules, weights)
    now = 0.0
    if count:
        now = ready[0] + _backlog(ready, 1, count, tricks, rules, weights) - later
    value = hopes + later - _kept(state, card, rules, weights)
    made = float(rules.brisque * _brisque(card))
    if led < 0:
        stays = _stays(state, seat, card, made, weights)
        lost = made + weights.adversary + _ten_above(state, seat, card, rules, weights)
        return value + stays * (made + now - weights.lead) - (1 - stays) * lost
    made += rules.brisque * _brisque(led)
    if not _beats(led, card, state[TRUMP]):
        return value - made - weights.adversary
    return value + made + now - weights.lead


@compiled
def choose_card(state: Any, rules: Any, weights: Any, work: Any) -> int:
    """The card that Hoyle plays for the seat in turn while cards are drawn, by its number."""
    hand = state[HANDS + state[TURN]]
    _look(state, rules, weights, state[TURN], hand, work)
    best, most, rest = -1, _NO, hand
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        if card & 1 and hand >> (card - 1) & 1:
            alike = True
            for word in range(SPENT, WORDS):
                if word == SPENT or word >= SERVED:
                    alike &= state[word] >> card & 1 == state[word] >> (card - 1) & 1
            if alike:
                continue
        worth = _worth(state, rules, weights, card, work)
        if worth > most:
            best, most = card, worth
    return best


@compiled
def _cards_for(state: Any, rules: Any, aim: int) -> int:
    # Cards that make the combination, declared ones first; 0 if there are none.
    row = rules.aims[aim]
    if row[TRUMPS_ONLY] and state[TRUMP] >= 0 and row[SUIT] != state[TRUMP]:
        return 0
    hand = state[HANDS + state[TURN]]
    fresh = hand & ~state[SERVED + row[WORD]]
    found = 0
    for slot in range(rules.slots.shape[1]):
        wanted = rules.numbers[aim, slot]
        for shown in (fresh & state[OPEN], fresh & ~state[OPEN]):
            rest = shown & rules.slots[aim, slot]
            while rest and wanted:
                found |= rest & -rest
                rest &= rest - 1
                wanted -= 1
        if wanted:
            return 0
    if row[NEW_CARD] and not found & ~state[SERVED + row[FIRST]]:
        return 0
    return found


@compiled
def choose_declaration(state: Any, rules: Any, weights: Any, work: Any) -> int:
    """What Hoyle does for the seat that has won the trick: the number of an aim, the number of aims for the
    seven, or -1 to draw."""
    seat = state[TURN]
    free = _sevens(state, state[HANDS + seat]) and not state[SCORED + 1]
    free = free and (rules.besides or not state[SCORED])
    if state[SCORED] or (state[SCORED + 1] and not rules.besides):
        return len(rules.aims) if free else -1
    best, most, before = -1, _NO, state.copy()
    for move in range(-1, len(rules.aims) + 1):
        if move == len(rules.aims):
            if not free:
                continue
            hand = state[HANDS + seat]
            score_seven(state, rules)
            if hand == state[HANDS + seat]:
                # A seven that is shown counts as one that is still to be.
                state[SPENT] = before[SPENT]
        elif move >= 0:
            cards = _cards_for(state, rules, move)
            if not cards:
                continue
            declare(state, rules, move, cards)
        hand, tricks = state[HANDS + seat], _chances(state)
        state[TURN_UP] = before[TURN_UP]
        _look(state, rules, weights, seat, hand, work)
        hopes, count = _sum(state, rules, weights, seat, hand, -1, work)
        points = state[POINTS + seat] - before[POINTS + seat]
        worth = points + hopes + _backlog(work[3], 0, count, tricks, rules, weights)
        if worth > most:
            best, most = move, worth
        state[:] = before
    return best


@compiled
def announce(state: Any, rules: Any, move: int) -> None:
    """Make the move that `choose_declaration` gives."""
    if move < 0:
        state[PHASE] = DRAWING
    elif move == len(rules.aims):
        score_seven(state, rules)
    else:
        declare(state, rules, move, _cards_for(state, rules, move))


@compiled
def _may_follow(hand: int, led: int, trump: int) -> Any:
    # What may be played once nothing more is drawn.
    suit = hand & _SUITS[led >> 4]
    if suit:
        above = suit & _HIGHER[led >> 1]
        return above if above else suit
    if trump >= 0 and hand & _SUITS[trump]:
        return hand & _SUITS[trump]
    return hand


@compiled
def _last_card(state: Any, rules: Any) -> int:
    # A card of the last tricks: what cannot be beaten is led, and a trick is won as cheaply as may be.
    seat, led, trump = state[TURN], state[LED], state[TRUMP]
    rest = state[HANDS + seat]
    if led >= 0:
        rest = _may_follow(rest, led, trump)
    best, most = -1, _NO
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        height = 8 - (card >> 1 & 7)
        points = rules.brisque * _brisque(card)
        if led >= 0:
            worth = (points if _beats(led, card, trump) else -points) - 0.1 * height
        else:
            replies = _may_follow(state[HANDS + 1 - seat], card, trump)
            if _beats(card, lowest(replies), trump):
                worth = -5.0 - points - 0.1 * height
            else:
                worth = points + 0.1 * height
        if worth > most:
            best, most = card, worth
    return best


@compiled
def play_out(state: Any, stock: Any, rules: Any, weights: Any, work: Any) -> None:
    """Play to the end of the hand, the stock in that order."""
    while state[HANDS + state[TURN]]:
        if state[PHASE] == DECLARING:
            announce(state, rules, choose_declaration(state, rules, weights, work))
        elif state[PHASE] == DRAWING:
            draw(state, stock)
        elif state[LEFT]:
            put(state, rules, choose_card(state, rules, weights, work))
        else:
            put(state, rules, _last_card(state, rules))


@compiled
def work_for(rules: Any) -> Any:
    """The arrays that the others work in."""
    aims = len(rules.aims)
    return (
        np.zeros(aims, np.float64),
        np.zeros(aims, np.int64),
        np.zeros((9, 5), np.float64),
        np.zeros(_MOST_READY, np.float64),
    )


@compiled
def try_moves(starts: Any, hands: Any, stocks: Any, rules: Any, weights: Any) -> Any:
    """What seat 0 makes more than the other, in points, on each layout (rows) after each move (columns).

    `starts` are the states after the moves. Of a layout `hands` has what the other holds besides, and
    `stocks` the order of the stock.
    """
    made = np.empty((len(hands), len(starts)), np.float64)
    state = np.empty(WORDS, np.int64)
    work = work_for(rules)
    for layout in range(len(hands)):
        stock = stocks[layout]
        lying = 0
        for card in stock:
            lying |= 1 << card
        for move in range(len(starts)):
            state[:] = starts[move]
            state[HANDS + 1] |= hands[layout]
            state[STOCK] = lying
            play_out(state, stock, rules, weights, work)
            made[layout, move] = state[POINTS] - state[POINTS + 1]
    return made
