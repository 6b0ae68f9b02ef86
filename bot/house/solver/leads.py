"""Which card to lead first."""

from collections.abc import Callable

from bot.house.solver import weights
from bot.house.solver.cards import (
    BISHOP,
    BISHOPS_SUIT,
    KNIGHT,
    KNIGHTS,
    LANES,
    NO_TRUMP,
    PLAIN_SUIT,
    highest_of,
    lane,
    suit_of,
)
from bot.house.solver.equals import run_from
from bot.house.solver.memory import (
    LAST_BEST,
    add_move,
    bishop_holder,
    hand_of,
    holder_at,
    length_of,
    suit_facts,
    suit_holders,
)
from bot.house.solver.native import compiled_for, highest, inlined, load, lowest, ones

_FIRST = 1 << 40
_SIXTEENTHS = 4
_ALL_LOSE = 16
"""Knights too are losing leads."""


@inlined
def _highest_trump(hand: int, trump: int, pack: int) -> int:
    return highest_of(hand, trump, pack) if trump < NO_TRUMP else -1


@inlined
def _top_three(holders: int, total: int) -> tuple[int, int, int]:
    # Who holds the three highest of so many cards; -1 where there are fewer.
    second = holder_at(holders, 1) if total > 1 else -1
    return holder_at(holders, 0), second, holder_at(holders, 2) if total > 2 else -1


@inlined
def _bare(facts: int, first: int, leader: int) -> bool:
    # Whether an opponent has the highest card and no other.
    return (first ^ leader) & 1 == 1 and length_of(facts, first) == 1


@inlined
def _trump_suit_value(
    m: int,
    facts: int,
    first: int,
    second: int,
    leader: int,
    spread: int,
    no_ruff: bool,
    partner_ruffs: bool,
    may_ruff: bool,
) -> int:
    # What speaks for any card of a suit as long as there are trumps.
    lho = (leader + 1) & 3
    partner = (leader + 2) & 3
    rho = (leader + 3) & 3
    value = -((load(m, weights.SPREAD) * spread) >> _SIXTEENTHS)
    if not no_ruff:
        value -= load(m, weights.MAY_BE_RUFFED)
    if partner_ruffs and length_of(facts, rho):
        value += load(m, weights.PARTNER_RUFFS)
    if first == rho or second == rho:
        if length_of(facts, rho) != 1:
            value -= load(m, weights.FOURTH_STRONG)
    elif first == lho and second == partner and length_of(facts, partner) != 1:
        value += load(m, weights.THROUGH)
    if may_ruff and length_of(facts, leader) == 1 and length_of(facts, partner) > 1 and first == partner:
        value += load(m, weights.RUFF_TO_COME)
    return value


@inlined
def _winning_weight(
    m: int, facts: int, first: int, second: int, leader: int, best: bool, row: bool, place: int
) -> int:
    # Of a card if the side is to take the trick, as long as there are trumps.
    partner = (leader + 2) & 3
    if _bare(facts, first, leader):
        return load(m, weights.TAKES_BARE) + place
    if first == leader:
        if second == partner:
            return load(m, weights.TAKES_TWICE) + place
        if best:
            return load(m, weights.TAKES_WITH_BEST)
        return place - load(m, weights.TAKES_UNDER_BEST)
    if first == partner:
        if second == leader:
            return load(m, weights.TAKES_AND_RETURNS) + place
        return load(m, weights.TAKES_OVER_THERE) + place
    if row and place == 2:
        return load(m, weights.TAKES_WITH_SECOND)
    if row:
        return load(m, weights.TAKES_IN_A_ROW) + place
    return load(m, weights.TAKES) + place


@inlined
def _next_two(m: int, facts: int, second: int, third: int, leader: int, over_there: int, shared: int) -> int:
    # If the side has the second and third cards: the weights for the partner's and for one each.
    partner = (leader + 2) & 3
    if second == partner and third == partner:
        return load(m, over_there)
    if length_of(facts, partner) > 1 and (
        (second == leader and third == partner) or (second == partner and third == leader)
    ):
        return load(m, shared)
    return 0


@inlined
def _losing_weight(
    m: int, facts: int, first: int, second: int, leader: int, best: bool, row: bool, place: int, high: int
) -> int:
    # Of a card if an opponent may take the trick, as long as there are trumps.
    partner = (leader + 2) & 3
    if _bare(facts, first, leader):
        return load(m, weights.LOSES_BARE) + place
    if first == leader:
        if second == partner:
            return load(m, weights.LOSES_TWICE) + place
        if best:
            return load(m, weights.LOSES_BEST)
        return place - load(m, weights.LOSES_UNDER_BEST)
    if first == partner:
        return load(m, weights.LOSES_OVER_THERE) + place
    if row and place == 2:
        return load(m, weights.LOSES_SECOND)
    return load(m, weights.LOSES) - high


@inlined
def _open_winning_weight(m: int, facts: int, second: int, leader: int, place: int) -> int:
    # Without trumps, if the side has the best card.
    lho = (leader + 1) & 3
    rho = (leader + 3) & 3
    lho_bare = length_of(facts, lho) == 1
    rho_bare = length_of(facts, rho) == 1
    weight = place
    if second == rho:
        if not rho_bare:
            weight -= load(m, weights.SECOND_BEHIND)
    elif second == lho:
        weight += load(m, weights.SECOND_BARE) if lho_bare else load(m, weights.SECOND_CAUGHT)
    if (second != lho or lho_bare) and (second != rho or rho_bare):
        return weight + load(m, weights.BOTH_ROUNDS)
    return weight + load(m, weights.FIRST_ROUND)


@inlined
def _open_losing_weight(
    m: int, facts: int, first: int, second: int, leader: int, row: bool, place: int
) -> int:
    # Without trumps, if an opponent has it.
    lho = (leader + 1) & 3
    partner = (leader + 2) & 3
    rho = (leader + 3) & 3
    weight = 0
    if first == rho or second == rho:
        if length_of(facts, rho) != 1:
            weight -= load(m, weights.OPEN_FOURTH_STRONG)
    elif first == lho and second == partner and length_of(facts, partner) != 1:
        weight += load(m, weights.OPEN_THROUGH)
    if _bare(facts, first, leader):
        return weight + load(m, weights.OPEN_BARE) + place
    if first == leader:
        return weight + place - load(m, weights.OPEN_UNDER_BEST)
    if not row:
        return weight + load(m, weights.OPEN_ALONE) + place
    if place == 2:
        return weight + load(m, weights.OPEN_SECOND)
    return weight + load(m, weights.OPEN_IN_A_ROW) - place


@inlined
def _bishop_weight(m: int, facts: int, bishop: int, leader: int, rank: int, takes: bool) -> int:
    # For leading a bishop, or to where one is.
    if rank == BISHOP:
        return load(m, weights.LEADS_SAFE_BISHOP) if takes else -load(m, weights.LEADS_BISHOP)
    if bishop < 0 or not takes:
        return 0
    if bishop == (leader + 2) & 3:
        return load(m, weights.PARTNERS_BISHOP)
    if (bishop ^ leader) & 1 and length_of(facts, bishop) == 1:
        return load(m, weights.BARE_BISHOP)
    return 0


@inlined
def _bishop_value(m: int, bishop: int, leader: int) -> int:
    # For a suit, by who holds its bishop.
    if bishop < 0:
        return 0
    return load(m, weights.THEIR_BISHOP) if (bishop ^ leader) & 1 else -load(m, weights.OUR_BISHOP)


@inlined
def _ruffs(facts: int, leader: int, lho: int, partner: int, rho: int) -> tuple[bool, bool, bool]:
    # Whether no opponent can ruff a suit; whether the partner can; whether he then takes the trick. The hands
    # are given by their highest trump, -1 if they have none or the suit is trump.
    ruff_lho = length_of(facts, (leader + 1) & 3) == 0 and lho >= 0
    ruff_partner = length_of(facts, (leader + 2) & 3) == 0 and partner >= 0
    ruff_rho = length_of(facts, (leader + 3) & 3) == 0 and rho >= 0
    sure = ruff_partner and (not ruff_lho or partner > lho) and (not ruff_rho or partner > rho)
    return not ruff_lho and not ruff_rho, ruff_partner, sure


@inlined
def _suit_value(
    m: int,
    facts: int,
    first: int,
    second: int,
    leader: int,
    n: int,
    trumps: bool,
    no_ruff: bool,
    partner_ruffs: bool,
    may_ruff: bool,
) -> int:
    # What speaks for any card of a suit.
    len_lho = length_of(facts, (leader + 1) & 3)
    len_rho = length_of(facts, (leader + 3) & 3)
    spread = (len_lho if len_lho else n) + (len_rho if len_rho else n)
    if trumps:
        return _trump_suit_value(m, facts, first, second, leader, spread, no_ruff, partner_ruffs, may_ruff)
    value = -((load(m, weights.OPEN_SPREAD) * spread) >> _SIXTEENTHS)
    if length_of(facts, (leader + 2) & 3) == 0:
        value -= load(m, weights.PARTNER_VOID)
    return value


@inlined
def _card_weight(
    m: int,
    facts: int,
    top_three: tuple[int, int, int],
    leader: int,
    trumps: bool,
    takes: bool,
    best: bool,
    over_there: bool,
    row: bool,
    place: int,
    high: int,
    again: bool,
) -> int:
    first, second, third = top_three
    if trumps and takes:
        weight = _winning_weight(m, facts, first, second, leader, best, row, place)
        bonus = weights.TAKES_AGAIN
    elif trumps:
        weight = _next_two(
            m, facts, second, third, leader, weights.NEXT_TWO_OVER_THERE, weights.NEXT_TWO_SHARED
        ) + _losing_weight(m, facts, first, second, leader, best, row, place, high)
        bonus = weights.LOSES_AGAIN
    elif best or over_there:
        weight = _open_winning_weight(m, facts, second, leader, place)
        bonus = weights.BEST_AGAIN
    else:
        weight = _next_two(
            m, facts, second, third, leader, weights.OPEN_TWO_OVER_THERE, weights.OPEN_TWO_SHARED
        ) + _open_losing_weight(m, facts, first, second, leader, row, place)
        bonus = weights.OPEN_AGAIN
    return weight + load(m, bonus) if again else weight


def _leads(bishops: bool) -> Callable[[int, int, int, int, int, int, int, int], int]:
    pack = BISHOPS_SUIT if bishops else PLAIN_SUIT

    @compiled_for("int64(int64, int64, int64, int64, int64, int64, int64, int64)")
    def leads(m: int, moves: int, left: int, leader: int, n: int, trump: int, losing: int, hint: int) -> int:
        hand = hand_of(m, left, leader)
        hand_lho = hand_of(m, left, (leader + 1) & 3)
        hand_partner = hand_of(m, left, (leader + 2) & 3)
        hand_rho = hand_of(m, left, (leader + 3) & 3)
        trump_own = _highest_trump(hand, trump, pack)
        trump_lho = _highest_trump(hand_lho, trump, pack)
        trump_partner = _highest_trump(hand_partner, trump, pack)
        trump_rho = _highest_trump(hand_rho, trump, pack)
        trumps = max(max(trump_own, trump_lho), max(trump_partner, trump_rho)) >= 0
        last = load(m, LAST_BEST + n)
        count = 0
        suits = hand & pack * LANES
        while suits:
            suit = suit_of(lowest(suits))
            suits &= ~(pack << lane(suit))
            if (losing >> suit) & 1:
                continue
            held = (hand >> lane(suit)) & pack
            cards = (left >> lane(suit)) & pack
            facts = suit_facts(m, suit, cards)
            top_three = _top_three(suit_holders(m, suit, cards), ones(cards))
            first, second, _ = top_three
            best_partner = highest_of(hand_partner, suit, pack)
            over_there = best_partner > highest_of(hand_lho, suit, pack)
            over_there = over_there and best_partner > highest_of(hand_rho, suit, pack)
            no_ruff, ruff_partner, sure_ruff = True, False, False
            if suit != trump:
                no_ruff, ruff_partner, sure_ruff = _ruffs(facts, leader, trump_lho, trump_partner, trump_rho)
            may_ruff = suit != trump and trump_own >= 0
            value = _suit_value(m, facts, first, second, leader, n, trumps, no_ruff, ruff_partner, may_ruff)
            bishop = bishop_holder(facts) if bishops else -1
            value += _bishop_value(m, bishop, leader)
            strict = bishops and suit != trump and left & KNIGHTS != 0
            rest = held
            while rest:
                # The lowest of a run of equals stands for it.
                rank = lowest(rest)
                run = run_from(held, cards, rank, bishops, strict)
                rest &= ~run
                high = highest(run)
                row = high != rank
                place = ones(cards >> high)
                best = place == 1
                takes = sure_ruff if ruff_partner else no_ruff and (best or over_there)
                card = lane(suit) + rank
                again = card == last
                weight = value + _card_weight(
                    m, facts, top_three, leader, trumps, takes, best, over_there, row, place, high, again
                )
                if bishops:
                    weight += _bishop_weight(m, facts, bishop, leader, rank, takes)
                if card <= hint <= lane(suit) + high:
                    weight += _FIRST
                add_move(m, moves, count, card, weight)
                count += 1
        if bishops and hand & KNIGHTS and losing < _ALL_LOSE:
            weight = load(m, weights.LEADS_KNIGHT) + (_FIRST if hint == KNIGHT else 0)
            add_move(m, moves, count, lowest(hand & KNIGHTS), weight)
            count += 1
        return count

    return leads


plain_leads = _leads(bishops=False)
"""List the leads worth trying, each with its weight; their number.

Takes the memory and where in it to list them, the cards left, the seat, the length of the hands, the
trump suit, the suits not worth it, a bit each, and the card to try first, or -1.
"""
bishops_leads = _leads(bishops=True)
"""The same at Bishops Whist; bit 4 of the suits not worth it is for knights, card 12 any knight."""
