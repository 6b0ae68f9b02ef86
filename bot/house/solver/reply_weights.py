"""The weights by which the cards that may be played to a trick are ordered."""

from typing import Final, NamedTuple

from bot.house.solver import weights
from bot.house.solver.cards import lane
from bot.house.solver.memory import holder_at, suit_holders
from bot.house.solver.native import inlined, load
from bot.house.solver.rules import TRUMP_HEIGHT

_SIXTEENTHS: Final = 4
# On a trick that a knight was led to: for a card that takes it, and to take off for one that need not.
_TAKES: Final = 200
_WASTES: Final = 40


class Table(NamedTuple):
    """A trick as the hand whose turn it is sees it. Heights are those of `rules`."""

    m: int
    left: int
    seat: int
    trump: int
    pack: int
    strength: int  # the height of the winning card so far
    ours: int  # whether it is the partner's
    trumps: bool  # whether any are left
    trump_led: bool
    opponent: int  # the height of the best card that the next hand can play,
    opponent_low: int  # and of its lowest of the suit led
    opponent_follows: bool
    partner: int  # the same of the hand after that
    partner_low: int
    partner_follows: bool
    leader_better: bool  # whether the leader has a better card of the suit than the partner


class Candidate(NamedTuple):
    """A card that may be played."""

    suit: int
    length: int  # how many the hand has of its suit
    height: int
    row: bool  # whether the hand has the next higher card too
    place: int  # of the cards left of its suit, from 1 the highest
    high: int  # the rank of the highest equal


@inlined
def _thrown(table: Table, card: Candidate, per_card: int, second: int, best: int) -> int:
    # Better from a long suit; worse from a guarded second-best card, or a bare best one.
    worth = (card.length * load(table.m, per_card)) >> _SIXTEENTHS
    if card.length <= 2:
        cards = (table.left >> lane(card.suit)) & table.pack
        holders = suit_holders(table.m, card.suit, cards)
        if card.length == 2 and holder_at(holders, 1) == table.seat and cards & (cards - 1):
            worth -= second
        elif card.length == 1 and holder_at(holders, 0) == table.seat:
            worth -= best
    return worth


@inlined
def partner_takes(table: Table) -> bool:
    """Whether the partner can take the trick from both opponents."""
    return table.partner > table.strength and table.partner > table.opponent


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
def second_weight(table: Table, card: Candidate, follows: bool) -> int:
    """Of a card for the second hand."""
    if not follows:
        return _second_void_weight(table, card) - card.high
    if table.trumps:
        return _second_following_weight(table, card)
    return _second_open_weight(table, card)


@inlined
def _second_following_weight(table: Table, card: Candidate) -> int:
    # As long as there are trumps.
    m = table.m
    mine = card.height
    strength = table.strength
    if (mine > strength and mine > table.opponent) or partner_takes(table):
        if table.opponent_low > mine:
            return load(m, weights.THIRD_MUST_BEAT) + card.place
        if table.partner > strength and table.partner_follows and table.leader_better:
            return load(m, weights.LEADER_HAS_BETTER) + card.place
        if mine > strength:
            if mine < table.partner and table.partner_follows:
                return load(m, weights.SPARES_PARTNER) - card.high
            if mine > table.opponent:
                return load(m, weights.BEATS_BOTH) - card.high
            return load(m, weights.FORCES_IN_A_ROW if card.row else weights.FORCES) - card.high
        if table.partner_follows:
            return load(m, weights.PARTNER_FOLLOWS) - card.high
        return load(m, weights.PARTNER_OVERRUFFS) - card.high
    if mine < table.opponent_low or mine < table.partner_low:
        return load(m, weights.BEATEN_ANYWAY) + card.place
    if mine < strength:
        return load(m, weights.BEATEN_ALREADY) + card.place
    return load(m, weights.COSTS_IN_A_ROW if card.row else weights.COSTS) - card.high


@inlined
def _second_open_weight(table: Table, card: Candidate) -> int:
    # The same without trumps.
    m = table.m
    mine = card.height
    if partner_takes(table):
        return -card.high
    if mine > table.strength and mine > table.opponent:
        return load(m, weights.OPEN_BEATS_BOTH) - card.high
    if mine < table.opponent_low or mine < table.partner_low:
        return load(m, weights.OPEN_BEATEN_ANYWAY) + card.place
    if mine < table.strength:
        return load(m, weights.OPEN_BEATEN_ALREADY) + card.place
    if card.row:
        return load(m, weights.OPEN_COSTS_IN_A_ROW) + card.place
    return load(m, weights.OPEN_COSTS) - card.high


@inlined
def _second_void_weight(table: Table, card: Candidate) -> int:
    m = table.m
    if not table.trumps:
        if partner_takes(table):
            return _thrown(table, card, weights.OPEN_LENGTH_TO_PARTNER, 2, 3)
        return _thrown(table, card, weights.OPEN_LENGTH_THROWN, 6, 8)
    if card.suit == table.trump:
        overruffs = table.partner > table.opponent and table.partner >= TRUMP_HEIGHT
        if table.opponent_follows or overruffs or card.height > table.opponent:
            length_worth = (card.length * load(m, weights.LENGTH_RUFFED)) >> _SIXTEENTHS
            return load(m, weights.RUFFS_SECOND) + length_worth
        return _thrown(table, card, weights.LENGTH_THROWN, 4, 0) + load(m, weights.RUFFS_TO_COST)
    if partner_takes(table):
        worth = (card.length * load(m, weights.LENGTH_TO_PARTNER)) >> _SIXTEENTHS
        return worth if table.trump_led else worth + load(m, weights.THROWS_TO_PARTNER)
    worth = _thrown(table, card, weights.LENGTH_THROWN, 4, 0)
    return worth if table.trump_led else worth + load(m, weights.THROWS)


@inlined
def third_void_weight(table: Table, card: Candidate) -> int:
    """Of a card of another suit, for the third hand."""
    m = table.m
    if not table.trumps:
        return _thrown(table, card, weights.OPEN_LENGTH_THIRD, 4, 4) - card.high
    thrown = (card.length * load(m, weights.LENGTH_THIRD)) >> _SIXTEENTHS
    if table.trump_led or card.suit != table.trump:
        return thrown - card.high
    if table.ours and table.strength > table.opponent:
        return load(m, weights.RUFFS_PARTNERS_TRICK) - card.high
    if table.strength >= TRUMP_HEIGHT and card.height < table.strength:
        return load(m, weights.UNDERRUFFS) + card.place + thrown
    weight = ((card.length * load(m, weights.LENGTH_RUFFED_THIRD)) >> _SIXTEENTHS) - card.high
    if table.opponent_follows:
        return weight + load(m, weights.RUFFS_PARTNER_SAFELY if table.ours else weights.RUFFS_SAFELY)
    if card.height > table.opponent:
        return weight + load(m, weights.RUFFS_PARTNER_HIGH if table.ours else weights.RUFFS_HIGH)
    return weight + load(m, weights.RUFFS_PARTNER if table.ours else weights.RUFFS_THIRD)


@inlined
def fourth_weight(table: Table, card: Candidate, follows: bool) -> int:
    """Of a card for the fourth hand."""
    m = table.m
    takes = card.height > table.strength
    if follows:
        return (load(m, weights.TAKES_FOURTH) if takes and not table.ours else 0) - card.high
    if not table.trumps:
        return _thrown(table, card, weights.OPEN_LENGTH_FOURTH, 6, 8) - card.high
    if not table.trump_led and not table.ours and card.suit == table.trump:
        return card.place + load(m, weights.RUFFS_FOURTH if takes else weights.UNDERRUFFS_FOURTH)
    weight = _thrown(table, card, weights.LENGTH_FOURTH, 2, 0) - card.high
    if table.trump_led:
        return weight
    if not table.ours:
        return weight + load(m, weights.THROWS_ON_THEIRS)
    if card.suit == table.trump:
        return weight + load(m, weights.RUFFS_FOR_NOTHING)
    return weight + load(m, weights.THROWS_ON_PARTNERS)
