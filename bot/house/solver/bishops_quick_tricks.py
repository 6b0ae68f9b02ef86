"""Quick tricks of Bishops Whist: tricks and bishops that are sure without a search."""

from typing import Final

from bot.house.solver.bishops_relevance import COURT_COUNT
from bot.house.solver.cards import (
    BISHOPS,
    BISHOPS_SUIT,
    COURT_CARDS,
    HONOURS,
    KNIGHTS,
    SMALL_CARDS,
    bishops_suit,
    count_of,
    counted,
    highest_of,
    lane,
    top_cards,
    top_of,
    with_count,
)
from bot.house.solver.memory import (
    HANDS,
    LOSING_LEADS,
    PROVED,
    bishop_holder,
    first_holder,
    first_run,
    hand_of,
    length_of,
    second_holder,
    second_run,
    side_run,
    suit_facts,
)
from bot.house.solver.native import compiled, compiled_for, highest, inlined, load, ones, store
from bot.house.solver.targets import ALL, bytes_below, larger, smaller, tricks_needed

REACHED: Final = 1 << 12
UNKNOWN: Final = 1 << 28
_KNIGHTS_LEAD: Final = 1 << 4
"""The bit of LOSING_LEADS for knights."""
_NO_LIMIT: Final = 99

# What `_cash` found: the suits in which honours have to beat knights, a bit each; the tricks; the number of
# the highest cards of each suit that they take; and a bit that it found anything.
_TRICKS_AT: Final = 4
_FOUND: Final = 1 << 28
_DEPTH_AT: Final = 32


@inlined
def _decides(target: int, north: int, n: int, bishops: int, tricks: int, captured: int) -> bool:
    # Whether a side sure of that has its way: North and South to reach the target, the others to foil it.
    if north:
        return tricks_needed(target, captured) <= tricks
    return tricks_needed(target, bishops - captured) > n - tricks


@inlined
def _prove(m: int, north: int, n: int, bishops: int, tricks: int, captured: int) -> None:
    # Keep what a side sure of that has proved: the targets it reaches, or foils.
    if north:
        first = bytes_below(captured)
        store(m, PROVED, ((n + 1) * ALL & first) | tricks * ALL & ~first)
    else:
        store(m, PROVED, (n - tricks + 1) * (ALL & bytes_below(bishops - captured + 1)))


@inlined
def _found(honours: int, tricks: int, depth: int) -> int:
    return _FOUND | honours | tricks << _TRICKS_AT | depth << _DEPTH_AT


@inlined
def _tricks_of(found: int) -> int:
    return count_of(found >> _TRICKS_AT, 0)


@inlined
def _depth_of(found: int) -> int:
    return found >> _DEPTH_AT


@inlined
def _reason(left: int, found: int) -> int:
    # The relevant ranks of what `_cash` found.
    ranks = top_cards(left, _depth_of(found), BISHOPS_SUIT)
    for suit in range(4):
        if (found >> suit) & 1:
            ranks |= COURT_COUNT << lane(suit)
    return ranks


@compiled_for("int64(int64, int64, int64, int64, int64, int64, int64, int64, boolean, int64)")
def _cash(
    m: int,
    left: int,
    seat: int,
    n: int,
    target: int,
    bishops: int,
    trump: int,
    last: int,
    entries: bool,
    loose: int,
) -> int:
    # What `seat`, on lead, takes with high cards before anybody else has the lead, if that decides the
    # question, or 0; `last` if his side is sure of the last trick too, which is not counted as long as
    # a knight is in play. `entries`: with what his partner takes when he is let in. `loose`: -1, or a
    # seat that may discard a card first, `seat` having played a trump that draws none.
    partner = (seat + 2) & 3
    lho = (seat + 1) & 3
    rho = (seat + 3) & 3
    north = 1 - (seat & 1)
    hand = hand_of(m, left, seat)
    partners_hand = hand_of(m, left, partner)
    knights = left & KNIGHTS
    counting = n - 1 if knights else n
    others_knights = knights & ~hand
    partners_others_knights = knights & ~partners_hand
    trumps_own = 0
    trumps_partner = 0
    trumps_lho = 0
    trumps_rho = 0
    through = 0
    beyond = 0
    entry = False
    partners = 0
    partner_depth = 0
    partner_honours = 0
    partner_captured = 0
    got = 0
    side = 0
    depth = 0
    honours = 0
    captured = 0
    spare = 0
    waiting = 0
    drawn = True
    for turn in range(5):
        # Trumps first.
        suit = trump if turn == 0 else turn - 1
        if turn and suit == trump:
            continue
        cards = bishops_suit(left, suit)
        if cards == 0:
            continue
        facts = suit_facts(m, suit, cards)
        len_own = length_of(facts, seat)
        len_lho = length_of(facts, lho)
        len_rho = length_of(facts, rho)
        len_partner = length_of(facts, partner)
        keeper = bishop_holder(facts)
        run = first_run(facts)
        first = first_holder(facts)
        own = 0
        k = 0
        second = 0
        limit = _NO_LIMIT
        if first == seat:
            if second_holder(facts) == partner:
                second = second_run(facts)
        elif first == partner:
            second = run
        # A bishop is not drawn from beside a knight.
        more = 0
        if keeper >= 0 and (keeper ^ seat) & 1:
            more = ones(left & load(m, HANDS + keeper) & KNIGHTS)
        unforced = 1 if turn == 0 and loose >= 0 else 0
        if turn == 0:
            trumps_own = len_own
            trumps_partner = len_partner
            trumps_lho = len_lho
            trumps_rho = len_rho
            longest = max(len_lho, len_rho)
            drawn = longest == 0
            if first == seat:
                own = min(run, counting)
                k = own
                if own >= longest and more == 0 and loose < 0:
                    drawn = True
                    if own >= len_partner:
                        own = min(len_own, counting)
                        k = max(longest, len_partner)
            elif first == partner:
                # The partner's, led or not; but he may have to keep one for the last trick.
                beyond = run
                through = min(run, len_partner)
                if knights and partners_hand & knights == 0:
                    through -= 1
        if turn and not drawn:
            # As long as nobody ruffs.
            if trumps_lho:
                limit = len_lho - 1 if lho == loose else len_lho
            if trumps_rho:
                limit = min(limit, len_rho - 1 if rho == loose else len_rho)
        if turn and first == seat:
            own = run
            if others_knights:
                own = min(run, ones(cards & HONOURS))
            k = own
            if own >= max(max(len_lho, len_rho), len_partner):
                k = max(max(len_lho, len_rho), len_partner)
                own = len_own
                if others_knights:
                    own = ones(bishops_suit(hand, suit) & HONOURS)
            if not drawn:
                own = min(own, limit)
            # A partner with nothing but trumps would take over the lead.
            own = max(0, min(own, min(counting - got, n - trumps_partner - side)))
            side += own
            k = min(k, own)
        if own:
            got += own
            depth |= counted(k, suit)
            spare += max(0, own - len_partner)
            if others_knights and turn:
                honours |= 1 << suit
        pw = 0
        if entries and second and (first == partner or own == run):
            pw = min(min(second, len_partner - own), limit - own)
            if partners_others_knights and turn:
                pw = min(pw, ones(cards & HONOURS) - own)
            pw = max(pw, 0)
            if pw:
                partners += pw
                partner_depth |= counted(own + pw, suit)
                if partners_others_knights and turn:
                    partner_honours |= 1 << suit
                if len_own > own:
                    entry = True
        if keeper >= 0:
            guards = (len_lho if keeper == lho else len_rho) + more
            if keeper == seat:
                if ones(bishops_suit(hand, suit) & COURT_CARDS) < own:
                    captured += 1
                elif pw:
                    partner_captured += 1
            elif keeper == partner:
                if own:
                    captured += 1
                elif pw and ones(bishops_suit(partners_hand, suit) & COURT_CARDS) < pw:
                    partner_captured += 1
                else:
                    waiting += 1
            elif own - unforced >= guards:
                captured += 1
            elif own + pw >= guards:
                partner_captured += 1
        sure = captured + min(spare, waiting)
        if own and _decides(target, north, n, bishops, got + last, sure):
            _prove(m, north, n, bishops, got + last, sure)
            return _found(honours, got, depth)
    if got and got + last == n and _decides(target, north, n, bishops, n, bishops):
        _prove(m, north, n, bishops, n, bishops)
        return _found(honours, got, depth)
    captured += min(spare, waiting)
    if (
        entry
        and got + partners <= counting
        and (trumps_own == 0 or n - trumps_own >= side + partners)
        and _decides(target, north, n, bishops, got + partners + last, captured + partner_captured)
    ):
        _prove(m, north, n, bishops, got + partners + last, captured + partner_captured)
        for suit in range(4):
            if count_of(partner_depth, suit):
                depth = with_count(depth, suit, count_of(partner_depth, suit))
        return _found(honours | partner_honours, got, depth)
    through = min(through, counting - got)
    if through > 0 and _decides(target, north, n, bishops, got + through + last, captured):
        _prove(m, north, n, bishops, got + through + last, captured)
        return _found(honours, got + through, depth | counted(beyond, trump))
    return 0


@compiled
def quick_tricks(m: int, left: int, leader: int, n: int, target: int, trump: int) -> int:
    """Whether the target is sure to be reached, or missed, and the relevant ranks.

    If neither, the word LOSING_LEADS has a bit for each suit that is no good to lead, PROVED has what
    that proves, and the answer is UNKNOWN and why.
    """
    lho = (leader + 1) & 3
    partner = (leader + 2) & 3
    rho = (leader + 3) & 3
    north = 1 - (leader & 1)
    won = REACHED * north
    lost = REACHED - won
    bishops = ones(left & BISHOPS)
    knights = left & KNIGHTS
    # Who alone has knights can keep one for the last trick.
    last = 0
    their_last = 0
    if knights:
        ours = knights & (load(m, HANDS + leader) | load(m, HANDS + partner))
        if ours == knights:
            last = 1
            if _decides(target, north, n, bishops, 1, 0):
                _prove(m, north, n, bishops, 1, 0)
                return won
        elif ours == 0:
            their_last = 1
            if _decides(target, 1 - north, n, bishops, 1, 0):
                _prove(m, 1 - north, n, bishops, 1, 0)
                return lost
    trumps = bishops_suit(left, trump)
    if trumps:
        facts = suit_facts(m, trump, trumps)
        first = first_holder(facts)
        if (first ^ leader) & 1:
            # Theirs, led or not; but each hand may have to keep one for the last trick.
            count = min(side_run(facts), max(length_of(facts, lho), length_of(facts, rho)))
            sure = count
            if knights:
                count = first_run(facts)
                sure = count if load(m, HANDS + first) & knights else count - 1
            if sure > 0 and _decides(target, 1 - north, n, bishops, sure + their_last, 0):
                _prove(m, 1 - north, n, bishops, sure + their_last, 0)
                return lost | top_of(left, trump, count, BISHOPS_SUIT)
    found = _cash(m, left, leader, n, target, bishops, trump, last, True, -1)
    if found:
        return won | _reason(left, found)
    return _losing_leads(m, left, leader, n, target, bishops, trump, their_last, lost)


@compiled
def _losing_leads(
    m: int, left: int, leader: int, n: int, target: int, bishops: int, trump: int, last: int, lost: int
) -> int:
    # Suits in which an opponent has the highest card and then takes what he needs.
    lho = (leader + 1) & 3
    partner = (leader + 2) & 3
    rho = (leader + 3) & 3
    north = 1 - (leader & 1)
    knights = left & KNIGHTS
    lost_lho = -1
    lost_rho = -1
    proof_lho = 0
    proof_rho = 0
    proof = 0 if north else (n + 1) * ALL
    losing = 0
    reason = 0
    still = 0
    counting = n - 1 if knights else n
    hand = hand_of(m, left, leader)
    partners_hand = hand_of(m, left, partner)
    ruffs = bishops_suit(partners_hand, trump)
    for suit in range(4):
        if bishops_suit(hand, suit) == 0:
            continue
        cards = bishops_suit(left, suit)
        top = first_holder(suit_facts(m, suit, cards))
        found = 0
        proved = 0
        if (top ^ leader) & 1 and (suit == trump or ruffs == 0 or bishops_suit(partners_hand, suit)):
            if top == lho:
                if lost_lho < 0:
                    lost_lho = _cash(m, left, lho, n, target, bishops, trump, last, False, -1)
                    proof_lho = load(m, PROVED)
                found = lost_lho
                proved = proof_lho
            else:
                if lost_rho < 0:
                    lost_rho = _cash(m, left, rho, n, target, bishops, trump, last, False, -1)
                    proof_rho = load(m, PROVED)
                found = lost_rho
                proved = proof_rho
        winning = 0
        if found and count_of(_depth_of(found), suit) == 0:
            # The trick he wins with is not among those counted.
            winning = 1 << highest(cards)
            others = knights & ~load(m, HANDS + top)
            if _tricks_of(found) == counting or (suit != trump and others and cards <= SMALL_CARDS):
                found = 0
            elif suit != trump and others:
                reason |= COURT_COUNT << lane(suit)
        if found:
            reason |= _reason(left, found) | winning << lane(suit)
            losing |= 1 << suit
            proof = larger(proof, proved) if north else smaller(proof, proved)
        else:
            still += 1
    if hand & KNIGHTS:
        found = 0
        best = highest_of(partners_hand, trump, BISHOPS_SUIT)
        trumps = bishops_suit(left, trump)
        top = first_holder(suit_facts(m, trump, trumps)) if trumps else -1
        for turn in range(1, 4, 2):
            # So may an opponent who is sure to take the knight with a trump.
            seat = (leader + turn) & 3
            his = bishops_suit(hand_of(m, left, seat), trump)
            if found or his == 0 or his >> (best + 1) == 0:
                continue
            found = _cash(m, left, seat, n, target, bishops, trump, last, False, partner)
            counted_in = top == seat and count_of(_depth_of(found), trump)
            if not counted_in and _tricks_of(found) >= counting:
                found = 0
            if found:
                losing |= _KNIGHTS_LEAD
                proved = load(m, PROVED)
                proof = larger(proof, proved) if north else smaller(proof, proved)
                reason |= _reason(left, found)
                if best >= 0:
                    reason |= 1 << (lane(trump) + highest(his))
        if found == 0:
            still += 1
    store(m, PROVED, proof)
    if still == 0:
        return lost | reason
    store(m, LOSING_LEADS, losing)
    return UNKNOWN | reason
