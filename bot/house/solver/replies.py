"""Which card to play to a trick first."""

from collections.abc import Callable

from bot.house.solver import weights
from bot.house.solver.cards import (
    BISHOP,
    BISHOPS,
    BISHOPS_SUIT,
    HONOURS,
    KNIGHTS,
    LANES,
    NO_TRUMP,
    PLAIN_SUIT,
    below,
    is_knight,
    lane,
    lane_of,
    suit_of,
    up_to,
)
from bot.house.solver.equals import run_from
from bot.house.solver.memory import add_move, hand_of
from bot.house.solver.native import compiled_for, highest, inlined, load, lowest, ones
from bot.house.solver.reply_weights import (
    Candidate,
    Table,
    fourth_weight,
    irregular_weight,
    partner_takes,
    second_weight,
    third_void_weight,
)
from bot.house.solver.rules import KNIGHT_HEIGHT, bishops_height, bishops_legal, plain_height, plain_legal

_KNIGHT_COST = 9
_IRREGULAR_LONE = 20


@inlined
def _height(card: int, led: int, trump: int, bishops: bool) -> int:
    if bishops:
        return bishops_height(card, led, trump)
    return plain_height(card, led, trump)


@inlined
def _reach(hand: int, led: int, trump: int, bishops: bool) -> int:
    # The height of the best card a hand may play to the card led.
    pack = BISHOPS_SUIT if bishops else PLAIN_SUIT
    irregular = bishops and is_knight(led)
    if not irregular:
        own = (hand >> lane_of(led)) & pack
        if own:
            return _height(lane_of(led) + highest(own), led, trump, bishops)
    if trump < NO_TRUMP:
        trumps = (hand >> lane(trump)) & pack
        if trumps:
            return _height(lane(trump) + highest(trumps), led, trump, bishops)
    best = 0
    if bishops:
        if hand & KNIGHTS and (irregular or suit_of(led) != trump):
            best = KNIGHT_HEIGHT
        if irregular:
            for suit in range(4):
                cards = (hand >> lane(suit)) & HONOURS
                if cards:
                    best = max(best, bishops_height(lane(suit) + highest(cards), led, trump))
    return best


@inlined
def _forcing(
    cards: int,
    held: int,
    rank: int,
    theirs: int,
    led: int,
    trump: int,
    strength: int,
    ours: int,
    bishops: bool,
) -> bool:
    # Whether this is the lowest card for which the fourth hand has to play his best.
    best = highest(theirs)
    others = theirs ^ (1 << best)
    while others and cards & below(best) & ~up_to(highest(others)) == 0:
        others ^= 1 << highest(others)
    if others == 0:
        return False
    bar = _height(lane_of(led) + highest(others), led, trump, bishops)
    if bar <= strength:
        if ours:
            return False
        bar = strength
    if _height(lane_of(led) + rank, led, trump, bishops) <= bar:
        return False
    lower = held & below(rank)
    return lower == 0 or _height(lane_of(led) + highest(lower), led, trump, bishops) < bar


@inlined
def _next_hand(hand: int, led: int, trump: int, bishops: bool) -> tuple[int, int, int]:
    # Of a hand that plays later: the height of the best card it may play and of its lowest of the suit led,
    # -1 if it has none, and its cards of that suit.
    at = lane_of(led)
    cards = (hand >> at) & (BISHOPS_SUIT if bishops else PLAIN_SUIT)
    low = _height(at + lowest(cards), led, trump, bishops) if cards else -1
    return _reach(hand, led, trump, bishops), low, cards


@inlined
def _third_following_weight(
    table: Table, card: Candidate, cards: int, held: int, theirs: int, led: int, rank: int, bishops: bool
) -> int:
    # Of a card of the suit led, for the third hand; `theirs`: the fourth hand's cards of it.
    best = _height(lane_of(led) + highest(held), led, table.trump, bishops)
    ruffs = theirs == 0 and not table.trump_led
    if best < table.opponent_low or best < table.strength:
        return -card.high
    if table.ours and (table.strength > table.opponent or ruffs):
        return -card.high
    if ruffs:
        return (load(table.m, weights.BEATS_SECOND) if card.height > table.strength else 0) - card.high
    if card.height > table.strength and card.height > table.opponent:
        return load(table.m, weights.BEATS_FOURTH) - card.high
    if best < table.opponent and _forcing(
        cards, held, rank, theirs, led, table.trump, table.strength, table.ours, bishops
    ):
        return load(table.m, weights.FORCES_BEST) - card.high
    return -card.high


@inlined
def _bishops_worth(table: Table, mine: int, turn: int, is_bishop: bool, stake: int) -> int:
    # What is to be added for a bishop, or for taking so many bishops on the table.
    wins = mine > table.strength and (turn == 3 or mine >= table.opponent)
    worth = 0
    if is_bishop:
        ours = table.ours and (turn == 3 or table.opponent <= table.strength)
        safe = wins or partner_takes(table) or ours
        worth = load(table.m, weights.BISHOP_SAFE) if safe else -load(table.m, weights.BISHOP_SAFE)
    if stake and wins and not table.ours:
        worth += stake * load(table.m, weights.TAKES_BISHOPS)
    return worth


@inlined
def _knight_weight(table: Table, mine: int, turn: int) -> int:
    # Of a knight to a card of a suit.
    ours = table.ours and (turn == 3 or (turn == 2 and table.opponent <= table.strength))
    if ours or partner_takes(table):
        return load(table.m, weights.KNIGHT_ON_PARTNERS)
    if mine > table.strength and mine >= table.opponent:
        return load(table.m, weights.KNIGHT_TAKES)
    return load(table.m, weights.KNIGHT_THROWN)


def _replies(bishops: bool) -> Callable[[int, int, int, int, int, int, int, int, int, int], int]:
    pack = BISHOPS_SUIT if bishops else PLAIN_SUIT

    @compiled_for("int64(int64, int64, int64, int64, int64, int64, int64, int64, int64, int64)")
    def replies(
        m: int,
        moves: int,
        left: int,
        start: int,
        seat: int,
        led: int,
        strength: int,
        ours: int,
        turn: int,
        trump: int,
    ) -> int:
        whole = hand_of(m, left, seat)
        hand = bishops_legal(whole, led) if bishops else plain_legal(whole, led)
        if hand & (hand - 1) == 0:
            add_move(m, moves, 0, lowest(hand), 0)
            return 1
        at = lane_of(led)
        irregular = bishops and is_knight(led)
        own = (hand >> at) & pack
        follows = not irregular and own != 0
        trump_led = suit_of(led) == trump and not irregular
        if follows and hand == own << at:
            strict = bishops and not trump_led and start & KNIGHTS != 0
            if run_from(own, (start >> at) & pack, lowest(own), bishops, strict) == own:
                add_move(m, moves, 0, lowest(hand), 0)
                return 1
        opponent, opponent_low, theirs = -1, -1, 0
        partner, partner_low, partners = -1, -1, 0
        leader_better = False
        if turn < 3:
            opponent, opponent_low, theirs = _next_hand(hand_of(m, left, (seat + 1) & 3), led, trump, bishops)
        if turn == 1:
            partner, partner_low, partners = _next_hand(hand_of(m, left, (seat + 2) & 3), led, trump, bishops)
            leader_better = (hand_of(m, left, (seat + 3) & 3) >> at) & pack > partners
        trumps = trump < NO_TRUMP and (left >> lane(trump)) & pack != 0
        later = opponent, opponent_low, theirs != 0, partner, partner_low, partners != 0, leader_better
        table = Table(m, left, seat, trump, pack, strength, ours, trumps, trump_led, *later)
        stake = ones((start ^ left) & BISHOPS) if bishops and not irregular else 0
        count = 0
        suits = hand & pack * LANES
        while suits:
            suit = suit_of(lowest(suits))
            suits &= ~(pack << lane(suit))
            held = (hand >> lane(suit)) & pack
            cards = (start >> lane(suit)) & pack
            strict = bishops and suit != trump and start & KNIGHTS != 0
            rest = held
            while rest:
                # The lowest of a run of equals stands for it.
                rank = lowest(rest)
                run = run_from(held, cards, rank, bishops, strict)
                rest &= ~run
                high = highest(run)
                mine = _height(lane(suit) + rank, led, trump, bishops)
                card = Candidate(suit, ones(held), mine, high != rank, ones(cards >> high), high)
                if irregular:
                    weight = irregular_weight(mine, strength, opponent, partner, ours, turn, rank)
                    if suit != trump:
                        weight += card.length - (_IRREGULAR_LONE if cards >> rank == 1 else 0)
                elif turn == 1:
                    weight = second_weight(table, card, follows)
                elif turn == 3:
                    weight = fourth_weight(table, card, follows)
                elif follows:
                    weight = _third_following_weight(table, card, cards, held, theirs, led, rank, bishops)
                else:
                    weight = third_void_weight(table, card)
                if bishops:
                    weight += _bishops_worth(table, mine, turn, rank == BISHOP, stake)
                add_move(m, moves, count, lane(suit) + rank, weight)
                count += 1
        if bishops and hand & KNIGHTS:
            knight = lowest(hand & KNIGHTS)
            mine = bishops_height(knight, led, trump)
            if irregular:
                weight = irregular_weight(mine, strength, opponent, partner, ours, turn, _KNIGHT_COST)
            else:
                weight = _knight_weight(table, mine, turn)
            add_move(m, moves, count, knight, weight)
            count += 1
        return count

    return replies


plain_replies = _replies(bishops=False)
"""List the cards a seat may play to a trick, as `plain_leads` does.

Takes the memory and where in it to list them, the cards left now and when the trick began, the seat,
the card led, the height of the winning card so far, whether that is the partner's, the number of the
card in the trick (from 0), and the trump suit.
"""
bishops_replies = _replies(bishops=True)  # the same at Bishops Whist
