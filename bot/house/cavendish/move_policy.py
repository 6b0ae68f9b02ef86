"""The move policy: how people play, as native code.

A card is described by features, seen from one hand and what everybody knows. Weights learnt from a house
player (`tools/learn_move_policy.py`) turn them into a draw: of the cards that may be played, one is
`exp(draw)` times as likely as another.
"""

from typing import Any, Final

from bot.house.solver.cards import BISHOP, BISHOPS_SUIT, KNIGHT, KNIGHTS, PLAIN_SUIT, lane, rank_of, suit_of
from bot.house.solver.native import compiled, inlined, lowest, ones
from bot.house.solver.rules import bishops_height, bishops_legal, plain_height, plain_legal

FEATURES: Final = 57
SITUATIONS: Final = 3
"""Leading, following suit, and playing anything else."""
FOLLOWS: Final = 16
"""How many bits of the leads stand before those of the suits followed to."""
_MANY: Final = 3
_FEW: Final = 3  # trumps of a hand that does not call for them
_JACK: Final = 9  # the knave's rank in the ordinary pack


@inlined
def _is(value: bool) -> float:
    return 1.0 if value else 0.0


@inlined
def _marked(marks: int, seat: int, suit: int) -> bool:
    return (marks >> (4 * seat + suit)) & 1 == 1


@inlined
def standing(card: int, led: int, trump: int, bishops: bool) -> int:
    """How a card stands in a trick before the last, 0 if it cannot win it."""
    return bishops_height(card, led, trump) if bishops else plain_height(card, led, trump)


@inlined
def may_play(hand: int, led: int, bishops: bool) -> int:
    """The cards of a hand that may be played to the card led (-1: that may be led)."""
    return bishops_legal(hand, led) if bishops else plain_legal(hand, led)


@compiled
def describe(
    x: Any,
    bishops: bool,
    trump: int,
    hand: int,
    out: int,
    card: int,
    seat: int,
    turn: int,
    led: int,
    best: int,
    best_turn: int,
    fallen: int,
    voids: int,
    leads: int,
) -> int:
    """Fill `x` with the features of playing `card` from `hand`, and return the situation.

    `out` are the cards in the other three hands. `turn` is the player's place in the trick, 0 to 3, `best`
    the card that is winning it, played at place `best_turn`, and `fallen` the number of bishops in it. Bit 4
    * seat + suit of `voids` says that a seat has shown itself out of the suit, of `leads` that it has led it,
    and that bit further on by `FOLLOWS` that it has followed to it.
    """
    for index in range(FEATURES):
        x[index] = 0.0
    x[0] = 1.0
    if bishops and rank_of(card) == KNIGHT:
        x[1] = 1.0
        x[2] = ones(hand) / 13.0
        x[3] = _is(ones(hand & KNIGHTS) > 1)
    else:
        _describe_holding(x, bishops, trump, hand, out, card)
    if turn == 0:
        if not (bishops and rank_of(card) == KNIGHT):
            _describe_lead(x, bishops, trump, out, card, seat, voids, leads)
        return 0
    follows = suit_of(card) == suit_of(led)
    if bishops and (rank_of(card) == KNIGHT or rank_of(led) == KNIGHT):
        follows = False
    _describe_reply(x, bishops, trump, out, card, seat, turn, led, best, best_turn, fallen, voids, follows)
    if follows and not bishops and trump < 4 and not _marked(leads >> FOLLOWS, seat, suit_of(card)):
        x[56] = _is(_calls(trump, hand, out, card, turn == 1 or x[39] == 0.0))
    return 1 if follows else 2


@inlined
def _calls(trump: int, hand: int, out: int, card: int, may: bool) -> bool:
    # Whether it would begin a call for trumps, which Hoyle makes (`conditions.begins_a_call`); feature 56.
    suit, rank = suit_of(card), rank_of(card)
    strong = ones((hand >> lane(trump)) & PLAIN_SUIT) > _FEW
    lower = ((hand >> lane(suit)) & PLAIN_SUIT) & ((1 << rank) - 1)
    drawn = (out >> lane(trump)) & PLAIN_SUIT == 0
    return may and strong and not drawn and suit != trump and rank < _JACK and ones(lower) == 1


@inlined
def _describe_holding(x: Any, bishops: bool, trump: int, hand: int, out: int, card: int) -> None:
    # What a card of a suit is in its hand, features 4 to 29.
    suit = suit_of(card)
    rank = rank_of(card)
    full = BISHOPS_SUIT if bishops else PLAIN_SUIT
    held = (hand >> lane(suit)) & full
    others = (out >> lane(suit)) & full
    is_trump = suit == trump
    is_bishop = bishops and rank == BISHOP
    mine_bishop = bishops and (held >> BISHOP) & 1 == 1 and not is_bishop
    out_bishop = bishops and (others >> BISHOP) & 1 == 1
    above = ones(others >> (rank + 1))
    length = ones(held)
    top = above == 0
    high = rank > BISHOP
    x[4] = _is(is_trump)
    x[5] = (length - 3.0) / 3.0 if is_trump else 0.0
    x[6] = (length - 3.0) / 3.0 if not is_trump else 0.0
    x[7] = _is(top)
    x[8] = _is(above == 1)
    x[9] = _is(above == 2)
    x[10] = _is(top and out_bishop)
    x[11] = _is(top and mine_bishop)
    x[12] = _is(not top and out_bishop and not high)
    x[13] = _is(not top and mine_bishop and not high)
    x[14] = _is(not top and mine_bishop and high)
    x[15] = rank / 12.0
    x[16] = _is(is_bishop)
    x[17] = _is(is_bishop and top)
    x[18] = _is(is_bishop and length == 1)
    x[19] = length / 4.0 if is_bishop else 0.0
    x[20] = _is(length == 1 and not is_trump)
    x[21] = _is(length == 2 and not is_trump)
    x[22] = _is(mine_bishop and length == 2)
    x[23] = _is(is_trump and top)
    x[24] = _is(is_trump and above == 1)
    x[25] = rank / 12.0 if is_trump else 0.0
    x[26] = _is(high and not top)
    next_up = held >> (rank + 1)
    # An equal above it in the same hand.
    x[27] = _is(next_up != 0 and above == ones(others >> (rank + 1 + lowest(next_up))))
    x[28] = ones(hand) / 13.0 if top else 0.0
    x[29] = _is(others == 0)


@inlined
def _describe_lead(
    x: Any, bishops: bool, trump: int, out: int, card: int, seat: int, voids: int, leads: int
) -> None:
    # Who is out of the suit led and who has led it before, features 30 to 38.
    suit = suit_of(card)
    is_trump = suit == trump
    full = BISHOPS_SUIT if bishops else PLAIN_SUIT
    left = (seat + 1) & 3
    partner = (seat + 2) & 3
    right = (seat + 3) & 3
    gone = _marked(voids, partner, suit)
    x[30] = _is(gone and not is_trump and trump < 4 and not _marked(voids, partner, trump))
    enemy_gone = _marked(voids, left, suit) or _marked(voids, right, suit)
    x[31] = _is(enemy_gone and not is_trump)
    x[32] = _is(_marked(leads, partner, suit))
    x[33] = _is(_marked(leads, left, suit))
    x[34] = _is(_marked(leads, right, suit))
    x[35] = _is(_marked(leads, seat, suit))
    x[36] = _is(enemy_gone and not is_trump and x[7] > 0.0)
    # Trumps still out against us are what makes top cards unsafe.
    trumps_out = ones((out >> lane(trump)) & full) if trump < 4 else 0
    x[37] = trumps_out / 8.0 if x[7] > 0.0 and not is_trump else 0.0
    x[38] = trumps_out / 8.0 if is_trump else 0.0


@inlined
def _describe_reply(
    x: Any,
    bishops: bool,
    trump: int,
    out: int,
    card: int,
    seat: int,
    turn: int,
    led: int,
    best: int,
    best_turn: int,
    fallen: int,
    voids: int,
    follows: bool,
) -> None:
    # What becomes of the trick, features 39 to 55.
    rank = rank_of(card)
    full = BISHOPS_SUIT if bishops else PLAIN_SUIT
    is_knight = bishops and rank == KNIGHT
    is_trump = suit_of(card) == trump and not is_knight
    is_bishop = bishops and rank == BISHOP
    wins = standing(card, led, trump, bishops) > standing(best, led, trump, bishops)
    last = turn == 3
    partner_best = (turn - best_turn) == 2
    winner = card if wins else best
    suit = suit_of(winner)
    beaten = ones(((out >> lane(suit)) & full) >> (rank_of(winner) + 1))
    if bishops and rank_of(winner) == KNIGHT:
        beaten = _MANY
    ruffable = trump < 4 and suit != trump and (out >> lane(trump)) & full != 0
    enemy = (seat + 1) & 3
    if ruffable and not last:
        ruffable = _marked(voids, enemy, suit_of(led)) and not _marked(voids, enemy, trump)
    sure = last or (beaten == 0 and not ruffable)
    ours = wins or partner_best
    x[39] = _is(wins)
    x[40] = _is(wins and sure)
    x[41] = _is(wins and partner_best)
    x[42] = rank / 12.0 if wins else 0.0
    x[43] = fallen * _is(wins)
    x[44] = fallen * _is(wins and sure)
    x[45] = _is(wins and last)
    x[46] = _is(wins and turn == 1)
    x[47] = _is(is_bishop and ours and sure)
    x[48] = _is(is_bishop and ours and not sure)
    x[49] = _is(is_bishop and not ours)
    x[50] = _is(is_trump and not follows and wins and not partner_best)
    x[51] = _is(is_trump and not follows and wins and partner_best and sure)
    x[52] = _is(not wins) * x[7]
    x[53] = _is(is_knight and wins)
    x[54] = _is(not wins and not ours) * rank / 12.0
    x[55] = _is(wins and partner_best and beaten <= 1) * rank / 12.0
