"""Quick tricks: what is sure without a search, at the start of a trick of plain whist."""

from typing import Final

from bot.house.solver.cards import (
    NO_TRUMP,
    PLAIN_SUIT,
    count_of,
    counted,
    plain_suit,
    top_cards,
    top_of,
    with_count,
)
from bot.house.solver.memory import (
    LOSING_LEADS,
    TRUMP_TRICKS,
    first_holder,
    first_run,
    holder_at,
    length_of,
    second_holder,
    second_run,
    side_run,
    suit_facts,
    suit_holders,
    sure_trumps,
)
from bot.house.solver.native import compiled, inlined, load, store

REACHED: Final = 1 << 62
UNKNOWN: Final = 1 << 61
_NO_LIMIT: Final = 99


@compiled
def _depth(holders: int, seat: int, tricks: int) -> int:
    # How many of the highest trumps it takes for a hand to be sure of so many tricks by its own.
    higher = 0
    place = 0
    while tricks:
        holder = holder_at(holders, place)
        if (holder ^ seat) & 1:
            higher += 1
        elif holder == seat and higher:
            higher -= 1
        elif holder == seat:
            tricks -= 1
        place += 1
    return place


@inlined
def _surer(sure: int, one: int, other: int) -> int:
    # Which of two hands is sure of more tricks by its trumps.
    return one if sure_trumps(sure, one) > sure_trumps(sure, other) else other


@inlined
def _own_tricks(facts: int, leader: int, partner: int, limit: int) -> tuple[int, int, int, int]:
    # Of a suit in which one of them has the highest card: how many tricks the leader takes in a row,
    # how many of the highest cards that takes, how many of those are his, and what the partner adds.
    own = 0
    theirs = 0
    if first_holder(facts) == leader:
        own = first_run(facts)
        if second_holder(facts) == partner:
            theirs = second_run(facts)
    else:
        theirs = first_run(facts)
    run = own
    depth = own
    longest = max(
        max(length_of(facts, (leader + 1) & 3), length_of(facts, (leader + 3) & 3)), length_of(facts, partner)
    )
    if run >= longest:
        own = length_of(facts, leader)
        depth = longest
    if own > limit:
        own = limit
        depth = min(depth, limit)
    return own, depth, run, theirs


@inlined
def _by_trumps(
    left: int,
    trump: int,
    facts: int,
    holders: int,
    sure: int,
    leader: int,
    ours: int,
    theirs: int,
    want: int,
    enough: int,
    won: int,
) -> int:
    # The answer if trumps alone decide, whoever leads: those at the top of one side's hands, or in one hand.
    lost = REACHED - won
    if (first_holder(facts) ^ leader) & 1:
        longest = max(length_of(facts, (leader + 1) & 3), length_of(facts, (leader + 3) & 3))
        if min(side_run(facts), longest) >= enough:
            return lost | top_of(left, trump, enough, PLAIN_SUIT)
    elif min(side_run(facts), max(length_of(facts, leader), length_of(facts, (leader + 2) & 3))) >= want:
        return won | top_of(left, trump, want, PLAIN_SUIT)
    if sure_trumps(sure, theirs) >= enough:
        return lost | top_of(left, trump, _depth(holders, theirs, enough), PLAIN_SUIT)
    if sure_trumps(sure, ours) >= want:
        return won | top_of(left, trump, _depth(holders, ours, want), PLAIN_SUIT)
    return UNKNOWN


@inlined
def _by_leading_trumps(facts: int, leader: int, longest: int, want: int) -> tuple[int, int]:
    # How many of the tricks wanted the leader takes with the highest trumps, and how many of them that takes.
    got = first_run(facts)
    depth = got
    if got >= max(longest, length_of(facts, (leader + 2) & 3)):
        depth = max(longest, length_of(facts, (leader + 2) & 3))
        got = length_of(facts, leader)
    if got > want:
        return want, min(depth, want)
    return got, depth


@inlined
def _partners_trumps(facts: int, leader: int, got: int) -> tuple[int, int, bool]:
    # The trump tricks the partner adds, how many of the highest trumps they take with the leader's, and
    # whether the leader has a trump to let him in with.
    partner = (leader + 2) & 3
    run = first_run(facts)
    if first_holder(facts) == partner:
        tricks = min(run, length_of(facts, partner))
        return tricks, tricks, length_of(facts, leader) > 0
    if second_holder(facts) == partner and length_of(facts, leader) > run and got == run:
        tricks = min(second_run(facts), length_of(facts, partner) - run)
        if tricks > 0:
            return tricks, run + tricks, True
    return 0, 0, False


@compiled
def quick_tricks(m: int, left: int, leader: int, n: int, target: int, trump: int) -> int:
    """Whether North and South are sure to take `target` tricks, or to fail, and the relevant ranks.

    If neither is sure, the word LOSING_LEADS has a bit for each suit with which the leader's side
    fails, and the answer is UNKNOWN and why.
    """
    lho = (leader + 1) & 3
    partner = (leader + 2) & 3
    rho = (leader + 3) & 3
    # The question for the leader's side: `want` tricks, or `enough` for the other to keep it from them.
    want = n - target + 1 if leader & 1 else target
    enough = n - want + 1
    won = 0 if leader & 1 else REACHED
    lost = REACHED - won
    trumps = plain_suit(left, trump) if trump < NO_TRUMP else 0
    facts = holders = sure = got = counts = partners = partner_counts = 0
    trump_first = -1
    ours = leader
    theirs = rho
    entry = False
    if trumps:
        facts = suit_facts(m, trump, trumps)
        holders = suit_holders(m, trump, trumps)
        sure = load(m, TRUMP_TRICKS + trumps)
        trump_first = first_holder(facts)
        ours = _surer(sure, partner, leader)
        theirs = _surer(sure, lho, rho)
        answer = _by_trumps(left, trump, facts, holders, sure, leader, ours, theirs, want, enough, won)
        if answer != UNKNOWN:
            return answer
    lengths = (
        length_of(facts, leader),
        length_of(facts, lho),
        length_of(facts, partner),
        length_of(facts, rho),
    )
    trumps_own, trumps_lho, trumps_partner, trumps_rho = lengths
    longest = max(trumps_lho, trumps_rho)
    drawn = longest == 0
    if trump_first == leader:
        drawn = first_run(facts) >= longest
        got, depth = _by_leading_trumps(facts, leader, longest, want)
        counts = counted(depth, trump)
        if got >= want:
            return won | top_cards(left, counts, PLAIN_SUIT)
    # Trumps of one hand to be made later, once the side's other winners are cashed.
    drawing = trump_first == leader and drawn
    if drawing:
        ours = leader
    to_make = sure_trumps(sure, ours)
    if trumps and (trump_first ^ leader) & 1 == 0:
        partners, depth, entry = _partners_trumps(facts, leader, got)
        partner_counts = counted(depth, trump)
    # Winners of the side, as long as no opponent can ruff.
    side = 0
    most = n - trumps_partner if trumps_partner and not drawing else _NO_LIMIT
    for suit in range(4):
        cards = plain_suit(left, suit)
        if cards == 0 or suit == trump:
            continue
        facts = suit_facts(m, suit, cards)
        if (first_holder(facts) ^ leader) & 1:
            continue
        limit = _NO_LIMIT
        if not drawn:
            if trumps_lho:
                limit = length_of(facts, lho)
            if trumps_rho:
                limit = min(limit, length_of(facts, rho))
        own, depth, run, more = _own_tricks(facts, leader, partner, limit)
        if own + side > most:
            own = max(most - side, 0)
            depth = min(depth, own)
        if got + side + own > want:
            own = want - got - side
            depth = min(depth, own)
        side += own
        counts |= counted(depth, suit)
        if got + side < want <= to_make + side:
            depth = _depth(holders, ours, want - side)
            if drawn:
                depth = max(depth, longest)
            return won | top_cards(left, with_count(counts, trump, depth), PLAIN_SUIT)
        if got + side >= want:
            if drawn and longest > count_of(counts, trump):
                counts = with_count(counts, trump, longest)
            return won | top_cards(left, counts, PLAIN_SUIT)
        more = min(min(more, length_of(facts, partner) - run), limit - own)
        if more > 0 and own >= run:
            partners += more
            partner_counts |= counted(run + more, suit)
            if length_of(facts, leader) > run and own == run:
                entry = True
    if drawn and longest > 0:
        counts = with_count(counts, trump, max(count_of(counts, trump), longest))
    free = trumps_own == 0 or n - trumps_own >= side + partners
    if entry and free and got + side + partners >= want:
        return won | top_cards(left, counts, PLAIN_SUIT) | top_cards(left, partner_counts, PLAIN_SUIT)
    to_make = sure_trumps(sure, theirs)
    trump_counts = 0
    if to_make:
        trump_counts = counted(_depth(holders, theirs, to_make), trump)
    return _losing_leads(m, left, leader, n, enough, trump, lost, lengths, to_make, trump_counts)


@inlined
def _cashed(facts: int, leader: int, trumps_own: int, trumps_partner: int) -> tuple[int, int]:
    # What the opponent with the highest card of a plain suit takes in it, on lead, as long as nobody of
    # the leader's side can ruff, and how many of the highest cards that takes.
    seat = first_holder(facts)
    own = length_of(facts, leader)
    partners = length_of(facts, (leader + 2) & 3)
    limit = _NO_LIMIT
    if trumps_own:
        limit = own
    if trumps_partner:
        limit = min(limit, partners)
    cash = first_run(facts)
    depth = cash
    longest = max(max(own, partners), length_of(facts, (seat + 2) & 3))
    if cash >= longest:
        cash = length_of(facts, seat)
        depth = longest
    if cash > limit:
        cash = limit
        depth = min(depth, limit)
    return cash, depth


@inlined
def _opponents_winners(
    m: int, left: int, leader: int, trump: int, trumps_own: int, trumps_partner: int
) -> tuple[int, int, int, int]:
    # What the second hand takes, on lead, in the plain suits, and how many of the highest cards of each that
    # takes; the same of the fourth hand.
    cash_lho = counts_lho = cash_rho = counts_rho = 0
    for suit in range(4):
        cards = plain_suit(left, suit)
        if cards == 0 or suit == trump:
            continue
        facts = suit_facts(m, suit, cards)
        first = first_holder(facts)
        if (first ^ leader) & 1:
            cash, depth = _cashed(facts, leader, trumps_own, trumps_partner)
            if first == (leader + 1) & 3:
                cash_lho += cash
                counts_lho |= counted(depth, suit)
            else:
                cash_rho += cash
                counts_rho |= counted(depth, suit)
    return cash_lho, counts_lho, cash_rho, counts_rho


@inlined
def _losing_leads(
    m: int,
    left: int,
    leader: int,
    n: int,
    enough: int,
    trump: int,
    lost: int,
    trumps: tuple[int, int, int, int],
    to_make: int,
    trump_counts: int,
) -> int:
    # The leads with which an opponent wins the first trick and takes what is enough. `trumps`: how many
    # each hand has, from the leader's; `to_make`: the tricks the opponents make by them, `trump_counts`
    # the highest ones that takes.
    trumps_own, trumps_lho, trumps_partner, trumps_rho = trumps
    lho = (leader + 1) & 3
    rho = (leader + 3) & 3
    cash_lho, counts_lho, cash_rho, counts_rho = _opponents_winners(
        m, left, leader, trump, trumps_own, trumps_partner
    )
    if trumps_rho:
        cash_lho = min(cash_lho, n - trumps_rho)
    if trumps_lho:
        cash_rho = min(cash_rho, n - trumps_lho)
    cash_lho += to_make
    cash_rho += to_make
    counts_lho |= trump_counts
    counts_rho |= trump_counts
    ranks = 0
    losing = 0
    open_suits = 0
    for suit in range(4):
        cards = plain_suit(left, suit)
        if cards == 0:
            continue
        facts = suit_facts(m, suit, cards)
        if length_of(facts, leader) == 0:
            continue
        first = first_holder(facts)
        fails = False
        if first == lho and count_of(counts_lho, suit) and cash_lho >= enough:
            fails = True
            if enough > 1:
                ranks |= top_cards(left, counts_lho, PLAIN_SUIT)
        elif first == rho and count_of(counts_rho, suit) and cash_rho >= enough:
            fails = True
            if enough > 1:
                ranks |= top_cards(left, counts_rho, PLAIN_SUIT)
        if fails:
            ranks |= top_of(left, suit, 1, PLAIN_SUIT)
            losing |= 1 << suit
        else:
            open_suits += 1
    if open_suits == 0:
        return lost | ranks
    store(m, LOSING_LEADS, losing)
    return UNKNOWN | ranks
