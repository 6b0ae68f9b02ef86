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
_FALLS: Final = 1
_FALLS_TO_PARTNER: Final = 2
_WAITS: Final = 3

# What `_cash` found: the suits in which honours have to beat knights, a bit each; the tricks; the number of
# the highest cards of each suit that they take; and a bit that it found anything.
_TRICKS_AT: Final = 4
_FOUND: Final = 1 << 28
_DEPTH_AT: Final = 32


@inlined
def _proves(m: int, target: int, north: int, n: int, bishops: int, tricks: int, captured: int) -> bool:
    # Whether a side sure of that has its way: North and South to reach the target, the others to foil it.
    # If so, PROVED has the targets that it reaches, or foils.
    if north:
        if tricks_needed(target, captured) > tricks:
            return False
        first = bytes_below(captured)
        store(m, PROVED, ((n + 1) * ALL & first) | tricks * ALL & ~first)
        return True
    if tricks_needed(target, bishops - captured) <= n - tricks:
        return False
    store(m, PROVED, (n - tricks + 1) * (ALL & bytes_below(bishops - captured + 1)))
    return True


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


@inlined
def _led_trumps(facts: int, seat: int, counting: int, draws: bool) -> tuple[int, int, bool]:
    # The tricks of a hand that leads its highest trumps, how many of the highest that takes, and whether the
    # opponents then have none; `draws`: whether each lead draws one from all who have any.
    len_partner = length_of(facts, (seat + 2) & 3)
    longest = max(length_of(facts, (seat + 1) & 3), length_of(facts, (seat + 3) & 3))
    if first_holder(facts) != seat:
        return 0, 0, longest == 0
    own = min(first_run(facts), counting)
    if own < longest or not draws:
        return own, own, longest == 0
    if own >= len_partner:
        return min(length_of(facts, seat), counting), max(longest, len_partner), True
    return own, own, True


@inlined
def _cashed(facts: int, seat: int, cards: int, held: int, honours: int, most: int) -> tuple[int, int]:
    # The same of a suit with the highest cards; with `honours` only those count, against knights.
    longest = max(
        max(length_of(facts, (seat + 1) & 3), length_of(facts, (seat + 3) & 3)),
        length_of(facts, (seat + 2) & 3),
    )
    own = first_run(facts)
    if honours:
        own = min(own, ones(cards & HONOURS))
    depth = own
    if own >= longest:
        depth = longest
        own = ones(held & HONOURS) if honours else ones(held)
    own = max(0, min(own, most))
    return own, min(depth, own)


@inlined
def _partner_adds(facts: int, seat: int, cards: int, own: int, limit: int, honours: int) -> int:
    # The tricks the partner takes with the next cards of the suit, if he is let in.
    partner = (seat + 2) & 3
    next_run = 0
    if first_holder(facts) == partner:
        next_run = first_run(facts)
    elif first_holder(facts) == seat and second_holder(facts) == partner and own == first_run(facts):
        next_run = second_run(facts)
    if next_run == 0:
        return 0
    adds = min(min(next_run, length_of(facts, partner) - own), limit - own)
    if honours:
        adds = min(adds, ones(cards & HONOURS) - own)
    return max(adds, 0)


@inlined
def _bishop_falls(
    keeper: int, seat: int, court: int, own: int, partners: int, drawing: int, guards: int
) -> int:
    # Whether a bishop falls to the seat's winners, to its partner's, or waits for a spare one. `court`:
    # the keeper's court cards in the suit; `guards`: an opponent's cards that may be played before it.
    if keeper == seat:
        if court < own:
            return _FALLS
        return _FALLS_TO_PARTNER if partners else 0
    if (keeper ^ seat) & 1 == 0:
        if own:
            return _FALLS
        return _FALLS_TO_PARTNER if court < partners else _WAITS
    if drawing >= guards:
        return _FALLS
    return _FALLS_TO_PARTNER if own + partners >= guards else 0


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
    trumps_own = trumps_partner = trumps_lho = trumps_rho = through = beyond = 0
    partners = partner_depth = partner_honours = partner_captured = 0
    got = side = depth = honours = captured = spare = waiting = 0
    entry = False
    drawn = True
    for turn in range(5):
        # Trumps first.
        suit = trump if turn == 0 else turn - 1
        cards = bishops_suit(left, suit)
        if (turn and suit == trump) or cards == 0:
            continue
        facts = suit_facts(m, suit, cards)
        held = bishops_suit(hand, suit)
        len_own = length_of(facts, seat)
        len_lho = length_of(facts, lho)
        len_rho = length_of(facts, rho)
        len_partner = length_of(facts, partner)
        keeper = bishop_holder(facts)
        # A bishop is not drawn from beside a knight.
        more = 0
        if keeper >= 0 and (keeper ^ seat) & 1:
            more = ones(left & load(m, HANDS + keeper) & KNIGHTS)
        own = 0
        k = 0
        limit = _NO_LIMIT
        others_knights = knights & ~hand if turn else 0
        if turn == 0:
            trumps_own, trumps_partner, trumps_lho, trumps_rho = len_own, len_partner, len_lho, len_rho
            own, k, drawn = _led_trumps(facts, seat, counting, more == 0 and loose < 0)
            if first_holder(facts) == partner:
                # The partner's, led or not; but he may have to keep one for the last trick.
                beyond = first_run(facts)
                through = min(beyond, len_partner)
                if knights and partners_hand & knights == 0:
                    through -= 1
        elif not drawn:
            # As long as nobody ruffs.
            if trumps_lho:
                limit = len_lho - 1 if lho == loose else len_lho
            if trumps_rho:
                limit = min(limit, len_rho - 1 if rho == loose else len_rho)
        if turn and first_holder(facts) == seat:
            # A partner with nothing but trumps would take over the lead.
            most = min(limit, min(counting - got, n - trumps_partner - side))
            own, k = _cashed(facts, seat, cards, held, others_knights, most)
            side += own
        if own:
            got += own
            depth |= counted(k, suit)
            spare += max(0, own - len_partner)
            if others_knights:
                honours |= 1 << suit
        adds = 0
        if entries:
            partners_others = knights & ~partners_hand if turn else 0
            adds = _partner_adds(facts, seat, cards, own, limit, partners_others)
            if adds:
                partners += adds
                partner_depth |= counted(own + adds, suit)
                if partners_others:
                    partner_honours |= 1 << suit
                entry = entry or len_own > own
        if keeper >= 0:
            court = ones(bishops_suit(left & load(m, HANDS + keeper), suit) & COURT_CARDS)
            drawing = own - 1 if turn == 0 and loose >= 0 else own
            guards = (len_lho if keeper == lho else len_rho) + more
            falls = _bishop_falls(keeper, seat, court, own, adds, drawing, guards)
            captured += falls == _FALLS
            partner_captured += falls == _FALLS_TO_PARTNER
            waiting += falls == _WAITS
        if own and _proves(m, target, north, n, bishops, got + last, captured + min(spare, waiting)):
            return _found(honours, got, depth)
    if got and got + last == n and _proves(m, target, north, n, bishops, n, bishops):
        return _found(honours, got, depth)
    captured += min(spare, waiting)
    both = got + partners
    if (
        entry
        and both <= counting
        and (trumps_own == 0 or n - trumps_own >= side + partners)
        and _proves(m, target, north, n, bishops, both + last, captured + partner_captured)
    ):
        for suit in range(4):
            if count_of(partner_depth, suit):
                depth = with_count(depth, suit, count_of(partner_depth, suit))
        return _found(honours | partner_honours, got, depth)
    through = min(through, counting - got)
    if through > 0 and _proves(m, target, north, n, bishops, got + through + last, captured):
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
            if _proves(m, target, north, n, bishops, 1, 0):
                return won
        elif ours == 0:
            their_last = 1
            if _proves(m, target, 1 - north, n, bishops, 1, 0):
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
            if sure > 0 and _proves(m, target, 1 - north, n, bishops, sure + their_last, 0):
                return lost | top_of(left, trump, count, BISHOPS_SUIT)
    found = _cash(m, left, leader, n, target, bishops, trump, last, True, -1)
    if found:
        return won | _reason(left, found)
    return _losing_leads(m, left, leader, n, target, bishops, trump, their_last, lost)


@inlined
def _losing_knight(
    m: int, left: int, leader: int, n: int, target: int, bishops: int, trump: int, last: int
) -> tuple[bool, int]:
    # Whether an opponent is sure to take a knight led with a trump, and then takes what he needs; and why.
    partner = (leader + 2) & 3
    best = highest_of(hand_of(m, left, partner), trump, BISHOPS_SUIT)
    trumps = bishops_suit(left, trump)
    top = first_holder(suit_facts(m, trump, trumps)) if trumps else -1
    for turn in range(1, 4, 2):
        seat = (leader + turn) & 3
        his = bishops_suit(hand_of(m, left, seat), trump)
        if his == 0 or his >> (best + 1) == 0:
            continue
        found = _cash(m, left, seat, n, target, bishops, trump, last, False, partner)
        counted_in = top == seat and count_of(_depth_of(found), trump)
        if found and (counted_in or _tricks_of(found) < n - 1):
            reason = _reason(left, found)
            return True, reason | 1 << (lane(trump) + highest(his)) if best >= 0 else reason
    return False, 0


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
        loses, why = _losing_knight(m, left, leader, n, target, bishops, trump, last)
        if loses:
            losing |= _KNIGHTS_LEAD
            proved = load(m, PROVED)
            proof = larger(proof, proved) if north else smaller(proof, proved)
            reason |= why
        else:
            still += 1
    store(m, PROVED, proof)
    if still == 0:
        return lost | reason
    store(m, LOSING_LEADS, losing)
    return UNKNOWN | reason
