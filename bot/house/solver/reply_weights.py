"""The weights by which the cards that may be played to a trick are ordered.

`strength` is the height of the winning card so far and `mine` that of the card; `opponent` and
`partner` those of the best cards the next two hands can play, and with `_low` of their lowest of the
suit led; `ours`: the partner is winning the trick. `row`: the hand has the next higher card too;
`place`: of the cards left of its suit, from 1 the highest; `high`: the rank of the highest equal.
"""

from typing import Final

from bot.house.solver import weights
from bot.house.solver.cards import lane
from bot.house.solver.memory import holder_at, suit_holders
from bot.house.solver.native import inlined, load
from bot.house.solver.rules import TRUMP_HEIGHT

_SIXTEENTHS: Final = 4
# On a trick that a knight was led to: for a card that takes it, and to take off for one that need not.
_TAKES: Final = 200
_WASTES: Final = 40


@inlined
def _thrown(
    m: int, left: int, seat: int, suit: int, length: int, per_card: int, second: int, best: int, pack: int
) -> int:
    # Better from a long suit; worse from a guarded second-best card, or a bare best one.
    worth = (length * load(m, per_card)) >> _SIXTEENTHS
    if length <= 2:
        cards = (left >> lane(suit)) & pack
        holders = suit_holders(m, suit, cards)
        if length == 2 and holder_at(holders, 1) == seat and cards & (cards - 1):
            worth -= second
        elif length == 1 and holder_at(holders, 0) == seat:
            worth -= best
    return worth


@inlined
def irregular_weight(
    mine: int, strength: int, opponent: int, partner: int, ours: int, turn: int, cost: int
) -> int:
    """To a knight led: the cheapest that takes the trick, or the cheapest there is."""
    beats = mine > strength
    if turn == 3:
        if ours:
            return -cost - (_WASTES if beats else 0)
        return _TAKES - cost if beats else -cost
    if turn == 2 and ours and opponent <= strength:
        return -cost - (_WASTES if beats else 0)
    if turn == 1 and partner > strength and partner > opponent:
        return -cost - (30 if beats else 0)
    if beats and mine >= opponent:
        return _TAKES - cost
    return -cost - ((20 if turn == 2 else 10) if beats else 0)


@inlined
def second_following_weight(
    m: int,
    mine: int,
    strength: int,
    opponent: int,
    opponent_low: int,
    partner: int,
    partner_low: int,
    partner_follows: bool,
    leads_better: bool,
    row: bool,
    place: int,
    high: int,
) -> int:
    """Of a card of the suit led, for the second hand, as long as there are trumps."""
    if (mine > strength and mine > opponent) or (partner > strength and partner > opponent):
        if opponent_low > mine:
            return load(m, weights.THIRD_MUST_BEAT) + place
        if partner > strength and partner_follows and leads_better:
            return load(m, weights.LEADER_HAS_BETTER) + place
        if mine > strength:
            if mine < partner and partner_follows:
                return load(m, weights.SPARES_PARTNER) - high
            if mine > opponent:
                return load(m, weights.BEATS_BOTH) - high
            if row:
                return load(m, weights.FORCES_IN_A_ROW) - high
            return load(m, weights.FORCES) - high
        if partner_follows:
            return load(m, weights.PARTNER_FOLLOWS) - high
        return load(m, weights.PARTNER_OVERRUFFS) - high
    if mine < opponent_low or mine < partner_low:
        return load(m, weights.BEATEN_ANYWAY) + place
    if mine < strength:
        return load(m, weights.BEATEN_ALREADY) + place
    if row:
        return load(m, weights.COSTS_IN_A_ROW) - high
    return load(m, weights.COSTS) - high


@inlined
def second_open_weight(
    m: int,
    mine: int,
    strength: int,
    opponent: int,
    opponent_low: int,
    partner: int,
    partner_low: int,
    row: bool,
    place: int,
    high: int,
) -> int:
    """The same without trumps."""
    if partner > strength and partner > opponent:
        return -high
    if mine > strength and mine > opponent:
        return load(m, weights.OPEN_BEATS_BOTH) - high
    if mine < opponent_low or mine < partner_low:
        return load(m, weights.OPEN_BEATEN_ANYWAY) + place
    if mine < strength:
        return load(m, weights.OPEN_BEATEN_ALREADY) + place
    if row:
        return load(m, weights.OPEN_COSTS_IN_A_ROW) + place
    return load(m, weights.OPEN_COSTS) - high


@inlined
def second_void_weight(
    m: int,
    left: int,
    seat: int,
    suit: int,
    trump: int,
    length: int,
    pack: int,
    trumps: bool,
    trump_led: bool,
    partner_takes: bool,
    safe_ruff: bool,
) -> int:
    """What is to be added for a card of another suit, for the second hand."""
    if not trumps:
        if partner_takes:
            return _thrown(m, left, seat, suit, length, weights.OPEN_LENGTH_TO_PARTNER, 2, 3, pack)
        return _thrown(m, left, seat, suit, length, weights.OPEN_LENGTH_THROWN, 6, 8, pack)
    if suit == trump:
        if safe_ruff:
            length_worth = (length * load(m, weights.LENGTH_RUFFED)) >> _SIXTEENTHS
            return load(m, weights.RUFFS_SECOND) + length_worth
        worth = _thrown(m, left, seat, suit, length, weights.LENGTH_THROWN, 4, 0, pack)
        return worth + load(m, weights.RUFFS_TO_COST)
    if partner_takes:
        worth = (length * load(m, weights.LENGTH_TO_PARTNER)) >> _SIXTEENTHS
        return worth if trump_led else worth + load(m, weights.THROWS_TO_PARTNER)
    worth = _thrown(m, left, seat, suit, length, weights.LENGTH_THROWN, 4, 0, pack)
    return worth if trump_led else worth + load(m, weights.THROWS)


@inlined
def third_void_weight(
    m: int,
    left: int,
    seat: int,
    suit: int,
    trump: int,
    length: int,
    pack: int,
    trumps: bool,
    trump_led: bool,
    ours: int,
    mine: int,
    strength: int,
    opponent: int,
    opponent_follows: bool,
    place: int,
    high: int,
) -> int:
    """Of a card of another suit, for the third hand."""
    if not trumps:
        return _thrown(m, left, seat, suit, length, weights.OPEN_LENGTH_THIRD, 4, 4, pack) - high
    thrown = (length * load(m, weights.LENGTH_THIRD)) >> _SIXTEENTHS
    if trump_led or suit != trump:
        return thrown - high
    if ours and strength > opponent:
        return load(m, weights.RUFFS_PARTNERS_TRICK) - high
    if strength >= TRUMP_HEIGHT and mine < strength:
        return load(m, weights.UNDERRUFFS) + place + thrown
    weight = ((length * load(m, weights.LENGTH_RUFFED_THIRD)) >> _SIXTEENTHS) - high
    if opponent_follows:
        return weight + load(m, weights.RUFFS_PARTNER_SAFELY if ours else weights.RUFFS_SAFELY)
    if mine > opponent:
        return weight + load(m, weights.RUFFS_PARTNER_HIGH if ours else weights.RUFFS_HIGH)
    return weight + load(m, weights.RUFFS_PARTNER if ours else weights.RUFFS_THIRD)


@inlined
def fourth_void_weight(
    m: int,
    left: int,
    seat: int,
    suit: int,
    trump: int,
    length: int,
    pack: int,
    trumps: bool,
    trump_led: bool,
    ours: int,
    takes: bool,
    place: int,
    high: int,
) -> int:
    """The same for the fourth hand."""
    if not trumps:
        return _thrown(m, left, seat, suit, length, weights.OPEN_LENGTH_FOURTH, 6, 8, pack) - high
    if not trump_led and not ours and suit == trump:
        return place + load(m, weights.RUFFS_FOURTH if takes else weights.UNDERRUFFS_FOURTH)
    weight = _thrown(m, left, seat, suit, length, weights.LENGTH_FOURTH, 2, 0, pack) - high
    if trump_led:
        return weight
    if not ours:
        return weight + load(m, weights.THROWS_ON_THEIRS)
    if suit == trump:
        return weight + load(m, weights.RUFFS_FOR_NOTHING)
    return weight + load(m, weights.THROWS_ON_PARTNERS)
